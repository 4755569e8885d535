import type { Family } from '../engine'
import { counterNames, flagNames, type LogEntry, unknown } from './log-entry'
import { bucketOf, zeroBucket } from './sketch'

/** A sample as it is kept while a log is read. */
export interface KeptSample {
  /** Bytes until somebody asks: most samples are replaced before. */
  readonly sql: string | Uint8Array
  /** The statement's length where `sql` is only its beginning. */
  readonly sqlBytes?: number | undefined
  /** What the log told of its parameters' values; `form` is a member of `DetailForm`. */
  readonly detail?: { readonly bytes: Uint8Array; readonly form: number } | undefined
  /** `sql` has these values in it. */
  readonly bound?: boolean | undefined
  readonly micros: number
  readonly lockMicros?: number | undefined
  readonly rowsExamined?: number | undefined
  readonly rowsSent?: number | undefined
  readonly atMicros?: number | undefined
  readonly user?: string | undefined
  readonly host?: string | undefined
  readonly startByte: number
  readonly source: string
  readonly database?: string | undefined
}

export interface KeptPlan {
  readonly text: string
  readonly micros: number
  readonly atMicros?: number
  readonly startByte: number
  readonly source: string
}

export type Shares = Map<string, [count: number, micros: number]>

export function addShare(shares: Shares, name: string, count: number, micros: number): void {
  if (name === '') return
  const known = shares.get(name)
  if (known === undefined) shares.set(name, [count, micros])
  else {
    known[0] += count
    known[1] += micros
  }
}

const manyBuckets = 100
/** Numbers of a bucket of the history. */
const perBucket = 3
/** Up to 10 minutes. */
const usualBuckets = 1011

/** The sums of one shape. All are whole numbers, and all add up in any order. */
export class ShapeTally {
  readonly digest: string
  readonly fingerprint: string
  readonly family: Family
  /** The figures below lie together: a digest touches some of them for each entry. */
  readonly #sums = new Float64Array(17)
  /** By name: count and microseconds. Entries without a name are in none. */
  readonly users: Shares = new Map()
  readonly hosts: Shares = new Map()
  readonly schemas: Shares = new Map()
  flags: Float64Array | undefined
  counters: Float64Array | undefined
  slowest: KeptSample | undefined
  mostRows: KeptSample | undefined
  /** Samples with the smallest draw numbers, in rising order of these. */
  readonly drawn: { draw: number; sample: KeptSample }[] = []
  plan: KeptPlan | undefined
  /** No call was outside of `minMicros` and `maxMicros`, but none need have reached them. */
  extremesAreBounds = false
  /** The sum of squared times of so many calls, where a server's own sums tell it. */
  squares = 0
  squaresOf = 0

  #sketch = new Float64Array(8)
  #sketchBase = 0
  #sketchUsed = 0
  #history = new Float64Array(8)
  #historyBase = 0
  #historyUsed = 0

  constructor(digest: string, fingerprint: string, family: Family) {
    this.digest = digest
    this.fingerprint = fingerprint
    this.family = family
    this.minMicros = Number.POSITIVE_INFINITY
    this.maxMicros = -1
    this.firstMicros = -1
    this.firstAt = Number.POSITIVE_INFINITY
    this.lastAt = -1
    this.drawLimit = Number.POSITIVE_INFINITY
    this.mostRowsExamined = -1
  }

  get count(): number {
    return this.#sums[0] ?? 0
  }
  set count(value: number) {
    this.#sums[0] = value
  }

  get totalMicros(): number {
    return this.#sums[1] ?? 0
  }
  set totalMicros(value: number) {
    this.#sums[1] = value
  }

  get minMicros(): number {
    return this.#sums[2] ?? 0
  }
  set minMicros(value: number) {
    this.#sums[2] = value
  }

  get maxMicros(): number {
    return this.#sums[3] ?? 0
  }
  set maxMicros(value: number) {
    this.#sums[3] = value
  }

  /** How many entries had the figure, and its sum; likewise the next three. */
  get lockSeen(): number {
    return this.#sums[4] ?? 0
  }
  set lockSeen(value: number) {
    this.#sums[4] = value
  }

  get lockMicros(): number {
    return this.#sums[5] ?? 0
  }
  set lockMicros(value: number) {
    this.#sums[5] = value
  }

  get sentSeen(): number {
    return this.#sums[6] ?? 0
  }
  set sentSeen(value: number) {
    this.#sums[6] = value
  }

  get rowsSent(): number {
    return this.#sums[7] ?? 0
  }
  set rowsSent(value: number) {
    this.#sums[7] = value
  }

  get examinedSeen(): number {
    return this.#sums[8] ?? 0
  }
  set examinedSeen(value: number) {
    this.#sums[8] = value
  }

  get rowsExamined(): number {
    return this.#sums[9] ?? 0
  }
  set rowsExamined(value: number) {
    this.#sums[9] = value
  }

  get affectedSeen(): number {
    return this.#sums[10] ?? 0
  }
  set affectedSeen(value: number) {
    this.#sums[10] = value
  }

  get rowsAffected(): number {
    return this.#sums[11] ?? 0
  }
  set rowsAffected(value: number) {
    this.#sums[11] = value
  }

  /** How long the earliest entry took. */
  get firstMicros(): number {
    return this.#sums[12] ?? 0
  }
  set firstMicros(value: number) {
    this.#sums[12] = value
  }

  /** Times of the first and the last entry. */
  get firstAt(): number {
    return this.#sums[13] ?? 0
  }
  set firstAt(value: number) {
    this.#sums[13] = value
  }

  get lastAt(): number {
    return this.#sums[14] ?? 0
  }
  set lastAt(value: number) {
    this.#sums[14] = value
  }

  /** A larger draw number than this does not get in any more. */
  get drawLimit(): number {
    return this.#sums[15] ?? 0
  }
  set drawLimit(value: number) {
    this.#sums[15] = value
  }

  /** Of the sample `mostRows`. */
  get mostRowsExamined(): number {
    return this.#sums[16] ?? 0
  }
  set mostRowsExamined(value: number) {
    this.#sums[16] = value
  }

  /** Gives the entries of one database to another; '' is none. */
  renameDatabase(from: string, to: string): void {
    const share = this.schemas.get(from)
    if (share !== undefined) {
      this.schemas.delete(from)
      addShare(this.schemas, to, share[0], share[1])
    }
    this.slowest = renamed(this.slowest, from, to)
    this.mostRows = renamed(this.mostRows, from, to)
    for (const drawn of this.drawn) drawn.sample = renamed(drawn.sample, from, to) ?? drawn.sample
  }

  /** Counts an entry, with all of its figures but its flags, counters and time of day. */
  add({ micros, lockMicros, rowsSent, rowsExamined, rowsAffected }: LogEntry): void {
    const sums = this.#sums
    sums[0] = (sums[0] ?? 0) + 1
    sums[1] = (sums[1] ?? 0) + micros
    if (micros < (sums[2] ?? 0)) sums[2] = micros
    if (lockMicros !== unknown) {
      sums[4] = (sums[4] ?? 0) + 1
      sums[5] = (sums[5] ?? 0) + lockMicros
    }
    if (rowsSent !== unknown) {
      sums[6] = (sums[6] ?? 0) + 1
      sums[7] = (sums[7] ?? 0) + rowsSent
    }
    if (rowsExamined !== unknown) {
      sums[8] = (sums[8] ?? 0) + 1
      sums[9] = (sums[9] ?? 0) + rowsExamined
    }
    if (rowsAffected !== unknown) {
      sums[10] = (sums[10] ?? 0) + 1
      sums[11] = (sums[11] ?? 0) + rowsAffected
    }
    this.addToSketch(bucketOf(micros), 1)
  }

  /** Counts an entry's time of day. Of two at one time the longer one is first, so that the order of reading does not matter. */
  addAt(atMicros: number, micros: number): void {
    const sums = this.#sums
    const firstAt = sums[13] ?? 0
    if (atMicros < firstAt || (atMicros === firstAt && micros > (sums[12] ?? 0))) {
      sums[13] = atMicros
      sums[12] = micros
    }
    if (atMicros > (sums[14] ?? 0)) sums[14] = atMicros
  }

  /** Does an entry that is at least as slow as all before become the slowest? Of two the one that stands first does. */
  isSlowest(micros: number, startByte: number): boolean {
    return micros > this.maxMicros || this.slowest === undefined || startByte < this.slowest.startByte
  }

  addFlags(bits: number): void {
    this.flags ??= new Float64Array(flagNames.length)
    for (let rest = bits; rest !== 0; rest &= rest - 1) {
      const flag = 31 - Math.clz32(rest & -rest)
      this.flags[flag] = (this.flags[flag] ?? 0) + 1
    }
  }

  addFlag(flag: number, count: number): void {
    this.flags ??= new Float64Array(flagNames.length)
    this.flags[flag] = (this.flags[flag] ?? 0) + count
  }

  /** Adds the counters of an entry that has some. */
  addCounted({ counters, countedPlaces, countedUsed }: LogEntry): void {
    this.counters ??= new Float64Array(counterNames.length)
    const sums = this.counters
    for (let i = 0; i < countedUsed; i++) {
      const counter = countedPlaces[i] ?? 0
      sums[counter] = (sums[counter] ?? 0) + (counters[counter] ?? 0)
    }
  }

  addCounters(amounts: Float64Array): void {
    this.counters ??= new Float64Array(counterNames.length)
    for (let i = 0; i < amounts.length; i++) {
      const amount = amounts[i] ?? 0
      if (amount !== 0) this.counters[i] = (this.counters[i] ?? 0) + amount
    }
  }

  addTime(micros: number): void {
    this.addToSketch(bucketOf(micros), 1)
  }

  addToSketch(bucket: number, count: number): void {
    const place = bucket - this.#sketchBase
    if (place >= 0 && place < this.#sketchUsed) {
      this.#sketch[place] = (this.#sketch[place] ?? 0) + count
      return
    }
    let low = this.#sketchUsed === 0 ? bucket : Math.min(bucket, this.#sketchBase)
    let high = this.#sketchUsed === 0 ? bucket : Math.max(bucket, this.#sketchBase + this.#sketchUsed - 1)
    // A shape with many different times gets room for all of them at once.
    if (high - low > manyBuckets) {
      low = Math.min(low, zeroBucket)
      high = Math.max(high, usualBuckets)
    }
    const by = this.#sketchUsed === 0 ? 0 : this.#sketchBase - low
    this.#sketch = moved(this.#sketch, this.#sketchUsed, by, high - low + 1)
    this.#sketchBase = low
    this.#sketchUsed = high - low + 1
    this.#sketch[bucket - low] = (this.#sketch[bucket - low] ?? 0) + count
  }

  /** Bucket and count, in rising order. */
  buckets(): [number, number][] {
    const out: [number, number][] = []
    this.eachBucket((bucket, count) => out.push([bucket, count]))
    return out
  }

  /** As `buckets`, without making a list. */
  eachBucket(visit: (bucket: number, count: number) => void): void {
    for (let i = 0; i < this.#sketchUsed; i++) {
      const count = this.#sketch[i] ?? 0
      if (count > 0) visit(this.#sketchBase + i, count)
    }
  }

  addToHistory(bucket: number, count: number, micros: number, lockMicros: number): void {
    let place = bucket - this.#historyBase
    if (place < 0 || place >= this.#historyUsed) {
      const low = this.#historyUsed === 0 ? bucket : Math.min(bucket, this.#historyBase)
      const high = this.#historyUsed === 0 ? bucket : Math.max(bucket, this.#historyBase + this.#historyUsed - 1)
      const by = this.#historyUsed === 0 ? 0 : (this.#historyBase - low) * perBucket
      this.#history = moved(this.#history, this.#historyUsed * perBucket, by, (high - low + 1) * perBucket)
      this.#historyBase = low
      this.#historyUsed = high - low + 1
      place = bucket - low
    }
    const history = this.#history
    const at = place * perBucket
    history[at] = (history[at] ?? 0) + count
    history[at + 1] = (history[at + 1] ?? 0) + micros
    history[at + 2] = (history[at + 2] ?? 0) + lockMicros
  }

  /** Bucket, count, microseconds and those of waiting for locks, in rising order. */
  history(): [number, number, number, number][] {
    const out: [number, number, number, number][] = []
    this.eachHistoryBucket((...entry) => out.push(entry))
    return out
  }

  /** As `history`, without making a list. */
  eachHistoryBucket(visit: (bucket: number, count: number, micros: number, lockMicros: number) => void): void {
    const history = this.#history
    for (let at = 0; at < this.#historyUsed * perBucket; at += perBucket) {
      const count = history[at] ?? 0
      if (count > 0) visit(this.#historyBase + at / perBucket, count, history[at + 1] ?? 0, history[at + 2] ?? 0)
    }
  }

  /** Joins the buckets of the history, `factor` into one. */
  coarsenHistory(factor: number): void {
    const history = this.#history
    const base = this.#historyBase
    const used = this.#historyUsed
    if (used === 0) return
    const first = Math.floor(base / factor)
    for (let i = 0; i < used; i++) {
      const to = (Math.floor((base + i) / factor) - first) * perBucket
      for (let part = 0; part < perBucket; part++) {
        const amount = history[i * perBucket + part] ?? 0
        history[i * perBucket + part] = 0
        history[to + part] = (history[to + part] ?? 0) + amount
      }
    }
    this.#historyBase = first
    this.#historyUsed = Math.floor((base + used - 1) / factor) - first + 1
  }
}

function renamed(sample: KeptSample | undefined, from: string, to: string): KeptSample | undefined {
  if (sample?.database !== from) return sample
  const { database: _, ...rest } = sample
  return to === '' ? rest : { ...rest, database: to }
}

/** The first `used` numbers at a new place, in an array with room for `wanted`; it may be the same one. */
function moved(
  numbers: Float64Array<ArrayBuffer>,
  used: number,
  by: number,
  wanted: number,
): Float64Array<ArrayBuffer> {
  if (by === 0 && wanted <= numbers.length) return numbers
  const out = new Float64Array(wanted + (wanted >> 1))
  out.set(numbers.subarray(0, used), used === 0 ? 0 : by)
  return out
}

/** Below 0 when `a` comes before `b`: by source, then by place. */
export function comparePlaces(
  a: { readonly source: string; readonly startByte: number },
  b: { readonly source: string; readonly startByte: number },
): number {
  if (a.source !== b.source) return a.source < b.source ? -1 : 1
  return a.startByte - b.startByte
}

/** How many samples are drawn per shape. */
export const drawnSamples = 5

/** A number that has nothing to do with the entry's time: the smallest ones of a shape are a fair draw of its entries. */
export function drawNumber(startByte: number): number {
  let mixed = (startByte ^ Math.floor(startByte / 0x1_0000_0000)) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
