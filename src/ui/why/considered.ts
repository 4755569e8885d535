import { causeInWords } from '../../core/trace/causes'
import { type ChosenAccess, chosenAccesses, chosenOrder, plannedBlocks } from '../../core/trace/chosen'
import type { Trace, TraceAlternative, TraceTable } from '../../core/trace/model'
import { recheckSentence } from '../../core/trace/recheck-words'

/** What was considered for each table, as the page needs it: ways in groups whose costs can be compared. */

export interface ConsideredWay {
  /** Unlike any other way's of the trace. */
  readonly key: string
  /** `range`, `full scan`, or the server's word for a lookup: `ref`, `eq_ref`. */
  readonly label: string
  readonly index?: string | undefined
  readonly rows?: number | undefined
  readonly rowsAfter?: number | undefined
  readonly cost?: number | undefined
  /** Cost ÷ that of the dearest way of its point: 0…1. */
  readonly costShare?: number | undefined
  /** taken: the plan reads the table so. best: cheapest at its point, which the plan does not come to. */
  readonly state: 'taken' | 'best' | 'rejected' | 'refused'
  readonly outcome: string
  /** Ranges, key parts and the like, one sentence each. */
  readonly details: readonly string[]
  readonly span: { readonly start: number; readonly end: number }
}

/** A point of the optimizer's work at which ways were weighed against each other. */
export interface ConsideredPoint {
  readonly key: string
  /** taken: after the tables before it in the plan. alone: the range optimizer. again: a second look. */
  readonly kind: 'taken' | 'alone' | 'again' | 'other'
  readonly title: string
  readonly ways: readonly ConsideredWay[]
}

/** A point whose ways are worked out when they are wanted: a join of many tables has tens of thousands. */
export interface WeighedPoint extends Omit<ConsideredPoint, 'ways'> {
  ways(): readonly ConsideredWay[]
}

export interface ConsideredTable {
  /** Place among the tables of the overview. */
  readonly at: number
  readonly selectId: number
  readonly table: string
  readonly name?: string | undefined
  readonly rows?: number | undefined
  /** `read before planning`, `no row can fulfil its condition`. */
  readonly note?: string | undefined
  readonly ways: number
  /** Those that say most: where the plan was decided, alone, again. */
  readonly points: readonly ConsideredPoint[]
  /** Points after other beginnings of join orders; asked for when they are wanted. */
  readonly others: number
}

/** Texts of a way that are longer are cut; the raw trace has them whole. */
const mostRanges = 8
const longestRange = 400

/** Tables of all query blocks, each block in the order of its joins, with the way that was taken where there is one. */
export function orderedTables(trace: Trace): readonly Pick<ChosenAccess, 'table' | 'alternative'>[] {
  return plannedBlocks(trace).flatMap((block) => {
    const taken = chosenAccesses(trace, block)
    const known = new Set(taken.map((one) => one.table))
    const rest = trace.tables.filter((one) => one.selectId === block && !known.has(one))
    return [...taken, ...rest.map((table) => ({ table }))]
  })
}

/** The points of one table, those that the plan came from first. Worked out once per table for all questions. */
export function pointsOf(
  trace: Trace,
  { table, alternative: final }: Pick<ChosenAccess, 'table' | 'alternative'>,
  at: number,
): readonly WeighedPoint[] {
  const taken = chosenOrder(trace, table.selectId)
  const groups = new Map<string, { readonly first: TraceAlternative; readonly ways: [TraceAlternative, number][] }>()
  let last: { readonly first: TraceAlternative; readonly ways: [TraceAlternative, number][] } | undefined
  for (const [place, way] of table.alternatives.entries()) {
    // Ways of one point stand together and share the list of tables before them.
    if (last && last.first.prefix === way.prefix && last.first.stage === way.stage) {
      last.ways.push([way, place])
      continue
    }
    const key = `${way.stage} ${way.search ?? ''} ${way.prefix.join('\0')}`
    last = groups.get(key) ?? { first: way, ways: [] }
    last.ways.push([way, place])
    groups.set(key, last)
  }
  const constants = new Set(
    trace.tables.filter((one) => one.selectId === table.selectId && one.constant).map((one) => one.table),
  )
  const joined = (names: readonly string[]) => names.filter((one) => !constants.has(one)).join('\0')
  const before = taken ? joined(taken.order.slice(0, Math.max(0, taken.order.indexOf(table.table)))) : ''
  const ofPlan = ({ stage, search, prefix }: TraceAlternative) =>
    stage === 'join-search' &&
    joined(prefix) === before &&
    (taken === undefined || search === undefined || search === taken.search) &&
    (taken === undefined || taken.order.includes(table.table))
  const points = [...groups.entries()].map(([key, { first, ways }]): WeighedPoint => {
    const settled = final !== undefined && ways.some(([way]) => way === final)
    const kind =
      first.stage === 'estimation'
        ? 'alone'
        : first.stage === 'recheck'
          ? 'again'
          : settled || ofPlan(first)
            ? 'taken'
            : 'other'
    return {
      key: `${at} ${key}`,
      kind,
      title: titleOf(first),
      ways: () => waysOf(ways, { at, final, onPath: kind !== 'other' }),
    }
  })
  const rank = { taken: 0, again: 1, alone: 2, other: 3 }
  return points.sort((a, b) => rank[a.kind] - rank[b.kind])
}

/** A point with its ways. */
export function consideredPoint({ ways, ...point }: WeighedPoint): ConsideredPoint {
  return { ...point, ways: ways() }
}

/** What the page shows first of a table. */
export function consideredTable(table: TraceTable, at: number, points: readonly WeighedPoint[]): ConsideredTable {
  const shown = points.filter((one) => one.kind !== 'other')
  return {
    at,
    selectId: table.selectId,
    table: table.table,
    ...(table.name !== undefined && { name: table.name }),
    ...(table.rows !== undefined && { rows: table.rows }),
    ...(table.constant
      ? { note: 'read before planning' }
      : table.impossibleRange && { note: 'no row can fulfil its condition' }),
    ways: table.alternatives.length,
    points: shown.map(consideredPoint),
    others: points.length - shown.length,
  }
}

function titleOf({ stage, prefix }: TraceAlternative): string {
  const after = prefix.length === 0 ? '' : ` after ${prefix.join(', ')}`
  switch (stage) {
    case 'estimation':
      return 'alone, as the range optimizer saw it'
    case 'join-search':
      return prefix.length === 0 ? 'as the first table' : after.trim()
    case 'materialization':
      return `inside the materialized subquery${after}`
    case 'semi-join':
      return `for a semi-join strategy${after}`
    case 'recheck':
      return 'looked at again after the join order was fixed'
  }
}

interface Where {
  readonly at: number
  readonly final: TraceAlternative | undefined
  /** The point belongs to the plan that was taken. */
  readonly onPath: boolean
}

function waysOf(
  ways: readonly (readonly [TraceAlternative, number])[],
  { at, final, onPath }: Where,
): readonly ConsideredWay[] {
  const costed = ways.map(([way]) => way).filter((way) => way.usable && way.cost !== undefined)
  const dearest = costed.reduce((most, way) => Math.max(most, way.cost ?? 0), 0)
  const best = ways.map(([way]) => way).find((way) => way.chosen)
  return once(ways, final)
    .map(([way, place]): ConsideredWay & { readonly rank: number } => {
      const state = way === final ? 'taken' : way.chosen ? 'best' : way.usable ? 'rejected' : 'refused'
      return {
        key: `${at}.${place}`,
        label: labelOf(way),
        ...indexOf(way),
        ...(way.rows !== undefined && { rows: way.rows }),
        ...(way.rowsAfter !== undefined && { rowsAfter: way.rowsAfter }),
        ...(way.cost !== undefined && { cost: way.cost }),
        ...(way.cost !== undefined && dearest > 0 && { costShare: Math.min(1, way.cost / dearest) }),
        state,
        outcome: outcomeOf(way, { state, best, onPath, alone: costed.length <= 1 }),
        details: detailsOf(way),
        span: way.span,
        rank: way === final ? 0 : way.chosen ? 1 : way.cost !== undefined ? 2 : way.usable ? 3 : 4,
      }
    })
    .sort((a, b) => a.rank - b.rank || (a.cost ?? 0) - (b.cost ?? 0))
    .map(({ rank: _, ...way }) => way)
}

/** A point that the search came to twice tells the same ways twice: one of each is enough, the taken one above all. */
function once(
  ways: readonly (readonly [TraceAlternative, number])[],
  final: TraceAlternative | undefined,
): readonly (readonly [TraceAlternative, number])[] {
  const kept = new Map<string, readonly [TraceAlternative, number]>()
  for (const each of ways) {
    const [way] = each
    const { phase, method, accessType, index, rows, cost, usable, chosen, cause } = way
    const key = [phase, method, accessType, index, way.indexes, rows, cost, usable, chosen, cause].join('\0')
    if (!kept.has(key) || way === final) kept.set(key, each)
  }
  return [...kept.values()]
}

function indexOf(way: TraceAlternative): { readonly index?: string } {
  const index = way.index ?? (way.indexes && way.indexes.length > 0 ? way.indexes.join(' + ') : undefined)
  return index === undefined ? {} : { index }
}

/** Short, and where the servers have a word that everybody knows, theirs. */
function labelOf(way: TraceAlternative): string {
  switch (way.method) {
    case 'full-scan':
      return way.accessType === 'hash' ? 'hash join' : 'full scan'
    case 'index-scan':
      return 'index scan'
    case 'range':
      return 'range'
    case 'index-merge':
      return 'index merge'
    case 'skip-scan':
      return 'skip scan'
    case 'loose-scan':
      return 'loose scan'
    default:
      return way.accessType
  }
}

interface Outcome {
  readonly state: ConsideredWay['state']
  readonly best: TraceAlternative | undefined
  readonly onPath: boolean
  /** Nothing else at this point has a cost. */
  readonly alone: boolean
}

function outcomeOf(way: TraceAlternative, { state, best, onPath, alone }: Outcome): string {
  const after = way.prefix.length === 0 ? '' : ` after ${way.prefix.at(-1)}`
  const said = way.cause === undefined ? undefined : (causeInWords(way.cause) ?? way.cause)
  switch (state) {
    case 'taken':
      if (said !== undefined && way.cause !== 'cost') return `taken: ${said}`
      if (way.stage === 'recheck') return 'taken for its order'
      return alone ? `the only one costed${after}` : `cheapest${after}`
    case 'best':
      if (said !== undefined && way.cause !== 'cost') return said
      if (way.stage === 'estimation') return alone ? 'the only range' : 'cheapest alone'
      return onPath ? `cheapest${after}` : `cheapest${after}, but that order was not taken`
    case 'refused':
      return said ?? (way.phase === 'ref' ? 'needs a table that is read later' : 'cannot be used here')
    case 'rejected': {
      const times =
        way.cost !== undefined && best?.cost !== undefined && best.cost > 0 ? way.cost / best.cost : undefined
      const dearer = times !== undefined && times > 1.005 ? `${timesText(times)} times the cost` : undefined
      if (said !== undefined && way.cause !== 'cost') return said
      if (dearer !== undefined) return dearer
      if (times !== undefined && times > 0.995) return 'the same cost, found later'
      return said ?? 'passed over'
    }
  }
}

/** `1.02`, `6.0`, `49`. */
function timesText(times: number): string {
  if (times >= 10) return Math.round(times).toLocaleString('en-US')
  return times < 1.1 ? times.toFixed(2) : times.toFixed(1)
}

function detailsOf(way: TraceAlternative): readonly string[] {
  const details: string[] = []
  if (way.keyParts && way.keyParts.length > 0) details.push(`Key parts: ${way.keyParts.join(', ')}`)
  for (const range of (way.ranges ?? []).slice(0, mostRanges)) details.push(cut(range))
  const more = (way.ranges?.length ?? 0) - mostRanges
  if (more > 0) details.push(`and ${more.toLocaleString('en-US')} more ranges`)
  if (way.rowsAfter !== undefined && way.rowsAfter !== way.rows)
    details.push(`${Number(way.rowsAfter.toPrecision(3)).toLocaleString('en-US')} rows are left after its conditions`)
  if (way.indexOnly) details.push('Reads the index only')
  if (way.rowidOrdered) details.push('Rows come in the order of row ids')
  if (way.multiRangeRead) details.push('Multi-range read')
  if (way.indexDives === false) details.push('Rows by the statistics of the index: no dives into it')
  if (way.joinBuffer) details.push('With a join buffer')
  if (way.rowidFilter !== undefined) details.push(`Row ids filtered by ${way.rowidFilter}`)
  return details
}

function cut(text: string): string {
  return text.length <= longestRange ? text : `${text.slice(0, longestRange)} …`
}

/** Sentences for the second looks at tables. */
export function rechecksOf(trace: Trace) {
  return trace.rechecks.map((one) => ({
    text: recheckSentence(trace, one),
    changed: one.planChanged,
    table: one.table,
    selectId: one.selectId,
    index: one.index,
    candidates: one.candidates.map(({ index, cost, rows, cause, chosen, canResolveOrder, span }) => ({
      index,
      cost,
      rows,
      outcome: chosen
        ? 'taken'
        : cause !== undefined
          ? (causeInWords(cause) ?? cause)
          : canResolveOrder === false
            ? 'does not give the order'
            : '',
      span,
    })),
    span: one.span,
  }))
}
