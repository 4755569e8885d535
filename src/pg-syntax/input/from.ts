import type { Alias, JoinExpr, RangeFunction, RangeVar } from 'libpg-query'
import type { FromStep, SourceInput } from '../../core/sql/meaning/input'
import { readDottedName } from '../../core/sql/names'
import { TokenKind } from '../../core/sql/tokens'
import type { Node } from '../grammar'
import type { TokenRun } from '../statement-places'
import { conditionInput } from './condition'
import type { InputContext } from './context'
import { columnsOfCall } from './functions'
import { aliasColumns, lastName, strings } from './names'
import { queryInput } from './query'
import { scalarsInput } from './scalar'
import { expressionEnd, Misread } from './token-runs'
import { typeText } from './types'

/** Steps, and the place after what they were read from. */
interface Read {
  readonly steps: readonly FromStep[]
  readonly end: number
}

/** A FROM list in postfix order; commas are joins. */
export function fromSteps(context: InputContext, items: readonly Node[], run: TokenRun): FromStep[] {
  const { code } = context
  const steps: FromStep[] = []
  let at = run.from
  items.forEach((item, index) => {
    if (index > 0) {
      if (code.kind(at) !== TokenKind.comma) throw new Misread('There is no comma between two tables.')
      at++
    }
    const from = at
    const read = readItem(context, item, { from, to: run.to })
    at = read.end
    steps.push(...read.steps)
    if (index > 0)
      steps.push({ step: 'join', kind: 'comma', span: context.span({ from, to: at }), natural: false, using: [] })
  })
  if (at !== run.to) throw new Misread('A FROM list goes on behind its last table.')
  return steps
}

/** One table with its alias, or a join. */
export function readItem(context: InputContext, node: Node, run: TokenRun): Read {
  if ('JoinExpr' in node) return readJoins(context, node.JoinExpr, run)
  const read = readSource(context, node, run)
  return { steps: [{ step: 'source', source: read.source }], end: read.end }
}

/** A chain of joins nests to the left as deep as it is long: the leftmost table is read first. */
function readJoins(context: InputContext, whole: JoinExpr, run: TokenRun): Read {
  const { code } = context
  const chain: { readonly join: JoinExpr; readonly close: number | undefined }[] = []
  let first: Node = { JoinExpr: whole }
  let at = run.from
  while ('JoinExpr' in first) {
    const join: JoinExpr = first.JoinExpr
    let close: number | undefined
    // Parentheses that hold all of this join, and not only its left part.
    while (code.kind(at) === TokenKind.openParen && lastPlace(context, join) < code.closing(at)) {
      close ??= code.closing(at)
      at++
    }
    chain.push({ join, close })
    if (join.larg === undefined) throw new Misread('A join has no left side.')
    first = join.larg
  }
  const left = readItem(context, first, { from: at, to: run.to })
  const steps = [...left.steps]
  let end = left.end
  for (const { join, close } of chain.reverse()) {
    const read = readRight(context, join, { from: end, to: close ?? run.to })
    steps.push(...read.steps)
    end = read.end
    if (close === undefined) continue
    while (end < close && code.kind(end) === TokenKind.closeParen) end++
    if (end !== close) throw new Misread('A join goes on behind its end.')
    end = skipAlias(context, close + 1, join.alias)
    const last = steps.pop()
    if (last?.step !== 'join') throw new Misread('A join has no step.')
    steps.push(join.alias === undefined ? last : { ...last, alias: joinAlias(join.alias, true) })
  }
  return { steps, end }
}

/** The place of the join's last token that the grammar tells. */
function lastPlace({ places }: InputContext, { rarg, quals }: JoinExpr): number {
  const last = Math.max(places.lastOf(rarg) ?? -1, places.lastOf(quals) ?? -1)
  if (last === -1) throw new Misread('A join has no place.')
  return last
}

const joinWords: ReadonlySet<string> = new Set('NATURAL INNER LEFT RIGHT FULL CROSS OUTER JOIN'.split(' '))

function readRight(context: InputContext, join: JoinExpr, run: TokenRun): Read {
  const { code } = context
  const { rarg, quals, usingClause = [], isNatural = false } = join
  if (rarg === undefined) throw new Misread('A join has no right side.')
  let at = run.from
  while (at < run.to && joinWords.has(code.word(at)) && code.word(at - 1) !== 'JOIN') at++
  if (code.word(at - 1) !== 'JOIN') throw new Misread('There is no JOIN.')
  const right = context.inside(() => readItem(context, rarg, { from: at, to: run.to }))
  let end = right.end
  const names = strings(usingClause)
  const using: { name: string; span: { start: number; end: number } }[] = []
  if (names.length > 0) {
    if (code.word(end) !== 'USING') throw new Misread('There is no USING.')
    for (const [index, name] of names.entries()) {
      using.push({ name, span: context.span({ from: end + 2 + 2 * index, to: end + 3 + 2 * index }) })
    }
    end = skipAlias(context, code.closing(end + 1) + 1, join.join_using_alias)
  }
  let on: ReturnType<typeof conditionInput> | undefined
  if (quals !== undefined) {
    if (code.word(end) !== 'ON') throw new Misread('There is no ON.')
    const condition = { from: end + 1, to: expressionEnd(code, { from: end + 1, to: run.to }) }
    on = conditionInput(context, quals, condition)
    end = condition.to
  }
  const step: FromStep = {
    step: 'join',
    kind: kindOf(join),
    span: context.span({ from: run.from, to: end }),
    natural: isNatural,
    using,
    ...(on && { on }),
    ...(join.join_using_alias && { alias: joinAlias(join.join_using_alias, false) }),
  }
  return { steps: [...right.steps, step], end }
}

function joinAlias(alias: Alias, hides: boolean) {
  return { name: alias.aliasname ?? '', columns: aliasColumns(alias), hides }
}

function kindOf({ jointype, quals, usingClause, isNatural }: JoinExpr): Extract<FromStep, { step: 'join' }>['kind'] {
  switch (jointype) {
    case 'JOIN_LEFT':
      return 'left'
    case 'JOIN_RIGHT':
      return 'right'
    case 'JOIN_FULL':
      return 'full'
    default:
      return quals === undefined && usingClause === undefined && isNatural !== true ? 'cross' : 'inner'
  }
}

/** Over `[AS] name [(columns)]`, where there is one. */
function skipAlias({ code }: InputContext, from: number, alias: Alias | undefined): number {
  if (alias === undefined) return from
  let at = code.word(from) === 'AS' ? from + 1 : from
  at++
  return alias.colnames !== undefined && code.kind(at) === TokenKind.openParen ? code.closing(at) + 1 : at
}

interface ReadSource {
  readonly source: SourceInput
  readonly end: number
}

function readSource(context: InputContext, node: Node, run: TokenRun): ReadSource {
  const { code } = context
  if ('RangeVar' in node) return tableInput(context, node.RangeVar, run.from, false)
  if ('RangeTableSample' in node) {
    const { relation, args = [], repeatable } = node.RangeTableSample
    if (relation === undefined || !('RangeVar' in relation)) throw new Misread('A sample has no table.')
    const { source, end } = tableInput(context, relation.RangeVar, run.from, false)
    let at = code.closing(readDottedName(code, end + 1)?.end ?? end) + 1
    if (repeatable !== undefined) at = code.closing(at + 1) + 1
    const span = context.span({ from: run.from, to: at })
    const use = context.tables.pop()
    if (use !== undefined) context.tables.push({ ...use, span })
    return { source: { ...source, span, arguments: scalarsInput(context, args, { from: end, to: at }) }, end: at }
  }
  if ('RangeSubselect' in node) {
    const { lateral = false, subquery, alias } = node.RangeSubselect
    const open = code.word(run.from) === 'LATERAL' ? run.from + 1 : run.from
    if (subquery === undefined || code.kind(open) !== TokenKind.openParen) throw new Misread('A table has no query.')
    const query = queryInput(context, subquery, { from: open + 1, to: code.closing(open) })
    const end = skipAlias(context, code.closing(open) + 1, alias)
    const span = context.span({ from: run.from, to: end })
    const name = alias?.aliasname
    const columns = aliasColumns(alias)?.map((column) => ({ name: column }))
    return { source: { kind: 'derived', span, name, alias: name, lateral, query, columns }, end }
  }
  return functionSource(context, node, run)
}

/** A table with ONLY, its alias and the names of its columns. */
export function tableInput(context: InputContext, table: RangeVar, from: number, written: boolean): ReadSource {
  const { code } = context
  const { schemaname, relname, alias } = table
  let at = from
  const only = code.word(at) === 'ONLY' && table.inh !== true
  if (only) at++
  const enclosed = only && code.kind(at) === TokenKind.openParen
  if (enclosed) at++
  const named = readDottedName(code, at)
  if (named === undefined || relname === undefined) throw new Misread('A table has no name.')
  const nameSpan = context.span({ from: at, to: named.end })
  let end = named.end
  if (code.isOperator(end, '*')) end++
  if (enclosed) end++
  end = skipAlias(context, end, alias)
  const span = context.span({ from, to: end })
  const name = alias?.aliasname ?? relname
  context.tables.push({ schema: schemaname, name: relname, alias: alias?.aliasname, span, nameSpan, written })
  const columns = aliasColumns(alias)?.map((column) => ({ name: column }))
  const source: SourceInput = {
    kind: 'table',
    span,
    name,
    alias: alias?.aliasname,
    schema: schemaname,
    table: relname,
    lateral: false,
    columns,
  }
  return { source, end }
}

type Columns = readonly { readonly name: string; readonly type?: string | undefined }[] | undefined

/** A call, ROWS FROM, XMLTABLE or JSON_TABLE. */
function functionSource(context: InputContext, node: Node, run: TokenRun): ReadSource {
  const { code } = context
  let at = code.word(run.from) === 'LATERAL' ? run.from + 1 : run.from
  if (code.word(at) === 'ROWS' && code.word(at + 1) === 'FROM') at = code.closing(at + 2) + 1
  else {
    at = readDottedName(code, at)?.end ?? at + 1
    if (code.kind(at) === TokenKind.openParen) at = code.closing(at) + 1
    // COLLATION FOR (…)
    else if (code.word(at) === 'FOR') at = code.closing(at + 1) + 1
  }
  const called = scalarsInput(context, [node], { from: run.from, to: at })
  let alias: Alias | undefined
  let columns: Columns
  let kind: SourceInput['kind'] = 'function'
  if ('RangeFunction' in node) {
    alias = node.RangeFunction.alias
    if (node.RangeFunction.ordinality === true) at += 2
    columns = columnsOfFunction(node.RangeFunction)
  } else if ('RangeTableFunc' in node) {
    alias = node.RangeTableFunc.alias
    columns = (node.RangeTableFunc.columns ?? []).flatMap((column) =>
      'RangeTableFuncCol' in column
        ? [
            {
              name: column.RangeTableFuncCol.colname ?? '',
              type: typeText(column.RangeTableFuncCol.typeName) ?? 'integer',
            },
          ]
        : [],
    )
  } else if ('JsonTable' in node) {
    alias = node.JsonTable.alias
    kind = 'json-table'
    columns = jsonColumns(node.JsonTable.columns ?? [])
  } else throw new Misread('This kind of table is not known.')
  const hasColumns =
    code.kind(at) === TokenKind.openParen || (code.word(at) === 'AS' && code.kind(at + 1) === TokenKind.openParen)
  const defined = 'RangeFunction' in node && (node.RangeFunction.coldeflist ?? []).length > 0
  let end =
    alias === undefined
      ? at
      : skipAlias(context, at, { ...(alias.aliasname !== undefined && { aliasname: alias.aliasname }), colnames: [] })
  if (defined && alias === undefined && hasColumns)
    end = code.word(at) === 'AS' ? code.closing(at + 1) + 1 : code.closing(at) + 1
  const span = context.span({ from: run.from, to: end })
  const name = alias?.aliasname ?? ('RangeFunction' in node ? nameOfCall(node.RangeFunction) : undefined)
  const renamed = aliasColumns(alias)
  const known = renamed === undefined ? columns : named(columns, renamed)
  return {
    source: { kind, span, name, alias: alias?.aliasname, lateral: true, columns: known, arguments: called },
    end,
  }
}

function named(columns: Columns, names: readonly string[]): Columns {
  if (columns === undefined) return names.map((name) => ({ name }))
  const all = columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }))
  return names.length > all.length ? names.map((name) => ({ name })) : all
}

function callsOf({ functions = [] }: RangeFunction): Node[] {
  return functions.flatMap((item) => ('List' in item ? (item.List.items ?? []).slice(0, 1) : []))
}

function nameOfCall(range: RangeFunction): string | undefined {
  const [call, second] = callsOf(range)
  if (call === undefined || second !== undefined) return undefined
  if ('FuncCall' in call) return lastName(call.FuncCall.funcname)
  return 'SQLValueFunction' in call ? (call.SQLValueFunction.op ?? '').replace('SVFOP_', '').toLowerCase() : undefined
}

function columnsOfFunction(range: RangeFunction): Columns {
  const defined = (range.coldeflist ?? []).flatMap((column) =>
    'ColumnDef' in column ? [{ name: column.ColumnDef.colname ?? '', type: typeText(column.ColumnDef.typeName) }] : [],
  )
  const calls = callsOf(range)
  const alias = calls.length === 1 ? range.alias?.aliasname : undefined
  const all: { readonly name: string; readonly type?: string | undefined }[] = [...defined]
  if (defined.length === 0) {
    for (const call of calls) {
      const name = 'FuncCall' in call ? lastName(call.FuncCall.funcname) : nameOfCall(range)
      const count = 'FuncCall' in call ? (call.FuncCall.args ?? []).length : 0
      const columns = name === undefined ? undefined : columnsOfCall(name, alias, count)
      if (columns === undefined) return undefined
      all.push(...columns.map((column) => ({ name: column })))
    }
  }
  return range.ordinality === true ? [...all, { name: 'ordinality', type: 'bigint' }] : all
}

function jsonColumns(nodes: readonly Node[]): { name: string; type?: string }[] {
  return nodes.flatMap((node) => {
    if (!('JsonTableColumn' in node)) return []
    const { coltype, name, typeName, columns = [] } = node.JsonTableColumn
    if (coltype === 'JTC_NESTED') return jsonColumns(columns)
    return name === undefined ? [] : [{ name, type: typeText(typeName) ?? 'integer' }]
  })
}
