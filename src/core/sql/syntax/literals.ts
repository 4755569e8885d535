import { charsetIntroducers } from '../charset-introducers'
import { TokenKind } from '../tokens'
import type { ColumnNode, ExpressionNode, LiteralNode } from './model'
import type { Reader } from './reader'

/** The token here as a literal; `from` is that of a word before it. */
export function literal(r: Reader, kind: LiteralNode['literal'], from = r.at): LiteralNode {
  r.at++
  return { type: 'literal', from, to: r.at, span: r.span(from), literal: kind }
}

/** `'a' 'b'`, `X'1F'`, `_utf8mb4'a'`; also the number after an introducer. */
export function stringLiteral(r: Reader): LiteralNode {
  const from = r.at
  const text = r.text()
  if (/^([xb]'|0[xb])/i.test(text)) return literal(r, 'binary')
  const node = literal(r, 'string')
  while (r.kind() === TokenKind.string && /^['"]/.test(r.text())) r.at++
  const introducer = text.startsWith('_') ? text.slice(0, text.search(/['"]/)).toLowerCase() : ''
  const charset = charsetIntroducers.has(introducer) ? introducer.slice(1) : undefined
  return { ...node, to: r.at, span: r.span(from), charset }
}

/** `column->'$.path'`, `column->>'$.path'` */
export function jsonPath(r: Reader, column: ColumnNode): ExpressionNode {
  if (!r.isOperator('->') && !r.isOperator('->>')) return column
  const operator = r.text()
  r.at++
  const right = r.kind() === TokenKind.string ? literal(r, 'string') : r.missing('A path in quotes')
  return { type: 'binary', from: column.from, to: r.at, span: r.span(column.from), operator, left: column, right }
}
