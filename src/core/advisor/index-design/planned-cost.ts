import type { Index } from '../../catalog/model'
import { readOf } from './index-read'
import { coversAll, type JoinWorld } from './join-plan'
import type { Site } from './site'

/** Methods that search an index, rather than reading it from end to end. */
const searching: ReadonlySet<string> = new Set([
  'range',
  'lookup',
  'unique-lookup',
  'constant',
  'bitmap',
  'index-merge',
  'loose-scan',
])

/** The index that the plan searches for a table. */
export function readsIndex({ access, of: { table } }: Site): Index | undefined {
  const [first] = access.access.indexes
  if (first === undefined || !searching.has(access.access.method)) return undefined
  return table.indexes.find(({ name }) => name === first.name)
}

/** What the plan that the server chose comes to, by the rows that it expects to read; infinite where it does not tell. */
export function plannedCost({ block, cost, family }: JoinWorld): number {
  let sum = 0
  for (const site of block.sites) {
    const { access, flow, of } = site
    const read = flow?.read?.rows
    if (read === undefined) return Number.POSITIVE_INFINITY
    const [first] = access.access.indexes
    const index = of.table.indexes.find(({ name }) => name === first?.name)
    if (index === undefined) {
      sum += (cost.scan(of.table) * read) / site.rows
      continue
    }
    const loops = Math.max(1, flow?.loops?.rows ?? 1)
    const lookups = access.access.covering || coversAll(index, site, family) ? 0 : read
    sum += cost.search(
      of.table,
      Math.max(read, family === 'postgres' ? searched(index, site) * loops : 0),
      lookups,
      loops,
    )
  }
  const [first] = block.sites
  if (first?.access.sortedLater && first.orderIs !== undefined) sum += cost.sort(first.flow?.passed?.rows ?? 0)
  return sum
}

/** PostgreSQL's plans count what is left when entries have been checked in the index: how many are read is worked out. */
function searched(index: Index, { of: { table }, constants, joins, rows }: Site): number {
  const demands = [...constants, ...[...joins.values()].flat()]
  const { soughtParts, soughtShare } = readOf(index, {
    table,
    family: 'postgres',
    demands,
    order: [],
    orderIs: undefined,
  })
  return soughtParts === 0 ? 0 : rows * soughtShare
}
