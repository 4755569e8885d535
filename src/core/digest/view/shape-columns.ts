import type { DigestSum } from '../digest-sum'
import { kindsOf } from '../kinds'
import type { ShapeKind } from '../model'
import type { ShapeTally } from '../shape-tally'
import { bucketValue, standsForAll } from '../sketch'
import { GrowingNumbers } from './growing-numbers'

/** Stands in a column where the source does not tell the figure. */
export const untold = Number.NaN

/**
 * A digest's shapes as columns, for screens that filter and rank 100,000 of them while a person drags. Number i is the
 * same shape in every column; shapes stand by total time, the most first.
 */
export interface ShapeColumns {
  readonly tallies: readonly ShapeTally[]
  readonly kinds: readonly (readonly ShapeKind[])[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly count: Float64Array
  readonly total: Float64Array
  readonly p50: Float64Array
  readonly p95: Float64Array
  readonly max: Float64Array
  readonly lock: Float64Array
  readonly examined: Float64Array
  readonly sent: Float64Array
  /** Rows sent or changed, whichever are more. */
  readonly useful: Float64Array
  /** Microseconds since 1970. */
  readonly firstSeen: Float64Array
  readonly sketch: SketchColumns
  readonly history: HistoryColumns
  readonly bucketSeconds: number
  /** Made when it is first asked for. */
  shares(of: ShareField): ShareColumns
}

export type ShareField = 'users' | 'hosts' | 'schemas'

/** Of shape i, from `from[i]` up to `from[i + 1]`: calls and time of each name. */
export interface ShareColumns {
  readonly names: readonly string[]
  readonly from: Int32Array
  /** Places in `names`. */
  readonly name: Int32Array
  readonly count: Float64Array
  readonly micros: Float64Array
}

/** The sketch of shape i lies from `from[i]` up to `from[i + 1]`. */
export interface SketchColumns {
  readonly from: Int32Array
  readonly bucket: Int32Array
  readonly count: Float64Array
}

/**
 * The history of shape i lies from `from[i]` up to `from[i + 1]`, in rising order of buckets. Sums are running ones over
 * all entries before, so that a window of any length is two look-ups.
 */
export interface HistoryColumns {
  readonly from: Int32Array
  readonly bucket: Int32Array
  readonly countBefore: Float64Array
  readonly microsBefore: Float64Array
  readonly lockBefore: Float64Array
  /** Of the whole digest: the first bucket, and how many up to the last. */
  readonly firstBucket: number
  readonly buckets: number
}

export function shapeColumns(sum: DigestSum): ShapeColumns {
  const tallies = [...sum.shapes.values()]
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.totalMicros - a.totalMicros || (a.digest < b.digest ? -1 : 1))
  const column = (of: (tally: ShapeTally) => number) => Float64Array.from(tallies, of)
  const sketch = sketchColumns(tallies)
  const at = (fraction: number) => Float64Array.from(tallies, (tally, i) => percentileOf(tally, sketch, i, fraction))
  const [p50, p95] = [at(0.5), at(0.95)]
  const shares = new Map<ShareField, ShareColumns>()
  return {
    shares(of) {
      const made = shares.get(of) ?? shareColumns(tallies, of)
      shares.set(of, made)
      return made
    },
    tallies,
    kinds: tallies.map((tally, i) => kindsOf(tally, p50[i] ?? 0, p95[i] ?? 0)),
    indexOf: new Map(tallies.map(({ digest }, i) => [digest, i])),
    count: column((tally) => tally.count),
    total: column((tally) => tally.totalMicros),
    p50,
    p95,
    max: column((tally) => tally.maxMicros),
    lock: column((tally) => (tally.lockSeen > 0 ? tally.lockMicros : untold)),
    examined: column((tally) => (tally.examinedSeen > 0 ? tally.rowsExamined : untold)),
    sent: column((tally) => (tally.sentSeen > 0 ? tally.rowsSent : untold)),
    useful: column((tally) =>
      tally.sentSeen + tally.affectedSeen > 0 ? Math.max(tally.rowsSent, tally.rowsAffected) : untold,
    ),
    firstSeen: column((tally) => (Number.isFinite(tally.firstAt) ? tally.firstAt : untold)),
    sketch,
    history: historyColumns(tallies),
    bucketSeconds: sum.bucketSeconds,
  }
}

/** As `percentile` of sketch.ts; `untold` where the sketch is not of all calls. */
function percentileOf(tally: ShapeTally, sketch: SketchColumns, i: number, fraction: number): number {
  const end = sketch.from[i + 1] ?? 0
  const start = sketch.from[i] ?? 0
  let inSketch = 0
  for (let at = start; at < end; at++) inSketch += sketch.count[at] ?? 0
  if (!standsForAll(inSketch, tally.count)) return untold
  const rank = Math.max(1, Math.ceil(fraction * inSketch))
  let seen = 0
  for (let at = start; at < end; at++) {
    seen += sketch.count[at] ?? 0
    if (seen < rank) continue
    return Math.min(tally.maxMicros, Math.max(tally.minMicros, Math.round(bucketValue(sketch.bucket[at] ?? 0))))
  }
  return tally.maxMicros
}

function sketchColumns(tallies: readonly ShapeTally[]): SketchColumns {
  const from = new Int32Array(tallies.length + 1)
  const [buckets, counts] = [new GrowingNumbers(), new GrowingNumbers()]
  tallies.forEach((tally, i) => {
    tally.eachBucket((bucket, count) => {
      buckets.push(bucket)
      counts.push(count)
    })
    from[i + 1] = buckets.length
  })
  return { from, bucket: Int32Array.from(buckets.done()), count: counts.done() }
}

function historyColumns(tallies: readonly ShapeTally[]): HistoryColumns {
  const from = new Int32Array(tallies.length + 1)
  const buckets = new GrowingNumbers()
  const [counts, times, locks] = [new GrowingNumbers(), new GrowingNumbers(), new GrowingNumbers()]
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let [count, micros, lock] = [0, 0, 0]
  tallies.forEach((tally, i) => {
    tally.eachHistoryBucket((bucket, calls, time, waited) => {
      buckets.push(bucket)
      counts.push(count)
      times.push(micros)
      locks.push(lock)
      count += calls
      micros += time
      lock += waited
      if (bucket < first) first = bucket
      if (bucket > last) last = bucket
    })
    from[i + 1] = buckets.length
  })
  counts.push(count)
  times.push(micros)
  locks.push(lock)
  const isEmpty = buckets.length === 0
  return {
    ...{ from, bucket: Int32Array.from(buckets.done()) },
    ...{ countBefore: counts.done(), microsBefore: times.done(), lockBefore: locks.done() },
    firstBucket: isEmpty ? 0 : first,
    buckets: isEmpty ? 0 : last - first + 1,
  }
}

function shareColumns(tallies: readonly ShapeTally[], of: ShareField): ShareColumns {
  const ids = new Map<string, number>()
  const from = new Int32Array(tallies.length + 1)
  const [names, counts, times] = [new GrowingNumbers(), new GrowingNumbers(), new GrowingNumbers()]
  tallies.forEach((tally, i) => {
    for (const [name, [count, micros]] of tally[of]) {
      let id = ids.get(name)
      if (id === undefined) {
        id = ids.size
        ids.set(name, id)
      }
      names.push(id)
      counts.push(count)
      times.push(micros)
    }
    from[i + 1] = names.length
  })
  return {
    ...{ names: [...ids.keys()], from, name: Int32Array.from(names.done()) },
    ...{ count: counts.done(), micros: times.done() },
  }
}
