import type { Column } from '../../catalog/model'
import { columnBytes, totalBytes } from '../../keyparts/column-bytes'
import { sortsDescending } from './abilities'
import type { ColumnDemand, OrderDemand, TableDemand } from './model'

/** A part before it is judged. */
export interface CandidatePart {
  readonly column: string
  readonly prefixChars?: number
  readonly descending: boolean
}

export type Candidate = readonly CandidatePart[]

/** Columns that are only added so that rows need not be read. */
const mostCovering = 4
/** Their longest values together; longer ones make the index as big as the table. */
const mostCoveringBytes = 100
/** More parts than this nobody keeps. */
const mostParts = 8

/**
 * The indexes worth judging for a demand: equalities, then one range or the order, then what covers. Equalities stand
 * as an index that is there has them, so that it can be extended; else the most selective first.
 */
export function candidatesFor(demand: TableDemand): readonly Candidate[] {
  const { context } = demand
  // Where DESC is ignored, an order in two directions cannot be had from an index.
  const order = sortsDescending(context.engine)
    ? demand.order
    : demand.order.every(({ descending }) => descending === demand.order[0]?.descending)
      ? demand.order.map(({ column }) => ({ column, descending: false }))
      : []
  const equal = equalities(demand)
  const lists = ofRole(demand, 'in-list')
  const ranges = ofRole(demand, 'range')
  const sorted = order.filter(
    ({ column }) => !equal.some((one) => one.column === column && one.prefixChars === undefined),
  )
  const bases: Candidate[] = [
    ...(equal.length > 0 ? [equal.map(plain)] : []),
    [...equal, ...lists].map(plain),
    ...ranges.map((range) => [...equal, ...lists.filter(({ column }) => column !== range.column), range].map(plain)),
    ...(order.length === 0 ? [] : [[...equal.map(plain), ...sorted.map(directed)]]),
    // Rows that pass conditions checked in the index need not be read.
    ...(order.length === 0
      ? []
      : [[...equal.map(plain), ...sorted.map(directed), ...[...lists, ...ranges].filter(isWhole).map(plain)]]),
  ]
  const whole = bases.map(withoutRepeats).filter((parts) => parts.length > 0)
  return distinct(
    [...whole, ...whole.flatMap((parts) => covering(parts, demand))].filter(({ length }) => length <= mostParts),
  )
}

/** Of a column that has two demands, the whole one unless only the prefix makes it one value. */
function equalities({ columns, table }: TableDemand): readonly ColumnDemand[] {
  const all = columns.filter(({ role }) => role === 'equality')
  const bySelectivity = [...all].sort((one, other) => one.share - other.share)
  const longest = table.indexes
    .map(({ parts }) => {
      const led: ColumnDemand[] = []
      for (const part of parts) {
        const next = all.find(({ column, prefixChars }) => column === part.column && prefixChars === part.prefixChars)
        if (!next) break
        led.push(next)
      }
      return led
    })
    .reduce<readonly ColumnDemand[]>((best, led) => (led.length > best.length ? led : best), [])
  return [...longest, ...bySelectivity.filter((one) => !longest.includes(one))]
}

function ofRole({ columns }: TableDemand, role: ColumnDemand['role']): readonly ColumnDemand[] {
  const settled = new Set(columns.filter((one) => one.role === 'equality').map(({ column }) => column))
  return columns
    .filter((one) => one.role === role && !settled.has(one.column))
    .sort((one, other) => one.share - other.share)
}

function isWhole({ prefixChars }: ColumnDemand): boolean {
  return prefixChars === undefined
}

function plain({ column, prefixChars }: ColumnDemand): CandidatePart {
  return { column, descending: false, ...(prefixChars !== undefined && { prefixChars }) }
}

function directed({ column, descending }: OrderDemand): CandidatePart {
  return { column, descending }
}

function withoutRepeats(parts: Candidate): Candidate {
  return parts.filter((part, at) => parts.findIndex(({ column }) => column === part.column) === at)
}

/** With all that the statement needs of the table, where that is little. Prefixes cover nothing. */
function covering(parts: Candidate, { needs, table, context }: TableDemand): readonly Candidate[] {
  if (needs === undefined || parts.some(({ prefixChars }) => prefixChars !== undefined)) return []
  const held = new Set(parts.map(({ column }) => column.toLowerCase()))
  // InnoDB keeps the primary key in every index.
  if (context.family === 'mysql') for (const column of table.primaryKey ?? []) held.add(column.toLowerCase())
  const more = table.columns.filter(({ name }) => needs.has(name.toLowerCase()) && !held.has(name.toLowerCase()))
  if (more.length === 0 || more.length > mostCovering) return []
  const bytes = more.reduce((sum, column) => sum + longestBytes(column), 0)
  if (bytes > mostCoveringBytes) return []
  return [[...parts, ...more.map(({ name }) => ({ column: name, descending: false }))]]
}

/** Of the longest value: as MySQL counts it, else the length that the type declares; texts without one are long. */
function longestBytes(column: Column): number {
  const known = columnBytes(column)
  if (known !== undefined) return totalBytes(known.bytes)
  const declared = /\((\d+)\)/.exec(column.type)?.[1]
  if (declared !== undefined) return Number(declared)
  return /text|blob|json|bytea|xml|char/i.test(column.type) ? Number.POSITIVE_INFINITY : 8
}

function distinct(candidates: readonly Candidate[]): readonly Candidate[] {
  return [...new Map(candidates.map((one) => [JSON.stringify(one), one])).values()]
}
