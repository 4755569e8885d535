import { asText, asTexts, childrenOf, firstIn, isObject, keyOf, memberOf, nextIn, spanOf } from '../json/cursor'
import type { JsonAt, JsonTape } from '../json/tape'
import { readAccessPaths } from './access-paths'
import { booleanIn, known, numberIn, type Place, type TraceDraft, tableOf, textIn, type Writable } from './draft'
import type { TraceAlternative, TraceJoinOrder } from './model'
import { tracedName, tracedNames } from './table-name'

/**
 * `considered_execution_plans`: each beginning of a join order with its rows and cost, and the ways to read its last
 * table. What goes on from it stands in its `rest_of_plan`. Walks without recursion: a text may nest as it likes.
 */
export function readJoinSearch(draft: TraceDraft, list: JsonAt, place: Place): void {
  const { tape } = draft
  const stage = place.stage === 'materialization' ? 'materialization' : 'join-search'
  const search = draft.searches++
  const open = childrenOf(tape, list).reverse()
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (!isObject(tape, at)) continue
    const prefix = prefixOf(tape, at)
    const written = textIn(tape, at, 'table')
    const here: Place = { ...place, stage, ...(written !== undefined && { table: written }) }
    const order = written === undefined ? prefix : [...prefix, tracedName(written).shown]
    for (let member = firstIn(tape, at); member !== -1; member = nextIn(tape, at, member)) {
      switch (keyOf(tape, member)) {
        case 'best_access_path':
          readAccessPaths(draft, member, here, { prefix, search })
          break
        case 'get_costs_for_tables':
          for (const each of childrenOf(tape, member)) {
            const path = memberOf(tape, each, 'best_access_path')
            if (path !== -1) readAccessPaths(draft, path, here, { prefix, search })
          }
          break
        case 'rest_of_plan':
          open.push(...childrenOf(tape, member).reverse())
          break
        case 'semijoin_strategy_choice':
          readStrategies(draft, member, here, order)
          break
        default:
          break
      }
    }
    readFinalStrategy(draft, at, here)
    if (written !== undefined) addOrder(draft, at, { selectId: place.selectId, stage, search, order })
  }
}

function prefixOf(tape: JsonTape, at: JsonAt): readonly string[] {
  const prefix = memberOf(tape, at, 'plan_prefix')
  if (prefix === -1) return []
  const single = asText(tape, prefix)
  if (single !== undefined) return tracedNames(single)
  return (asTexts(tape, prefix) ?? []).map((each) => tracedName(each).shown)
}

function addOrder(
  draft: TraceDraft,
  at: JsonAt,
  which: Pick<TraceJoinOrder, 'selectId' | 'stage' | 'search' | 'order'>,
): void {
  const { tape } = draft
  const cost = numberIn(tape, at, 'cost_for_plan')
  // A table that only may be joined by its whole key is looked at and put back before anything is costed.
  if (cost === undefined) return
  const order: Writable<TraceJoinOrder> = {
    selectId: which.selectId,
    stage: which.stage,
    search: which.search,
    order: which.order,
    cost,
    complete: false,
    chosen: booleanIn(tape, at, 'chosen') ?? false,
    span: spanOf(tape, at),
  }
  const rows = numberIn(tape, at, 'rows_for_plan')
  if (rows !== undefined) order.rows = rows
  const sortCost = numberIn(tape, at, 'sort_cost') ?? numberIn(tape, at, 'cost_for_sorting')
  if (sortCost !== undefined) order.sortCost = sortCost
  const pruned = prunedBy(tape, at)
  if (pruned !== undefined) order.prunedBy = pruned
  const bestCost = numberIn(tape, at, 'best_cost')
  if (bestCost !== undefined) order.bestCost = bestCost
  draft.joinOrders.push(order)
}

function prunedBy(tape: JsonTape, at: JsonAt): TraceJoinOrder['prunedBy'] {
  if (booleanIn(tape, at, 'pruned_by_cost')) return 'cost'
  if (booleanIn(tape, at, 'pruned_by_heuristic')) return 'heuristic'
  // MySQL 5.7: of tables that are joined by their whole key one order is enough.
  if (booleanIn(tape, at, 'pruned_by_eq_ref_heuristic')) return 'heuristic'
  return booleanIn(tape, at, 'pruned_by_hanging_leaf') ? 'hanging-leaf' : undefined
}

function readStrategies(draft: TraceDraft, list: JsonAt, place: Place, order: readonly string[]): void {
  const { tape } = draft
  for (const each of childrenOf(tape, list)) {
    const strategy = textIn(tape, each, 'strategy')
    if (strategy === undefined) {
      // MariaDB ends its list with the one that it took.
      const chosen = textIn(tape, each, 'chosen_strategy')
      const weighed = draft.semiJoins.filter((one) => one.strategy === chosen && one.selectId === place.selectId).at(-1)
      if (weighed) weighed.chosen = true
      continue
    }
    draft.semiJoins.push(
      known({
        selectId: place.selectId,
        strategy,
        order,
        cost: numberIn(tape, each, 'cost') ?? numberIn(tape, each, 'read_time'),
        rows: numberIn(tape, each, 'rows') ?? numberIn(tape, each, 'records'),
        chosen: booleanIn(tape, each, 'chosen') ?? false,
        final: false,
        cause: textIn(tape, each, 'cause') ?? textIn(tape, each, 'choice'),
        span: spanOf(tape, each),
      }),
    )
    readRecalculated(draft, each, place, order)
  }
}

/** A strategy changes the order or the reading of its tables, so that their ways are weighed once more. */
function readRecalculated(draft: TraceDraft, at: JsonAt, place: Place, order: readonly string[]): void {
  const { tape } = draft
  const again = memberOf(tape, at, 'recalculate_access_paths_and_cost')
  // MariaDB lists the tables of the strategy itself.
  const tables = again === -1 ? memberOf(tape, at, 'join_order') : memberOf(tape, again, 'tables')
  if (tables === -1) return
  for (const each of childrenOf(tape, tables)) {
    const path = memberOf(tape, each, 'best_access_path')
    const table = textIn(tape, each, 'table')
    if (path === -1 || table === undefined) continue
    readAccessPaths(draft, path, { ...place, stage: 'semi-join', table }, { prefix: order })
    if (order.length === 0) readLooseScan(draft, each, { ...place, table })
  }
}

/** MySQL: the index by which a loose scan skips from value to value; it stands in a member that has no name. */
function readLooseScan(draft: TraceDraft, at: JsonAt, place: Place): void {
  const { tape } = draft
  const unnamed = childrenOf(tape, at).find((each) => memberOf(tape, each, 'searching_loose_scan_index') !== -1)
  const search = unnamed === undefined ? -1 : memberOf(tape, unnamed, 'searching_loose_scan_index')
  const list = search === -1 ? -1 : memberOf(tape, search, 'indexes')
  if (list === -1 || place.table === undefined) return
  const table = tableOf(draft, place.selectId, place.table)
  let last: Writable<TraceAlternative> | undefined
  for (const each of childrenOf(tape, list)) {
    for (const [key, method] of looseScans) {
      const way = memberOf(tape, each, key)
      if (way === -1 || !isObject(tape, way)) continue
      const chosen = booleanIn(tape, way, 'chosen') ?? false
      if (chosen && last) last.chosen = false
      const alternative: Writable<TraceAlternative> = known({
        selectId: place.selectId,
        prefix: [],
        stage: 'semi-join',
        phase: method === 'index-scan' ? 'scan' : method === 'range' ? 'range' : 'ref',
        method,
        accessType: 'loose_scan',
        index: textIn(tape, each, 'index'),
        cost: numberIn(tape, way, 'cost'),
        usable: true,
        chosen,
        span: spanOf(tape, each),
      })
      if (chosen) last = alternative
      table.alternatives.push(alternative)
    }
  }
}

const looseScans = [
  ['covering_scan', 'index-scan'],
  ['range_scan', 'range'],
  ['ref', 'lookup'],
] as const

/** The semi-join strategy that the plan runs with; its tables are weighed once more. */
export function readFinalStrategy(draft: TraceDraft, at: JsonAt, place: Place): void {
  const { tape } = draft
  const strategy = textIn(tape, at, 'final_semijoin_strategy') ?? textIn(tape, at, 'semi_join_strategy')
  if (strategy === undefined) return
  draft.semiJoins.push(
    known({
      selectId: place.selectId,
      strategy,
      order: [],
      cost: numberIn(tape, at, 'cost'),
      rows: numberIn(tape, at, 'rows'),
      chosen: true,
      final: true,
      span: spanOf(tape, at),
    }),
  )
  readRecalculated(draft, at, place, [])
}
