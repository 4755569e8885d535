import type { Index, Table } from '../../catalog/model'
import type { Family } from '../../engine'
import { expressionKey } from '../../keyparts/expression'
import { readExpression } from '../../keyparts/expression-reader'
import { type ResolvedPart, resolvedParts } from '../../keyparts/index-parts'
import type { ColumnDemand, OrderDemand } from './model'

/** What a read of one index comes to when some demands hold, as parts of the table's rows. */
export interface IndexRead {
  /** Entries that the search leaves. */
  readonly soughtShare: number
  /** Of those, entries that are left after what the index can check without the row. */
  readonly checkedShare: number
  /** Parts that narrow the search. */
  readonly soughtParts: number
  /** The last of them is a range. */
  readonly endsInRange: boolean
  readonly givesOrder: boolean
  /** A share that decides is a rule of thumb. */
  readonly assumed: boolean
  readonly sought: readonly ColumnDemand[]
}

export interface IndexReadQuestion {
  readonly table: Table
  readonly family: Family
  readonly demands: readonly ColumnDemand[]
  /** Empty where the order does not matter. */
  readonly order: readonly OrderDemand[]
  readonly orderIs: 'ORDER BY' | 'GROUP BY' | undefined
  /** Distinct combinations of columns, where somebody counted them. */
  readonly together?: ((columns: readonly string[]) => number | undefined) | undefined
}

const resolved = new WeakMap<Table, WeakMap<Index, readonly ResolvedPart[]>>()

/** `resolvedParts`, worked out once. */
export function partsOfIndex(table: Table, index: Index, family: Family): readonly ResolvedPart[] {
  const own = resolved.get(table) ?? new WeakMap<Index, readonly ResolvedPart[]>()
  resolved.set(table, own)
  const found = own.get(index) ?? resolvedParts(table, index, family)
  own.set(index, found)
  return found
}

/**
 * How far a B-tree serves: equalities and lists from the left, then one range; what stands behind is checked entry by
 * entry. Demands are those that the key-part engine found an index could be searched by.
 */
export function readOf(
  index: Index,
  { table, family, demands, order, orderIs, together }: IndexReadQuestion,
): IndexRead {
  const rows = Math.max(1, table.rows ?? 1)
  const parts = partsOfIndex(table, index, family)
  const sought: ColumnDemand[] = []
  const fixed = new Set<string>()
  let isOpen = true
  let endsInRange = false
  let hasList = false
  for (const part of parts) {
    const demand = isOpen && !part.included ? demandFor(part, demands) : undefined
    if (!demand) {
      isOpen = false
      continue
    }
    sought.push(demand)
    if (demand.role === 'equality' && part.prefixChars === undefined) fixed.add(demand.column.toLowerCase())
    if (demand.role === 'in-list') hasList = true
    if (demand.role === 'range') {
      isOpen = false
      endsInRange = true
    }
  }
  const met = new Set(sought.map(({ column }) => column))
  const isClustered = index.name === 'PRIMARY' && table.engine?.toLowerCase() === 'innodb'
  const checked = isClustered
    ? []
    : parts.flatMap((part) => {
        if (part.prefixChars !== undefined || part.columnName === undefined || met.has(part.columnName)) return []
        return (
          demands.find(
            (one) =>
              one.column === part.columnName &&
              one.prefixChars === undefined &&
              // PostgreSQL checks in the index only what could search it.
              (family === 'mysql' || (isServedBy(one, part) && !part.included)),
          ) ?? []
        )
      })
  const product = sought.reduce((share, one) => share * one.share, 1)
  const soughtShare = clamp(Math.max(product, jointShare(index, sought, rows, together)), rows)
  return {
    soughtShare,
    checkedShare: clamp(
      checked.reduce((share, one) => share * one.share, soughtShare),
      rows,
    ),
    soughtParts: sought.length,
    endsInRange,
    givesOrder: order.length > 0 && !hasList && ordersBy(parts, fixed, order, orderIs),
    assumed: [...sought, ...checked].some(({ shareFrom }) => shareFrom === 'assumed'),
    sought,
  }
}

/** The part of the rows that meet all demands; of several for one column the narrowest. */
export function metShare(demands: readonly ColumnDemand[], rows: number): number {
  const narrowest = new Map<string, number>()
  for (const { column, share } of demands) narrowest.set(column, Math.min(share, narrowest.get(column) ?? 1))
  return clamp(
    [...narrowest.values()].reduce((product, share) => product * share, 1),
    rows,
  )
}

function clamp(share: number, rows: number): number {
  return Math.min(1, Math.max(share, 1 / rows))
}

/** Columns that go together let more rows through than each by itself would tell. */
function jointShare(
  { parts, unique }: Index,
  sought: readonly ColumnDemand[],
  rows: number,
  together: IndexReadQuestion['together'],
): number {
  const equal = sought.filter(({ role, prefixChars }) => role === 'equality' && prefixChars === undefined)
  // Values of their own shares are known better than an average.
  if (equal.length < 2 || equal.length < sought.length || equal.some(({ shareFrom }) => shareFrom === 'statistics'))
    return 0
  if (unique && equal.length >= parts.length) return 0
  const combinations = parts[equal.length - 1]?.cardinality ?? together?.(equal.map(({ column }) => column))
  return combinations === undefined || combinations <= 0 ? 0 : 1 / Math.min(combinations, rows)
}

function demandFor(part: ResolvedPart, demands: readonly ColumnDemand[]): ColumnDemand | undefined {
  let best: ColumnDemand | undefined
  for (const demand of demands) {
    if (!isServedBy(demand, part)) continue
    if (best === undefined || rank(demand) < rank(best) || (rank(demand) === rank(best) && demand.share < best.share))
      best = demand
  }
  return best
}

function rank({ role }: ColumnDemand): number {
  return role === 'equality' ? 0 : role === 'in-list' ? 1 : 2
}

function isServedBy(demand: ColumnDemand, part: ResolvedPart): boolean {
  if (demand.expression !== undefined) return part.expressionKey !== undefined && part.expressionKey === keyOf(demand)
  if (part.columnName?.toLowerCase() !== demand.column.toLowerCase()) return false
  const isPattern = part.opclass?.includes('pattern_ops') ?? false
  if (demand.opclass !== undefined) return isPattern
  if (part.opclass !== undefined && !(isPattern && demand.role !== 'range')) return false
  if (part.prefixChars === demand.prefixChars) return true
  // A prefix finds the entries of a whole value, too.
  return part.prefixChars !== undefined && demand.prefixChars === undefined && demand.role !== 'range'
}

const keys = new WeakMap<ColumnDemand, string>()

function keyOf(demand: ColumnDemand): string {
  const known = keys.get(demand) ?? expressionKey(readExpression(demand.expression ?? '', 'mysql'))
  keys.set(demand, known)
  return known
}

/** Behind what is fixed to one value come the columns of the order, all in the index's direction or all against it. */
function ordersBy(
  parts: readonly ResolvedPart[],
  fixed: ReadonlySet<string>,
  order: readonly OrderDemand[],
  orderIs: IndexReadQuestion['orderIs'],
): boolean {
  let at = 0
  let turned: boolean | undefined
  for (const { column, descending } of order) {
    const wanted = column.toLowerCase()
    if (fixed.has(wanted)) continue
    let part = parts[at]
    while (part?.columnName !== undefined && fixed.has(part.columnName.toLowerCase())) part = parts[++at]
    if (part === undefined || part.prefixChars !== undefined || part.included || part.collation !== undefined)
      return false
    if (part.opclass !== undefined || part.columnName?.toLowerCase() !== wanted) return false
    const isTurned = part.descending !== descending
    if (orderIs === 'ORDER BY' && turned !== undefined && turned !== isTurned) return false
    turned = isTurned
    at++
  }
  return true
}
