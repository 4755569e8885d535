import type { RangeVar, ReturningClause, WithClause } from 'libpg-query'
import type { BlockOutline } from '../../core/sql/edits/postgres/outline'
import type { ColumnInput, FromStep, WithInput, WriteInput } from '../../core/sql/meaning/input'
import type { SignificantTokens } from '../../core/sql/significant-tokens'
import { TokenKind } from '../../core/sql/tokens'
import type { Node } from '../grammar'
import type { TokenRun } from '../statement-places'
import { emptyScalar, type InputContext } from './context'
import { fromSteps, tableInput } from './from'
import { itemsInput } from './item'
import { mergeInput } from './merge'
import { clauseCondition, isEnclosed, isOr, queryInput, withInput } from './query'
import { scalarInput, scalarsInput } from './scalar'
import { findOutside, Misread, splitAtCommas } from './token-runs'

export const emptyWrite = {
  writesFirst: true,
  targets: [],
  assignments: [],
  rows: [],
  onConflict: [],
  orderBy: [],
  returning: [],
}

/** An INSERT, UPDATE, DELETE or MERGE whose tokens are `run`. */
export function writeInput(context: InputContext, node: Node, run: TokenRun): WriteInput {
  return context.inside(() => {
    if ('InsertStmt' in node) return insertInput(context, node, run)
    if ('UpdateStmt' in node) return updateInput(context, node, run)
    if ('DeleteStmt' in node) return deleteInput(context, node, run)
    if ('MergeStmt' in node) return mergeInput(context, node, run)
    throw new Misread('This changes no rows.')
  })
}

interface Head {
  readonly with?: WithInput | undefined
  /** The place of INSERT, UPDATE, DELETE or MERGE. */
  readonly verb: number
}

export function headOf(context: InputContext, clause: WithClause | undefined, run: TokenRun, verb: string): Head {
  const read = clause === undefined ? undefined : withInput(context, clause, run)
  const at = read?.end ?? run.from
  if (context.code.word(at) !== verb) throw new Misread(`There is no ${verb}.`)
  return { with: read?.input, verb: at }
}

/** A clause that begins with one of the words, up to the next of `ends`. */
export function clause(
  code: SignificantTokens,
  run: TokenRun,
  word: string,
  ends: readonly string[],
): TokenRun | undefined {
  const at = findOutside(code, run, (place, found) => found === word && !isDistinctFrom(code, place))
  if (at === run.to) return undefined
  const to = findOutside(
    code,
    { from: at + 1, to: run.to },
    (place, found) => ends.includes(found) && !isDistinctFrom(code, place),
  )
  return { from: at + 1, to }
}

function isDistinctFrom(code: SignificantTokens, at: number): boolean {
  return code.word(at) === 'FROM' && code.word(at - 1) === 'DISTINCT'
}

export function written(
  context: InputContext,
  relation: RangeVar | undefined,
  at: number,
): { source: FromStep; end: number } {
  if (relation === undefined) throw new Misread('There is no table to write to.')
  const { source, end } = tableInput(context, relation, at, true)
  return { source: { step: 'source', source }, end }
}

export function returningOf(
  context: InputContext,
  returning: ReturningClause | undefined,
  run: TokenRun,
): Pick<WriteInput, 'returning' | 'returningAliases'> {
  if (returning === undefined) return { returning: [] }
  const { code } = context
  const found = clause(code, run, 'RETURNING', [])
  if (found === undefined) throw new Misread('There is no RETURNING.')
  const aliases = { old: 'old', new: 'new' }
  for (const option of returning.options ?? []) {
    if (!('ReturningOption' in option)) continue
    const { option: kind, value = '' } = option.ReturningOption
    aliases[kind === 'RETURNING_OPTION_OLD' ? 'old' : 'new'] = value
  }
  const from =
    code.word(found.from) === 'WITH' && returning.options !== undefined ? code.closing(found.from + 1) + 1 : found.from
  return { returning: itemsInput(context, returning.exprs ?? [], { from, to: found.to }), returningAliases: aliases }
}

export function blockOf(
  context: InputContext,
  type: BlockOutline['type'],
  run: TokenRun,
  where: TokenRun | undefined,
  condition: Node | undefined,
  whereAfter: number,
): void {
  context.blocks.push({
    type,
    span: context.span(run),
    where: where && context.span(where),
    whereIsOr: isOr(condition) && where !== undefined && !isEnclosed(context, where),
    whereAt: context.code.end(whereAfter - 1),
    havingIsOr: false,
    isPositioned: condition !== undefined && 'CurrentOfExpr' in condition,
  })
}

function updateInput(context: InputContext, node: Extract<Node, { UpdateStmt: unknown }>, run: TokenRun): WriteInput {
  const { code } = context
  const { relation, withClause, targetList = [], fromClause, whereClause, returningClause } = node.UpdateStmt
  const head = headOf(context, withClause, run, 'UPDATE')
  const target = written(context, relation, head.verb + 1)
  const rest = { from: target.end, to: run.to }
  const set = clause(code, rest, 'SET', ['FROM', 'WHERE', 'RETURNING'])
  if (set === undefined) throw new Misread('There is no SET.')
  const from =
    fromClause === undefined ? undefined : clause(code, { from: set.to, to: run.to }, 'FROM', ['WHERE', 'RETURNING'])
  const where =
    whereClause === undefined ? undefined : clause(code, { from: set.to, to: run.to }, 'WHERE', ['RETURNING'])
  blockOf(context, 'update', run, where, whereClause, from?.to ?? set.to)
  return {
    ...emptyWrite,
    type: 'update',
    span: context.span(run),
    with: head.with,
    from: withOthers(context, target.source, fromClause, from),
    assignments: assignments(context, targetList, set),
    where: clauseCondition(context, whereClause, where),
    ...returningOf(context, returningClause, { from: set.to, to: run.to }),
  }
}

/** The table that is written, and beside it those of FROM or USING. */
function withOthers(
  context: InputContext,
  target: FromStep,
  items: readonly Node[] | undefined,
  run: TokenRun | undefined,
): FromStep[] {
  if (items === undefined || run === undefined) return [target]
  const join: FromStep = { step: 'join', kind: 'comma', span: context.span(run), natural: false, using: [] }
  return [target, ...fromSteps(context, items, run), join]
}

function deleteInput(context: InputContext, node: Extract<Node, { DeleteStmt: unknown }>, run: TokenRun): WriteInput {
  const { code } = context
  const { relation, withClause, usingClause, whereClause, returningClause } = node.DeleteStmt
  const head = headOf(context, withClause, run, 'DELETE')
  if (code.word(head.verb + 1) !== 'FROM') throw new Misread('There is no FROM.')
  const target = written(context, relation, head.verb + 2)
  const rest = { from: target.end, to: run.to }
  const using = usingClause === undefined ? undefined : clause(code, rest, 'USING', ['WHERE', 'RETURNING'])
  const where = whereClause === undefined ? undefined : clause(code, rest, 'WHERE', ['RETURNING'])
  blockOf(context, 'delete', run, where, whereClause, using?.to ?? target.end)
  return {
    ...emptyWrite,
    type: 'delete',
    span: context.span(run),
    with: head.with,
    from: withOthers(context, target.source, usingClause, using),
    where: clauseCondition(context, whereClause, where),
    ...returningOf(context, returningClause, rest),
  }
}

/** `a = 1, (b, c) = (2, 3), d[1] = 4, e.f = 5` */
export function assignments(context: InputContext, nodes: readonly Node[], run: TokenRun): WriteInput['assignments'] {
  const { code } = context
  const pieces = splitAtCommas(code, run)
  const found: { column: ColumnInput; value: ReturnType<typeof scalarInput> }[] = []
  let next = 0
  for (const piece of pieces) {
    const equals = findOutside(code, piece, (at) => code.isOperator(at, '='))
    const value = { from: equals + 1, to: piece.to }
    if (equals >= piece.to - 1) throw new Misread('An assignment has no value.')
    const isRow = code.kind(piece.from) === TokenKind.openParen
    const columns = isRow ? splitAtCommas(code, { from: piece.from + 1, to: equals - 1 }) : [piece]
    columns.forEach((place, index) => {
      const node = nodes[next++]
      if (node === undefined || !('ResTarget' in node)) throw new Misread('SET has other columns than its text.')
      const { name = '', val } = node.ResTarget
      const column = { name, span: context.span({ from: place.from, to: place.from + 1 }), inAggregate: false }
      const source =
        val !== undefined && 'MultiAssignRef' in val ? (index === 0 ? val.MultiAssignRef.source : undefined) : val
      found.push({ column, value: assigned(context, source, value, isRow) })
    })
  }
  if (next !== nodes.length) throw new Misread('SET has other columns than its text.')
  return found
}

/** What several columns are set to is mentioned once. */
function assigned(context: InputContext, node: Node | undefined, run: TokenRun, isRow: boolean) {
  if (node === undefined) return emptyScalar(context.span(run))
  return isRow ? scalarsInput(context, [node], run) : scalarInput(context, node, run)
}

function insertInput(context: InputContext, node: Extract<Node, { InsertStmt: unknown }>, run: TokenRun): WriteInput {
  const { code } = context
  const { relation, withClause, cols, selectStmt, onConflictClause, returningClause } = node.InsertStmt
  const head = headOf(context, withClause, run, 'INSERT')
  const target = written(context, relation, head.verb + 2)
  let at = target.end
  let columns: ColumnInput[] | undefined
  if (cols !== undefined) {
    columns = namedColumns(context, cols, { from: at + 1, to: code.closing(at) })
    at = code.closing(at) + 1
  }
  if (code.word(at) === 'OVERRIDING') at += 3
  const end = findOutside(
    code,
    { from: at, to: run.to },
    (place, word) => word === 'RETURNING' || isConflict(code, place),
  )
  const source = { from: at, to: end }
  blockOf(context, 'insert', run, undefined, undefined, run.to)
  const values = valuesOf(selectStmt)
  const rows =
    values === undefined || code.word(at) !== 'VALUES'
      ? undefined
      : valueRows(context, values, { from: at + 1, to: end })
  const isQuery = selectStmt !== undefined && rows === undefined
  const query = isQuery ? queryInput(context, selectStmt, source) : undefined
  const conflict = { from: end, to: run.to }
  const hasReturning = returningClause !== undefined
  const base = {
    ...emptyWrite,
    type: 'insert' as const,
    span: context.span(run),
    with: head.with,
    from: [target.source],
    columns,
    rows: rows ?? [],
    query,
  }
  const returning = returningOf(context, returningClause, conflict)
  if (onConflictClause === undefined) return { ...base, ...returning }
  const { infer, targetList = [], whereClause } = onConflictClause
  const doAt = findOutside(code, conflict, (_, word) => word === 'DO')
  const action = { from: doAt, to: run.to }
  const ends = hasReturning ? ['WHERE', 'RETURNING'] : ['WHERE']
  const set = targetList.length === 0 ? undefined : clause(code, action, 'SET', ends)
  const where =
    whereClause === undefined || set === undefined
      ? undefined
      : clause(code, { from: set.to, to: run.to }, 'WHERE', ['RETURNING'])
  const inferred = { from: end + 2, to: doAt }
  const inferWhere = infer?.whereClause === undefined ? undefined : clause(code, inferred, 'WHERE', [])
  const keys = (infer?.indexElems ?? []).flatMap((element) => ('IndexElem' in element ? [element.IndexElem] : []))
  const expressions = keys.flatMap(({ expr }) => expr ?? [])
  return {
    ...base,
    rowAlias: { name: 'excluded', span: context.span({ from: end, to: end + 2 }) },
    conflictKey: {
      columns: keyColumns(context, inferred),
      values: expressions.length === 0 ? [] : [scalarsInput(context, expressions, inferred)],
      where: clauseCondition(context, infer?.whereClause, inferWhere),
    },
    onConflict: set === undefined ? [] : assignments(context, targetList, set),
    where: clauseCondition(context, whereClause, where),
    ...returning,
  }
}

function isConflict(code: SignificantTokens, at: number): boolean {
  return code.word(at) === 'ON' && code.word(at + 1) === 'CONFLICT'
}

/** The plain columns of `ON CONFLICT (a, lower(b))`. */
function keyColumns(context: InputContext, run: TokenRun): ColumnInput[] {
  const { code } = context
  if (code.kind(run.from) !== TokenKind.openParen) return []
  const pieces = splitAtCommas(code, { from: run.from + 1, to: code.closing(run.from) })
  return pieces.flatMap(({ from, to }) => {
    const name = context.places.nameAt(from)
    const isPlain = name !== undefined && (to === from + 1 || ['COLLATE', ''].includes(code.word(from + 1)))
    const isCall = code.kind(from + 1) === TokenKind.openParen
    return isPlain && !isCall ? [{ name, span: context.span({ from, to: from + 1 }), inAggregate: false }] : []
  })
}

export function namedColumns(context: InputContext, nodes: readonly Node[], run: TokenRun): ColumnInput[] {
  const pieces = splitAtCommas(context.code, run)
  if (pieces.length !== nodes.length) throw new Misread('A list of columns is other than its text.')
  return nodes.map((node, index) => {
    const { from } = pieces[index] ?? run
    const name = 'ResTarget' in node ? (node.ResTarget.name ?? '') : ''
    return { name, span: context.span({ from, to: from + 1 }), inAggregate: false }
  })
}

/** The rows of VALUES, when nothing else stands in the query. */
function valuesOf(node: Node | undefined): readonly (readonly Node[])[] | undefined {
  if (node === undefined || !('SelectStmt' in node)) return undefined
  const { valuesLists, withClause, sortClause, limitCount, limitOffset } = node.SelectStmt
  if (valuesLists === undefined || withClause !== undefined || sortClause !== undefined) return undefined
  if (limitCount !== undefined || limitOffset !== undefined) return undefined
  return valuesLists.map((row) => ('List' in row ? (row.List.items ?? []) : []))
}

/** Each row as one value: thousands of them may stand there. */
function valueRows(context: InputContext, rows: readonly (readonly Node[])[], run: TokenRun) {
  const pieces = splitAtCommas(context.code, run)
  if (pieces.length !== rows.length) throw new Misread('VALUES has other rows than its text.')
  return rows.map((row, index) => scalarsInput(context, row, pieces[index] ?? run))
}
