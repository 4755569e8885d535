import { TokenKind } from '../tokens'
import { expression } from './expressions'
import type { ExpressionNode, OpaqueNode, RowNode } from './model'
import type { Reader } from './reader'

/** `a, b, …`, at least one. */
export function expressionList(r: Reader): ExpressionNode[] {
  const list = [expression(r)]
  while (r.takeComma()) list.push(expression(r))
  return list
}

/** `(a, b)` at the `(`; also with nothing in it. `DEFAULT` may stand for a value. */
export function row(r: Reader, from = r.at): RowNode {
  const open = r.at
  r.at++
  const items = r.kind() === TokenKind.closeParen ? [] : expressionList(r)
  const opaque: OpaqueNode[] | undefined = r.close(open)
  return { type: 'row', from, to: r.at, span: r.span(from), items, opaque }
}
