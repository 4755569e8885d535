import type { DigestSum } from '../digest-sum'
import { isoOfMicros } from '../time-buckets'
import { estimated, type Look, lookAt } from './look'
import type { DigestView, ShapeOrder, ShapeRow, Timeline, ViewOrder } from './model'
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
  #look: { readonly key: string; readonly look: Look; readonly summary: Summary } | undefined
  #ranked: { readonly key: string; readonly order: Int32Array } | undefined
  readonly #allMicros: readonly number[]

  constructor(id: string, sum: DigestSum) {
    this.#id = id
    this.#events = sum.events
    this.columns = shapeColumns(sum)
    this.#allMicros = timeOf(this.columns, undefined).micros
  }

  /** @throws SargableError `bad-request` for a filter or a time that is not understood */
  view(order: ViewOrder): DigestView {
    const { columns } = this
    const lookKey = JSON.stringify([order.filter, order.from, order.to])
    if (this.#look?.key !== lookKey) {
      const look = lookAt(columns, order)
      this.#look = { key: lookKey, look, summary: summaryOf(columns, look, this.#allMicros) }
    }
    const { look, summary } = this.#look
    const by = order.order ?? 'total'
    const rankedKey = JSON.stringify([lookKey, by, order.ascending])
    if (this.#ranked?.key !== rankedKey)
      this.#ranked = { key: rankedKey, order: ranked(columns, look, by, order.ascending ?? false) }
    const offset = order.offset ?? 0
    const page = this.#ranked.order.subarray(offset, offset + (order.limit ?? defaultLimit))
    const rows = Array.from(page, (i) => rowOf(columns, look, i, summary.totalMicros))
    const [first] = ranked(columns, look, 'total', false)
    const top = first === undefined ? undefined : rowOf(columns, look, first, summary.totalMicros)
    const head = { ...summary, digestId: this.#id, shapesTotal: columns.tallies.length }
    return {
      ...head,
      rows,
      verdict: viewVerdict(head, top, kindsOfFew(columns, look, summary.few.shapes), this.#events),
    }
  }
}

type Summary = Omit<DigestView, 'digestId' | 'rows' | 'shapesTotal' | 'verdict'>

function summaryOf(columns: ShapeColumns, look: Look, allMicros: readonly number[]): Summary {
  let [events, totalMicros, lockMicros, bits, hasLocks] = [0, 0, 0, 0, false]
  for (const i of look.kept) {
    events += look.count[i] ?? 0
    totalMicros += look.total[i] ?? 0
    if (!Number.isNaN(columns.lock[i] ?? Number.NaN)) {
      hasLocks = true
      lockMicros += look.lock[i] ?? 0
    }
    bits |= look.estimated[i] ?? 0
  }
  const figures = (['counts', 'percentiles', 'rows', 'locks'] as const).filter((name) => (bits & estimated[name]) !== 0)
  const { micros, locks, counts } = timeOf(columns, look)
  const length = columns.bucketSeconds * 1_000_000
  const timeline: Timeline = {
    ...(columns.buckets > 0 && { from: isoOfMicros(columns.firstBucket * length) }),
    bucketSeconds: columns.bucketSeconds,
    allMicros,
    micros,
    ...(hasLocks && { lockMicros: locks }),
    counts,
  }
  return {
    shapes: look.kept.length,
    events,
    totalMicros,
    ...(hasLocks && { lockMicros }),
    ...spanOf(columns, look),
    timeline,
    few: fewOf(look, totalMicros),
    ...(figures.length > 0 && {
      estimated: {
        figures,
        because: `The sums that are kept do not tell everything of ${look.because.join('; ')}.`,
      },
    }),
  }
}

function spanOf(columns: ShapeColumns, look: Look): { from?: string; to?: string } {
  let [from, to] = [Number.POSITIVE_INFINITY, -1]
  for (const i of look.kept) {
    const tally = columns.tallies[i]
    if (tally === undefined || tally.lastAt < 0) continue
    from = Math.min(from, tally.firstAt)
    to = Math.max(to, tally.lastAt)
  }
  return to < 0 ? {} : { from: isoOfMicros(from), to: isoOfMicros(to) }
}

/** Time, waiting and calls of each bucket of the digest; of all shapes without a look. */
function timeOf(
  columns: ShapeColumns,
  look: Look | undefined,
): { readonly micros: number[]; readonly locks: number[]; readonly counts: number[] } {
  const [micros, locks, counts] = [
    new Float64Array(columns.buckets),
    new Float64Array(columns.buckets),
    new Float64Array(columns.buckets),
  ]
  const size = look === undefined ? columns.tallies.length : look.ofTime.length
  for (let i = 0; i < size; i++) {
    const share = look === undefined ? 1 : (look.ofTime[i] ?? 0)
    if (share === 0) continue
    const end = columns.historyFrom[i + 1] ?? 0
    for (let at = columns.historyFrom[i] ?? 0; at < end; at++) {
      const bucket = (columns.historyBucket[at] ?? 0) - columns.firstBucket
      micros[bucket] = (micros[bucket] ?? 0) + share * (columns.historyMicros[at] ?? 0)
      locks[bucket] = (locks[bucket] ?? 0) + share * (columns.historyLock[at] ?? 0)
      counts[bucket] = (counts[bucket] ?? 0) + share * (columns.historyCount[at] ?? 0)
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

function kindsOfFew(columns: ShapeColumns, look: Look, few: number): readonly string[][] {
  return [...ranked(columns, look, 'total', false).subarray(0, Math.min(few, 100))].map((i) =>
    (columns.kinds[i] ?? []).map(({ kind }) => kind),
  )
}

function ranked(columns: ShapeColumns, look: Look, by: ShapeOrder, ascending: boolean): Int32Array {
  const order = look.kept.slice()
  const sign = ascending ? 1 : -1
  if (by === 'fingerprint') {
    const name = (i: number) => columns.tallies[i]?.fingerprint ?? ''
    return order.sort((a, b) => sign * (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0) || a - b)
  }
  const keys = new Float64Array(look.count.length)
  for (const i of order) keys[i] = keyOf(columns, look, by, i)
  // What is not told stands last, whichever way it is ranked.
  return order.sort((a, b) => {
    const [one, other] = [keys[a] ?? Number.NaN, keys[b] ?? Number.NaN]
    if (Number.isNaN(one) || Number.isNaN(other))
      return Number(Number.isNaN(one)) - Number(Number.isNaN(other)) || a - b
    return sign * (one - other) || a - b
  })
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

function sparkOf(columns: ShapeColumns, i: number): number[] {
  if (columns.buckets === 0) return []
  const joined = Math.ceil(columns.buckets / sparkPoints)
  const points = new Array<number>(Math.ceil(columns.buckets / joined)).fill(0)
  const end = columns.historyFrom[i + 1] ?? 0
  for (let at = columns.historyFrom[i] ?? 0; at < end; at++) {
    const point = Math.floor(((columns.historyBucket[at] ?? 0) - columns.firstBucket) / joined)
    points[point] = (points[point] ?? 0) + (columns.historyMicros[at] ?? 0)
  }
  return points
}
