import type { Index, Table } from '../../catalog/model'
import type { Family } from '../../engine'
import { resolvedParts } from '../../keyparts/index-parts'
import type { OrderDemand } from '../index-design/model'

/**
 * Whether an index, read from one end, gives the rows in this order.
 * @param fixed columns (lower case) that have one value in all rows that are read
 */
export function givesOrder(
  index: Index,
  table: Table,
  order: readonly OrderDemand[],
  family: Family,
  fixed: ReadonlySet<string> = new Set(),
): boolean {
  if (!index.visible || index.where !== undefined || (index.method ?? 'btree').toLowerCase() !== 'btree') return false
  const asked = order.filter(({ column }) => !fixed.has(column.toLowerCase()))
  const primary = new Set((table.primaryKey ?? []).map((column) => column.toLowerCase()))
  const given = new Set<string>()
  let next = 0
  let turned: boolean | undefined
  for (const { columnName, prefixChars, descending, included, collation } of resolvedParts(table, index, family)) {
    const want = asked[next]
    if (want === undefined) return true
    const name = columnName?.toLowerCase()
    if (name === undefined || prefixChars !== undefined || included || collation !== undefined) return false
    if (name === want.column.toLowerCase()) {
      const isTurned = descending !== want.descending
      if (turned !== undefined && turned !== isTurned) return false
      turned = isTurned
      next++
    } else if (!fixed.has(name)) return false
    given.add(name)
    // Behind the whole primary key nothing is left to order.
    if (primary.size > 0 && [...primary].every((column) => given.has(column) || fixed.has(column))) return true
  }
  return next >= asked.length
}

/** The indexes of a table that give an order; the primary key first. */
export function orderedIndexes(
  table: Table,
  order: readonly OrderDemand[],
  family: Family,
  fixed?: ReadonlySet<string>,
): readonly Index[] {
  if (order.length === 0) return []
  const found = table.indexes.filter((index) => givesOrder(index, table, order, family, fixed))
  const isPrimary = ({ parts }: Index) =>
    parts.map(({ column }) => column).join('\0') === (table.primaryKey ?? []).join('\0')
  return [...found.filter(isPrimary), ...found.filter((index) => !isPrimary(index))]
}
