import type { TextSpan } from '../text-span'

/** A column as a condition names it: `shop.orders.id`, `o.id` or `id`. */
export interface ColumnName {
  readonly schema?: string | undefined
  readonly table?: string | undefined
  readonly name: string
}

/** What the condition reader makes of a text. Whatever it does not understand is `opaque`, with the columns in it. */
export type Expression =
  | { readonly kind: 'column'; readonly column: ColumnName; readonly span: TextSpan }
  | {
      readonly kind: 'literal'
      readonly type: 'string' | 'number' | 'null' | 'placeholder'
      /** Unquoted. */
      readonly value: string
      readonly span: TextSpan
    }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[]; readonly span: TextSpan }
  | { readonly kind: 'cast'; readonly operand: Expression; readonly type: string; readonly span: TextSpan }
  /** Arithmetic and every other operator that is no comparison. */
  | {
      readonly kind: 'operation'
      readonly operator: string
      readonly operands: readonly Expression[]
      readonly span: TextSpan
    }
  | {
      readonly kind: 'comparison'
      readonly operator: string
      /** `= ANY (…)`, `<> ALL (…)`: the right side is a list. */
      readonly quantifier?: 'any' | 'all' | undefined
      readonly left: Expression
      readonly right: Expression
      readonly span: TextSpan
    }
  | {
      readonly kind: 'in'
      readonly operand: Expression
      readonly items: readonly Expression[]
      readonly negated: boolean
      readonly span: TextSpan
    }
  | {
      readonly kind: 'between'
      readonly operand: Expression
      readonly low: Expression
      readonly high: Expression
      readonly negated: boolean
      readonly span: TextSpan
    }
  | {
      readonly kind: 'is'
      readonly operand: Expression
      readonly what: string
      readonly negated: boolean
      readonly span: TextSpan
    }
  | { readonly kind: 'row'; readonly items: readonly Expression[]; readonly span: TextSpan }
  | { readonly kind: 'and'; readonly items: readonly Expression[]; readonly span: TextSpan }
  | { readonly kind: 'or'; readonly items: readonly Expression[]; readonly span: TextSpan }
  | { readonly kind: 'not'; readonly operand: Expression; readonly span: TextSpan }
  | { readonly kind: 'opaque'; readonly columns: readonly ColumnName[]; readonly span: TextSpan }

/** The expressions directly below one. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'column':
    case 'literal':
    case 'opaque':
      return []
    case 'call':
      return expression.args
    case 'cast':
    case 'is':
    case 'not':
      return [expression.operand]
    case 'operation':
      return expression.operands
    case 'comparison':
      return [expression.left, expression.right]
    case 'in':
      return [expression.operand, ...expression.items]
    case 'between':
      return [expression.operand, expression.low, expression.high]
    case 'row':
    case 'and':
    case 'or':
      return expression.items
  }
}

/** Every column that an expression mentions, in order, repeated ones too. */
export function columnsIn(expression: Expression): readonly ColumnName[] {
  if (expression.kind === 'column') return [expression.column]
  if (expression.kind === 'opaque') return expression.columns
  return partsOf(expression).flatMap(columnsIn)
}

/** Casts between character types change nothing that an index cares for; servers print them everywhere. */
const characterTypes = /^(?:text|bpchar|character varying|varchar|character|char|name|citext)\b[^[]*$/i

/** Without the casts and collations that leave a column's order in an index as it is. */
export function withoutHarmlessCast(expression: Expression): Expression {
  if (expression.kind === 'cast' && characterTypes.test(expression.type)) return withoutHarmlessCast(expression.operand)
  if (expression.kind === 'operation' && expression.operator === 'collate') {
    const operand = expression.operands[0]
    return operand === undefined ? expression : withoutHarmlessCast(operand)
  }
  return expression
}

/** The collation that COLLATE gives an expression. */
export function collationOf(expression: Expression): string | undefined {
  if (expression.kind === 'cast') return collationOf(expression.operand)
  if (expression.kind !== 'operation' || expression.operator !== 'collate') return undefined
  const name = expression.operands[1]
  return name?.kind === 'literal' ? name.value : undefined
}

/** Without any cast: for literals, whose type does not matter here. */
export function withoutCasts(expression: Expression): Expression {
  return expression.kind === 'cast' ? withoutCasts(expression.operand) : expression
}

/**
 * One spelling for expressions that mean the same in an index definition and in a condition: names without tables and
 * quotes, lower case, casts between character types dropped, MySQL's `date(x)` as the cast that it stores.
 */
export function expressionKey(expression: Expression): string {
  const plain = withoutHarmlessCast(expression)
  switch (plain.kind) {
    case 'column':
      return plain.column.name.toLowerCase()
    case 'literal':
      return plain.type === 'string' ? `'${plain.value}'` : plain.value.toLowerCase()
    case 'cast': {
      const operand = withoutCasts(plain.operand)
      if (operand.kind === 'literal') return expressionKey(operand)
      const type = plain.type.toLowerCase().replace(/\s*\barray$/, '')
      return type === plain.type.toLowerCase()
        ? `cast(${expressionKey(plain.operand)} as ${type})`
        : expressionKey(plain.operand)
    }
    case 'call': {
      const args = plain.args.map(expressionKey)
      if (plain.name === 'date' && args.length === 1) return `cast(${args[0]} as date)`
      const name = plain.name === 'lcase' ? 'lower' : plain.name === 'ucase' ? 'upper' : plain.name
      return `${name}(${args.join(',')})`
    }
    case 'operation': {
      const operands = plain.operands.map(expressionKey)
      if (plain.operator === '->') return `json_extract(${operands.join(',')})`
      if (plain.operator === '->>') return `json_unquote(json_extract(${operands.join(',')}))`
      return operands.length === 1 ? `(${plain.operator}${operands[0]})` : `(${operands.join(plain.operator)})`
    }
    default:
      return `${plain.kind}(${partsOf(plain).map(expressionKey).join(',')})`
  }
}
