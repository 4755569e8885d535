import type { ExpressionNode } from '../syntax/model'
import { openStatement, refuse } from './editable'
import type { EditContext } from './model'

/**
 * Reads a condition given as text. Throws when it is not one whole expression, so that `1) OR (1` or an open comment
 * cannot reach beyond its place.
 */
export function readCondition(text: string, context: EditContext): ExpressionNode {
  const before = 'SELECT ('
  const statement = openStatement(`${before}${text})`, context).tree
  const query = statement.statement
  const item = query.type === 'select' && query.items.length === 1 ? query.items[0]?.expression : undefined
  const whole =
    statement.error === undefined && item?.type === 'parentheses' && item.span.end === before.length + text.length + 1
  if (whole && query.to === item.to) return item.inner
  throw refuse(`This is not a condition: ${text}`, statement.error && { hint: statement.error.message })
}

/** Does the expression bind at least as close as an operand of AND must? */
export function fitsInAnd(node: ExpressionNode): boolean {
  if (node.type === 'assignment-expression') return false
  return node.type !== 'logical' || node.operator === 'AND'
}
