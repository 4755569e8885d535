import { type DraftTable, sameName } from './draft'
import type { DdlExpression } from './expression'

/** Functions whose arguments are brought to one charset. The number says how many of them; absent: all. */
const bringsTogether: Readonly<Record<string, number | undefined>> = {
  concat: undefined,
  concat_ws: undefined,
  coalesce: undefined,
  ifnull: undefined,
  nullif: undefined,
  greatest: undefined,
  least: undefined,
  locate: undefined,
  instr: undefined,
  replace: undefined,
  strcmp: undefined,
  substring_index: 2,
  find_in_set: undefined,
  field: undefined,
}

/**
 * The expression with the charset of each string that stands beside columns: MySQL 8 converts plain strings to the
 * charset of what they are compared or joined with when the definition is made, and prints them so.
 * @param oldReplace before MySQL 9 the third argument of REPLACE was left alone
 */
export function withCharsets(expression: DdlExpression, table: DraftTable, oldReplace: boolean): DdlExpression {
  const inner = (one: DdlExpression) => withCharsets(one, table, oldReplace)
  const together = (items: readonly DdlExpression[], count = items.length): DdlExpression[] => {
    const charset = items.map((one) => charsetOf(one, table)).find((one) => one !== undefined)
    return items.map((one, at) => (one.kind === 'string' && at < count ? { ...one, charset } : inner(one)))
  }
  switch (expression.kind) {
    case 'call': {
      const { name, args } = expression
      if (!(name in bringsTogether)) return { ...expression, args: args.map(inner) }
      const count = name === 'replace' && oldReplace ? 2 : bringsTogether[name]
      return { ...expression, args: together(args, count) }
    }
    case 'binary': {
      const [left = expression.left, right = expression.right] = together([expression.left, expression.right])
      return { ...expression, left, right }
    }
    case 'match': {
      const [operand = expression.operand, pattern = expression.pattern] = together([
        expression.operand,
        expression.pattern,
      ])
      return { ...expression, operand, pattern }
    }
    case 'in': {
      const [operand = expression.operand, ...items] = together([expression.operand, ...expression.items])
      return { ...expression, operand, items }
    }
    case 'between': {
      const [operand = expression.operand, low = expression.low, high = expression.high] = together([
        expression.operand,
        expression.low,
        expression.high,
      ])
      return { ...expression, operand, low, high }
    }
    case 'logical':
      return { ...expression, items: expression.items.map(inner) }
    case 'unary':
    case 'not':
    case 'is':
    case 'cast':
    case 'collate':
    case 'extract':
      return { ...expression, operand: inner(expression.operand) }
    case 'case':
      return {
        ...expression,
        branches: expression.branches.map((branch) => ({ when: inner(branch.when), result: inner(branch.result) })),
        otherwise: expression.otherwise && inner(expression.otherwise),
      }
    default:
      return expression
  }
}

function charsetOf(expression: DdlExpression, table: DraftTable): string | undefined {
  switch (expression.kind) {
    case 'column':
      return table.columns.find((one) => sameName(one.name, expression.name))?.charset
    case 'call':
      if (expression.name.startsWith('json')) return undefined
      return expression.args.map((one) => charsetOf(one, table)).find((one) => one !== undefined)
    case 'collate':
      return charsetOf(expression.operand, table)
    default:
      return undefined
  }
}
