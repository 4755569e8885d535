import type { Index } from '../../catalog/model'
import type { Family } from '../../engine'
import type { ColumnStatistics } from '../facts'
import { type IndexRead, metShare, readOf } from './index-read'
import type { ColumnDemand } from './model'
import type { ReadCost } from './read-cost'
import type { Block, Site } from './site'

/** How one table is read in an order of tables. */
export interface SiteRead {
  readonly site: Site
  /** Absent: the table is read from end to end. */
  readonly index?: Index
  readonly read?: IndexRead
  /** Entries, or rows of a scan, in all searches. */
  readonly entries: number
  readonly cost: number
  readonly assumed: boolean
  readonly covers: boolean
  /** Tables of the block that are read before, by their names. */
  readonly before: ReadonlySet<string>
}

/** An order in which the tables of a block can be read, with the best way to read each. */
export interface JoinPlan {
  readonly reads: readonly SiteRead[]
  readonly cost: number
}

export interface JoinWorld {
  readonly block: Block
  readonly family: Family
  readonly cost: ReadCost
  readonly statistics: ColumnStatistics | undefined
  /** The best order that was found with fewer indexes, for joins too large to try all. */
  readonly order?: readonly Site[]
  /** Indexes that could be read for a table. */
  indexesOf(site: Site): readonly Index[]
}

/** So many tables are tried in every order; more by looking only at the next one. */
const mostInEveryOrder = 4
/** For how many first tables the next ones are looked for. */
const mostStarts = 3
const fewerRows = 0.5
/** A row that is put to its group. */
const groupedRow = 0.5

/**
 * The cheapest order that is found. Small joins are tried in every order; of large ones the plan's own order and those
 * that begin with the tables that give the fewest rows and go on with the cheapest next one.
 * @param startWith a table whose new index may make it the first one
 */
export function bestPlan(world: JoinWorld, startWith?: Site): JoinPlan {
  const { sites, isOrdered } = world.block
  const asPlanned = planInOrder(sites, world)
  if (sites.length === 1 || isOrdered) return asPlanned
  if (sites.length <= mostInEveryOrder) return everyOrder(world, asPlanned)
  const known = world.order === undefined ? [asPlanned] : [asPlanned, planInOrder(world.order, world)]
  const plans = startsOf(world, startWith).map((site) => greedy(site, world))
  return [...known, ...plans].reduce((best, plan) => (plan.cost < best.cost ? plan : best))
}

/** A new index makes its table worth beginning with only where that leaves fewer rows than the tables that come first now. */
function startsOf({ block: { sites }, order }: JoinWorld, startWith: Site | undefined): readonly Site[] {
  const free = sites.filter(({ after }) => after.size === 0)
  const first = order?.[0]
  if (startWith !== undefined && first !== undefined)
    return free.filter((site) => site === startWith && rowsAlone(site) < rowsAlone(first) * fewerRows)
  return [...free].sort((one, other) => rowsAlone(one) - rowsAlone(other)).slice(0, mostStarts)
}

function rowsAlone({ constants, rows }: Site): number {
  return rows * shareMet(constants, rows)
}

/** All tables in this order. */
export function planInOrder(order: readonly Site[], world: JoinWorld): JoinPlan {
  let state = start
  for (const site of order) state = step(state, site, world)
  return finished(state, world)
}

interface State {
  readonly reads: readonly SiteRead[]
  readonly rows: number
  readonly cost: number
  readonly names: ReadonlySet<string>
}

const start: State = { reads: [], rows: 1, cost: 0, names: new Set() }

function everyOrder(world: JoinWorld, known: JoinPlan): JoinPlan {
  let best = known
  const walk = (state: State, left: readonly Site[]) => {
    if (left.length === 0) {
      const plan = finished(state, world)
      if (plan.cost < best.cost) best = plan
      return
    }
    for (const site of left) {
      if (!mayFollow(site, state)) continue
      walk(
        step(state, site, world),
        left.filter((one) => one !== site),
      )
    }
  }
  walk(start, world.block.sites)
  return best
}

function greedy(first: Site, world: JoinWorld): JoinPlan {
  let state = step(start, first, world)
  let left = world.block.sites.filter((site) => site !== first)
  while (left.length > 0) {
    const possible = left.filter((site) => mayFollow(site, state))
    const joined = possible.filter((site) => [...site.joins.keys()].some((alias) => state.names.has(alias)))
    let best: Next | undefined
    for (const site of joined.length > 0 ? joined : possible.length > 0 ? possible : left) {
      const one = next(state, site, world)
      if (best === undefined || one.cost + one.rows < best.cost + best.rows) best = one
    }
    if (best === undefined) break
    const taken = best.read.site
    state = joinedBy(state, best)
    left = left.filter((site) => site !== taken)
  }
  return finished(state, world)
}

function mayFollow({ after }: Site, { names }: State): boolean {
  return [...after].every((alias) => names.has(alias))
}

const demandsBySite = new WeakMap<Site, Map<string, readonly ColumnDemand[]>>()
const metByDemands = new WeakMap<readonly ColumnDemand[], number>()
const readsByDemands = new WeakMap<readonly ColumnDemand[], WeakMap<Index, IndexRead>>()
const coverBySite = new WeakMap<Site, WeakMap<Index, boolean>>()

/** What holds for a table once these are read; the same list for the same tables. */
export function demandsAfter(site: Site, before: Pick<ReadonlySet<string>, 'has'>): readonly ColumnDemand[] {
  const { constants, joins } = site
  if (joins.size === 0) return constants
  let key = ''
  for (const alias of joins.keys()) if (before.has(alias)) key += `${alias}\0`
  if (key === '') return constants
  const known = remembered(demandsBySite, site, () => new Map<string, readonly ColumnDemand[]>())
  const found = known.get(key) ?? [
    ...constants,
    ...[...joins].flatMap(([alias, demands]) => (before.has(alias) ? demands : [])),
  ]
  known.set(key, found)
  return found
}

function shareMet(demands: readonly ColumnDemand[], rows: number): number {
  return remembered(metByDemands, demands, () => metShare(demands, rows))
}

function readsOf(demands: readonly ColumnDemand[]): WeakMap<Index, IndexRead> {
  return remembered(readsByDemands, demands, () => new WeakMap<Index, IndexRead>())
}

function remembered<Key extends object, Value>(known: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const before = known.get(key)
  if (before !== undefined) return before
  const made = make()
  known.set(key, made)
  return made
}

/** A table as the next one: how it is read, and what all comes to then. */
interface Next {
  readonly read: SiteRead
  readonly rows: number
  readonly cost: number
}

function next(state: State, site: Site, world: JoinWorld): Next {
  const demands = demandsAfter(site, state.names)
  const read = cheapest(site, demands, state, world)
  const rows = Math.max(state.rows * site.rows * shareMet(demands, site.rows), 1e-3)
  return { read, rows: site.after.size > 0 ? Math.max(rows, state.rows) : rows, cost: state.cost + read.cost }
}

function joinedBy(state: State, { read, rows, cost }: Next): State {
  return { reads: [...state.reads, read], rows, cost, names: new Set([...state.names, read.site.of.alias]) }
}

function step(state: State, site: Site, world: JoinWorld): State {
  return joinedBy(state, next(state, site, world))
}

/** The cheapest way to read a table for so many rows before it. */
function cheapest(site: Site, demands: readonly ColumnDemand[], state: State, world: JoinWorld): SiteRead {
  const { cost, family, block } = world
  const { table } = site.of
  const loops = state.reads.length === 0 ? 1 : Math.max(1, state.rows)
  const isFirst = state.reads.length === 0
  const alone = site.rows * shareMet(site.constants, site.rows)
  const buffered = (once: number) => (isFirst ? once : cost.buffered(loops, alone, once))
  const { limit } = block
  // Rows come as they are found, until there are enough.
  const unordered = limit === undefined || site.of.block.orderBy.length > 0 ? 1 : stopsAt(limit)
  const scanCost = buffered(cost.scan(table)) * unordered + sortCost(false)
  let best: SiteRead = found(undefined, undefined, site.rows * unordered, scanCost, false)
  for (const index of world.indexesOf(site)) {
    for (const asked of isFirst || demands === site.constants ? [demands] : [demands, site.constants]) {
      const one = readBy(index, asked, asked === site.constants && !isFirst)
      if (one && one.cost < best.cost) best = one
    }
  }
  return best

  function readBy(index: Index, asked: readonly ColumnDemand[], once: boolean): SiteRead | undefined {
    const read = isFirst ? reading(site.order) : remembered(readsOf(asked), index, () => reading([]))
    if (read.soughtParts === 0 && !read.givesOrder) return undefined
    const searches = once ? 1 : loops
    const stops = read.givesOrder && limit !== undefined ? stopsAt(limit) : unordered
    const entries = Math.max(1, site.rows * read.soughtShare * searches * stops)
    const covers = remembered(
      remembered(coverBySite, site, () => new WeakMap<Index, boolean>()),
      index,
      () => coversAll(index, site, family),
    )
    const lookups = covers ? 0 : Math.max(1, site.rows * read.checkedShare * searches * stops)
    const raw = cost.search(table, entries, lookups, searches)
    const total = (once ? buffered(raw) : raw) + sortCost(read.givesOrder)
    return found(index, read, entries, total, covers)

    function reading(order: Site['order']): IndexRead {
      const together = world.statistics && ((columns: readonly string[]) => world.statistics?.together(table, columns))
      return readOf(index, { table, family, demands: asked, order, orderIs: site.orderIs, together })
    }
  }
  function found(
    index: Index | undefined,
    read: IndexRead | undefined,
    entries: number,
    total: number,
    covers: boolean,
  ): SiteRead {
    return {
      site,
      ...(index !== undefined && { index }),
      ...(read !== undefined && { read }),
      entries,
      cost: total,
      assumed: read?.assumed ?? false,
      covers,
      before: state.names,
    }
  }
  /** The part of the read after which a LIMIT is full. */
  function stopsAt(most: number): number {
    return Math.min(1, most / resultRows(state))
  }
  /** Rows of the whole block; known well enough from this table when it is read first. */
  function resultRows(before: State): number {
    let names: ReadonlySet<string> = new Set([...before.names, site.of.alias])
    let rows = site.rows * shareMet(demands, site.rows)
    for (const other of block.sites) {
      if (names.has(other.of.alias)) continue
      rows *= other.rows * shareMet(demandsAfter(other, names), other.rows)
      names = new Set([...names, other.of.alias])
    }
    return Math.max(1, rows)
  }
  function sortCost(isOrdered: boolean): number {
    if (!isFirst || site.orderIs === undefined || isOrdered) return 0
    const rows = resultRows(state)
    // Groups are hashed or kept in a temporary table, which costs about the same for each row.
    return site.orderIs === 'GROUP BY' ? rows * groupedRow : cost.sort(rows)
  }
}

function finished({ reads, cost }: State, { block }: JoinWorld): JoinPlan {
  return { reads, cost: cost * block.runs }
}

/** The index holds all that the statement needs of the table. InnoDB's primary key holds the rows. */
export function coversAll(index: Index, { access, of: { table } }: Site, family: Family): boolean {
  if (index.name === 'PRIMARY' && table.engine?.toLowerCase() === 'innodb') return true
  const needs = access.usedColumns
  if (needs === undefined) return false
  const held = new Set<string>()
  const add = (names: readonly (string | undefined)[]) => {
    for (const name of names) if (name !== undefined) held.add(name.toLowerCase())
  }
  add(index.parts.filter(({ prefixChars }) => prefixChars === undefined).map(({ column }) => column))
  add(index.include ?? [])
  if (family === 'mysql' && table.engine?.toLowerCase() === 'innodb') add(table.primaryKey ?? [])
  for (const name of needs) if (!held.has(name)) return false
  return true
}
