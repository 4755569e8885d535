import type { Column, Table } from '../catalog/model'
import { columnBytes, type PartBytes } from './column-bytes'
import { columnTypeOf } from './column-type'
import { columnsIn, type Expression, withoutCasts } from './expression'
import { readExpression } from './expression-reader'

/** Functions whose result has the type of their only argument. */
const keepsType = new Set(['lower', 'upper', 'lcase', 'ucase', 'trim', 'ltrim', 'rtrim', 'reverse'])
/** The most decimal digits of each integer type, signed or not (an unsigned BIGINT has one more). */
const integerDigits: Readonly<Record<string, number>> = {
  tinyint: 3,
  bool: 3,
  boolean: 3,
  year: 4,
  smallint: 5,
  mediumint: 8,
  int: 10,
  integer: 10,
  bigint: 19,
}
/** Results printed with this many characters or more are BIGINT (MY_INT32_NUM_DECIMAL_DIGITS − 1 in MySQL's source). */
const bigintCharacters = 10

interface Result {
  readonly type: string
  readonly nullable: boolean
  readonly charset?: string | undefined
  readonly charMaxBytes?: number | undefined
  readonly stringFunction?: boolean
}

/**
 * What a functional key part (MySQL 8.0.13) counts for in key_len: its expression's result type. NULL counts only where
 * the expression may be NULL: `a + b` of NOT NULL columns may not, `date(x)` and every cast out of JSON may.
 * Undefined for results that are not known for certain: the server's own list has to tell then.
 */
export function functionalPartBytes(expression: string, table: Pick<Table, 'columns'>): PartBytes | undefined {
  const result = resultOf(readExpression(expression, 'mysql'), table.columns)
  if (result === undefined) return undefined
  const part = columnBytes(result)
  // In strict mode every string function may give NULL, so the same index has a NULL byte more.
  if (part === undefined || result.stringFunction !== true || result.nullable) return part
  return { bytes: { ...part.bytes, nullFlagBytes: 1 }, alternative: part.bytes }
}

function resultOf(expression: Expression, columns: readonly Column[]): Result | undefined {
  switch (expression.kind) {
    case 'column': {
      const name = expression.column.name.toLowerCase()
      return columns.find((column) => column.name.toLowerCase() === name)
    }
    case 'cast':
      return castResult(expression.operand, expression.type, columns)
    case 'call': {
      const [first] = expression.args
      if (first === undefined) return undefined
      if (expression.name === 'date') return { type: 'date', nullable: true }
      if (['year', 'month', 'dayofmonth', 'hour', 'minute', 'second'].includes(expression.name))
        return { type: expression.name === 'year' ? 'year' : 'int', nullable: true }
      if (!keepsType.has(expression.name) || expression.args.length !== 1) return undefined
      const inner = resultOf(first, columns)
      if (inner === undefined) return undefined
      const type = columnTypeOf(inner.type)
      if (type.name !== 'varchar' && type.name !== 'char') return undefined
      return { ...inner, type: `varchar(${type.numbers[0] ?? 1})`, stringFunction: true }
    }
    case 'operation': {
      if (!['+', '-', '*'].includes(expression.operator) || expression.operands.length !== 2) return undefined
      let nullable = false
      let unsigned = false
      const digits: number[] = []
      for (const operand of expression.operands) {
        const plain = withoutCasts(operand)
        if (plain.kind === 'literal' && plain.type === 'number' && /^-?\d+$/.test(plain.value)) {
          digits.push(plain.value.replace('-', '').length)
          continue
        }
        const inner = resultOf(plain, columns)
        const type = inner && columnTypeOf(inner.type)
        const most = type && integerDigits[type.name]
        if (inner === undefined || type === undefined || most === undefined) return undefined
        const isUnsigned = /\bunsigned\b/i.test(inner.type)
        digits.push(most + (type.name === 'bigint' && isUnsigned ? 1 : 0))
        unsigned ||= isUnsigned
        nullable ||= inner.nullable
      }
      return { type: arithmeticType(expression.operator, digits, unsigned), nullable }
    }
    default:
      return undefined
  }
}

/**
 * INT or BIGINT, by the digits that the result may have: one more than the longer operand's for + and −, all of both for
 * ×, and a sign. Seen on MySQL 8.0 and 9.7: `mediumint unsigned + 1` counts 4 bytes, `mediumint + 1` 8.
 */
function arithmeticType(operator: string, digits: readonly number[], unsigned: boolean): string {
  const most = operator === '*' ? digits.reduce((sum, each) => sum + each, 0) : Math.max(...digits) + 1
  return most + (unsigned ? 0 : 1) < bigintCharacters ? 'int' : 'bigint'
}

/** `cast(x as unsigned array)`, `cast(x as char(10))`; elements of an array (multi-valued index) may always be NULL. */
function castResult(operand: Expression, castType: string, columns: readonly Column[]): Result | undefined {
  const text = castType.toLowerCase().replace(/\s+/g, ' ')
  const isArray = text.endsWith(' array')
  const type = columnTypeOf(text.replace(/ array$/, ''))
  const size = type.numbers.length > 0 ? `(${type.numbers.join(',')})` : ''
  const sources = columnsIn(operand).map((name) =>
    columns.find((column) => column.name.toLowerCase() === name.name.toLowerCase()),
  )
  const plainColumn = withoutCasts(operand).kind === 'column' && sources[0]?.nullable === false
  const nullable = isArray || !plainColumn
  const charset = /(?:charset|character set) (\w+)/.exec(text)?.[1] ?? sources[0]?.charset ?? 'utf8mb4'
  switch (type.name) {
    case 'unsigned':
    case 'signed':
      return { type: 'bigint', nullable }
    case 'date':
    case 'time':
    case 'datetime':
    case 'year':
      return { type: `${type.name}${size}`, nullable: true } // out of range gives NULL
    case 'decimal':
      return { type: `decimal${size}`, nullable }
    case 'double':
    case 'float':
      return { type: type.name, nullable }
    case 'char':
      return size === '' ? undefined : { type: `varchar${size}`, nullable, charset }
    case 'binary':
      return size === '' ? undefined : { type: `varbinary${size}`, nullable }
    default:
      return undefined
  }
}
