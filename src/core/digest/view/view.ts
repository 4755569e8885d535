import type { DigestSum } from '../digest-sum'
import { filterWindow } from '../filter'
import { isoOfMicros } from '../time-buckets'
import { estimated, type Look, lookAt } from './look'
import type { DigestView, ShapeOrder, ShapeRow, Timeline, ViewOrder } from './model'
import { orderOfNames, type Ranking, rankedBy } from './ranking'
import { type ShapeColumns, shapeColumns } from './shape-columns'
import { viewVerdict } from './view-verdict'

/** Points of a row's sparkline. */
const sparkPoints = 48
const defaultLimit = 200
/** "Few shapes take most of the time" means this much. */
const most = 0.8

/**
 * A digest that is looked at again and again. Filtering 100,000 shapes takes some 20 ms; pages of one look and order
 * come from memory.
 */
export class DigestLens {
  readonly columns: ShapeColumns
  readonly #id: string
  readonly #events: number
  readonly #all: Times
  #look: { readonly key: string; readonly look: Look; readonly head: Head } | undefined
  #ranking: { readonly key: string; readonly ranking: Ranking } | undefined
  #byName: Int32Array | undefined

  constructor(id: string, sum: DigestSum) {
    this.#id = id
    this.#events = sum.events
    this.columns = shapeColumns(sum)
    this.#all = timesOf(this.columns, undefined)
  }

  /** @throws SargableError `bad-request` for a filter or a time that is not understood */
  view(order: ViewOrder): DigestView {
    const { columns } = this
    const lookKey = JSON.stringify([order.filter, order.from, order.to])
    if (this.#look?.key !== lookKey) {
      const look = lookAt(columns, order)
      this.#look = { key: lookKey, look, head: this.#headOf(look, order) }
    }
    const { look, head } = this.#look
    const [by, ascending] = [order.order ?? 'total', order.ascending ?? false]
    const rankingKey = JSON.stringify([lookKey, by, ascending])
    if (this.#ranking?.key !== rankingKey)
      this.#ranking = { key: rankingKey, ranking: this.#rankingOf(look, by, ascending) }
    const page = this.#ranking.ranking(order.offset ?? 0, order.limit ?? defaultLimit)
    return { ...head, rows: page.map((i) => rowOf(columns, look, i, head.totalMicros)) }
  }

  #rankingOf(look: Look, by: ShapeOrder, ascending: boolean): Ranking {
    const { columns } = this
    if (by !== 'fingerprint') return rankedBy(look.kept, (i) => keyOf(columns, look, by, i), ascending)
    this.#byName ??= orderOfNames(columns.tallies.map(({ fingerprint }) => fingerprint))
    const isKept = new Uint8Array(columns.tallies.length)
    for (const i of look.kept) isKept[i] = 1
    const order = this.#byName.filter((i) => isKept[i] === 1)
    if (!ascending) order.reverse()
    return (offset, limit) => [...order.subarray(offset, offset + limit)]
  }

  #headOf(look: Look, order: ViewOrder): Head {
    const { columns } = this
    const sums = sumsOf(columns, look)
    const first = rankedBy(look.kept, (i) => look.total[i] ?? 0, false)
    const few = fewOf(look, sums.totalMicros)
    const [top] = first(0, 1)
    const head = {
      ...{ digestId: this.#id, shapesTotal: columns.tallies.length },
      ...sums,
      ...spanOf(columns, look, filterWindow(order.from, order.to)),
      timeline: this.#timelineOf(look, sums.lockMicros !== undefined),
      few,
    }
    const row = top === undefined ? undefined : rowOf(columns, look, top, sums.totalMicros)
    const kinds = first(0, Math.min(few.shapes, mostNamed)).map((i) => (columns.kinds[i] ?? []).map(({ kind }) => kind))
    return { ...head, verdict: viewVerdict(head, row, kinds, this.#events) }
  }

  #timelineOf(look: Look, hasLocks: boolean): Timeline {
    const { history, bucketSeconds } = this.columns
    const isAll = look.ofTime.every((share) => share === 1)
    const { micros, locks, counts } = isAll ? this.#all : timesOf(this.columns, look)
    return {
      ...(history.buckets > 0 && { from: isoOfMicros(history.firstBucket * bucketSeconds * 1_000_000) }),
      bucketSeconds,
      allMicros: this.#all.micros,
      micros,
      ...(hasLocks && { lockMicros: locks }),
      counts,
    }
  }
}

type Head = Omit<DigestView, 'rows'>

/** Of how many shapes at most the verdict counts the kinds. */
const mostNamed = 100

function sumsOf(
  columns: ShapeColumns,
  look: Look,
): Pick<DigestView, 'shapes' | 'events' | 'totalMicros' | 'lockMicros' | 'estimated'> {
  let [events, totalMicros, lockMicros, bits, hasLocks] = [0, 0, 0, 0, false]
  for (const i of look.kept) {
    events += look.count[i] ?? 0
    totalMicros += look.total[i] ?? 0
    bits |= look.estimated[i] ?? 0
    if (Number.isNaN(columns.lock[i])) continue
    hasLocks = true
    lockMicros += look.lock[i] ?? 0
  }
  const figures = (['counts', 'percentiles', 'rows', 'locks'] as const).filter((name) => (bits & estimated[name]) !== 0)
  return {
    shapes: look.kept.length,
    events,
    totalMicros,
    ...(hasLocks && { lockMicros }),
    ...(figures.length > 0 && {
      estimated: { figures, because: `The sums that are kept do not tell everything of ${look.because}.` },
    }),
  }
}

/** From the first to the last call that is looked at; in a window as far as the sums tell, its own bounds. */
function spanOf(
  columns: ShapeColumns,
  look: Look,
  window: { readonly fromMicros?: number; readonly toMicros?: number },
): { from?: string; to?: string } {
  let [from, to] = [Number.POSITIVE_INFINITY, -1]
  for (const i of look.kept) {
    const tally = columns.tallies[i]
    if (tally === undefined || tally.lastAt < 0) continue
    from = Math.min(from, tally.firstAt)
    to = Math.max(to, tally.lastAt)
  }
  if (to < 0) return {}
  const start = Math.max(from, window.fromMicros ?? from)
  return { from: isoOfMicros(start), to: isoOfMicros(Math.max(start, Math.min(to, window.toMicros ?? to))) }
}

interface Times {
  readonly micros: number[]
  readonly locks: number[]
  readonly counts: number[]
}

/** Time, waiting and calls of each bucket of the digest; of all shapes without a look. */
function timesOf({ history, tallies }: ShapeColumns, look: Look | undefined): Times {
  const { bucket: buckets, microsBefore, lockBefore, countBefore } = history
  const room = () => new Float64Array(history.buckets)
  const [micros, locks, counts] = [room(), room(), room()]
  for (let i = 0; i < tallies.length; i++) {
    const share = look === undefined ? 1 : (look.ofTime[i] ?? 0)
    if (share === 0) continue
    const end = history.from[i + 1] ?? 0
    for (let at = history.from[i] ?? 0; at < end; at++) {
      const bucket = (buckets[at] ?? 0) - history.firstBucket
      micros[bucket] = (micros[bucket] ?? 0) + share * ((microsBefore[at + 1] ?? 0) - (microsBefore[at] ?? 0))
      locks[bucket] = (locks[bucket] ?? 0) + share * ((lockBefore[at + 1] ?? 0) - (lockBefore[at] ?? 0))
      counts[bucket] = (counts[bucket] ?? 0) + share * ((countBefore[at + 1] ?? 0) - (countBefore[at] ?? 0))
    }
  }
  const whole = (values: Float64Array) => Array.from(values, Math.round)
  return { micros: whole(micros), locks: whole(locks), counts: whole(counts) }
}

/** How few shapes make most of the time. */
function fewOf(look: Look, totalMicros: number): DigestView['few'] {
  const times = Float64Array.from(look.kept, (i) => look.total[i] ?? 0).sort()
  let [sum, shapes] = [0, 0]
  for (let at = times.length - 1; at >= 0 && sum < most * totalMicros; at--) {
    sum += times[at] ?? 0
    shapes++
  }
  return { shapes, share: totalMicros === 0 ? 0 : sum / totalMicros }
}

function keyOf(columns: ShapeColumns, look: Look, by: Exclude<ShapeOrder, 'fingerprint'>, i: number): number {
  const [count = 1, total = 0, whole = 1] = [look.count[i], look.total[i], columns.count[i]]
  switch (by) {
    case 'total':
      return total
    case 'calls':
      return count
    case 'mean':
      return total / count
    case 'p50':
      return columns.p50[i] ?? Number.NaN
    case 'p95':
      return columns.p95[i] ?? Number.NaN
    case 'max':
      return columns.max[i] ?? Number.NaN
    case 'rows-examined':
      return ((columns.examined[i] ?? Number.NaN) * count) / whole
    case 'rows-per-sent':
      return rowsPerSent(columns, i) ?? Number.NaN
    case 'lock':
      return Number.isNaN(columns.lock[i] ?? Number.NaN) || total === 0 ? Number.NaN : (look.lock[i] ?? 0) / total
    case 'first-seen':
      return columns.firstSeen[i] ?? Number.NaN
  }
}

/** Undefined where the log does not tell both; rows of a call that gives none back count as for one. */
function rowsPerSent(columns: ShapeColumns, i: number): number | undefined {
  const [examined = Number.NaN, useful = Number.NaN] = [columns.examined[i], columns.useful[i]]
  if (Number.isNaN(examined) || Number.isNaN(useful)) return undefined
  return examined / Math.max(useful, columns.count[i] ?? 1, 1)
}

function rowOf(columns: ShapeColumns, look: Look, i: number, viewMicros: number): ShapeRow {
  const tally = columns.tallies[i]
  if (tally === undefined) throw new RangeError(`There is no shape ${i}.`)
  const [count = 0, total = 0, lock = 0, whole = 1] = [look.count[i], look.total[i], look.lock[i], columns.count[i]]
  const told = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? undefined : value)
  const [p50, p95] = [told(columns.p50[i]), told(columns.p95[i])]
  const [examined, sent] = [told(columns.examined[i]), told(columns.sent[i])]
  const perSent = rowsPerSent(columns, i)
  const schemas = [...tally.schemas]
  const [only] = schemas
  return {
    digest: tally.digest,
    rank: i + 1,
    fingerprint: tally.fingerprint,
    ...(only !== undefined && only[1][0] === tally.count && { schema: only[0] }),
    kinds: (columns.kinds[i] ?? []).map(({ kind }) => kind),
    count,
    totalMicros: total,
    share: viewMicros === 0 ? 0 : total / viewMicros,
    meanMicros: total / count,
    ...(p50 !== undefined && { p50Micros: p50 }),
    ...(p95 !== undefined && { p95Micros: p95 }),
    maxMicros: tally.maxMicros,
    ...(examined !== undefined && { rowsExamined: Math.round((examined * count) / whole) }),
    ...(sent !== undefined && { rowsSent: Math.round((sent * count) / whole) }),
    ...(perSent !== undefined && { rowsPerSent: perSent }),
    ...(told(columns.lock[i]) !== undefined && { lockMicros: lock, lockShare: total === 0 ? 0 : lock / total }),
    spark: sparkOf(columns, i),
    ...(tally.lastAt >= 0 && { firstSeen: isoOfMicros(tally.firstAt), lastSeen: isoOfMicros(tally.lastAt) }),
    ...(tally.plan !== undefined && { hasPlan: true }),
  }
}

function sparkOf({ history }: ShapeColumns, i: number): number[] {
  if (history.buckets === 0) return []
  const joined = Math.ceil(history.buckets / sparkPoints)
  const points = new Array<number>(Math.ceil(history.buckets / joined)).fill(0)
  const end = history.from[i + 1] ?? 0
  for (let at = history.from[i] ?? 0; at < end; at++) {
    const point = Math.floor(((history.bucket[at] ?? 0) - history.firstBucket) / joined)
    points[point] = (points[point] ?? 0) + (history.microsBefore[at + 1] ?? 0) - (history.microsBefore[at] ?? 0)
  }
  return points
}
