import type { DigestSum } from '../digest-sum'
import { kindsOf } from '../kinds'
import type { ShapeKind } from '../model'
import type { ShapeTally } from '../shape-tally'
import { percentile } from '../sketch'

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
  /** The history of shape i lies from `historyFrom[i]` up to `historyFrom[i + 1]`, in rising order of buckets. */
  readonly historyFrom: Int32Array
  readonly historyBucket: Int32Array
  readonly historyCount: Float64Array
  readonly historyMicros: Float64Array
  readonly historyLock: Float64Array
  /** Buckets of the digest's history: the first, and how many up to the last. */
  readonly firstBucket: number
  readonly buckets: number
  readonly bucketSeconds: number
}

export function shapeColumns(sum: DigestSum): ShapeColumns {
  const tallies = [...sum.shapes.values()]
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.totalMicros - a.totalMicros || (a.digest < b.digest ? -1 : 1))
  const size = tallies.length
  const column = () => new Float64Array(size)
  const [count, total, p50, p95, max, lock] = [column(), column(), column(), column(), column(), column()]
  const [examined, sent, useful, firstSeen] = [column(), column(), column(), column()]
  const kinds: ShapeKind[][] = []
  const histories = tallies.map((tally) => tally.history())
  tallies.forEach((tally, i) => {
    const buckets = tally.buckets()
    const at = (fraction: number) =>
      buckets.length === 0 ? untold : percentile(buckets, tally.count, fraction, tally.minMicros, tally.maxMicros)
    count[i] = tally.count
    total[i] = tally.totalMicros
    p50[i] = at(0.5)
    p95[i] = at(0.95)
    max[i] = tally.maxMicros
    lock[i] = tally.lockSeen > 0 ? tally.lockMicros : untold
    examined[i] = tally.examinedSeen > 0 ? tally.rowsExamined : untold
    sent[i] = tally.sentSeen > 0 ? tally.rowsSent : untold
    useful[i] = tally.sentSeen + tally.affectedSeen > 0 ? Math.max(tally.rowsSent, tally.rowsAffected) : untold
    firstSeen[i] = Number.isFinite(tally.firstAt) ? tally.firstAt : untold
    kinds.push(kindsOf(tally, p50[i] ?? 0, p95[i] ?? 0))
  })
  return {
    tallies,
    kinds,
    indexOf: new Map(tallies.map(({ digest }, i) => [digest, i])),
    ...{ count, total, p50, p95, max, lock, examined, sent, useful, firstSeen },
    ...historyColumns(histories),
    bucketSeconds: sum.bucketSeconds,
  }
}

type HistoryColumns = Pick<
  ShapeColumns,
  'historyFrom' | 'historyBucket' | 'historyCount' | 'historyMicros' | 'historyLock' | 'firstBucket' | 'buckets'
>

function historyColumns(histories: readonly ReturnType<ShapeTally['history']>[]): HistoryColumns {
  const entries = histories.reduce((sum, history) => sum + history.length, 0)
  const historyFrom = new Int32Array(histories.length + 1)
  const historyBucket = new Int32Array(entries)
  const [historyCount, historyMicros] = [new Float64Array(entries), new Float64Array(entries)]
  const historyLock = new Float64Array(entries)
  let [at, first, last] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  histories.forEach((history, i) => {
    for (const [bucket, count, micros, lock] of history) {
      historyBucket[at] = bucket
      historyCount[at] = count
      historyMicros[at] = micros
      historyLock[at] = lock
      first = Math.min(first, bucket)
      last = Math.max(last, bucket)
      at++
    }
    historyFrom[i + 1] = at
  })
  const firstBucket = entries === 0 ? 0 : first
  return {
    ...{ historyFrom, historyBucket, historyCount, historyMicros, historyLock, firstBucket },
    buckets: entries === 0 ? 0 : last - first + 1,
  }
}
