import type { Column } from '../catalog/model'
import { type AccessContext, conditionsOf } from './access-context'
import { columnTypeOf } from './column-type'
import type { Predicate } from './predicate'

/** Conditions of one AND list that exclude each other: the range of values that is left holds none. */
export interface ImpossibleCondition {
  readonly column: Column
  /** The two (or the one BETWEEN) that leave nothing. */
  readonly predicates: readonly Predicate[]
}

const numberTypes = new Set([
  ...['tinyint', 'smallint', 'mediumint', 'int', 'integer', 'bigint', 'decimal', 'numeric', 'float', 'double', 'real'],
  ...['int2', 'int4', 'int8', 'float4', 'float8'],
])
const timeTypes = new Set(['date', 'datetime', 'timestamp'])
const number = /^[-+]?\d+(?:\.\d+)?$/
const moment = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/
/** Numbers of so many digits are told apart by a double. */
const exactDigits = 15

interface End {
  readonly value: number | string
  /** The value itself passes. */
  readonly closed: boolean
  readonly predicate: Predicate
}

/**
 * Comparisons of a column of numbers, or of days, with literals that no value passes together. Only what one WHERE or
 * one ON says in one AND list counts. Texts are left out: their order is the collation's.
 */
export function impossibleConditions(context: AccessContext): readonly ImpossibleCondition[] {
  const lists = new Map<string, { readonly column: Column; readonly predicates: Predicate[] }>()
  for (const predicate of conditionsOf(context)) {
    const column = comparedColumn(predicate, context)
    if (column === undefined) continue
    const key = `${predicate.clauseStart ?? ''} ${column.name}`
    const list = lists.get(key)
    if (list) list.predicates.push(predicate)
    else lists.set(key, { column, predicates: [predicate] })
  }
  return [...lists.values()].flatMap(({ column, predicates }) => {
    const found = contradiction(predicates, columnTypeOf(column.type).name)
    return found === undefined ? [] : [{ column, predicates: found }]
  })
}

function comparedColumn(predicate: Predicate, { owns, table }: AccessContext): Column | undefined {
  const { column, kind, negated, obstacle, fromOr, row, references, castTo } = predicate
  if (column === undefined || !owns(column) || (kind !== 'range' && kind !== 'equality')) return undefined
  if (negated || obstacle !== undefined || fromOr || row !== undefined || references.length > 0) return undefined
  if (castTo !== undefined) return undefined
  return table.columns.find((one) => one.name.toLowerCase() === column.name.toLowerCase())
}

/** The lowest and the highest end of all, where nothing is between them. */
function contradiction(predicates: readonly Predicate[], type: string): readonly Predicate[] | undefined {
  let low: End | undefined
  let high: End | undefined
  for (const predicate of predicates) {
    const ends = endsOf(predicate, type)
    if (ends.low && (low === undefined || isAbove(ends.low, low))) low = ends.low
    if (ends.high && (high === undefined || isAbove(high, ends.high))) high = ends.high
  }
  if (low === undefined || high === undefined) return undefined
  const isEmpty = low.value > high.value || (low.value === high.value && !(low.closed && high.closed))
  if (!isEmpty) return undefined
  const [first, second] = [high.predicate, low.predicate]
  if (first === second) return [first]
  return first.span.start <= second.span.start ? [first, second] : [second, first]
}

/** Leaves less above it. */
function isAbove(one: End, other: End): boolean {
  return one.value > other.value || (one.value === other.value && !one.closed && other.closed)
}

function endsOf(
  predicate: Predicate,
  type: string,
): { readonly low?: End | undefined; readonly high?: End | undefined } {
  const value = comparableValue(predicate.literal, type)
  const upper = predicate.upperLiteral === undefined ? value : comparableValue(predicate.upperLiteral, type)
  if (predicate.operator === 'between')
    return {
      low: value === undefined ? undefined : { value, closed: true, predicate },
      high:
        upper === undefined || predicate.upperLiteral === undefined
          ? undefined
          : { value: upper, closed: true, predicate },
    }
  if (value === undefined) return {}
  const end = (closed: boolean): End => ({ value, closed, predicate })
  if (predicate.kind === 'equality') return predicate.operator === '=' ? { low: end(true), high: end(true) } : {}
  return {
    low: predicate.low && end(predicate.low === 'closed'),
    high: predicate.high && end(predicate.high === 'closed'),
  }
}

/** Days as ISO writes them compare like their texts; a number only where a double holds it exactly. */
function comparableValue(literal: Predicate['literal'], type: string): number | string | undefined {
  if (literal === undefined) return undefined
  const text = literal.value.trim()
  if (numberTypes.has(type) && (literal.type === 'number' || literal.type === 'string'))
    return number.test(text) && text.replace(/\D/g, '').length <= exactDigits ? Number(text) : undefined
  if (timeTypes.has(type) && literal.type === 'string' && moment.test(text))
    return text.length === 10 ? `${text} 00:00:00` : text
  return undefined
}
