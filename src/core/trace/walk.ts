import { asText, childrenOf, isArray, isObject, isText, keyOf, memberSpanOf, spanOf } from '../json/cursor'
import type { JsonAt } from '../json/tape'
import { readConditions } from './conditions'
import { booleanIn, known, numberIn, type Place, type TraceDraft, tableOf, textIn } from './draft'
import { noteHints } from './hints'
import { readFinalStrategy, readJoinSearch } from './join-search'
import { readRangeAnalysis } from './range-analysis'
import { readOrderingRecheck, readOrderTests, readRefToRange, readTypeChange, readUsageRecheck } from './rechecks'
import { keyUseOf } from './ref-to-range'
import { tracedName } from './table-name'
import {
  readBestEqual,
  readClause,
  readConditionProcessing,
  readConstantCondition,
  readDerived,
  readNamed,
  readNestedJoins,
  readPushdown,
  readTableList,
  readTransformation,
  selectIdOf,
} from './transformations'
import { numberText } from './words'
import { readFilesort, readTemporaryTable } from './work'

type Reader = (draft: TraceDraft, at: JsonAt, place: Place, around: JsonAt) => void

/** Steps by their name, and who reads them. What is inside them is walked as well. */
const readers: Readonly<Record<string, Reader>> = {
  range_analysis: readRangeAnalysis,
  rerunning_range_optimizer_for_single_index: readRangeAnalysis,
  table_scan: readTableScan,
  ref_optimizer_key_uses: readKeyUses,
  considered_execution_plans: readJoinSearch,
  best_join_order: readBestOrder,
  subquery_plan: readSubqueryPlan,
  subq_mat_decision: readMaterialization,
  condition_processing: readConditionProcessing,
  transformation: (draft, at, place) => {
    if (isObject(draft.tape, at)) readTransformation(draft, at, place)
  },
  derived: readDerived,
  view: readDerived,
  clause_processing: readClause,
  simplifying_order_by: readClause,
  simplifying_group_by: readClause,
  simplifying_distinct: readClause,
  condition_pushdown_to_derived: readPushdown,
  substitute_best_equal: readBestEqual,
  eliminated_tables: readTableList,
  pulled_out_semijoin_tables: readTableList,
  pulled_out_tables: readTableList,
  changed_distinct_to_group_by: readNamed,
  removed_order_by: readNamed,
  removed_distinct: readNamed,
  condition_on_constant_tables: readConstantCondition,
  attached_conditions_summary: readConditions,
  finalizing_table_conditions: readConditions,
  make_join_readinfo: readConditions,
  refine_plan: readConditions,
  reconsidering_access_paths_for_index_ordering: readOrderingRecheck,
  test_if_skip_sort_order: readOrderTests,
  rechecking_index_usage: readUsageRecheck,
  access_type_changed: readTypeChange,
  ref_to_range: readRefToRange,
  creating_tmp_table: readTemporaryTable,
  converting_tmp_table_to_ondisk: readTemporaryTable,
  converting_tmp_table_to_myisam: readTemporaryTable,
  adding_tmp_table_in_plan_at_position: readTemporaryTable,
  adding_sort_to_table: readFilesort,
  filesort_priority_queue_optimization: readFilesort,
  filesort_summary: readFilesort,
  join_optimizer: readLines,
}

/**
 * Read whole by their readers: what is in them must not be read again as if it stood alone. Only a subquery that is
 * planned and run in the middle of such a step is looked for.
 */
const closed: ReadonlySet<string> = new Set([
  'range_analysis',
  'rerunning_range_optimizer_for_single_index',
  'condition_processing',
  'transformation',
])
const blocks: ReadonlySet<string> = new Set(['join_preparation', 'join_optimization', 'join_execution', 'join_explain'])

/** Steps whose insides belong to another stage of the work. */
const stages: Readonly<Record<string, Place['stage']>> = {
  rows_estimation: 'estimation',
  execution_plan_for_potential_materialization: 'materialization',
  test_if_skip_sort_order: 'recheck',
  reconsidering_access_paths_for_index_ordering: 'recheck',
  rechecking_index_usage: 'recheck',
  attached_conditions_computation: 'recheck',
  check_if_range_uses_more_keyparts_than_ref: 'recheck',
}

interface Open {
  readonly at: JsonAt
  readonly place: Place
  /** Inside a step that was read whole. */
  readonly read: boolean
}

/** Goes through the trace in its order and gives every known step to its reader. No recursion: depth is no limit. */
export function walkTrace(draft: TraceDraft): void {
  const { tape } = draft
  /** The statement of each block as it was before its joins were made flat. */
  const queries = new Map<number, string>()
  const open: Open[] = [{ at: 0, place: { selectId: 1, stage: 'join-search' }, read: false }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at } = next
    const object = isObject(tape, at)
    const place = object && !next.read ? placeOf(draft, at, next.place) : next.place
    const below: Open[] = []
    for (const member of childrenOf(tape, at)) {
      const name = keyOf(tape, member)
      const container = isObject(tape, member) || isArray(tape, member)
      const block = blocks.has(name)
      if (next.read && !block) {
        if (container) below.push({ at: member, place, read: true })
        continue
      }
      const stage = block ? 'join-search' : stageOf(name, place.stage)
      const here = stage === place.stage ? place : { ...place, stage }
      if (name === 'expanded_query' && isText(tape, member)) {
        const query = asText(tape, member) ?? ''
        queries.set(place.selectId, query)
        noteHints(draft, place.selectId, query)
      }
      if (name === 'transformations_to_nested_joins') {
        readNestedJoins(draft, member, here, queries.get(place.selectId))
      } else {
        readers[name]?.(draft, member, here, at)
      }
      if (container && name !== 'considered_execution_plans') {
        below.push({ at: member, place: here, read: closed.has(name) })
      }
    }
    if (object && !next.read) readFinalStrategy(draft, at, place)
    for (const one of below.reverse()) open.push(one)
  }
}

/** A second look may hold an estimation of its own: it belongs to the second look. */
function stageOf(name: string, around: Place['stage']): Place['stage'] {
  return around === 'recheck' && name === 'rows_estimation' ? around : (stages[name] ?? around)
}

function placeOf(draft: TraceDraft, at: JsonAt, around: Place): Place {
  const selectId = selectIdOf(draft.tape, at)
  const written = textIn(draft.tape, at, 'table')
  if (selectId === undefined && written === undefined) return around
  const table = written ?? (selectId === undefined || selectId === around.selectId ? around.table : undefined)
  const place = { selectId: selectId ?? around.selectId, stage: around.stage, ...(table !== undefined && { table }) }
  if (written !== undefined && around.stage === 'estimation') readEstimate(draft, at, place, written)
  return place
}

/** An entry of `rows_estimation` without analysis: a constant table, or rows and cost alone. */
function readEstimate(draft: TraceDraft, at: JsonAt, place: Place, written: string): void {
  const { tape } = draft
  const type = textIn(tape, at, 'table_type')
  const rows = numberIn(tape, at, 'rows')
  // The inner table of an outer join whose ON never holds gives one row of NULLs.
  const nulls = booleanIn(tape, at, 'returning_empty_null_row') === true
  if (type === undefined && rows === undefined && !nulls) return
  const table = tableOf(draft, place.selectId, written)
  if (nulls) table.constant = true
  if (type === 'const' || type === 'system' || type === 'function') table.constant = type !== 'function'
  if (rows !== undefined) table.rows = rows
  const cost = numberIn(tape, at, 'cost')
  if (cost !== undefined) table.scanCost = cost
  if (type === 'const' || type === 'system' || nulls) {
    table.alternatives.push(
      known({
        selectId: place.selectId,
        prefix: [],
        stage: 'estimation',
        phase: 'ref',
        method: 'constant',
        accessType: type ?? 'const',
        rows,
        cost,
        usable: true,
        chosen: true,
        cause: textIn(tape, at, 'cause'),
        span: spanOf(tape, at),
      }),
    )
  }
}

/** `table_scan` beside `range_analysis`; inside it, the analysis reads it. */
function readTableScan(draft: TraceDraft, at: JsonAt, place: Place): void {
  if (place.table === undefined) return
  const { tape } = draft
  const table = tableOf(draft, place.selectId, place.table)
  const rows = numberIn(tape, at, 'rows')
  const cost = numberIn(tape, at, 'cost') ?? numberIn(tape, at, 'read_and_compare_cost')
  if (rows !== undefined) table.rows = rows
  if (cost !== undefined) table.scanCost = cost
  table.alternatives.push(
    known({
      selectId: place.selectId,
      prefix: [],
      stage: 'estimation',
      phase: 'scan',
      method: 'full-scan',
      accessType: 'table_scan',
      rows,
      cost,
      usable: true,
      chosen: true,
      span: spanOf(tape, at),
    }),
  )
}

/** MariaDB names the index beside the column, MySQL does not. */
function readKeyUses(draft: TraceDraft, list: JsonAt, place: Place): void {
  const { tape } = draft
  for (const each of childrenOf(tape, list)) {
    const [table, index, field] = ['table', 'index', 'field'].map((key) => textIn(tape, each, key))
    if (table === undefined || index === undefined || field === undefined) continue
    const key = keyUseOf(place.selectId, tracedName(table).shown, index)
    const use = { field, equals: textIn(tape, each, 'equals') ?? '' }
    const uses = draft.keyUses.get(key)
    if (uses) uses.push(use)
    else draft.keyUses.set(key, [use])
  }
}

/** MariaDB: the order that was taken, with the rows and cost that stand beside it. */
function readBestOrder(draft: TraceDraft, at: JsonAt, place: Place, around: JsonAt): void {
  const { tape } = draft
  // 10.x lists objects with a table, 11.x names.
  const names = childrenOf(tape, at).flatMap((each) => asText(tape, each) ?? textIn(tape, each, 'table') ?? [])
  if (names.length === 0) return
  draft.bestOrders.push(
    known({
      at,
      selectId: place.selectId,
      order: names.map((each) => tracedName(each).shown),
      cost: numberIn(tape, around, 'cost'),
      rows: numberIn(tape, around, 'rows'),
      span: spanOf(tape, around),
    }),
  )
}

function searchesOf(draft: TraceDraft, selectId: number): readonly number[] {
  return [...new Set(draft.joinOrders.filter((one) => one.selectId === selectId).map((one) => one.search))]
}

/** MariaDB: of two plans for an IN subquery, with and without the outer column pushed in, one is taken. */
function readSubqueryPlan(draft: TraceDraft, at: JsonAt, place: Place): void {
  const materialized = textIn(draft.tape, at, 'choosen') === 'materialization'
  const taken = searchesOf(draft, place.selectId).at(materialized ? -2 : -1)
  if (taken !== undefined) draft.takenSearches.set(place.selectId, taken)
  addMaterialization(draft, at, place, {
    materialized,
    costs: [numberIn(draft.tape, at, 'in_exist_cost'), numberIn(draft.tape, at, 'materialization_cost')],
  })
}

/** MySQL: the same choice, beside the search without the outer column, which is taken when it says `chosen`. */
function readMaterialization(draft: TraceDraft, at: JsonAt, place: Place, around: JsonAt): void {
  const materialized = booleanIn(draft.tape, at, 'chosen') ?? false
  if (materialized) draft.filledOnce.set(place.selectId, spanOf(draft.tape, around))
  addMaterialization(draft, at, place, {
    materialized,
    costs: [numberIn(draft.tape, at, 'cost_of_EXISTS'), numberIn(draft.tape, at, 'cost_of_materialization')],
  })
}

/** `costs`: of running the subquery for each row of the query around it, and of filling a table once. */
function addMaterialization(
  draft: TraceDraft,
  at: JsonAt,
  place: Place,
  { materialized, costs: [each, once] }: { materialized: boolean; costs: readonly [number?, number?] },
): void {
  draft.transformations.push(
    known({
      selectId: place.selectId,
      name: 'IN subquery materialized',
      before: each === undefined ? undefined : `run for each row: cost ${numberText(each)}`,
      after: once === undefined ? undefined : `filled once and looked up: cost ${numberText(once)}`,
      applied: materialized,
      cause: materialized ? undefined : 'cost',
      span: memberSpanOf(draft.tape, at),
    }),
  )
}

/** The hypergraph optimizer's free text, line by line with its costs. */
function readLines(draft: TraceDraft, at: JsonAt): void {
  const { tape } = draft
  for (const each of childrenOf(tape, at)) {
    const text = asText(tape, each)
    if (text === undefined) continue
    const cost = /\bcost[ =:]+(\d+(?:\.\d+)?(?:e[+-]?\d+)?)/i.exec(text)?.[1]
    draft.lines.push({ text, ...(cost !== undefined && { cost: Number(cost) }), span: spanOf(tape, each) })
  }
}
