import type { A_Const, SubLink, TypeCast } from 'libpg-query'
import { functionEffect } from '../../core/sql/functions/index'
import type { ColumnInput, QueryInput, ScalarInput } from '../../core/sql/meaning/input'
import { TokenKind } from '../../core/sql/tokens'
import type { Node } from '../grammar'
import { nodesIn } from '../nodes'
import type { TokenRun } from '../statement-places'
import { emptyScalar, type InputContext } from './context'
import { isAggregate, isVolatile, resultTypeOf } from './functions'
import { lastName, schemaOf, stringOf } from './names'
import { queryInput } from './query'
import { Misread, opened, splitAtCommas } from './token-runs'
import { typeText } from './types'

/** The value whose tokens are `run`, parentheses around it left out of its span. */
export function scalarInput(context: InputContext, node: Node, run: TokenRun): ScalarInput {
  // What opens with the node's own parenthesis, `(SELECT 1)` and `(a, b)`, keeps it.
  const keeps = 'RowExpr' in node || 'SubLink' in node
  const inner = keeps ? run : opened(context.code, run)
  const span = context.span(inner)
  return { ...emptyScalar(span), ...topOf(context, node, inner), ...mentionsOf(context, [node]) }
}

/** Several values as one, for what only their mentions matter. */
export function scalarsInput(context: InputContext, nodes: readonly Node[], run: TokenRun): ScalarInput {
  return { ...emptyScalar(context.span(run)), ...mentionsOf(context, nodes) }
}

type Top = Pick<ScalarInput, 'form'> &
  Partial<Pick<ScalarInput, 'items' | 'functionName' | 'type' | 'collation' | 'castTo'>>

const expression: Top = { form: 'expression' }

function topOf(context: InputContext, node: Node, run: TokenRun): Top {
  if ('ColumnRef' in node) return columnOf(context, node) === undefined ? expression : { form: 'column' }
  if ('A_Const' in node) return { form: 'literal', type: literalType(node.A_Const) }
  if ('ParamRef' in node) return { form: 'parameter' }
  if ('TypeCast' in node) return topOfCast(context, node.TypeCast, run)
  if ('RowExpr' in node) return { form: 'row', items: itemsOf(context, node.RowExpr.args ?? [], run) }
  if ('SubLink' in node) {
    const { subLinkType } = node.SubLink
    if (subLinkType === 'EXPR_SUBLINK') return { form: 'subquery' }
    return subLinkType === 'ARRAY_SUBLINK' ? { form: 'expression', functionName: 'ARRAY' } : expression
  }
  if ('CollateClause' in node) {
    const { arg, collname } = node.CollateClause
    const top = arg === undefined ? expression : topOf(context, arg, run)
    const form = top.form === 'column' || top.form === 'row' ? 'expression' : top.form
    const isConstant = form === 'literal' || form === 'parameter'
    return { form, type: top.type, collation: lastName(collname), ...(!isConstant && { functionName: 'COLLATE' }) }
  }
  if ('FuncCall' in node) {
    const name = lastName(node.FuncCall.funcname)
    const type = schemaOf(node.FuncCall.funcname) === undefined ? resultTypeOf(name) : undefined
    return { form: 'expression', functionName: name.toUpperCase(), type }
  }
  if ('A_Expr' in node) {
    const operator = lastName(node.A_Expr.name)
    return /^(->|#>)/.test(operator) ? { form: 'expression', functionName: operator } : expression
  }
  if ('SQLValueFunction' in node) return valueFunction(node.SQLValueFunction.op)
  if ('CoalesceExpr' in node) return { form: 'expression', functionName: 'COALESCE' }
  if ('MinMaxExpr' in node) {
    return { form: 'expression', functionName: node.MinMaxExpr.op === 'IS_LEAST' ? 'LEAST' : 'GREATEST' }
  }
  if ('JsonFuncExpr' in node) {
    return { form: 'expression', functionName: (node.JsonFuncExpr.op ?? 'JSON').replace(/_OP$/, '') }
  }
  return expression
}

/** `'5'::int` is a literal of that type; a column under a cast is no longer one that an index has. */
function topOfCast(context: InputContext, { arg, typeName }: TypeCast, run: TokenRun): Top {
  const type = typeText(typeName)
  const top = arg === undefined ? expression : topOf(context, arg, run)
  const cast = type === undefined ? {} : { type, castTo: type }
  if (top.form === 'literal' || top.form === 'parameter') return { form: top.form, ...cast }
  return { form: 'expression', functionName: 'CAST', ...cast }
}

function literalType({ ival, fval, boolval, bsval, isnull }: A_Const): string {
  if (isnull === true) return 'null'
  if (boolval !== undefined) return 'boolean'
  if (ival !== undefined) return 'integer'
  if (bsval !== undefined) return 'bit'
  if (fval === undefined) return 'string'
  // Whole numbers beyond an integer are kept like decimals; the server makes them bigint as far as that goes.
  const digits = /^-?(\d+)$/.exec(fval.fval ?? '')?.[1]
  return digits !== undefined && digits.length < 19 ? 'bigint' : 'decimal'
}

function valueFunction(op: string | undefined): Top {
  const name = (op ?? '').replace(/^SVFOP_/, '').replace(/_N$/, '')
  const types: Readonly<Record<string, string>> = {
    CURRENT_DATE: 'date',
    CURRENT_TIME: 'time with time zone',
    CURRENT_TIMESTAMP: 'timestamp with time zone',
    LOCALTIME: 'time without time zone',
    LOCALTIMESTAMP: 'timestamp without time zone',
  }
  return { form: 'expression', functionName: name, type: types[name] ?? 'name' }
}

/** The values of `(a, b)` and `ROW(a, b)`. */
function itemsOf(context: InputContext, args: readonly Node[], run: TokenRun): ScalarInput[] {
  const { code } = context
  let open = run.from
  if (code.word(open) === 'ROW') open++
  // `((a, b))`: the grammar drops what stands around.
  while (code.kind(open) === TokenKind.openParen && code.kind(open + 1) === TokenKind.openParen) {
    if (code.closing(open + 1) !== code.closing(open) - 1) break
    open++
  }
  if (code.kind(open) !== TokenKind.openParen) throw new Misread('A row has no parentheses.')
  return listed(context, args, { from: open + 1, to: code.closing(open) })
}

/** The values of a list with commas. */
export function listed(context: InputContext, nodes: readonly Node[], run: TokenRun): ScalarInput[] {
  const pieces = splitAtCommas(context.code, run)
  if (pieces.length !== nodes.length) throw new Misread('A list has other items than its text.')
  return nodes.map((node, index) => scalarInput(context, node, pieces[index] ?? run))
}

type Mentions = Pick<ScalarInput, 'columns' | 'subqueries' | 'hasAggregate' | 'hasWindow' | 'hasParameter' | 'volatile'>

/** Everything inside, down to subqueries. Iterative: chains of `+` nest as deep as they are long. */
function mentionsOf(context: InputContext, roots: readonly Node[]): Mentions {
  const columns: ColumnInput[] = []
  const subqueries: QueryInput[] = []
  let [hasAggregate, hasWindow, hasParameter, volatile] = [false, false, false, false]
  const waiting: { readonly node: Node; readonly inAggregate: boolean }[] = []
  for (const node of roots) waiting.push({ node, inAggregate: false })
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next
    let { inAggregate } = next
    if ('ColumnRef' in node) {
      const column = columnOf(context, node)
      if (column !== undefined) columns.push({ ...column, inAggregate })
      continue
    }
    if ('SubLink' in node) {
      subqueries.push(subquery(context, node.SubLink))
      if (node.SubLink.testexpr !== undefined) waiting.push({ node: node.SubLink.testexpr, inAggregate })
      continue
    }
    if ('TypeName' in node) continue
    if ('ParamRef' in node) hasParameter = true
    else if ('JsonObjectAgg' in node || 'JsonArrayAgg' in node) [hasAggregate, inAggregate] = [true, true]
    else if ('FuncCall' in node) {
      const { funcname, over, agg_star, agg_order, agg_within_group, agg_distinct, agg_filter } = node.FuncCall
      const name = lastName(funcname)
      const own = schemaOf(funcname) !== undefined
      const marked =
        agg_star ?? agg_within_group ?? agg_distinct ?? (agg_order !== undefined || agg_filter !== undefined)
      if (over !== undefined) hasWindow = true
      else if (marked || (!own && isAggregate(name))) [hasAggregate, inAggregate] = [true, true]
      else volatile ||= own || isVolatile(name) || functionEffect(name, 'postgres') !== 'reads'
    }
    for (const child of nodesIn(node)) waiting.push({ node: child, inAggregate })
  }
  columns.sort((a, b) => a.span.start - b.span.start)
  subqueries.sort((a, b) => a.span.start - b.span.start)
  return { columns, subqueries, hasAggregate, hasWindow, hasParameter, volatile }
}

/** A column as written; undefined for `t.*`. */
export function columnOf(
  { places, code }: InputContext,
  node: Extract<Node, { ColumnRef: unknown }>,
): Omit<ColumnInput, 'inAggregate'> | undefined {
  const { fields = [], location } = node.ColumnRef
  const parts = fields.map(stringOf)
  const name = parts[parts.length - 1]
  if (name === undefined || location === undefined) return undefined
  const from = places.at(location)
  const to = from + 2 * fields.length - 1
  const [table, schema] = [parts[parts.length - 2], parts[parts.length - 3]]
  return { schema, table, name, span: { start: code.start(from), end: code.end(to - 1) } }
}

/** The query of `(SELECT …)`, `EXISTS (…)`, `a IN (…)`, `ARRAY(…)`. */
export function subquery(context: InputContext, { subselect, location }: SubLink): QueryInput {
  const { code, places } = context
  if (subselect === undefined || location === undefined) throw new Misread('A subquery has no place.')
  let open = places.at(location)
  if (code.word(open) === 'OPERATOR') open = code.closing(open + 1) + 1
  while (open < code.length && code.kind(open) !== TokenKind.openParen) open++
  return queryInput(context, subselect, { from: open + 1, to: code.closing(open) })
}
