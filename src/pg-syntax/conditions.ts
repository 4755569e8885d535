import type { SqlCondition } from '../core/sql/model'
import { TokenKind } from '../core/sql/tokens'
import { clauseExtent } from './clause-extent'
import { shapeOfNode } from './condition-shape'
import type { Node } from './grammar'
import type { Query } from './queries'
import type { StatementPlaces, TokenRun } from './statement-places'

/**
 * The conditions of every WHERE, ON and HAVING that must all hold there (joined by AND), in the order of the text. A
 * part with OR at its top is one condition of kind `other`. A column without a table name is given to the only table
 * of its query, where no table of an outer query could be meant instead.
 */
export function conditionsOf(places: StatementPlaces, queries: readonly Query[]): SqlCondition[] {
  const found: SqlCondition[] = []
  for (const query of queries) {
    const from = readFrom(query.from)
    const names = [...query.alsoInScope, ...from.names]
    const only = names.length === 1 && !query.correlated ? names[0] : undefined
    for (const on of from.ons) addAll(found, places, on, 'on', only)
    if (query.on !== undefined) addAll(found, places, query.on, 'on', only)
    if (query.where !== undefined) addAll(found, places, query.where, 'where', only)
    if (query.having !== undefined) addAll(found, places, query.having, 'having', only)
  }
  return found.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end)
}

/** The names in a FROM list, and the ON conditions between them; not those inside derived tables. */
function readFrom(items: readonly Node[]): {
  readonly names: readonly (string | undefined)[]
  readonly ons: readonly Node[]
} {
  const names: (string | undefined)[] = []
  const ons: Node[] = []
  const waiting = [...items]
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if ('JoinExpr' in item) {
      const { quals, larg, rarg } = item.JoinExpr
      if (quals !== undefined) ons.push(quals)
      if (larg !== undefined) waiting.push(larg)
      if (rarg !== undefined) waiting.push(rarg)
    } else if ('RangeTableSample' in item) {
      if (item.RangeTableSample.relation !== undefined) waiting.push(item.RangeTableSample.relation)
    } else if ('RangeVar' in item) names.push(item.RangeVar.alias?.aliasname ?? item.RangeVar.relname)
    else if ('RangeSubselect' in item) names.push(item.RangeSubselect.alias?.aliasname)
    else if ('RangeFunction' in item) names.push(item.RangeFunction.alias?.aliasname)
    else if ('RangeTableFunc' in item) names.push(item.RangeTableFunc.alias?.aliasname)
    else if ('JsonTable' in item) names.push(item.JsonTable.alias?.aliasname)
    else names.push(undefined)
  }
  return { names, ons }
}

function addAll(
  found: SqlCondition[],
  places: StatementPlaces,
  whole: Node,
  clause: SqlCondition['clause'],
  onlyTable: string | undefined,
): void {
  const extent = clauseExtent(places, whole)
  if (extent === undefined) return
  const { code } = places
  for (const { node, from, to } of partsOf(places, { node: whole, ...extent })) {
    const { columns, ...shape } = shapeOfNode(places, node)
    const named = columns.map((use) => use.table ?? onlyTable)
    found.push({
      text: places.text({ from, to }),
      span: { start: code.start(from), end: code.end(to - 1) },
      clause,
      tables: unique(named.filter((name) => name !== undefined)),
      columns: unique(columns.map((use) => use.column)),
      ...shape,
    })
  }
}

interface Part extends TokenRun {
  readonly node: Node
}

/** What AND joins, through parentheses. Those around a single condition are opened, those around OR are part of it. */
function partsOf(places: StatementPlaces, whole: Part): Part[] {
  const parts: Part[] = []
  const waiting: Part[] = [whole]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const bool = 'BoolExpr' in part.node ? part.node.BoolExpr : undefined
    if (bool?.boolop === 'OR_EXPR') {
      parts.push(part)
      continue
    }
    const inner = opened(places, part)
    const members = bool?.boolop === 'AND_EXPR' ? splitAtAnd(places, inner, bool.args ?? []) : undefined
    if (members === undefined) parts.push(inner)
    else waiting.push(...members.reverse())
  }
  return parts
}

/** Takes off the parentheses around the whole. */
function opened(places: StatementPlaces, part: Part): Part {
  const { code } = places
  const first = places.firstOf(part.node) ?? part.from
  let { from, to } = part
  // One that begins the node itself is part of it: `(SELECT true)`, `(a, b)`.
  while (from < first && code.kind(from) === TokenKind.openParen && code.closing(from) === to - 1) {
    from++
    to--
  }
  return { node: part.node, from, to }
}

/** Undefined when the AND between two members is not where it must be. */
function splitAtAnd(places: StatementPlaces, { from, to }: TokenRun, members: readonly Node[]): Part[] | undefined {
  const { code } = places
  const starts: number[] = []
  for (const [index, member] of members.entries()) {
    const first = places.firstOf(member)
    const start = index === 0 ? from : first === undefined ? -1 : places.beforeParens(first)
    if (index > 0 && code.word(start - 1) !== 'AND') return undefined
    starts.push(start)
  }
  return members.map((node, index) => {
    const next = starts[index + 1]
    return balanced(places, node, starts[index] ?? from, next === undefined ? to : next - 1)
  })
}

/** Leaves out parentheses that open or close outside: those of `(a AND b) AND c` hold two of three members. */
function balanced({ code }: StatementPlaces, node: Node, start: number, end: number): Part {
  let from = start
  let to = end
  while (code.kind(from) === TokenKind.openParen && code.closing(from) >= to) from++
  while (code.kind(to - 1) === TokenKind.closeParen && code.opening(to - 1) < from) to--
  return { node, from, to }
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)]
}
