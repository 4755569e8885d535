import { type FilterWord, filterWindow, filterWords } from '../filter'
import { bucketValue } from '../sketch'
import { GrowingNumbers } from './growing-numbers'
import type { ShapeColumns, ShareColumns } from './shape-columns'

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
  /** What was asked that gives estimates only, in words; empty when all is exact. */
  readonly because: string
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
  const questions = questionsOf(columns, words)
  const window = windowOf(columns, filterWindow(from, to))
  const size = columns.tallies.length
  const [count, total, lock] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)]
  const [ofTime, bits] = [new Float64Array(size), new Uint8Array(size)]
  const kept = new GrowingNumbers()
  const asksShapes = words.some((word) => word.of === 'shape')
  let anyEstimated = false
  for (let i = 0; i < size; i++) {
    if (asksShapes && !keepsShape(columns, words, i)) continue
    const whole = columns.count[i] ?? 0
    const wholeTime = columns.total[i] ?? 0
    let [ofCount, shareOfTime, unsure, parts, bit] = [1, 1, false, 0, 0]
    for (const partOf of questions) {
      const part = partOf(i)
      unsure ||= !part.exact
      if (part.count >= whole) continue
      parts++
      ofCount *= part.count / whole
      shareOfTime *= wholeTime === 0 ? part.count / whole : part.micros / wholeTime
    }
    ofTime[i] = shareOfTime
    let [calls, time, waited] = [whole * ofCount, wholeTime * shareOfTime, (columns.lock[i] || 0) * shareOfTime]
    if (parts > 0) bit = estimated.percentiles | estimated.rows | estimated.locks
    if (window !== undefined) {
      const { history } = columns
      const inside = insideOf(columns, window, i)
      const calling = inside(history.countBefore)
      if (calling < whole) {
        bit |= estimated.percentiles | estimated.rows
        unsure ||= parts > 0 || !window.exact
        calls = calling * ofCount
        time = inside(history.microsBefore) * shareOfTime
        waited = inside(history.lockBefore) * shareOfTime
        parts++
      }
    }
    if (unsure || parts > 1) bit |= estimated.counts
    const rounded = Math.round(calls)
    if (rounded === 0) continue
    count[i] = rounded
    total[i] = Math.round(time)
    lock[i] = Math.round(waited)
    bits[i] = bit
    anyEstimated ||= bit !== 0
    kept.push(i)
  }
  const because = anyEstimated ? partWords(words, window !== undefined) : ''
  return { kept: Int32Array.from(kept.done()), count, total, lock, ofTime, estimated: bits, because }
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

/** What each word asks of a shape's sums; all words about users (hosts, databases) are one question. */
function questionsOf(columns: ShapeColumns, words: readonly FilterWord[]): readonly ((i: number) => Part)[] {
  const out: ((i: number) => Part)[] = []
  const sharesOf = { db: 'schemas', user: 'users', host: 'hosts' } as const
  for (const field of ['db', 'user', 'host'] as const) {
    const asked = words.flatMap((word) => (word.of === 'origin' && word.field === field ? [word.keeps] : []))
    if (asked.length === 0) continue
    out.push(ofNames(columns.shares(sharesOf[field]), (name) => asked.every((keeps) => keeps(name))))
  }
  for (const word of words) {
    if (word.of === 'entry' && word.field === 'time') out.push(ofTimes(columns, word.keeps))
    if (word.of === 'entry' && word.field === 'rows') out.push((i) => ofRows(columns, i, word.keeps))
  }
  return out
}

function ofNames({ names, from, name, count, micros }: ShareColumns, keeps: (name: string) => boolean) {
  const kept = Uint8Array.from(names, (each) => Number(keeps(each)))
  return (i: number): Part => {
    const end = from[i + 1] ?? 0
    let [calls, time] = [0, 0]
    for (let at = from[i] ?? 0; at < end; at++) {
      if (kept[name[at] ?? 0] !== 1) continue
      calls += count[at] ?? 0
      time += micros[at] ?? 0
    }
    return { count: calls, micros: time, exact: true }
  }
}

/** From the sketch: within 1 % of the bound that was asked for. */
function ofTimes(columns: ShapeColumns, keeps: (micros: number) => boolean): (i: number) => Part {
  const { sketch } = columns
  let highest = 0
  for (const bucket of sketch.bucket) if (bucket > highest) highest = bucket
  // Bucket -1 is the first.
  const values = Float64Array.from({ length: highest + 2 }, (_, at) => bucketValue(at - 1))
  const kept = Uint8Array.from(values, (value) => Number(keeps(value)))
  return (i) => {
    const tally = columns.tallies[i]
    if (tally === undefined) return { count: 0, micros: 0, exact: true }
    if (keeps(tally.minMicros) && keeps(tally.maxMicros))
      return { count: tally.count, micros: tally.totalMicros, exact: true }
    const end = sketch.from[i + 1] ?? 0
    let [count, micros, other] = [0, 0, 0]
    for (let at = sketch.from[i] ?? 0; at < end; at++) {
      const bucket = (sketch.bucket[at] ?? 0) + 1
      const calls = sketch.count[at] ?? 0
      if (kept[bucket] === 1) {
        count += calls
        micros += calls * (values[bucket] ?? 0)
      } else other += calls * (values[bucket] ?? 0)
    }
    // The two sides are estimates, their sum is known.
    const factor = micros + other === 0 ? 0 : tally.totalMicros / (micros + other)
    return { count, micros: micros * factor, exact: count === 0 && !keeps(tally.maxMicros) }
  }
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

/** Sums a running column inside of the window: of whole buckets exactly, of cut ones in proportion. */
function insideOf({ history }: ShapeColumns, { from, to }: BucketWindow, i: number): (before: Float64Array) => number {
  const [start, end] = [history.from[i] ?? 0, history.from[i + 1] ?? 0]
  const first = firstAtOrAfter(history.bucket, start, end, Math.floor(from))
  const last = firstAtOrAfter(history.bucket, first, end, to)
  return (before) => {
    let sum = (before[last] ?? 0) - (before[first] ?? 0)
    if (last === first) return sum
    const part = (at: number, share: number) => share * ((before[at + 1] ?? 0) - (before[at] ?? 0))
    const cutBefore = from - (history.bucket[first] ?? 0)
    if (cutBefore > 0) sum -= part(first, cutBefore)
    const cutAfter = (history.bucket[last - 1] ?? 0) + 1 - to
    if (cutAfter > 0) sum -= part(last - 1, cutAfter)
    return Math.max(0, sum)
  }
}

function firstAtOrAfter(buckets: Int32Array, start: number, end: number, bucket: number): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((buckets[middle] ?? 0) < bucket) low = middle + 1
    else high = middle
  }
  return low
}
