import type { TypeCast } from 'libpg-query'
import type { LiteralPlace } from '../core/sql/edits/postgres/outline'
import { TokenKind } from '../core/sql/tokens'
import type { Node } from './grammar'
import { nodesIn, visit } from './nodes'
import type { StatementPlaces } from './statement-places'

/** Operators whose right side names a part of a document and is no value. */
const keyOperators: ReadonlySet<string> = new Set(['->', '->>', '#>', '#>>'])

/** Every literal of a tree but NULL, TRUE and FALSE, in the order of the text. */
export function literalsOf(places: StatementPlaces, root: Node): LiteralPlace[] {
  const { code } = places
  const found = new Map<number, LiteralPlace>()
  const structure = new Set<Node>()
  const literalOnly = new Set<Node>()
  visit([root], (node) => {
    markStructure(node, structure)
    if ('TypeCast' in node && node.TypeCast.arg !== undefined && isTypedLiteral(node.TypeCast)) {
      literalOnly.add(node.TypeCast.arg)
    }
    if (!('A_Const' in node)) return true
    const { location, ival, fval, sval, bsval } = node.A_Const
    if (location === undefined || (ival ?? fval ?? sval ?? bsval) === undefined) return true
    const at = places.at(location)
    const end = literalEnd(places, at)
    // `EXTRACT(year FROM d)`: the grammar makes a text of a word.
    if (end === undefined) return true
    found.set(at, {
      span: { start: code.start(at), end: code.end(end - 1) },
      type: bsval !== undefined ? 'bits' : sval !== undefined ? 'string' : 'number',
      structure: structure.has(node),
      literalOnly: literalOnly.has(node),
    })
    return true
  })
  return [...found.entries()].sort(([a], [b]) => a - b).map(([, literal]) => literal)
}

/** The place after a literal: a sign belongs to its number, continued strings and UESCAPE to their string. */
function literalEnd({ code }: StatementPlaces, at: number): number | undefined {
  if (code.kind(at) === TokenKind.operator && code.kind(at + 1) === TokenKind.number) return at + 2
  if (code.kind(at) === TokenKind.number || code.kind(at) === TokenKind.dollarString) return at + 1
  if (code.kind(at) !== TokenKind.string) return undefined
  let end = at + 1
  while (code.kind(end) === TokenKind.string) end++
  return code.word(end) === 'UESCAPE' ? end + 2 : end
}

/** `DATE '…'`, where the type stands first and nothing but a literal may follow. */
function isTypedLiteral({ arg, typeName }: TypeCast): boolean {
  if (arg === undefined || !('A_Const' in arg)) return false
  const [type, literal] = [typeName?.location ?? -1, arg.A_Const.location ?? -1]
  return type >= 0 && type < literal
}

function markStructure(node: Node, structure: Set<Node>): void {
  const mark = (...nodes: readonly (Node | undefined)[]): void => {
    for (const one of nodes) if (one !== undefined) structure.add(one)
  }
  if ('SelectStmt' in node) {
    // Positions in the select list.
    const { groupClause = [], sortClause = [], distinctClause = [] } = node.SelectStmt
    mark(...groupClause, ...distinctClause)
    for (const item of sortClause) if ('SortBy' in item) mark(item.SortBy.node)
  } else if ('GroupingSet' in node) mark(...(node.GroupingSet.content ?? []))
  else if ('A_Expr' in node) {
    const name = node.A_Expr.name?.[node.A_Expr.name.length - 1]
    const operator = name !== undefined && 'String' in name ? name.String.sval : undefined
    if (keyOperators.has(operator ?? '')) mark(node.A_Expr.rexpr)
  } else if ('TypeCast' in node) mark(...(node.TypeCast.typeName?.typmods ?? []))
  else if ('ColumnDef' in node) mark(...(node.ColumnDef.typeName?.typmods ?? []))
  else if ('FuncCall' in node) {
    // Window frames stand in the call that they are of.
    const { over } = node.FuncCall
    mark(over?.startOffset, over?.endOffset)
    for (const item of [...(over?.orderClause ?? []), ...(node.FuncCall.agg_order ?? [])]) {
      if ('SortBy' in item) mark(item.SortBy.node)
    }
  } else if ('WindowDef' in node) mark(node.WindowDef.startOffset, node.WindowDef.endOffset)
  else if ('RangeTableFunc' in node || 'JsonTable' in node) {
    // Paths and types of their columns: all but what they read from.
    const reads = 'JsonTable' in node ? node.JsonTable.context_item?.raw_expr : node.RangeTableFunc.docexpr
    const waiting = nodesIn(node).filter((inner) => inner !== reads)
    visit(waiting, (inner) => {
      mark(inner)
      return true
    })
  } else if ('JsonFuncExpr' in node) mark(node.JsonFuncExpr.pathspec)
}
