import type { SelectStmt, WithClause } from 'libpg-query'
import type {
  ConditionInput,
  CteInput,
  LimitInput,
  QueryInput,
  SelectInput,
  SortInput,
  WithInput,
} from '../../core/sql/meaning/input'
import { TokenKind } from '../../core/sql/tokens'
import type { Node } from '../grammar'
import type { TokenRun } from '../statement-places'
import { conditionInput } from './condition'
import type { InputContext } from './context'
import { fromSteps } from './from'
import { itemsInput } from './item'
import { lastName, strings } from './names'
import { listed, scalarInput, scalarsInput } from './scalar'
import { clausesOf, type SelectClauses, setOperators, tailOf } from './select-clauses'
import { Misread, splitAtCommas } from './token-runs'
import { writeInput } from './writes'

/** The query whose tokens are `run`, parentheses around it with it. */
export function queryInput(context: InputContext, node: Node, run: TokenRun): QueryInput {
  if (!('SelectStmt' in node)) throw new Misread('This is no query.')
  return context.inside(() => selectStatement(context, node.SelectStmt, run))
}

/** Peels WITH and parentheses: the grammar puts what stands behind them into one node with what stands inside. */
function selectStatement(context: InputContext, select: SelectStmt, whole: TokenRun): QueryInput {
  const { code } = context
  const tails: TokenRun[] = []
  let run = whole
  let list: WithInput | undefined
  for (;;) {
    if (code.word(run.from) === 'WITH' && select.withClause !== undefined) {
      const read = withInput(context, select.withClause, run)
      list = read.input
      run = { from: read.end, to: run.to }
    } else if (code.kind(run.from) === TokenKind.openParen) {
      const close = code.closing(run.from)
      const isMember = select.op !== 'SETOP_NONE' && setOperators(code, run).length > 0
      if (isMember || close >= run.to) break
      if (close + 1 < run.to) tails.push({ from: close + 1, to: run.to })
      run = { from: run.from + 1, to: close }
    } else break
  }
  const span = context.span(whole)
  if (select.op !== 'SETOP_NONE' && select.op !== undefined)
    return setOperation(context, select, run, tails, list, span)
  const clauses = clausesOf(code, run)
  for (const tail of tails) tailOf(code, tail, clauses)
  const ends = endsOf(context, select, clauses)
  const first = code.word(run.from)
  if (first === 'VALUES') {
    const rows = (select.valuesLists ?? []).map((row) => ('List' in row ? (row.List.items ?? []) : []))
    const values = rowsInput(context, rows, { from: run.from + 1, to: clauses.first })
    return { type: 'query', span, with: list, core: { type: 'values', span: context.span(run), rows: values }, ...ends }
  }
  if (first === 'TABLE')
    return { type: 'query', span, with: list, core: wholeTable(context, select, run, clauses), ...ends }
  if (first !== 'SELECT') throw new Misread('A query begins with none of its words.')
  return { type: 'query', span, with: list, core: selectInput(context, select, run, clauses, span), ...ends }
}

function rowsInput(context: InputContext, rows: readonly (readonly Node[])[], run: TokenRun) {
  const pieces = splitAtCommas(context.code, run)
  if (pieces.length !== rows.length) throw new Misread('VALUES has other rows than its text.')
  return rows.map((row, index) => {
    const { from = 0, to = 0 } = pieces[index] ?? {}
    return listed(context, row, { from: from + 1, to: to - 1 })
  })
}

/** The members of a chain, which nests to the left as deep as it is long. */
function setOperation(
  context: InputContext,
  whole: SelectStmt,
  run: TokenRun,
  tails: readonly TokenRun[],
  list: WithInput | undefined,
  span: QueryInput['span'],
): QueryInput {
  const { code } = context
  const operators = setOperators(code, run)
  const last = operators[operators.length - 1]
  if (last === undefined) throw new Misread('There is no UNION.')
  const clauses = clausesOf(code, { from: last.end, to: run.to })
  for (const tail of tails) tailOf(code, tail, clauses)
  const ends = endsOf(context, whole, clauses)
  const core = splitMembers(context, whole, { from: run.from, to: clauses.tail }, operators)
  return {
    type: 'query',
    span,
    with: list,
    core: { type: 'set-operation', span: context.span(run), members: core },
    ...ends,
  }
}

type Operators = ReturnType<typeof setOperators>

function splitMembers(context: InputContext, whole: SelectStmt, run: TokenRun, operators: Operators): QueryInput[] {
  const found: QueryInput[] = []
  let node = whole
  let rest = operators
  let to = run.to
  for (;;) {
    // INTERSECT binds closer: the last of the weakest is the top of the tree.
    const weakest = rest.some((one) => !one.intersect)
    let at = rest.length - 1
    while (at >= 0 && weakest && rest[at]?.intersect === true) at--
    const operator = rest[at]
    const { larg, rarg } = node
    if (operator === undefined || larg === undefined || rarg === undefined) throw new Misread('A UNION has no member.')
    found.push(memberInput(context, rarg, { from: operator.end, to }, rest.slice(at + 1)))
    to = operator.at
    rest = rest.slice(0, at)
    if (rest.length === 0 || larg.op === 'SETOP_NONE' || larg.op === undefined) {
      found.push(memberInput(context, larg, { from: run.from, to }, rest))
      return found.reverse()
    }
    node = larg
  }
}

function memberInput(context: InputContext, select: SelectStmt, run: TokenRun, operators: Operators): QueryInput {
  if (operators.length === 0) return queryInput(context, { SelectStmt: select }, run)
  const span = context.span(run)
  const members = splitMembers(context, select, run, operators)
  return { type: 'query', span, core: { type: 'set-operation', span, members }, orderBy: [] }
}

function endsOf(
  context: InputContext,
  { sortClause, limitCount, limitOffset }: SelectStmt,
  { order, limit }: SelectClauses,
): Pick<QueryInput, 'orderBy' | 'limit'> {
  const orderBy = order === undefined ? [] : sortItems(context, sortClause ?? [], order)
  if (limit === undefined) return { orderBy }
  const input: LimitInput = { span: context.span(limit), count: integerOf(limitCount), offset: integerOf(limitOffset) }
  return { orderBy, limit: input }
}

function integerOf(node: Node | undefined): number | undefined {
  if (node === undefined || !('A_Const' in node) || node.A_Const.ival === undefined) return undefined
  return node.A_Const.ival.ival ?? 0
}

export function sortItems(context: InputContext, nodes: readonly Node[], run: TokenRun): SortInput[] {
  const { code } = context
  const pieces = splitAtCommas(code, run)
  if (pieces.length !== nodes.length) throw new Misread('ORDER BY has other items than its text.')
  return nodes.map((node, index) => {
    const piece = pieces[index] ?? run
    if (!('SortBy' in node) || node.SortBy.node === undefined) throw new Misread('ORDER BY has no value.')
    const { sortby_dir, sortby_nulls, useOp } = node.SortBy
    let to = piece.to
    if (sortby_nulls === 'SORTBY_NULLS_FIRST' || sortby_nulls === 'SORTBY_NULLS_LAST') to -= 2
    if (sortby_dir === 'SORTBY_ASC' || sortby_dir === 'SORTBY_DESC') to--
    if (useOp !== undefined && useOp.length > 0) while (to > piece.from && code.word(to) !== 'USING') to--
    const descending =
      sortby_dir === 'SORTBY_DESC' || (sortby_dir === 'SORTBY_USING' && lastName(useOp).startsWith('>'))
    return sortItem(context, node.SortBy.node, { from: piece.from, to }, context.span(piece), descending)
  })
}

function sortItem(
  context: InputContext,
  node: Node,
  run: TokenRun,
  span: SortInput['span'],
  descending: boolean,
): SortInput {
  const position = 'A_Const' in node ? integerOf(node) : undefined
  return { span, value: scalarInput(context, node, run), descending, position }
}

/** Items of GROUP BY; those of ROLLUP, CUBE and GROUPING SETS one by one. */
function groupItems(context: InputContext, nodes: readonly Node[], run: TokenRun): SortInput[] {
  const pieces = splitAtCommas(context.code, run)
  if (pieces.length !== nodes.length) throw new Misread('GROUP BY has other items than its text.')
  return nodes.flatMap((node, index): SortInput[] => {
    const piece = pieces[index] ?? run
    if (!('GroupingSet' in node)) return [sortItem(context, node, piece, context.span(piece), false)]
    return groupingColumns(node).map((inner) => {
      const from = context.firstOf(inner, piece.from)
      const single = context.code.kind(from) === TokenKind.openParen ? from + 1 : from
      const value = scalarsInput(context, [inner], { from: single, to: single + 1 })
      const form = 'ColumnRef' in inner ? 'column' : 'expression'
      return { span: value.span, value: { ...value, form }, descending: false }
    })
  })
}

function groupingColumns(node: Node): Node[] {
  if ('GroupingSet' in node) return (node.GroupingSet.content ?? []).flatMap(groupingColumns)
  return 'RowExpr' in node ? (node.RowExpr.args ?? []).flatMap(groupingColumns) : [node]
}

function selectInput(
  context: InputContext,
  select: SelectStmt,
  run: TokenRun,
  clauses: SelectClauses,
  span: QueryInput['span'],
): SelectInput {
  const { list, from, where, group, having, windows } = clauses
  const offsetAt = (to: number): number => context.code.end(to - 1)
  const fromEnd = from?.to ?? list.to
  context.blocks.push({
    type: 'select',
    span,
    where: where && context.span(where),
    whereIsOr: isOr(select.whereClause) && where !== undefined && !isEnclosed(context, where),
    whereAt: offsetAt(fromEnd),
    having: having && context.span(having),
    havingIsOr: isOr(select.havingClause) && having !== undefined && !isEnclosed(context, having),
    havingAt: offsetAt(group?.to ?? where?.to ?? fromEnd),
    isPositioned: false,
  })
  const fromInput = from === undefined ? [] : fromSteps(context, select.fromClause ?? [], from)
  const items = itemsInput(context, select.targetList ?? [], list)
  const input: SelectInput = {
    type: 'select',
    span: context.span(run),
    distinct: (select.distinctClause ?? []).length > 0,
    items,
    from: fromInput,
    where: clauseCondition(context, select.whereClause, where),
    groupBy: group === undefined ? [] : groupItems(context, select.groupClause ?? [], group),
    rollup: (select.groupClause ?? []).some((node) => 'GroupingSet' in node),
    having: clauseCondition(context, select.havingClause, having),
    windows: windows === undefined ? [] : [scalarsInput(context, select.windowClause ?? [], windows)],
  }
  // DISTINCT ON names columns as ORDER BY does; they count among the windows, which nothing else reads.
  const { distinctOn } = clauses
  const ons = (select.distinctClause ?? []).filter((node) => Object.keys(node).length > 0)
  if (distinctOn !== undefined && ons.length > 0) {
    const value = scalarsInput(context, ons, distinctOn)
    return { ...input, windows: [...input.windows, value] }
  }
  return input
}

export function clauseCondition(
  context: InputContext,
  node: Node | undefined,
  run: TokenRun | undefined,
): ConditionInput | undefined {
  if (node === undefined) return undefined
  if (run === undefined) throw new Misread('A clause has no text.')
  return 'CurrentOfExpr' in node ? undefined : conditionInput(context, node, run)
}

export function isOr(node: Node | undefined): boolean {
  return node !== undefined && 'BoolExpr' in node && node.BoolExpr.boolop === 'OR_EXPR'
}

export function isEnclosed({ code }: InputContext, { from, to }: TokenRun): boolean {
  return code.kind(from) === TokenKind.openParen && code.closing(from) === to - 1
}

/** `TABLE t` is `SELECT * FROM t`. */
function wholeTable(context: InputContext, select: SelectStmt, run: TokenRun, { first }: SelectClauses): SelectInput {
  const table = { from: run.from + 1, to: first }
  const from = fromSteps(context, select.fromClause ?? [], table)
  const value = scalarsInput(context, [], table)
  const items = [{ span: value.span, name: '*', value, star: {} }]
  return {
    type: 'select',
    span: context.span(run),
    distinct: false,
    items,
    from,
    groupBy: [],
    rollup: false,
    windows: [],
  }
}

/** A WITH list; `run` begins with it and may go on behind. */
export function withInput(
  context: InputContext,
  clause: WithClause,
  run: TokenRun,
): { readonly input: WithInput; readonly end: number } {
  const { code } = context
  let at = run.from + 1
  if (code.word(at) === 'RECURSIVE' && clause.recursive === true) at++
  const ctes: CteInput[] = []
  for (const node of clause.ctes ?? []) {
    if (!('CommonTableExpr' in node)) throw new Misread('WITH has no table expression.')
    const { ctename = '', aliascolnames, ctequery, search_clause, cycle_clause } = node.CommonTableExpr
    const from = at
    at++
    if (code.kind(at) === TokenKind.openParen) at = code.closing(at) + 1
    if (code.word(at) !== 'AS') throw new Misread('A table expression has no AS.')
    while (at < run.to && code.kind(at) !== TokenKind.openParen) at++
    if (ctequery === undefined) throw new Misread('A table expression has no query.')
    const inside = { from: at + 1, to: code.closing(at) }
    const query =
      'SelectStmt' in ctequery ? queryInput(context, ctequery, inside) : writeInput(context, ctequery, inside)
    at = code.closing(at) + 1
    while (at < run.to && (search_clause !== undefined || cycle_clause !== undefined) && !endsCte(context, at)) at++
    const added = [search_clause?.search_seq_column, cycle_clause?.cycle_mark_column, cycle_clause?.cycle_path_column]
    const columns = aliascolnames === undefined ? undefined : strings(aliascolnames)
    const addedColumns = added.filter((name) => name !== undefined)
    ctes.push({ name: ctename, span: context.span({ from, to: at }), columns, addedColumns, query })
    if (code.kind(at) === TokenKind.comma) at++
  }
  return { input: { recursive: clause.recursive === true, ctes }, end: at }
}

/** Behind SEARCH and CYCLE comes the next table expression, or the statement. Their lists of columns have commas too. */
function endsCte({ code }: InputContext, at: number): boolean {
  if (code.kind(at) === TokenKind.comma) {
    let next = at + 2
    if (code.kind(next) === TokenKind.openParen) next = code.closing(next) + 1
    return code.word(next) === 'AS'
  }
  if (code.kind(at) === TokenKind.openParen) return true
  const starts = ['SELECT', 'VALUES', 'TABLE', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'WITH']
  return starts.includes(code.word(at)) && !['BY', 'SET', 'USING', 'TO', 'DEFAULT'].includes(code.word(at - 1))
}
