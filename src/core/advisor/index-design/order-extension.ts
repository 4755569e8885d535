import { demandAmong } from './demand'
import { bytesOf, designedParts } from './designed'
import { readOf } from './index-read'
import type { IndexDesign } from './model'
import { contextAfter, type Site } from './site'

/**
 * The index that the plan searches, made longer by the columns that its rows are sorted by afterwards: nothing is sorted
 * then, however few rows there are. Undefined where the order cannot follow, or the index keeps a rule.
 */
export function orderExtension(site: Site, limit: number | undefined): IndexDesign | undefined {
  const { access, of, order, orderIs, constants, rows } = site
  const { table } = of
  const before = new Set<string>()
  if (!access.sortedLater || orderIs !== 'ORDER BY' || order.length === 0 || order.length > 2) return undefined
  for (const { name } of access.access.indexes) {
    const index = table.indexes.find((one) => one.name === name)
    if (!index || index.unique || index.where !== undefined || (index.method ?? 'btree') !== 'btree') continue
    const question = { table, family: access.family, demands: constants, order, orderIs }
    const { sought } = readOf(index, question)
    if (sought.length < index.parts.length || sought.some(({ role }) => role !== 'equality')) continue
    const longer = { ...index, name: 'designed', parts: [...index.parts, ...order] }
    const read = readOf(longer, question)
    if (!read.givesOrder) continue
    const demand = demandAmong(contextAfter(site, before), limit, constants)
    return {
      table,
      parts: designedParts(longer, demand.context),
      include: index.include ?? [],
      relation: { kind: 'extends', index },
      replaces: [index],
      expectedRows: Math.max(1, rows * read.soughtShare),
      assumed: read.assumed,
      givesOrder: true,
      covers: false,
      bytesPerEntry: bytesOf(longer, table, access.family),
      saves: 0,
      after: [],
      changesJoinOrder: false,
      companions: [],
    }
  }
  return undefined
}
