import type { Dialect, Family } from '../engine'
import { fingerprint } from '../sql/fingerprint'
import { type EntrySink, type LogEntry, unknown } from './log-entry'
import type { SkippedPiece } from './model'
import { Names } from './names'
import { PairTable } from './pair-table'
import { sha256 } from './sha256'
import { addShare, drawNumber, drawnSamples, type KeptSample, ShapeTally } from './shape-tally'
import { bucketIndex, bucketSecondsFor, maxBuckets } from './time-buckets'
import { decodeUtf8, encodeUtf8 } from './utf8'

export interface TallyLimits {
  /** Shapes kept apart; what comes above is summed in the shape `rest`. */
  readonly maxShapes: number
  /** Bytes kept of a sample. */
  readonly maxSampleBytes: number
  /** Skipped pieces that are listed. */
  readonly maxSkippedListed: number
}
export const defaultLimits: TallyLimits = { maxShapes: 100_000, maxSampleBytes: 65_536, maxSkippedListed: 1000 }

const skippedTextBytes = 300
/** Keys of statements known by their bytes; above this each new one is made into its fingerprint anew. */
const maxKeys = 1 << 20

/** What is taken of a log: entries of a time, a user, … . Decided for each entry before it is counted. */
export interface EntryFilter {
  readonly fromMicros?: number
  readonly toMicros?: number
  readonly keepsOrigin?: (user: string, host: string, database: string) => boolean
  readonly keepsEntry?: (entry: LogEntry) => boolean
}

/** The running sums of one source. */
export class SourceTally {
  readonly name: string
  eventBytes = 0
  bannerBytes = 0
  skippedBytes = 0
  events = 0
  fromMicros = Number.POSITIVE_INFINITY
  toMicros = -1
  readonly skipped: SkippedPiece[] = []
  skippedPieces = 0

  constructor(name: string) {
    this.name = name
  }
}

/** The digest of a shape's fingerprint: contract, `digest`. */
export function digestOf(family: Family, shape: string): string {
  return sha256(encodeUtf8(`${family}\u0000${shape}`)).slice(0, 16)
}

/** Adds up the entries of one source, shape by shape. Memory follows the number of shapes, not of entries. */
export class Tally implements EntrySink {
  readonly names = new Names()
  readonly source: SourceTally
  readonly shapes = new Map<string, ShapeTally>()
  readonly family: Family
  totalMicros = 0
  bucketSeconds = 1
  readonly #dialect: Dialect
  readonly #limits: TallyLimits
  readonly #filter: EntryFilter | undefined
  readonly #list: ShapeTally[] = []
  #keySlots = new Int32Array(1 << 12)
  #keyHighs = new Int32Array(1 << 12)
  #keyLows = new Int32Array(1 << 12)
  #keys = 0
  readonly #usersAndHosts = new PairTable()
  /** Users and hosts by number, with the database. */
  readonly #origins = new PairTable()
  readonly #originKept: boolean[] = []
  /** Shapes with origins, and their counts and microseconds. */
  readonly #shares = new PairTable()
  #shareSums = new Float64Array(1 << 10)

  constructor(name: string, dialect: Dialect, limits: TallyLimits = defaultLimits, filter?: EntryFilter) {
    this.source = new SourceTally(name)
    this.#dialect = dialect
    this.#limits = limits
    this.#filter = filter
    this.family = dialect === 'postgres' ? 'postgres' : 'mysql'
  }

  banner(lengthBytes: number): void {
    this.source.bannerBytes += lengthBytes
  }

  skip(startByte: number, lengthBytes: number, reason: string, bytes: Uint8Array, from: number): void {
    const { source } = this
    source.skippedBytes += lengthBytes
    source.skippedPieces++
    if (source.skipped.length >= this.#limits.maxSkippedListed) return
    const text = decodeUtf8(bytes, from, from + Math.min(lengthBytes, skippedTextBytes))
    source.skipped.push({ startByte, endByte: startByte + lengthBytes, reason, text })
  }

  entry(entry: LogEntry): void {
    const { source } = this
    source.eventBytes += entry.lengthBytes
    const origin = this.#originOf(entry)
    if (this.#filter !== undefined && !this.#passes(this.#filter, entry, origin)) return
    const index = this.#shapeIndexOf(entry)
    const shape = this.#list[index]
    if (shape === undefined) return
    const { micros } = entry
    if (entry.isPhase) {
      shape.addFlags(entry.flags)
      shape.addCounters(entry.counters)
      return
    }
    source.events++
    this.totalMicros += micros
    shape.count++
    shape.totalMicros += micros
    if (micros < shape.minMicros) shape.minMicros = micros
    shape.addTime(micros)
    if (entry.lockMicros !== unknown) {
      shape.lockSeen++
      shape.lockMicros += entry.lockMicros
    }
    if (entry.rowsSent !== unknown) {
      shape.sentSeen++
      shape.rowsSent += entry.rowsSent
    }
    if (entry.rowsAffected !== unknown) {
      shape.affectedSeen++
      shape.rowsAffected += entry.rowsAffected
    }
    if (entry.flags !== 0) shape.addFlags(entry.flags)
    if (entry.counted) shape.addCounters(entry.counters)
    if (entry.atMicros !== unknown) this.#addTime(shape, entry)
    this.#addOrigin(index, origin, micros)
    this.#addSamples(shape, entry)
  }

  /** To be called once, behind the last entry: fills each shape's users, hosts and databases. */
  finish(): void {
    const { names } = this
    for (let id = 0; id < this.#shares.size; id++) {
      const shape = this.#list[this.#shares.first(id)]
      const origin = this.#shares.second(id)
      const userAndHost = this.#origins.first(origin)
      const count = this.#shareSums[id * 2] ?? 0
      const micros = this.#shareSums[id * 2 + 1] ?? 0
      if (shape === undefined) continue
      addShare(shape.users, names.textOf(this.#usersAndHosts.first(userAndHost)), count, micros)
      addShare(shape.hosts, names.textOf(this.#usersAndHosts.second(userAndHost)), count, micros)
      addShare(shape.schemas, names.textOf(this.#origins.second(origin)), count, micros)
    }
  }

  #addOrigin(shape: number, origin: number, micros: number): void {
    const id = this.#shares.idOf(shape, origin)
    if (id * 2 >= this.#shareSums.length) {
      const larger = new Float64Array(this.#shareSums.length * 2)
      larger.set(this.#shareSums)
      this.#shareSums = larger
    }
    this.#shareSums[id * 2] = (this.#shareSums[id * 2] ?? 0) + 1
    this.#shareSums[id * 2 + 1] = (this.#shareSums[id * 2 + 1] ?? 0) + micros
  }

  #addTime(shape: ShapeTally, entry: LogEntry): void {
    const { source } = this
    const at = entry.atMicros
    // Of two at one time the longer one counts, so that the order of reading does not matter.
    if (at < shape.firstAt || (at === shape.firstAt && entry.micros > shape.firstMicros)) {
      shape.firstAt = at
      shape.firstMicros = entry.micros
    }
    if (at > shape.lastAt) shape.lastAt = at
    if (at < source.fromMicros || at > source.toMicros) {
      source.fromMicros = Math.min(at, source.fromMicros)
      source.toMicros = Math.max(at, source.toMicros)
      // Only a longer span can need longer buckets.
      if (source.toMicros - source.fromMicros >= (maxBuckets - 1) * this.bucketSeconds * 1_000_000) this.#coarsen()
    }
    const lockMicros = entry.lockMicros === unknown ? 0 : entry.lockMicros
    shape.addToHistory(bucketIndex(at, this.bucketSeconds), 1, entry.micros, lockMicros)
  }

  #coarsen(): void {
    const seconds = bucketSecondsFor(this.source.fromMicros, this.source.toMicros)
    if (seconds === this.bucketSeconds) return
    for (const each of this.#list) each.coarsenHistory(seconds / this.bucketSeconds)
    this.bucketSeconds = seconds
  }

  #addSamples(shape: ShapeTally, entry: LogEntry): void {
    let sample: KeptSample | undefined
    const isSlowest =
      entry.micros > shape.maxMicros ||
      // Readers that wait for a second line do not always give entries in the order of their places.
      (entry.micros === shape.maxMicros && shape.slowest !== undefined && entry.startByte < shape.slowest.startByte)
    if (isSlowest) {
      shape.maxMicros = entry.micros
      sample = this.#sampleOf(entry)
      shape.slowest = sample
    }
    if (entry.rowsExamined !== unknown) {
      shape.examinedSeen++
      shape.rowsExamined += entry.rowsExamined
      if (entry.rowsExamined > shape.mostRowsExamined) {
        sample ??= this.#sampleOf(entry)
        shape.mostRows = sample
        shape.mostRowsExamined = entry.rowsExamined
      }
    }
    const draw = drawNumber(entry.startByte)
    if (draw < shape.drawLimit) {
      const { drawn } = shape
      sample ??= this.#sampleOf(entry)
      let at = drawn.length
      while (at > 0 && (drawn[at - 1]?.draw ?? 0) > draw) at--
      drawn.splice(at, 0, { draw, sample })
      if (drawn.length > drawnSamples) drawn.pop()
      if (drawn.length === drawnSamples) shape.drawLimit = drawn[drawnSamples - 1]?.draw ?? 0
    }
    if (entry.planTo > entry.planFrom && entry.micros > (shape.plan?.micros ?? -1)) {
      const text = decodeUtf8(entry.planBytes, entry.planFrom, Math.min(entry.planTo, entry.planFrom + 1_000_000))
      const at = entry.atMicros === unknown ? {} : { atMicros: entry.atMicros }
      shape.plan = { text, micros: entry.micros, startByte: entry.startByte, source: this.source.name, ...at }
    }
  }

  #sampleOf(entry: LogEntry): KeptSample {
    const length = entry.sqlTo - entry.sqlFrom
    const kept = Math.min(length, this.#limits.maxSampleBytes)
    return {
      sql: entry.bytes.slice(entry.sqlFrom, entry.sqlFrom + kept),
      ...(kept < length && { sqlBytes: length }),
      micros: entry.micros,
      ...(entry.lockMicros !== unknown && { lockMicros: entry.lockMicros }),
      ...(entry.rowsExamined !== unknown && { rowsExamined: entry.rowsExamined }),
      ...(entry.rowsSent !== unknown && { rowsSent: entry.rowsSent }),
      ...(entry.atMicros !== unknown && { atMicros: entry.atMicros }),
      ...(entry.user !== 0 && { user: this.names.textOf(entry.user) }),
      ...(entry.host !== 0 && { host: this.names.textOf(entry.host) }),
      startByte: entry.startByte,
      source: this.source.name,
      ...(entry.database !== 0 && { database: this.names.textOf(entry.database) }),
    }
  }

  /** The number of the entry's user, host and database together. */
  #originOf(entry: LogEntry): number {
    const origin = this.#origins.idOf(this.#usersAndHosts.idOf(entry.user, entry.host), entry.database)
    const keeps = this.#filter?.keepsOrigin
    if (keeps !== undefined && this.#originKept[origin] === undefined) {
      const { names } = this
      this.#originKept[origin] = keeps(names.textOf(entry.user), names.textOf(entry.host), names.textOf(entry.database))
    }
    return origin
  }

  #passes(filter: EntryFilter, entry: LogEntry, origin: number): boolean {
    if (this.#originKept[origin] === false) return false
    const { fromMicros, toMicros } = filter
    if (fromMicros !== undefined && !(entry.atMicros >= fromMicros)) return false
    if (toMicros !== undefined && !(entry.atMicros !== unknown && entry.atMicros < toMicros)) return false
    return filter.keepsEntry === undefined || filter.keepsEntry(entry)
  }

  /** The shape's place in the list, found by the key of its bytes where there is one. */
  #shapeIndexOf(entry: LogEntry): number {
    if (entry.odd) return this.#indexOfText(entry)
    const mask = this.#keySlots.length - 1
    let slot = (entry.keyHigh ^ (entry.keyLow >>> 7)) & mask
    for (;;) {
      const known = this.#keySlots[slot] ?? 0
      if (known === 0) break
      if (this.#keyHighs[slot] === entry.keyHigh && this.#keyLows[slot] === entry.keyLow) return known - 1
      slot = (slot + 1) & mask
    }
    const index = this.#indexOfText(entry)
    if (this.#keys < maxKeys) this.#addKey(entry.keyHigh, entry.keyLow, index)
    return index
  }

  #addKey(high: number, low: number, index: number): void {
    this.#keys++
    if (this.#keys * 2 > this.#keySlots.length) {
      const [slots, highs, lows] = [this.#keySlots, this.#keyHighs, this.#keyLows]
      this.#keySlots = new Int32Array(slots.length * 2)
      this.#keyHighs = new Int32Array(slots.length * 2)
      this.#keyLows = new Int32Array(slots.length * 2)
      for (let slot = 0; slot < slots.length; slot++) {
        const known = slots[slot] ?? 0
        if (known !== 0) this.#placeKey(highs[slot] ?? 0, lows[slot] ?? 0, known - 1)
      }
    }
    this.#placeKey(high, low, index)
  }

  #placeKey(high: number, low: number, index: number): void {
    const mask = this.#keySlots.length - 1
    let slot = (high ^ (low >>> 7)) & mask
    while (this.#keySlots[slot] !== 0) slot = (slot + 1) & mask
    this.#keySlots[slot] = index + 1
    this.#keyHighs[slot] = high
    this.#keyLows[slot] = low
  }

  #indexOfText(entry: LogEntry): number {
    const text = decodeUtf8(entry.bytes, entry.sqlFrom, entry.sqlTo)
    return this.#indexOfShape(entry.isCommand ? text : fingerprint(text, this.#dialect))
  }

  readonly #byFingerprint = new Map<string, number>()

  #indexOfShape(shape: string): number {
    const known = this.#byFingerprint.get(shape)
    if (known !== undefined) return known
    const isRest = this.#list.length >= this.#limits.maxShapes
    if (isRest) {
      const rest = this.#byFingerprint.get(restMark)
      if (rest !== undefined) return rest
    }
    const digest = isRest ? restDigest : digestOf(this.family, shape)
    const tally = new ShapeTally(digest, isRest ? '' : shape, this.family)
    const index = this.#list.push(tally) - 1
    this.shapes.set(digest, tally)
    this.#byFingerprint.set(isRest ? restMark : shape, index)
    return index
  }
}

export const restDigest = 'rest'
const restMark = '\u0000rest'
