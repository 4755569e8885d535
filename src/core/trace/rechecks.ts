import { childrenOf, isObject, memberOf, memberSpanOf, spanOf } from '../json/cursor'
import type { JsonAt, JsonTape } from '../json/tape'
import { blockOf, booleanIn, known, numberIn, type Place, type TraceDraft, tableOf, textIn, textsIn } from './draft'
import { methodOfTraced } from './methods'
import type { TraceAlternative } from './model'
import { tracedName } from './table-name'

/**
 * The second look for ORDER BY or GROUP BY: with a LIMIT, an index that gives the order may replace the access that the
 * join search chose. This explains many bad plans.
 */
export function readOrderingRecheck(draft: TraceDraft, at: JsonAt, place: Place): void {
  const { tape } = draft
  const summaryAt = memberOf(tape, at, 'index_order_summary')
  const summary = summaryAt === -1 ? at : summaryAt
  const written = textIn(tape, summary, 'table') ?? place.table
  const table = written === undefined ? '' : tracedName(written).shown
  const selectId = written === undefined ? place.selectId : blockOf(draft, place.selectId, written)
  // MariaDB's `test_if_skip_sort_order` lists the indexes that it looked at.
  const list = memberOf(tape, at, 'possible_keys')
  const candidates = (list === -1 ? [] : childrenOf(tape, list))
    .filter((each) => isObject(tape, each))
    .map((each) =>
      known({
        index: textIn(tape, each, 'index') ?? '',
        canResolveOrder: booleanIn(tape, each, 'can_resolve_order'),
        cost: numberIn(tape, each, 'index_scan_time') ?? numberIn(tape, each, 'cost'),
        rows: numberIn(tape, each, 'rows_to_examine') ?? numberIn(tape, each, 'updated_limit'),
        usable: booleanIn(tape, each, 'usable'),
        chosen: booleanIn(tape, each, 'chosen'),
        cause: textIn(tape, each, 'cause'),
        span: spanOf(tape, each),
      }),
    )
  const winner = candidates.filter((one) => one.chosen).at(-1)
  const index = textIn(tape, summary, 'index') ?? winner?.index
  // MariaDB says of the index itself that a range is read, and analyses it behind; without that it was only a test.
  const ofList = winner && list !== -1 && childrenOf(tape, list).some((each) => isRangeOf(tape, each, winner.index))
  const onlyTested = ofList === true && draft.orderTests.has(at)
  const planChanged = booleanIn(tape, summary, 'plan_changed') ?? (winner !== undefined && !onlyTested)
  const range = rangeFor(tape, at, index) ?? (ofList ? {} : undefined)
  // MySQL 8.0 prints "ALL" here, and in EXPLAIN's table, where it reads a range of the index.
  const accessType = range === undefined ? textIn(tape, summary, 'access_type') : 'range'
  draft.rechecks.push(
    known({
      selectId,
      table,
      reason: 'ordering',
      clause: textIn(tape, at, 'clause'),
      planChanged,
      providesOrder: booleanIn(tape, summary, 'index_provides_order'),
      // MySQL writes "unknown" where no index was looked at.
      index: index === 'unknown' ? undefined : index,
      accessType,
      direction: textIn(tape, summary, 'order_direction') ?? direction(numberIn(tape, at, 'direction')),
      rows: winner?.rows,
      cause: textIn(tape, summary, 'cause'),
      candidates,
      span: memberSpanOf(tape, at),
    }),
  )
  if (!planChanged || index === undefined || written === undefined) return
  tableOf(draft, selectId, written).alternatives.push(
    known({
      selectId,
      prefix: [],
      stage: 'recheck',
      phase: 'order',
      method: methodForOrder(accessType),
      accessType: accessType ?? 'index_scan',
      index,
      rows: winner?.rows ?? range?.rows,
      cost: winner?.cost ?? range?.cost,
      ranges: range?.ranges,
      usable: true,
      chosen: true,
      span: spanOf(tape, range === undefined ? summary : at),
    }),
  )
}

/** An index that is read for its order is scanned, unless a lookup or range is named; "ALL" and "table_scan" are not. */
function methodForOrder(accessType: string | undefined): TraceAlternative['method'] {
  const method = accessType === undefined ? 'other' : methodOfTraced(accessType)
  return method === 'other' || method === 'full-scan' ? 'index-scan' : method
}

/** MariaDB: the second looks of a block, each with the range analysis that follows when its index is taken. */
export function readOrderTests(draft: TraceDraft, list: JsonAt): void {
  const { tape } = draft
  const members = childrenOf(tape, list)
  for (const [place, member] of members.entries()) {
    const look = isObject(tape, member) ? memberOf(tape, member, 'reconsidering_access_paths_for_index_ordering') : -1
    const next = members[place + 1]
    const analysed = next !== undefined && isObject(tape, next) && memberOf(tape, next, 'range_analysis') !== -1
    if (look !== -1 && !analysed) draft.orderTests.add(look)
  }
}

function isRangeOf(tape: JsonTape, candidate: JsonAt, index: string): boolean {
  return textIn(tape, candidate, 'index') === index && booleanIn(tape, candidate, 'range_scan') === true
}

interface OrderRange {
  readonly rows?: number | undefined
  readonly cost?: number | undefined
  readonly ranges?: readonly string[] | undefined
}

/** MySQL 8.0+: the range of the index that gives the order, where the second look found one. */
function rangeFor(tape: JsonTape, at: JsonAt, index: string | undefined): OrderRange | undefined {
  const steps = memberOf(tape, at, 'steps')
  for (const step of steps === -1 ? [] : childrenOf(tape, steps)) {
    const summary = ['rows_estimation', 'range_analysis', 'chosen_range_access_summary'].reduce<JsonAt>(
      (inside, name) => (inside === -1 ? -1 : memberOf(tape, inside, name)),
      step,
    )
    const plan = summary === -1 ? -1 : memberOf(tape, summary, 'range_access_plan')
    if (plan === -1 || textIn(tape, plan, 'index') !== index || booleanIn(tape, summary, 'chosen') === false) continue
    return {
      rows: numberIn(tape, summary, 'rows_for_plan'),
      cost: numberIn(tape, summary, 'cost_for_plan'),
      ranges: textsIn(tape, plan, 'ranges'),
    }
  }
  return undefined
}

function direction(sign: number | undefined): string | undefined {
  return sign === undefined ? undefined : sign < 0 ? 'desc' : 'asc'
}

/** `rechecking_index_usage`: the range optimizer is asked again, because a LIMIT is low or the table is not the first. */
export function readUsageRecheck(draft: TraceDraft, at: JsonAt, place: Place): void {
  const { tape } = draft
  const written = textIn(tape, at, 'table') ?? place.table
  const selectId = written === undefined ? place.selectId : blockOf(draft, place.selectId, written)
  draft.rechecks.push(
    known({
      selectId,
      table: written === undefined ? '' : tracedName(written).shown,
      reason: 'usage',
      clause: textIn(tape, at, 'recheck_reason'),
      planChanged: false,
      rows: numberIn(tape, at, 'limit'),
      candidates: [],
      span: memberSpanOf(tape, at),
    }),
  )
}

/** `access_type_changed`: a range that can use more parts of the same index replaces the lookup. */
export function readTypeChange(draft: TraceDraft, at: JsonAt, place: Place): void {
  const { tape } = draft
  const written = textIn(tape, at, 'table') ?? place.table
  const selectId = written === undefined ? place.selectId : blockOf(draft, place.selectId, written)
  const index = textIn(tape, at, 'index')
  const accessType = textIn(tape, at, 'new_type')
  const cause = textIn(tape, at, 'cause')
  draft.rechecks.push(
    known({
      selectId,
      table: written === undefined ? '' : tracedName(written).shown,
      reason: 'key-parts',
      planChanged: true,
      index,
      accessType,
      cause,
      candidates: [],
      span: memberSpanOf(tape, at),
    }),
  )
  if (written === undefined || accessType === undefined) return
  tableOf(draft, selectId, written).alternatives.push(
    known({
      selectId,
      prefix: [],
      stage: 'recheck',
      phase: 'range',
      method: methodOfTraced(accessType),
      accessType,
      index,
      usable: true,
      chosen: true,
      cause,
      span: spanOf(tape, at),
    }),
  )
}

/**
 * MariaDB: `choose_best_splitting` among the ways to read a derived table. When a splitting is chosen, the grouped table
 * inside is read by an index on the grouped columns, once per row of the query around it.
 */
export function readSplitting(draft: TraceDraft, splitting: JsonAt): void {
  const { tape } = draft
  // 10.x tells it here, 11.x in an object of its own.
  const inside = memberOf(tape, splitting, 'split_materialized')
  const at = inside === -1 ? splitting : inside
  const written = textIn(tape, at, inside === -1 ? 'lead_table' : 'table')
  const index = textIn(tape, at, inside === -1 ? 'index' : 'key')
  if (written === undefined || index === undefined) return
  const { shown } = tracedName(written)
  // The trace does not say which block the table stands in; the derived table was planned before.
  const table = [...draft.tables.values()].filter((one) => one.table === shown).at(-1)
  if (!table) return
  const planChanged = booleanIn(tape, at, 'chosen') ?? false
  const rows = numberIn(tape, at, 'rows') ?? numberIn(tape, at, 'records')
  const cost = numberIn(tape, at, 'total_splitting_cost') ?? numberIn(tape, at, 'cost')
  const { selectId } = table
  const keys = memberOf(tape, splitting, 'considered_keys')
  const candidates = (keys === -1 ? [] : childrenOf(tape, keys)).map((each) =>
    known({
      index: textIn(tape, each, 'index') ?? '',
      rows: numberIn(tape, each, 'rec_per_key'),
      span: spanOf(tape, each),
    }),
  )
  draft.rechecks.push(
    known({
      selectId,
      table: shown,
      reason: 'splitting',
      planChanged,
      index,
      accessType: 'ref',
      rows,
      candidates,
      span: memberSpanOf(tape, at),
    }),
  )
  if (!planChanged) return
  table.alternatives.push(
    known({
      selectId,
      prefix: [],
      stage: 'recheck',
      phase: 'ref',
      method: 'lookup',
      accessType: 'ref',
      index,
      rows,
      cost,
      usable: true,
      chosen: true,
      span: spanOf(tape, at),
    }),
  )
}

/** MariaDB: `ref_to_range`, without the table's name; which one it is can be said when the order is known. */
export function readRefToRange(draft: TraceDraft, _at: JsonAt, place: Place, around: JsonAt): void {
  const { tape } = draft
  draft.refsToRanges.push(
    known({ selectId: place.selectId, cause: textIn(tape, around, 'cause'), span: spanOf(tape, around) }),
  )
}
