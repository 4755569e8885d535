import { type DraftTable, known, type TraceDraft, type Writable } from './draft'
import { settleHints } from './hints'
import { methodOfRange } from './methods'
import type { TraceAlternative, TraceJoinOrder, TraceRecheck } from './model'
import { searchedWay } from './recheck-words'
import { settleRefsToRanges } from './ref-to-range'

/**
 * What can be said only at the end: which join orders are whole, which one was taken, and what a range without a name
 * reads. MySQL marks each whole order that is better than all before, so the last one marked is taken; MariaDB names it.
 */
export function settle(draft: TraceDraft): void {
  const searches = new Map<number, Writable<TraceJoinOrder>[]>()
  for (const order of draft.joinOrders) {
    const search = searches.get(order.search)
    if (search) search.push(order)
    else searches.set(order.search, [order])
  }
  for (const [selectId, { start, end }] of draft.filledOnce) {
    const inside = draft.joinOrders.filter(({ span }) => span.start > start && span.end < end).at(-1)
    if (inside) draft.takenSearches.set(selectId, inside.search)
  }
  const named = namedOrders(draft, searches)
  for (const search of searches.values()) settleSearch(search, named)
  for (const search of searches.values()) settleTaken(draft, search, searches)
  for (const order of draft.joinOrders) if (order.chosen) settleStrategyCost(draft, order)
  const blocks = new Set(draft.joinOrders.map((one) => one.selectId))
  for (const table of draft.tables.values()) {
    for (const way of table.alternatives) settleRange(table, way)
    if (blocks.has(table.selectId)) settleConstant(draft, table)
  }
  settleHints(draft)
  settleRefsToRanges(draft)
  for (const recheck of draft.rechecks) if (recheck.reason === 'usage') settleUsage(draft, recheck)
}

/**
 * The orders that MariaDB names, each found in the latest search before its name. Its list also holds constant tables,
 * which no search has, and one name for each materialized subquery. What is in no search stands alone.
 */
function namedOrders(
  draft: TraceDraft,
  searches: Map<number, Writable<TraceJoinOrder>[]>,
): ReadonlySet<Writable<TraceJoinOrder>> {
  const named = new Set<Writable<TraceJoinOrder>>()
  const materialized = new Set(
    draft.joinOrders.filter((one) => one.stage === 'materialization').flatMap((one) => one.order),
  )
  for (const { at: _, selectId, order, cost, rows, span } of draft.bestOrders) {
    const constant = (name: string) => draft.tables.get(`${selectId} ${name}`)?.constant === true
    const wanted = order.filter((name) => !constant(name)).join('\0')
    const joined = order.filter((name) => !constant(name) && !name.startsWith('<subquery')).join('\0')
    const before = draft.joinOrders.filter((one) => one.stage === 'join-search' && one.span.start < span.start)
    const own = before.filter((one) => one.selectId === selectId)
    const shape = collapsed(
      order.filter((name) => !constant(name)),
      (name) => name.startsWith('<subquery'),
    )
    const inShape = own.filter((one) => collapsed(one.order, (name) => materialized.has(name)) === shape)
    const joinedOnly = (one: TraceJoinOrder) => one.order.filter((name) => !constant(name)).join('\0')
    const taken =
      own.filter((one) => joinedOnly(one) === wanted).at(-1) ??
      (joined === wanted ? undefined : (inShape.filter((one) => !one.prunedBy).at(-1) ?? inShape.at(-1))) ??
      (joined === wanted ? undefined : own.filter((one) => outside(one.order, materialized) === joined).at(-1)) ??
      before.filter((one) => one.order.join('\0') === wanted && isWhole(one, searches.get(one.search))).at(-1)
    if (taken) {
      if (cost !== undefined && cost !== taken.cost && draft.takenSearches.get(selectId) === undefined) {
        taken.finalCost = cost
      }
      named.add(taken)
      continue
    }
    // STRAIGHT_JOIN leaves nothing to search: only the ways to read each table are weighed.
    const alone: Writable<TraceJoinOrder> = known({
      selectId,
      stage: 'join-search',
      search: latestSearch(draft, selectId) ?? draft.searches++,
      order,
      cost,
      rows,
      complete: true,
      chosen: false,
      span,
    })
    draft.joinOrders.push(alone)
    searches.set(alone.search, [...(searches.get(alone.search) ?? []), alone])
    named.add(alone)
  }
  return named
}

function isWhole({ order }: TraceJoinOrder, search: readonly TraceJoinOrder[] = []): boolean {
  return search.every((one) => one.order.length <= order.length)
}

/** An order with each materialized subquery as one mark, however many tables it has. */
function collapsed(order: readonly string[], isInside: (name: string) => boolean): string {
  const names = order.map((name) => (isInside(name) ? '' : name))
  return names.filter((name, at) => name !== '' || names[at - 1] !== '').join('\0')
}

function outside(order: readonly string[], materialized: ReadonlySet<string>): string {
  return order.filter((name) => !materialized.has(name)).join('\0')
}

/** The last search in which ways to read this block's tables were weighed. */
function latestSearch(draft: TraceDraft, selectId: number): number | undefined {
  let latest: number | undefined
  for (const table of draft.tables.values()) {
    for (const { search, stage } of table.selectId === selectId ? table.alternatives : []) {
      if (stage === 'join-search' && search !== undefined) latest = Math.max(latest ?? search, search)
    }
  }
  return latest
}

function settleSearch(search: readonly Writable<TraceJoinOrder>[], named: ReadonlySet<Writable<TraceJoinOrder>>): void {
  const longest = search.reduce((most, one) => Math.max(most, one.order.length), 0)
  let marked: Writable<TraceJoinOrder> | undefined
  let cheapest: Writable<TraceJoinOrder> | undefined
  for (const one of search) {
    one.complete = one.order.length === longest && one.prunedBy === undefined
    if (one.chosen) marked = one
    if (one.complete && (cheapest === undefined || totalCost(one) < totalCost(cheapest))) cheapest = one
    one.chosen = false
  }
  // MariaDB marks nothing inside a materialized subquery: there its cheapest whole order is taken.
  const taken = search.filter((one) => named.has(one)).at(-1) ?? marked ?? cheapest
  if (taken) taken.chosen = true
}

/**
 * Of several searches for one block the last is taken, where the server does not say otherwise. One inside a subquery
 * that could be materialized is taken for the block itself only where the server says so.
 */
function settleTaken(
  draft: TraceDraft,
  search: readonly Writable<TraceJoinOrder>[],
  searches: ReadonlyMap<number, readonly Writable<TraceJoinOrder>[]>,
): void {
  const first = search[0]
  const said = first && draft.takenSearches.get(first.selectId)
  if (first?.stage !== 'join-search') {
    if (said !== undefined && first?.search !== said) for (const one of search) one.chosen = false
    return
  }
  const last = [...searches]
    .filter(([, [one]]) => one?.selectId === first.selectId && one.stage === 'join-search')
    .reduce((latest, [number]) => Math.max(latest, number), -1)
  if (first.search !== (said ?? last)) for (const one of search) one.chosen = false
}

/** A semi-join strategy that ends with the last table of the order has the cost of all up to there. */
function settleStrategyCost(draft: TraceDraft, order: Writable<TraceJoinOrder>): void {
  const { start, end } = order.span
  const own = draft.semiJoins.filter(
    (one) => one.chosen && !one.final && one.span.start >= start && one.span.end <= end,
  )
  const cost = own.filter((one) => one.order.length === order.order.length).at(-1)?.cost
  if (cost === undefined || order.finalCost !== undefined || cost === order.cost) return
  order.finalCost = cost + (order.sortCost ?? 0)
}

/** The ranges looked at again: another one was found, or none any more. */
function settleUsage(draft: TraceDraft, recheck: Writable<TraceRecheck>): void {
  const table = draft.tables.get(`${recheck.selectId} ${recheck.table}`)
  const { start, end } = recheck.span
  const now = table?.alternatives.find(
    (one) => one.chosen && one.stage === 'recheck' && one.span.start >= start && one.span.end <= end,
  )
  const searched = { tables: [...draft.tables.values()], joinOrders: draft.joinOrders }
  const before = searchedWay(searched, recheck)
  if (!now || !before) return
  if (now.phase === 'scan' ? before.phase !== 'range' : sameIndexes(now, before)) return
  recheck.planChanged = true
  recheck.accessType = now.accessType
  if (now.index !== undefined && now.phase !== 'scan') recheck.index = now.index
}

function sameIndexes(one: TraceAlternative, other: TraceAlternative): boolean {
  return one.index === other.index && one.indexes?.join() === other.indexes?.join()
}

/** Cost of an order with the sort behind it: what the search compares orders by. */
export function totalCost({ cost, sortCost }: Pick<TraceJoinOrder, 'cost' | 'sortCost'>): number {
  return (cost ?? Number.POSITIVE_INFINITY) + (sortCost ?? 0)
}

/** What the taken order costs in the end; not to be compared with orders that were not taken. */
export function finalCostOf(order: Pick<TraceJoinOrder, 'cost' | 'sortCost' | 'finalCost'>): number {
  return order.finalCost ?? totalCost(order)
}

/** In the join search a range has no name in some versions: it is the one that the range optimizer settled on. */
function settleRange(table: DraftTable, way: Writable<TraceAlternative>): void {
  const { range } = table
  if (!range || way.stage === 'estimation' || way.phase !== 'range') return
  if (way.index !== undefined || way.indexes !== undefined) return
  way.method = methodOfRange(range.type)
  const [only] = range.indexes
  if (range.indexes.length === 1 && only !== undefined) way.index = only
  else way.indexes = range.indexes
  way.ranges ??= range.ranges
}

/**
 * A table that no order of its block holds was read before the search: it has one row, or none because its ON never
 * holds.
 */
function settleConstant(draft: TraceDraft, table: DraftTable): void {
  if (table.constant) return
  const weighed = table.alternatives.some((one) => one.stage !== 'estimation')
  const single = table.rows === 1 && table.alternatives.length === 0
  if (weighed || (!single && !table.impossibleRange)) return
  const searched = draft.joinOrders.some(
    (one) => one.selectId === table.selectId && one.order.includes(table.table) && one.order.length > 0,
  )
  if (!searched || table.impossibleRange) table.constant = true
}
