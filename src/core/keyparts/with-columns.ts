import { exhausted } from '../errors'
import type { TextSpan } from '../text-span'
import type { ColumnName, Expression } from './expression'

/** Gives a column at a place of the text another name; undefined leaves it as it is. */
export interface Renaming {
  readonly column: (column: ColumnName, span: TextSpan) => ColumnName | undefined
  /** All columns in a piece of the text that was not understood; undefined leaves them as they are. */
  readonly within: (span: TextSpan) => readonly ColumnName[] | undefined
}

/** The same expression with its columns under other names. */
export function withColumns(expression: Expression, renaming: Renaming): Expression {
  const again = (inner: Expression) => withColumns(inner, renaming)
  switch (expression.kind) {
    case 'column':
      return { ...expression, column: renaming.column(expression.column, expression.span) ?? expression.column }
    case 'literal':
      return expression
    case 'opaque':
      return { ...expression, columns: renaming.within(expression.span) ?? expression.columns }
    case 'call':
      return { ...expression, args: expression.args.map(again) }
    case 'cast':
    case 'is':
    case 'not':
      return { ...expression, operand: again(expression.operand) }
    case 'operation':
      return { ...expression, operands: expression.operands.map(again) }
    case 'comparison':
      return { ...expression, left: again(expression.left), right: again(expression.right) }
    case 'in':
      return { ...expression, operand: again(expression.operand), items: expression.items.map(again) }
    case 'between':
      return {
        ...expression,
        operand: again(expression.operand),
        low: again(expression.low),
        high: again(expression.high),
      }
    case 'row':
    case 'and':
    case 'or':
      return { ...expression, items: expression.items.map(again) }
    default:
      return exhausted(expression)
  }
}
