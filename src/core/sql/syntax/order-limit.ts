import { TokenKind } from '../tokens'
import { expression } from './expressions'
import { literal } from './literals'
import type { ExpressionNode, LimitNode, OrderByNode, OrderItemNode } from './model'
import type { Reader } from './reader'

/** `ORDER BY a, b DESC` at ORDER. */
export function orderBy(r: Reader): OrderByNode {
  const from = r.at
  r.at++
  r.expect('BY')
  const items = orderItems(r)
  return { type: 'order-by', from, to: r.at, span: r.span(from), items }
}

/** `a ASC, b DESC` */
export function orderItems(r: Reader): OrderItemNode[] {
  const items: OrderItemNode[] = []
  do {
    const from = r.at
    const value = expression(r)
    const direction = r.take('ASC') ? 'ASC' : r.take('DESC') ? 'DESC' : undefined
    items.push({ type: 'order-item', from, to: r.at, span: r.span(from), expression: value, direction })
  } while (r.takeComma())
  return items
}

/** `LIMIT 5`, `LIMIT 5, 10`, `LIMIT 10 OFFSET 5`, MariaDB's `LIMIT 5 ROWS EXAMINED 100`, at LIMIT. */
export function limit(r: Reader, offsetAllowed = true): LimitNode {
  const from = r.at
  r.at++
  let count: ExpressionNode | undefined
  let offset: ExpressionNode | undefined
  if (!examinesRows(r)) {
    count = limitValue(r)
    if (offsetAllowed && r.takeComma()) {
      offset = count
      count = limitValue(r)
    } else if (offsetAllowed && r.take('OFFSET')) {
      offset = limitValue(r)
    }
  }
  let rowsExamined: ExpressionNode | undefined
  if (examinesRows(r)) {
    r.at += 2
    rowsExamined = limitValue(r)
  }
  return { type: 'limit', from, to: r.at, span: r.span(from), count, offset, rowsExamined, withTies: false }
}

function examinesRows(r: Reader): boolean {
  return r.word() === 'ROWS' && r.word(1) === 'EXAMINED'
}

/** A number, a placeholder, or in a routine a variable. */
function limitValue(r: Reader): ExpressionNode {
  const from = r.at
  if (r.kind() === TokenKind.number) return literal(r, 'number')
  if (r.takeKind(TokenKind.placeholder)) return { type: 'placeholder', from, to: r.at, span: r.span(from) }
  if (!r.isName()) return r.missing('A number')
  const { name } = r.takeAnyName()
  return { type: 'column', from, to: r.at, span: r.span(from), name }
}

/** Does MariaDB's `OFFSET n ROWS` or `FETCH FIRST …` begin here? */
export function beginsFetch(r: Reader): boolean {
  const word = r.word()
  return word === 'FETCH'
    ? r.word(1) === 'FIRST' || r.word(1) === 'NEXT'
    : word === 'OFFSET' && r.kind(1) !== TokenKind.comma
}

/** `OFFSET 5 ROWS FETCH NEXT 3 ROWS WITH TIES` */
export function fetchClause(r: Reader): LimitNode {
  const from = r.at
  let offset: ExpressionNode | undefined
  let count: ExpressionNode | undefined
  let withTies = false
  if (r.take('OFFSET')) {
    offset = limitValue(r)
    if (!r.take('ROW')) r.expect('ROWS')
  }
  if (r.take('FETCH')) {
    if (!r.take('FIRST')) r.expect('NEXT')
    if (r.word() !== 'ROW' && r.word() !== 'ROWS') count = limitValue(r)
    if (!r.take('ROWS')) r.expect('ROW')
    withTies = r.takePair('WITH', 'TIES')
    if (!withTies) r.expect('ONLY')
  }
  return { type: 'limit', from, to: r.at, span: r.span(from), count, offset, withTies }
}
