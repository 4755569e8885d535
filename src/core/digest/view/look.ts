import { type FilterWord, filterWindow, filterWords } from '../filter'
import type { Shares } from '../shape-tally'
import { bucketValue } from '../sketch'
import type { ShapeColumns } from './shape-columns'

/** Which figures of a shape are estimates: bits of `Look.estimated`. */
export const estimated = { counts: 1, percentiles: 2, rows: 4, locks: 8 } as const

/** What a filter and a window leave of each shape, from the sums that are kept. Columns as in `ShapeColumns`. */
export interface Look {
  /** The shapes that are left, by total time of the whole digest. */
  readonly kept: Int32Array
  readonly count: Float64Array
  readonly total: Float64Array
  readonly lock: Float64Array
  /** How much of each shape the filter leaves without regard to the window, 0 to 1 of its time. */
  readonly ofTime: Float64Array
  readonly estimated: Uint8Array
  /** What the parts are of which only estimates are known, in words; empty when all is exact. */
  readonly because: readonly string[]
}

export interface LookOrder {
  readonly filter?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A part of a shape: how many calls and how much time, and whether these are known exactly. */
interface Part {
  readonly count: number
  readonly micros: number
  readonly exact: boolean
}

/**
 * Asks the sums: a window of the history, the shares of users, hosts and databases, the sketch of the times. Each alone
 * gives exact counts (the sketch within 1 %); together they are multiplied as if they had nothing to do with each other.
 * @throws SargableError `bad-request` for words that are not understood
 */
export function lookAt(columns: ShapeColumns, { filter = '', from, to }: LookOrder): Look {
  const words = filterWords(filter)
  const window = windowOf(columns, filterWindow(from, to))
  const size = columns.tallies.length
  const [count, total, lock] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)]
  const [ofTime, bits] = [new Float64Array(size), new Uint8Array(size)]
  const kept: number[] = []
  const because = new Set<string>()
  for (let i = 0; i < size; i++) {
    if (!keepsShape(columns, words, i)) continue
    const whole = columns.count[i] ?? 0
    const wholeTime = columns.total[i] ?? 0
    let [ofCount, shareOfTime, unsure, parts] = [1, 1, false, 0]
    for (const part of partsOf(columns, words, i)) {
      unsure ||= !part.exact
      if (part.count >= whole) continue
      parts++
      ofCount *= part.count / whole
      shareOfTime *= wholeTime === 0 ? part.count / whole : part.micros / wholeTime
    }
    ofTime[i] = shareOfTime
    let [calls, time, waited] = [whole * ofCount, wholeTime * shareOfTime, (columns.lock[i] ?? 0) * shareOfTime]
    if (parts > 0) bits[i] = estimated.percentiles | estimated.rows | estimated.locks
    if (window !== undefined) {
      const inside = insideOf(columns, window, i)
      if (inside.count < whole) {
        bits[i] = (bits[i] ?? 0) | estimated.percentiles | estimated.rows
        unsure ||= parts > 0 || !window.exact
        ;[calls, time, waited] = [inside.count * ofCount, inside.micros * shareOfTime, inside.lock * shareOfTime]
        parts++
      }
    }
    if (unsure || parts > 1) bits[i] = (bits[i] ?? 0) | estimated.counts
    count[i] = Math.round(calls)
    total[i] = Math.round(time)
    lock[i] = Math.round(waited)
    if ((count[i] ?? 0) === 0) continue
    kept.push(i)
    if (bits[i] !== 0) because.add(partWords(words, window !== undefined))
  }
  return { kept: Int32Array.from(kept), count, total, lock, ofTime, estimated: bits, because: [...because] }
}

function partWords(words: readonly FilterWord[], hasWindow: boolean): string {
  const names = new Set<string>(hasWindow ? ['a time window'] : [])
  for (const word of words) {
    if (word.of === 'origin') names.add(`a ${word.field === 'db' ? 'database' : word.field}`)
    if (word.of === 'entry') names.add(word.field === 'time' ? 'single times' : 'single row counts')
  }
  return [...names].join(', ')
}

function keepsShape(columns: ShapeColumns, words: readonly FilterWord[], i: number): boolean {
  const tally = columns.tallies[i]
  if (tally === undefined) return false
  const { digest, fingerprint, count } = tally
  const kinds = columns.kinds[i] ?? []
  return words.every((word) => word.of !== 'shape' || word.keeps({ digest, fingerprint, count, kinds }))
}

function partsOf(columns: ShapeColumns, words: readonly FilterWord[], i: number): Part[] {
  const tally = columns.tallies[i]
  if (tally === undefined) return []
  const out: Part[] = []
  const shares = { db: tally.schemas, user: tally.users, host: tally.hosts }
  for (const field of ['db', 'user', 'host'] as const) {
    const asked = words.flatMap((word) => (word.of === 'origin' && word.field === field ? [word.keeps] : []))
    if (asked.length > 0) out.push(ofNames(shares[field], (name) => asked.every((keeps) => keeps(name))))
  }
  for (const word of words) {
    if (word.of !== 'entry') continue
    out.push(word.field === 'time' ? ofTimes(columns, i, word.keeps) : ofRows(columns, i, word.keeps))
  }
  return out
}

function ofNames(shares: Shares, keeps: (name: string) => boolean): Part {
  let [count, micros] = [0, 0]
  for (const [name, [calls, time]] of shares) {
    if (!keeps(name)) continue
    count += calls
    micros += time
  }
  return { count, micros, exact: true }
}

/** From the sketch: within 1 % of the bound that was asked for. */
function ofTimes(columns: ShapeColumns, i: number, keeps: (micros: number) => boolean): Part {
  const tally = columns.tallies[i]
  if (tally === undefined) return { count: 0, micros: 0, exact: true }
  const all = { count: tally.count, micros: tally.totalMicros, exact: true }
  if (keeps(tally.minMicros) && keeps(tally.maxMicros)) return all
  let [count, micros, other] = [0, 0, 0]
  for (const [bucket, calls] of tally.buckets()) {
    const value = Math.min(tally.maxMicros, Math.max(tally.minMicros, bucketValue(bucket)))
    if (keeps(value)) {
      count += calls
      micros += calls * value
    } else other += calls * value
  }
  // The two sides are estimates, their sum is known.
  const factor = micros + other === 0 ? 0 : tally.totalMicros / (micros + other)
  return { count, micros: micros * factor, exact: count === 0 && !keeps(tally.maxMicros) }
}

/** No distribution of rows is kept: all calls count as the mean one. */
function ofRows(columns: ShapeColumns, i: number, keeps: (rows: number) => boolean): Part {
  const [whole = 0, time = 0] = [columns.count[i], columns.total[i]]
  const told = Math.max(columns.examined[i] || 0, columns.sent[i] || 0)
  return keeps(told / whole) ? { count: whole, micros: time, exact: false } : { count: 0, micros: 0, exact: false }
}

interface BucketWindow {
  /** In buckets; whole numbers where the window's ends are ends of buckets. */
  readonly from: number
  readonly to: number
  readonly exact: boolean
}

function windowOf(
  { bucketSeconds }: ShapeColumns,
  { fromMicros, toMicros }: { readonly fromMicros?: number; readonly toMicros?: number },
): BucketWindow | undefined {
  if (fromMicros === undefined && toMicros === undefined) return undefined
  const length = bucketSeconds * 1_000_000
  const from = fromMicros === undefined ? Number.NEGATIVE_INFINITY : fromMicros / length
  const to = toMicros === undefined ? Number.POSITIVE_INFINITY : toMicros / length
  const isWhole = (end: number) => !Number.isFinite(end) || Number.isInteger(end)
  return { from, to, exact: isWhole(from) && isWhole(to) }
}

function insideOf(
  columns: ShapeColumns,
  { from, to }: BucketWindow,
  i: number,
): { readonly count: number; readonly micros: number; readonly lock: number } {
  let [count, micros, lock] = [0, 0, 0]
  const end = columns.historyFrom[i + 1] ?? 0
  for (let at = columns.historyFrom[i] ?? 0; at < end; at++) {
    const bucket = columns.historyBucket[at] ?? 0
    const part = Math.min(1, to - bucket, bucket + 1 - from)
    if (part <= 0) continue
    count += part * (columns.historyCount[at] ?? 0)
    micros += part * (columns.historyMicros[at] ?? 0)
    lock += part * (columns.historyLock[at] ?? 0)
  }
  return { count, micros, lock }
}
