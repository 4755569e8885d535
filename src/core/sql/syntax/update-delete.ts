import { TokenKind } from '../tokens'
import { assignments } from './assignments'
import { condition } from './expressions'
import type { ExpressionNode, LimitNode, OpaqueNode, OrderByNode } from './model'
import { limit, orderBy } from './order-limit'
import type { SelectItemNode, WithNode } from './query-model'
import type { Reader } from './reader'
import { optimizerHint, selectItems } from './select'
import type { AssignmentNode, DeleteNode, UpdateNode } from './statement-model'
import { beforeSystemTime } from './system-time'
import { namedTable, tableName } from './table-factors'
import type { TableFactorNode } from './table-model'
import { tableList } from './tables'

const modifierWords: ReadonlySet<string> = new Set(['LOW_PRIORITY', 'QUICK', 'IGNORE'])

/** UPDATE, at the word; `from` is where its WITH list begins. */
export function update(r: Reader, from: number, list: WithNode | undefined): UpdateNode {
  r.at++
  const hint = optimizerHint(r)
  const modifiers = takeModifiers(r)
  const tables = tableList(r)
  const assigned: AssignmentNode[] = r.expect('SET') ? assignments(r) : []
  const ends = writingEnds(r, false)
  return {
    type: 'update',
    from,
    to: r.at,
    span: r.span(from),
    with: list,
    hint,
    modifiers,
    tables,
    assignments: assigned,
    ...ends,
  }
}

/** DELETE in its three forms, at the word. */
export function deletion(r: Reader, from: number, list: WithNode | undefined): DeleteNode {
  r.at++
  const hint = optimizerHint(r)
  const modifiers = takeModifiers(r)
  if (r.word() === 'HISTORY' && r.word(1) === 'FROM') {
    modifiers.push('HISTORY')
    r.at++
  }
  const opaque: OpaqueNode[] = []
  const found = r.take('FROM') ? afterFrom(r, opaque) : multiFrom(r, opaque)
  const history = r.takePair('BEFORE', 'SYSTEM_TIME') ? beforeSystemTime(r, r.at - 2) : undefined
  const ends = writingEnds(r, found.form !== 'single', found.form === 'single')
  const rest = [...opaque, ...(ends.opaque ?? [])]
  return {
    type: 'delete',
    from,
    to: r.at,
    span: r.span(from),
    with: list,
    hint,
    modifiers,
    ...found,
    history,
    ...ends,
    opaque: rest.length > 0 ? rest : undefined,
  }
}

function takeModifiers(r: Reader): string[] {
  const found: string[] = []
  while (modifierWords.has(r.word())) {
    found.push(r.word())
    r.at++
  }
  return found
}

type Tables = Pick<DeleteNode, 'form' | 'targets' | 'tables'>

/** `DELETE a, b.* FROM …`, at the targets. */
function multiFrom(r: Reader, opaque: OpaqueNode[]): Tables {
  const targets = targetList(r, opaque)
  const tables = r.expect('FROM') ? tableList(r) : []
  return { form: 'from', targets, tables }
}

/** `DELETE FROM t …` or `DELETE FROM a, b.* USING …`, after FROM. */
function afterFrom(r: Reader, opaque: OpaqueNode[]): Tables {
  if (isUsingForm(r)) {
    const targets = targetList(r, opaque)
    const tables = r.expect('USING') ? tableList(r) : []
    return { form: 'using', targets, tables }
  }
  return { form: 'single', targets: [], tables: [namedTable(r, { alias: 'before-partition', hints: false })] }
}

/** Looks over the names, dots, stars and commas of the targets. */
function isUsingForm(r: Reader): boolean {
  for (let at = 0; ; at++) {
    if (r.word(at) === 'USING') return true
    if (r.kind(at) === TokenKind.comma || (r.kind(at) === TokenKind.dot && r.isOperator('*', at + 1))) return true
    if (r.kind(at) !== TokenKind.dot && !(r.isName(at) && at < 8)) return false
  }
}

function targetList(r: Reader, opaque: OpaqueNode[]): TableFactorNode[] {
  const targets: TableFactorNode[] = []
  do {
    const target = tableName(r, { star: true })
    if (target.type === 'opaque') opaque.push(target)
    else targets.push(target)
  } while (r.takeComma())
  return targets
}

interface WritingEnds {
  where?: ExpressionNode
  orderBy?: OrderByNode
  limit?: LimitNode
  returning?: SelectItemNode[]
  opaque?: OpaqueNode[]
}

/** WHERE, ORDER BY, LIMIT, RETURNING; the multi-table forms of DELETE have no ORDER BY and LIMIT. */
function writingEnds(r: Reader, whereOnly: boolean, returns = false): WritingEnds {
  const ends: WritingEnds = {}
  const opaque: OpaqueNode[] = []
  let reached = 0
  const rank = (next: number): void => {
    if (next < reached) r.fail('This clause stands too late.')
    reached = Math.max(next, reached)
  }
  while (!r.atEnd && r.kind() !== TokenKind.closeParen && r.kind() !== TokenKind.terminator) {
    const word = r.word()
    if (whereOnly && (word === 'ORDER' || word === 'LIMIT')) r.fail('A DELETE from several tables has no such clause.')
    if (word === 'WHERE' && ends.where === undefined) {
      rank(1)
      r.at++
      ends.where = condition(r)
    } else if (word === 'ORDER' && ends.orderBy === undefined) {
      rank(2)
      ends.orderBy = orderBy(r)
    } else if (word === 'LIMIT' && ends.limit === undefined) {
      rank(3)
      ends.limit = limit(r, false)
    } else if (word === 'RETURNING' && ends.returning === undefined) {
      rank(4)
      if (!returns) r.fail('No server returns rows here.')
      r.at++
      ends.returning = selectItems(r)
    } else {
      opaque.push(r.unfit())
    }
  }
  return opaque.length > 0 ? { ...ends, opaque } : ends
}
