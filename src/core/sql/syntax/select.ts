import { TokenKind } from '../tokens'
import { groupBy, into, windows } from './clauses'
import { condition, expression } from './expressions'
import type { ExpressionNode, NameNode, OpaqueNode } from './model'
import { beginsFetch } from './order-limit'
import type { OptimizerHintNode, SelectItemNode, SelectNode } from './query-model'
import type { Reader } from './reader'
import { tableList } from './tables'
import { clauseStarts } from './words'

type Draft = { -readonly [K in keyof SelectNode]?: SelectNode[K] }

/** SELECT up to QUALIFY: without ORDER BY and what follows, which may belong to a set operation. */
export function selectCore(r: Reader): SelectNode {
  const from = r.at
  const hintPlace = r.code.end(r.at)
  r.at++
  const hint = optimizerHint(r)
  const modifiers: string[] = []
  while (selectModifiers.has(r.word())) {
    modifiers.push(r.word())
    r.at++
  }
  const items = selectItems(r)
  const draft: Draft = {}
  const opaque: OpaqueNode[] = []
  let reached = 0
  while (!endsCore(r, reached)) {
    const at = r.at
    const rank = clauseOrder.indexOf(r.word()) + 1
    if (readClause(r, draft)) {
      if (rank <= reached) r.fail('This clause stands too late.', at)
      reached = Math.max(reached, rank)
      continue
    }
    opaque.push(r.unfit())
  }
  return {
    type: 'select',
    from,
    to: r.at,
    span: r.span(from),
    hint,
    hintPlace,
    modifiers,
    items,
    ...draft,
    opaque: opaque.length > 0 ? opaque : undefined,
  }
}

const selectModifiers: ReadonlySet<string> = new Set(
  (
    'ALL DISTINCT DISTINCTROW HIGH_PRIORITY STRAIGHT_JOIN SQL_SMALL_RESULT SQL_BIG_RESULT SQL_BUFFER_RESULT SQL_CACHE ' +
    'SQL_NO_CACHE SQL_CALC_FOUND_ROWS'
  ).split(' '),
)

/** The clauses of the core in the order that they must have. */
const clauseOrder: readonly string[] = ['INTO', 'FROM', 'WHERE', 'GROUP', 'HAVING', 'WINDOW', 'QUALIFY']

/** Reads the clause that begins here into the draft; false when none does, or the draft has it already. */
function readClause(r: Reader, draft: Draft): boolean {
  switch (r.word()) {
    case 'INTO':
      if (draft.into !== undefined) return false
      draft.into = into(r)
      return true
    case 'FROM':
      if (draft.tables !== undefined) return false
      r.at++
      draft.tables = tableList(r)
      return true
    case 'WHERE':
      if (draft.where !== undefined) return false
      draft.where = conditionAfter(r)
      return true
    case 'GROUP':
      if (draft.groupBy !== undefined) return false
      draft.groupBy = groupBy(r)
      return true
    case 'HAVING':
      if (draft.having !== undefined) return false
      draft.having = conditionAfter(r)
      return true
    case 'WINDOW':
      if (draft.windows !== undefined) return false
      draft.windows = windows(r)
      return true
    case 'QUALIFY':
      if (draft.qualify !== undefined) return false
      draft.qualify = conditionAfter(r)
      return true
    default:
      return false
  }
}

function conditionAfter(r: Reader): ExpressionNode {
  r.at++
  return condition(r)
}

/** Does something begin that is not of the core: ORDER BY and later clauses, a set operation, the end? */
function endsCore(r: Reader, reached: number): boolean {
  const kind = r.kind()
  if (r.atEnd || kind === TokenKind.closeParen || kind === TokenKind.terminator) return true
  const word = r.word()
  // Before FROM it is of the core; later it is of the query.
  if (word === 'INTO') return reached > 0
  return afterCore.has(word) || beginsFetch(r) || (word === 'ON' && r.word(1) === 'DUPLICATE')
}

const afterCore: ReadonlySet<string> = new Set(
  'ORDER LIMIT PROCEDURE FOR LOCK UNION EXCEPT INTERSECT RETURNING'.split(' '),
)

/** `a, b AS c, t.*`; a bare `*` only first. */
export function selectItems(r: Reader): SelectItemNode[] {
  const items: SelectItemNode[] = []
  do {
    const from = r.at
    if (items.length === 0 && r.takeOperator('*')) {
      const star = { type: 'star', from, to: r.at, span: r.span(from) } as const
      items.push({ type: 'select-item', from, to: r.at, span: star.span, expression: star })
      continue
    }
    const value = expression(r, 'star')
    const alias = value.type === 'star' ? undefined : columnAlias(r)
    const opaque = restOfItem(r)
    items.push({ type: 'select-item', from, to: r.at, span: r.span(from), expression: value, alias, opaque })
  } while (r.takeComma())
  return items
}

/** What stands between an item and the next comma or clause, and does not fit. */
function restOfItem(r: Reader): OpaqueNode[] | undefined {
  const kind = r.kind()
  const fits = r.atEnd || kind === TokenKind.comma || kind === TokenKind.closeParen || kind === TokenKind.terminator
  if (fits || clauseStarts.has(r.word()) || clauseOrder.includes(r.word()) || beginsFetch(r)) return undefined
  return [r.unfit()]
}

/** `AS name`, `name`, also a string. */
function columnAlias(r: Reader): NameNode | undefined {
  const named = r.take('AS')
  if (r.isName() ? named || !startsClause(r) : r.kind() === TokenKind.string) return r.takeAnyName()
  if (named) r.fail('An alias is expected here.')
  return undefined
}

/** Words that are not reserved on every server, and no alias where their clause follows. */
function startsClause(r: Reader): boolean {
  const word = r.word()
  if (word === 'QUALIFY') return r.kind(1) !== TokenKind.comma && r.kind(1) !== TokenKind.none && r.word(1) !== 'FROM'
  return word === 'RETURNING' && r.kind(1) !== TokenKind.comma && r.kind(1) !== TokenKind.none && r.word(1) !== 'FROM'
}

/** The optimizer hints right after the statement's first word, when the reader stands after it. */
export function optimizerHint(r: Reader): OptimizerHintNode | undefined {
  const found = r.hintBefore()
  if (found === undefined) return undefined
  return { type: 'optimizer-hint', from: r.at, to: r.at, span: found.span, text: found.text }
}
