import { asText, childrenOf, firstIn, isArray, isObject, keyOf, memberOf, nextIn, spanOf } from '../json/cursor'
import type { JsonAt, JsonTape } from '../json/tape'
import {
  blockOf,
  booleanIn,
  type DraftTable,
  firstOf,
  known,
  numberIn,
  type Place,
  type TraceDraft,
  tableOf,
  textIn,
  textsIn,
  type Writable,
} from './draft'
import type { TraceAlternative, TraceTable } from './model'

type Weighed = Omit<Partial<TraceAlternative>, 'method' | 'phase' | 'accessType'> &
  Pick<TraceAlternative, 'method' | 'phase' | 'accessType'>

/**
 * The range optimizer's work on one table: which indexes have ranges, what each costs, merges of indexes, loose and
 * skip scans, and what it settled on.
 */
export function readRangeAnalysis(draft: TraceDraft, at: JsonAt, place: Place, around: JsonAt): void {
  const { tape } = draft
  const again = place.stage === 'recheck'
  const selectId = again ? blockOf(draft, place.selectId, place.table ?? '') : place.selectId
  const table = tableOf(draft, selectId, place.table ?? '')
  const stage = place.stage === 'recheck' ? 'recheck' : 'estimation'
  // MariaDB asks once more for the ranges of a row id filter, when the order is known: that is no way to read the table.
  const filters =
    place.stage === 'join-search' &&
    draft.bestOrders.some((one) => one.selectId === place.selectId && one.order.includes(table.table))
  // Asked for one index that could give an order: whether it is taken stands in the summary of that second look.
  const forOrder = stage === 'recheck' && memberOf(tape, around, 'index') !== -1
  if (filters) return
  const reading = new RangeReading(tape, table, { ...place, selectId, stage }, !forOrder)
  readMembers(tape, at, table, reading)
  reading.settle()
}

function readMembers(tape: JsonTape, at: JsonAt, table: DraftTable, reading: RangeReading): void {
  for (let member = firstIn(tape, at); member !== -1; member = nextIn(tape, at, member)) {
    switch (keyOf(tape, member)) {
      case 'table_scan':
        reading.tableScan(member)
        break
      case 'potential_range_indexes':
      case 'potential_range_indices':
        for (const each of childrenOf(tape, member)) reading.possible(each)
        break
      case 'best_covering_index_scan':
        reading.add(member, { phase: 'scan', method: 'index-scan', accessType: 'index' })
        break
      case 'impossible_range':
        table.impossibleRange = true
        break
      case 'group_index_range':
      case 'group_index_skip_scan':
        reading.groups(member)
        break
      case 'skip_scan_range':
        reading.skips(member)
        break
      case 'analyzing_range_alternatives':
        reading.scans(member)
        // MariaDB has the merges of indexes inside.
        readMembers(tape, member, table, reading)
        break
      case 'analyzing_roworder_intersect':
        reading.intersection(member, 'index_roworder_intersect')
        break
      case 'best_group_range_summary':
        reading.bestGroup(member)
        break
      case 'analyzing_index_merge':
      case 'analyzing_index_merge_union':
        for (const each of childrenOf(tape, member)) reading.union(each)
        break
      case 'analyzing_sort_intersect':
        reading.intersection(member, 'index_sort_intersect')
        break
      case 'chosen_range_access_summary':
        reading.summary(member)
        break
      default:
        break
    }
  }
}

class RangeReading {
  readonly #tape: JsonTape
  readonly #table: DraftTable
  readonly #place: Place
  readonly #weighed: Writable<TraceAlternative>[] = []
  #chosen: TraceTable['range']
  /** Key parts of the indexes that have ranges. */
  readonly #keyParts = new Map<string, readonly string[]>()

  /** Its result may become the way that the table is read. */
  readonly #decides: boolean

  constructor(tape: JsonTape, table: DraftTable, place: Place, decides: boolean) {
    this.#tape = tape
    this.#table = table
    this.#place = place
    this.#decides = decides
  }

  tableScan(at: JsonAt): void {
    const rows = numberIn(this.#tape, at, 'rows')
    const cost = numberIn(this.#tape, at, 'cost')
    if (this.#decides && rows !== undefined) this.#table.rows = rows
    if (this.#decides && cost !== undefined) this.#table.scanCost = cost
    this.add(at, { phase: 'scan', method: 'full-scan', accessType: 'table_scan' })
  }

  possible(at: JsonAt): void {
    const index = textIn(this.#tape, at, 'index')
    if (index === undefined) return
    if (booleanIn(this.#tape, at, 'usable') === false) {
      this.add(at, { phase: 'range', method: 'range', accessType: 'range_scan', usable: false })
    } else {
      this.#keyParts.set(index, textsIn(this.#tape, at, 'key_parts') ?? [])
    }
  }

  scans(at: JsonAt): void {
    const scans = memberOf(this.#tape, at, 'range_scan_alternatives')
    if (scans === -1) return
    for (const each of childrenOf(this.#tape, scans)) {
      this.add(each, { phase: 'range', method: 'range', accessType: 'range_scan' })
    }
  }

  /** Only an intersection that was really weighed is a way: with fewer than two indexes there is none. */
  intersection(at: JsonAt, accessType: string): void {
    const merged = firstOf(this.#tape, at, ['intersecting_indexes', 'intersecting_indices'])
    if (merged === -1) return
    const indexes = childrenOf(this.#tape, merged).flatMap((each) => textIn(this.#tape, each, 'index') ?? [])
    const clustered = memberOf(this.#tape, at, 'clustered_pk')
    const along = ['clustered_pk_scan_added_to_intersect', 'clustered_pk_added_to_intersect'].some(
      (key) => clustered !== -1 && booleanIn(this.#tape, clustered, key) === true,
    )
    if (along) indexes.push('PRIMARY')
    if (indexes.length > 0) this.add(at, { phase: 'range', method: 'index-merge', accessType, indexes })
  }

  union(at: JsonAt): void {
    const tape = this.#tape
    const parts = firstOf(tape, at, ['indexes_to_merge', 'indices_to_merge'])
    const indexes =
      parts === -1 ? [] : childrenOf(tape, parts).flatMap((each) => textIn(tape, each, 'index_to_merge') ?? [])
    if (indexes.length === 0) return
    const cost =
      numberIn(tape, at, 'index_roworder_union_cost') ??
      numberIn(tape, at, 'total_cost') ??
      numberIn(tape, at, 'cost_of_reading_ranges')
    this.add(at, {
      phase: 'range',
      method: 'index-merge',
      accessType: booleanIn(tape, at, 'use_roworder_union') ? 'index_roworder_union' : 'index_merge',
      indexes,
      ...(cost !== undefined && { cost }),
    })
  }

  bestGroup(at: JsonAt): void {
    this.add(at, { phase: 'group', method: 'loose-scan', accessType: 'index_group' })
  }

  groups(at: JsonAt): void {
    const tape = this.#tape
    const weighed = { phase: 'group', method: 'loose-scan', accessType: 'index_group' } as const
    const each = firstOf(tape, at, [
      'potential_group_range_indexes',
      'potential_group_range_indices',
      'potential_group_skip_scan_indexes',
    ])
    if (each !== -1) for (const one of childrenOf(tape, each)) this.add(one, weighed)
    const best = memberOf(tape, at, 'best_group_range_summary')
    if (best !== -1) this.add(best, weighed)
    else if (each === -1) this.add(at, { ...weighed, usable: false })
  }

  skips(at: JsonAt): void {
    const tape = this.#tape
    const weighed = { phase: 'range', method: 'skip-scan', accessType: 'skip_scan' } as const
    const each = memberOf(tape, at, 'potential_skip_scan_indexes')
    if (each !== -1) for (const one of childrenOf(tape, each)) this.add(one, weighed)
    const best = memberOf(tape, at, 'best_skip_scan_summary')
    if (best !== -1) this.add(best, weighed)
    else if (each === -1) this.add(at, { ...weighed, usable: false })
  }

  summary(at: JsonAt): void {
    const tape = this.#tape
    const plan = memberOf(tape, at, 'range_access_plan')
    if (plan === -1) return
    const indexes = new Set<string>()
    const ranges: string[] = []
    // Unions and intersections hold their scans inside.
    const open = [plan]
    for (let object = open.shift(); object !== undefined; object = open.shift()) {
      const index = isObject(tape, object) ? textIn(tape, object, 'index') : undefined
      if (index !== undefined) indexes.add(index)
      // MySQL reads the clustered key of an intersection along and names it nowhere else.
      if (isObject(tape, object) && booleanIn(tape, object, 'clustered_pk_scan') === true) indexes.add('PRIMARY')
      for (const member of childrenOf(tape, object)) {
        if (keyOf(tape, member) === 'ranges') ranges.push(...rangesOf(tape, member))
        else if (isArray(tape, member) || isObject(tape, member)) open.push(member)
      }
    }
    this.#chosen = known({
      type: textIn(tape, plan, 'type') ?? 'range',
      indexes: [...indexes],
      ranges,
      rows: numberIn(tape, at, 'rows_for_plan'),
      cost: numberIn(tape, at, 'cost_for_plan'),
      chosen: booleanIn(tape, at, 'chosen') ?? false,
      span: spanOf(tape, at),
    })
  }

  add(at: JsonAt, weighed: Weighed): void {
    this.#weighed.push(this.#alternative(at, weighed))
  }

  /** Of all that were best for a while only the one of the summary was chosen; without a summary, the scan. */
  settle(): void {
    const range = this.#chosen?.chosen ? this.#chosen : undefined
    const wanted = range && `${range.type} ${[...range.indexes].sort().join(',')}`
    let taken: Writable<TraceAlternative> | undefined
    for (const each of this.#weighed) {
      const indexes = each.indexes ?? (each.index === undefined ? [] : [each.index])
      const is =
        wanted === undefined
          ? each.accessType === 'table_scan'
          : wanted === `${each.accessType} ${[...indexes].sort().join(',')}`
      if (is) taken = each
      each.chosen = false
    }
    if (taken && this.#decides) taken.chosen = true
    this.#table.alternatives.push(...this.#weighed)
    if (this.#chosen && this.#decides) this.#table.range = this.#chosen
  }

  #alternative(at: JsonAt, weighed: Weighed): Writable<TraceAlternative> {
    const tape = this.#tape
    const index = textIn(tape, at, 'index')
    const ranges = memberOf(tape, at, 'ranges')
    const usable = booleanIn(tape, at, 'usable')
    return known({
      selectId: this.#place.selectId,
      prefix: [],
      stage: this.#place.stage,
      index,
      rows: numberIn(tape, at, 'rows'),
      cost: numberIn(tape, at, 'cost'),
      usable: usable ?? true,
      chosen: booleanIn(tape, at, 'chosen') ?? false,
      cause: textIn(tape, at, 'cause'),
      ranges: ranges === -1 ? undefined : rangesOf(tape, ranges),
      keyParts: index === undefined ? undefined : this.#keyParts.get(index),
      indexOnly: booleanIn(tape, at, 'index_only'),
      rowidOrdered: booleanIn(tape, at, 'rowid_ordered'),
      multiRangeRead: booleanIn(tape, at, 'using_mrr'),
      indexDives: booleanIn(tape, at, 'index_dives_for_eq_ranges'),
      span: spanOf(tape, at),
      ...weighed,
    })
  }
}

/** Ranges as texts; MariaDB gives a single one as text, and objects where a range cannot be printed. */
function rangesOf(tape: JsonTape, at: JsonAt): string[] {
  const single = asText(tape, at)
  if (single !== undefined) return [single]
  return childrenOf(tape, at).flatMap((each) => asText(tape, each) ?? [])
}
