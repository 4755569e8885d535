import type { HistoryBucket } from '../../core/digest/model'
import type { HeldShape } from '../../core/digest/view/model'

/** One bucket of a shape's history. Times in microseconds, `at` in epoch milliseconds. */
export interface HistoryBar {
  /** Its place from the left, from 0. */
  readonly place: number
  readonly at: number
  readonly count: number
  readonly micros: number
  /** Of that waiting for locks; undefined where the log does not tell. */
  readonly waited: number | undefined
}

/** A shape's history over the whole span of its log. */
export interface HistoryChart {
  readonly fromMs: number
  readonly toMs: number
  /** How many buckets the span has; those without a call have no bar. */
  readonly places: number
  readonly bars: readonly HistoryBar[]
  readonly mostMicros: number
}

type Charted = Pick<HeldShape, 'history' | 'bucketSeconds' | 'digestFrom' | 'digestTo'>

/** Undefined where the log has no times. Waiting is never more than the bucket's time, whatever the log adds up. */
export function historyChart({ history, bucketSeconds, digestFrom, digestTo }: Charted): HistoryChart | undefined {
  const [first] = history
  const last = history[history.length - 1]
  if (first === undefined || last === undefined) return undefined
  const length = bucketSeconds * 1000
  const bucketOf = (at: string) => Math.floor(Date.parse(at) / length)
  const from = Math.min(bucketOf(digestFrom ?? first.from), bucketOf(first.from))
  const to = Math.max(bucketOf(digestTo ?? last.from), bucketOf(last.from)) + 1
  const bars = history.map((bucket) => barOf(bucket, bucketOf(bucket.from) - from))
  return {
    fromMs: from * length,
    toMs: to * length,
    places: to - from,
    bars,
    mostMicros: bars.reduce((most, { micros }) => Math.max(most, micros), 0),
  }
}

function barOf({ from, count, totalMicros, lockMicros }: HistoryBucket, place: number): HistoryBar {
  return {
    place,
    at: Date.parse(from),
    count,
    micros: totalMicros,
    waited: lockMicros === undefined ? undefined : Math.min(lockMicros, totalMicros),
  }
}
