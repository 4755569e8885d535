import type { Index } from '../../catalog/model'
import { totalBytes } from '../../keyparts/column-bytes'
import { resolvedParts } from '../../keyparts/index-parts'
import type { KeyUse } from '../../keyparts/model'
import { otherMysqlUse } from '../../keyparts/mysql-use'
import { otherPostgresUse } from '../../keyparts/postgres-use'
import type { ColumnDemand, TableDemand } from './model'

/** What the key-part engine says of an index that may not be there yet. */
export interface Judgement {
  readonly use: KeyUse
  /** Entries that a read touches. */
  readonly entries: number
  /** Rows that are read besides, because the index does not hold all that is needed. */
  readonly lookups: number
  readonly assumed: boolean
  readonly givesOrder: boolean
  readonly covers: boolean
  readonly bytesPerEntry: number | undefined
  /** Entries, rows and sorting in one number; only for comparing indexes of one table. */
  readonly work: number
}

/** Reading a row by its place costs about as much as this many index entries beside each other. */
const entriesPerLookup = 3
/** A row in a sort, for each doubling of their number. */
const entriesPerSortStep = 0.1

/** How far the statement's demands get with an index of these parts. */
export function judge(index: Index, demand: TableDemand): Judgement {
  const { context, table, limit } = demand
  const use = context.family === 'mysql' ? otherMysqlUse(context, index) : otherPostgresUse(context, index)
  const rows = Math.max(1, table.rows ?? 1)
  let share = 1
  let assumed = false
  const met = new Set<string>()
  for (const part of use.parts) {
    if (part.narrows !== 'seek') continue
    const asked = demandFor(demand, part.column, part.prefixChars)
    if (!asked) continue
    share *= asked.share
    assumed ||= asked.shareFrom === 'assumed'
    met.add(asked.column)
  }
  const givesOrder =
    demand.order.length > 0 && use.parts.some(({ role }) => role === 'order') && isWholeOrder(use, demand)
  const covers = coversAll(index, demand)
  const seek = Math.max(1, rows * share)
  // Conditions on columns that the index holds are checked before a row is read.
  const checked = use.parts.reduce((kept, part) => {
    if (part.column === undefined || part.prefixChars !== undefined || met.has(part.column)) return kept
    return kept * (demandFor(demand, part.column, undefined)?.share ?? 1)
  }, 1)
  const result = Math.max(
    1,
    rows * demand.columns.filter(isOwn(demand.columns)).reduce((kept, one) => kept * one.share, 1),
  )
  // An ordered read ends when LIMIT is full.
  const stops = givesOrder && limit !== undefined && limit < result ? limit / result : 1
  const entries = Math.max(1, seek * stops)
  const lookups = covers ? 0 : entries * checked
  const sort = demand.orderIs === undefined || givesOrder ? 0 : result * Math.log2(result + 1) * entriesPerSortStep
  return {
    use,
    entries,
    lookups,
    assumed,
    givesOrder,
    covers,
    bytesPerEntry: bytesOf(index, demand),
    work: entries + lookups * entriesPerLookup + sort,
  }
}

/** Of two demands of one column (whole and prefix) only the first counts for the result. */
function isOwn(columns: readonly ColumnDemand[]) {
  return (one: ColumnDemand, at: number) => columns.findIndex(({ column }) => column === one.column) === at
}

function demandFor({ columns }: TableDemand, column: string | undefined, prefixChars: number | undefined) {
  const own = columns.filter((one) => one.column === column)
  return own.find((one) => one.prefixChars === prefixChars) ?? own[0]
}

/** Every column of the order is given by the index, or fixed to one value. */
function isWholeOrder({ parts }: KeyUse, { order, columns }: TableDemand): boolean {
  const given = new Set(parts.filter(({ role }) => role === 'order').map(({ column }) => column))
  const fixed = new Set(
    columns
      .filter(({ role, prefixChars }) => role === 'equality' && prefixChars === undefined)
      .map(({ column }) => column),
  )
  const ranged = new Set(
    parts.filter(({ role, narrows }) => role === 'range' && narrows === 'seek').map(({ column }) => column),
  )
  return order.every(({ column }) => given.has(column) || fixed.has(column) || ranged.has(column))
}

function coversAll(index: Index, { needs, context, table }: TableDemand): boolean {
  if (needs === undefined) return false
  const held = new Set(
    resolvedParts(table, index, context.family).flatMap(({ columnName, prefixChars }) =>
      columnName !== undefined && prefixChars === undefined ? [columnName.toLowerCase()] : [],
    ),
  )
  return [...needs].every((name) => held.has(name))
}

function bytesOf(index: Index, { context, table }: TableDemand): number | undefined {
  let sum = 0
  for (const { bytes } of resolvedParts(table, index, context.family)) {
    if (bytes === undefined) return undefined
    sum += totalBytes(bytes.bytes)
  }
  return sum
}
