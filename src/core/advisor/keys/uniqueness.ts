import type { Table } from '../../catalog/model'
import type { ColumnStatistics } from '../facts'

/** Estimates of distinct values differ from those of rows by some percent on a key that is unique. */
const nearlyAll = 0.9

/** Whether so many columns alone tell the rows of a table apart, and how that is known. */
export interface Uniqueness {
  readonly status: 'holds' | 'fails' | 'unknown'
  /** In words, for the precondition. */
  readonly how: string
}

/**
 * Do these columns of the primary key still tell all rows apart without the others? A constraint proves it and counting
 * says that it is so now; estimates can only say that it is not.
 */
export function uniquenessOf(table: Table, columns: readonly string[], statistics?: ColumnStatistics): Uniqueness {
  const constraint = table.indexes.find(
    ({ unique, where, parts }) =>
      unique &&
      where === undefined &&
      parts.every(
        ({ column, prefixChars }) => column !== undefined && prefixChars === undefined && columns.includes(column),
      ) &&
      parts.every(({ column }) => table.columns.some(({ name, nullable }) => name === column && !nullable)),
  )
  if (constraint) return { status: 'holds', how: `\`${constraint.name}\` is unique.` }
  const rows = statistics?.rows?.(table)
  const together = togetherOf(table, columns, statistics)
  // An estimate is hardly ever the same as a count.
  if (rows !== undefined && together === rows)
    return { status: 'holds', how: `Counted: all ${rows} rows differ in them.` }
  const most = together ?? mostDistinct(table, columns, statistics)
  const all = rows ?? table.rows
  if (most !== undefined && all !== undefined && most < all * nearlyAll)
    return { status: 'fails', how: `About ${Math.round(most)} combinations in ${all} rows.` }
  return { status: 'unknown', how: `Count them: ${duplicatesSql(table, columns)} must be 0.` }
}

/** Rows that the columns do not tell apart; every server takes it. */
export function duplicatesSql({ name }: Pick<Table, 'name'>, columns: readonly string[]): string {
  return `SELECT COUNT(*) - (SELECT COUNT(*) FROM (SELECT DISTINCT ${columns.join(', ')} FROM ${name}) d) FROM ${name}`
}

function togetherOf(
  table: Table,
  columns: readonly string[],
  statistics: ColumnStatistics | undefined,
): number | undefined {
  const [only] = columns
  if (columns.length === 1 && only !== undefined) return statistics?.distinct(table, only)
  return statistics?.together(table, columns)
}

/** No more combinations than these: of an index that begins with the columns, else the product of their values. */
function mostDistinct(
  table: Table,
  columns: readonly string[],
  statistics: ColumnStatistics | undefined,
): number | undefined {
  const wanted = new Set(columns)
  for (const { parts } of table.indexes) {
    const led = parts.slice(0, columns.length)
    const whole = led.length === wanted.size && led.every((part) => part.prefixChars === undefined)
    const same = whole && led.every(({ column }) => column !== undefined && wanted.has(column))
    const cardinality = led.at(-1)?.cardinality
    if (same && cardinality !== undefined && cardinality > 0) return cardinality
  }
  let product = 1
  for (const column of columns) {
    const distinct = statistics?.distinct(table, column) ?? firstPart(table, column)
    if (distinct === undefined) return undefined
    product *= distinct
  }
  return product
}

function firstPart({ indexes }: Table, column: string): number | undefined {
  const found = indexes.find(({ parts: [first] }) => first?.column === column && first.prefixChars === undefined)
  const cardinality = found?.parts[0]?.cardinality
  return cardinality !== undefined && cardinality > 0 ? cardinality : undefined
}
