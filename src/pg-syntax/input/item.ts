import type { ItemInput } from '../../core/sql/meaning/input'
import { TokenKind } from '../../core/sql/tokens'
import type { Node } from '../grammar'
import type { TokenRun } from '../statement-places'
import type { InputContext } from './context'
import { lastName, stringOf, strings } from './names'
import { columnOf, scalarInput, scalarsInput } from './scalar'
import { Misread, splitAtCommas } from './token-runs'

/** A select list, or that of RETURNING. */
export function itemsInput(context: InputContext, nodes: readonly Node[], run: TokenRun): ItemInput[] {
  const { code } = context
  const pieces = splitAtCommas(code, run)
  if (pieces.length !== nodes.length) throw new Misread('A select list has other items than its text.')
  return nodes.map((node, index) => {
    const piece = pieces[index] ?? run
    const { name: alias, val } = 'ResTarget' in node ? node.ResTarget : {}
    if (val === undefined) throw new Misread('An item has no value.')
    const span = context.span(piece)
    const star = starOf(val)
    if (star !== undefined) return { span, name: '*', value: scalarsInput(context, [], piece), star }
    let { to } = piece
    if (alias !== undefined) to -= code.word(to - 2) === 'AS' && code.kind(to - 3) !== TokenKind.dot ? 2 : 1
    const value = scalarInput(context, val, { from: piece.from, to })
    return { span, alias, name: alias ?? nameOf(context, val), value }
  })
}

function starOf(node: Node): { schema?: string | undefined; table?: string | undefined } | undefined {
  if (!('ColumnRef' in node)) return undefined
  const fields = node.ColumnRef.fields ?? []
  const last = fields[fields.length - 1]
  if (last === undefined || !('A_Star' in last)) return undefined
  return { table: stringOf(fields[fields.length - 2]), schema: stringOf(fields[fields.length - 3]) }
}

/** What the server calls a column without an alias (FigureColname of its parser, in short). */
function nameOf(context: InputContext, node: Node): string {
  if ('ColumnRef' in node) return columnOf(context, node)?.name ?? '?column?'
  if ('FuncCall' in node) return lastName(node.FuncCall.funcname)
  if ('TypeCast' in node) {
    const inner = node.TypeCast.arg === undefined ? '?column?' : nameOf(context, node.TypeCast.arg)
    return inner === '?column?' ? lastName(node.TypeCast.typeName?.names) : inner
  }
  if ('CollateClause' in node)
    return node.CollateClause.arg === undefined ? '?column?' : nameOf(context, node.CollateClause.arg)
  if ('A_Indirection' in node) {
    const fields = strings(node.A_Indirection.indirection)
    const { arg } = node.A_Indirection
    return fields[fields.length - 1] ?? (arg === undefined ? '?column?' : nameOf(context, arg))
  }
  if ('CaseExpr' in node) {
    const { defresult } = node.CaseExpr
    const name = defresult === undefined ? '?column?' : nameOf(context, defresult)
    return name === '?column?' ? 'case' : name
  }
  if ('CoalesceExpr' in node) return 'coalesce'
  if ('MinMaxExpr' in node) return node.MinMaxExpr.op === 'IS_LEAST' ? 'least' : 'greatest'
  if ('RowExpr' in node) return 'row'
  if ('A_ArrayExpr' in node) return 'array'
  if ('A_Expr' in node && node.A_Expr.kind === 'AEXPR_NULLIF') return 'nullif'
  if ('GroupingFunc' in node) return 'grouping'
  if ('SQLValueFunction' in node) return (node.SQLValueFunction.op ?? '').replace(/^SVFOP_|_N$/g, '').toLowerCase()
  if ('SubLink' in node) {
    const { subLinkType, subselect } = node.SubLink
    if (subLinkType === 'EXISTS_SUBLINK') return 'exists'
    if (subLinkType === 'ARRAY_SUBLINK') return 'array'
    const [first] = subselect !== undefined && 'SelectStmt' in subselect ? (subselect.SelectStmt.targetList ?? []) : []
    if (first === undefined || !('ResTarget' in first)) return '?column?'
    return (
      first.ResTarget.name ?? (first.ResTarget.val === undefined ? '?column?' : nameOf(context, first.ResTarget.val))
    )
  }
  return '?column?'
}
