import type { A_Expr, SubLink } from 'libpg-query'
import { type ColumnUse, type ConditionShape, conditionKind, type Side } from '../core/sql/condition-kind'
import { fixedPrefixOf } from '../core/sql/string-literal'
import { TokenKind } from '../core/sql/tokens'
import type { Node } from './grammar'
import { visit } from './nodes'
import type { StatementPlaces } from './statement-places'

/** A condition's operator as it is shown, and what stands on both sides of it. */
interface Parts {
  readonly operator: string
  readonly left: readonly Node[]
  readonly right: readonly Node[]
}

/** What one condition of a tree is: its kind, operator and columns. It holds no AND at its top. */
export function shapeOfNode(places: StatementPlaces, node: Node): ConditionShape {
  const { operator, left, right } = partsOf(places, node)
  const [leftSide, rightSide] = [sideOf(left), sideOf(right)]
  // SYMMETRIC only puts the bounds in order.
  const kind = conditionKind(operator.replace(/^BETWEEN SYMMETRIC$/, 'BETWEEN'), leftSide, rightSide)
  const [pattern] = right
  const prefix = kind === 'like' && operator === 'LIKE' && pattern !== undefined ? likePrefix(pattern) : undefined
  const columns = [...leftSide.columns, ...rightSide.columns]
  return { kind, operator, columns, ...(prefix === undefined ? {} : { fixedPrefix: prefix }) }
}

function partsOf(places: StatementPlaces, node: Node): Parts {
  if ('A_Expr' in node) return partsOfOperator(places, node)
  if ('BoolExpr' in node) {
    const { boolop, args = [] } = node.BoolExpr
    if (boolop === 'AND_EXPR' || boolop === 'OR_EXPR') {
      return { operator: boolop === 'AND_EXPR' ? 'AND' : 'OR', left: args, right: [] }
    }
    const [operand] = args
    return operand === undefined ? bare(node) : negated(partsOf(places, operand))
  }
  if ('NullTest' in node) {
    const { arg, nulltesttype, location } = node.NullTest
    const word = location === undefined ? '' : places.code.word(places.at(location))
    const written = nulltesttype === 'IS_NULL' ? 'IS NULL' : 'IS NOT NULL'
    return { operator: word.endsWith('NULL') ? word : written, left: list(arg), right: [] }
  }
  if ('BooleanTest' in node) {
    const { arg, booltesttype } = node.BooleanTest
    return { operator: booltesttype?.replaceAll('_', ' ') ?? '', left: list(arg), right: [] }
  }
  if ('SubLink' in node) return partsOfSubquery(node.SubLink, node)
  return bare(node)
}

function partsOfOperator(places: StatementPlaces, node: Extract<Node, { A_Expr: unknown }>): Parts {
  const { kind, lexpr, rexpr } = node.A_Expr
  const left = list(lexpr)
  const right = rexpr !== undefined && 'List' in rexpr ? (rexpr.List.items ?? []) : list(rexpr)
  const isNegated = ['<>', '!~~', '!~~*', '!~'].includes(lastName(node.A_Expr.name))
  const not = (operator: string) => ({ operator: isNegated ? `NOT ${operator}` : operator, left, right })
  switch (kind) {
    case 'AEXPR_OP':
      return lexpr === undefined ? bare(node) : { operator: symbol(places, node.A_Expr), left, right }
    case 'AEXPR_OP_ANY':
      return { operator: `${symbol(places, node.A_Expr)} ANY`, left, right }
    case 'AEXPR_OP_ALL':
      return { operator: `${symbol(places, node.A_Expr)} ALL`, left, right }
    case 'AEXPR_DISTINCT':
      return { operator: 'IS DISTINCT FROM', left, right }
    case 'AEXPR_NOT_DISTINCT':
      return { operator: 'IS NOT DISTINCT FROM', left, right }
    case 'AEXPR_IN':
      return not('IN')
    case 'AEXPR_LIKE':
      return not('LIKE')
    case 'AEXPR_ILIKE':
      return not('ILIKE')
    case 'AEXPR_SIMILAR':
      return not('SIMILAR TO')
    case 'AEXPR_BETWEEN':
      return { operator: 'BETWEEN', left, right }
    case 'AEXPR_NOT_BETWEEN':
      return { operator: 'NOT BETWEEN', left, right }
    case 'AEXPR_BETWEEN_SYM':
      return { operator: 'BETWEEN SYMMETRIC', left, right }
    case 'AEXPR_NOT_BETWEEN_SYM':
      return { operator: 'NOT BETWEEN SYMMETRIC', left, right }
    default:
      return bare(node)
  }
}

/** `x IN (SELECT …)`, `x > ALL (SELECT …)`; of EXISTS and of a subquery as a value nothing is shown. */
function partsOfSubquery({ subLinkType, testexpr, operName }: SubLink, node: Node): Parts {
  if (testexpr === undefined) return bare(node)
  const left = [testexpr]
  const operator = lastName(operName)
  if (subLinkType === 'ALL_SUBLINK') return { operator: `${operator} ALL`, left, right: [node] }
  return { operator: operator === '' ? 'IN' : `${operator} ANY`, left, right: [node] }
}

/** As the statement writes it; the grammar makes `!=` to `<>`. */
function symbol(places: StatementPlaces, { name, location }: A_Expr): string {
  const token = location === undefined ? -1 : places.at(location)
  return places.code.kind(token) === TokenKind.operator ? places.code.text(token) : lastName(name)
}

function lastName(names: readonly Node[] | undefined): string {
  const last = names?.[names.length - 1]
  return last !== undefined && 'String' in last ? (last.String.sval ?? '') : ''
}

/** `NOT a = 1` is `NOT =`; of what has no operator nothing is shown. */
function negated(parts: Parts): Parts {
  return parts.operator === '' ? parts : { ...parts, operator: `NOT ${parts.operator}` }
}

function bare(node: Node): Parts {
  return { operator: '', left: [node], right: [] }
}

function list(node: Node | undefined): readonly Node[] {
  return node === undefined ? [] : [node]
}

function sideOf(nodes: readonly Node[]): Side {
  const columns: (ColumnUse & { readonly location: number })[] = []
  let hasSubquery = false
  visit(nodes, (node) => {
    if ('SubLink' in node) {
      hasSubquery = true
      return false
    }
    const use = columnUse(node)
    if (use !== undefined) columns.push(use)
    return true
  })
  columns.sort((a, b) => a.location - b.location)
  const uses = columns.map(({ location, ...use }) => use)
  const [first] = uses
  const isBare = first !== undefined && !hasSubquery && nodes.every(isColumns)
  return { columns: uses, hasSubquery, ...(isBare ? { bare: first } : {}) }
}

/** Undefined for what is no column, and for `t.*`. */
function columnUse(node: Node): (ColumnUse & { readonly location: number }) | undefined {
  if (!('ColumnRef' in node)) return undefined
  const { fields = [], location = 0 } = node.ColumnRef
  const names = fields.map((field) => ('String' in field ? field.String.sval : undefined))
  const column = names[names.length - 1]
  const table = names[names.length - 2]
  return column === undefined ? undefined : { ...(table === undefined ? {} : { table }), column, location }
}

/** A column, or a row of columns. */
function isColumns(node: Node): boolean {
  if ('RowExpr' in node) return (node.RowExpr.args ?? []).every((item) => columnUse(item) !== undefined)
  return columnUse(node) !== undefined
}

/** The fixed part of a pattern that is one string literal, with or without ESCAPE. */
function likePrefix(pattern: Node): string | undefined {
  const value = literalText(pattern)
  if (value !== undefined) return fixedPrefixOf(value)
  if (!('FuncCall' in pattern) || lastName(pattern.FuncCall.funcname) !== 'like_escape') return undefined
  const [text, mark] = (pattern.FuncCall.args ?? []).map(literalText)
  return text === undefined || mark === undefined ? undefined : fixedPrefixOf(text, mark)
}

const textTypes: ReadonlySet<string> = new Set(['text', 'varchar'])

/** The value of a string literal, also of `'…'::text`. */
function literalText(node: Node): string | undefined {
  if ('A_Const' in node) return node.A_Const.sval === undefined ? undefined : (node.A_Const.sval.sval ?? '')
  if (!('TypeCast' in node)) return undefined
  const { arg, typeName } = node.TypeCast
  const isText = textTypes.has(lastName(typeName?.names)) && (typeName?.typmods ?? []).length === 0
  return isText && arg !== undefined ? literalText(arg) : undefined
}
