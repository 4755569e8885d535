import type { Trace, TraceAlternative, TraceJoinOrder, TraceSemiJoin, TraceStage, TraceTable } from './model'

/** How one table of the final plan is read, and the way that says so. */
export interface ChosenAccess {
  readonly selectId: number
  readonly table: TraceTable
  /** Absent for a table that was read before anything was planned and has no way listed. */
  readonly alternative?: TraceAlternative | undefined
  /** Indexes of the way; of a range without a name, those that the range optimizer settled on. */
  readonly indexes: readonly string[]
}

type Searched = Pick<Trace, 'joinOrders' | 'tables' | 'semiJoins'>

/**
 * The join order that was taken for a query block; undefined when nothing was searched. Of a subquery that is filled
 * once it is the one without the outer column.
 */
export function chosenOrder(trace: Pick<Trace, 'joinOrders'>, selectId: number): TraceJoinOrder | undefined {
  const chosen = trace.joinOrders.filter((one) => one.selectId === selectId && one.chosen)
  return chosen.find((one) => one.stage === 'join-search') ?? chosen.at(-1)
}

/**
 * How each table of a query block is read in the end: the way chosen after the tables before it in the taken order,
 * overridden by what was decided again later. In the order of the joins, constant tables first.
 */
export function chosenAccesses(trace: Searched, selectId: number): ChosenAccess[] {
  const tables = trace.tables.filter((one) => one.selectId === selectId)
  const taken = chosenOrder(trace, selectId)
  const order = taken?.order ?? []
  const constants = new Set(tables.filter((one) => one.constant).map((one) => one.table))
  const joined = (name: string) => !constants.has(name)
  const inside = materializedOrders(trace, selectId)
  // UPDATE and DELETE of one table search no join order: the range optimizer alone decides.
  const alone = tables.filter(
    (one) => !order.includes(one.table) && (one.constant || order.length === 0 || inside.has(one.table)),
  )
  const inOrder = order.flatMap((name) => tables.find((one) => one.table === name) ?? [])
  return [...alone, ...inOrder].map((table) => {
    const own = inside.get(table.table)
    // MySQL's prefixes hold the constant tables, MariaDB's do not, though the order that it takes does.
    const before = own ?? order.filter(joined)
    const prefix = before.slice(0, Math.max(0, before.indexOf(table.table)))
    const alternative = own
      ? finalWay(table, { prefix, joined, stage: 'materialization' })
      : finalWay(table, { prefix, joined, stage: taken?.stage ?? 'join-search', search: taken?.search })
    return { selectId, table, ...(alternative && { alternative }), indexes: indexesOf(table, alternative) }
  })
}

/** The query blocks that have a plan, in the order of their numbers. */
export function plannedBlocks(trace: Pick<Trace, 'joinOrders' | 'tables'>): number[] {
  return [...new Set(trace.tables.map((one) => one.selectId))].sort((a, b) => a - b)
}

/** Orders inside the subqueries that are materialized, by each of their tables. */
function materializedOrders(trace: Searched, selectId: number): ReadonlyMap<string, readonly string[]> {
  const finals = trace.semiJoins.filter((one) => one.selectId === selectId && one.final)
  if (!finals.some(isMaterialized)) return new Map()
  const nests = trace.joinOrders.filter(
    (one) => one.selectId === selectId && one.stage === 'materialization' && one.chosen,
  )
  // The final strategies are listed from the last table of the order to the first, without the names of their tables.
  const taken = chosenOrder(trace, selectId)?.order ?? []
  const lastPlace = ({ order }: TraceJoinOrder) => Math.max(...order.map((name) => taken.indexOf(name)))
  const fromTheEnd = [...nests].sort((a, b) => lastPlace(b) - lastPlace(a))
  const run = nests.length === finals.length ? fromTheEnd.filter((_, at) => isMaterialized(finals[at])) : nests
  return new Map(run.flatMap(({ order }) => order.map((table) => [table, order] as const)))
}

function isMaterialized(strategy: TraceSemiJoin | undefined): boolean {
  return strategy?.strategy.includes('Materializ') ?? false
}

interface Where {
  readonly prefix: readonly string[]
  /** Whether a table of a prefix was joined, not read before. */
  readonly joined: (name: string) => boolean
  readonly stage: TraceStage
  readonly search?: number | undefined
}

function finalWay(table: TraceTable, { prefix, joined, stage, search }: Where): TraceAlternative | undefined {
  let way: TraceAlternative | undefined
  for (const each of table.alternatives) {
    if (!each.chosen) continue
    // Asked again and found no range any more: the range of the search is gone, a lookup stays.
    if (each.stage === 'recheck' && each.phase === 'scan') way = way?.phase === 'range' ? each : way
    else if (each.stage === 'recheck') way = each
    else if (each.stage === stage && samePrefix(each.prefix.filter(joined), prefix) && inSearch(each, search))
      way = each
    // The final strategies weigh their tables once more; before that it is only "what if".
    else if (each.stage === 'semi-join' && (each.prefix.length === 0 || way === undefined)) way = each
    else if (each.stage === 'estimation' && way === undefined) way = each
  }
  return way
}

/** Ways are weighed in the search that was taken; an order that stands alone has no search of its own. */
function inSearch(way: TraceAlternative, search: number | undefined): boolean {
  return search === undefined || way.search === undefined || way.search === search
}

function samePrefix(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at])
}

function indexesOf(table: TraceTable, way: TraceAlternative | undefined): readonly string[] {
  if (way?.indexes) return way.indexes
  if (way?.index !== undefined) return [way.index]
  return way?.phase === 'range' ? (table.range?.indexes ?? []) : []
}
