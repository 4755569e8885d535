import type { Dialect, Family } from '../engine'
import { fingerprint } from '../sql/fingerprint'
import { DetailForm } from './bound-parameters'
import { KeyTable } from './key-table'
import { type EntrySink, type LogEntry, unknown } from './log-entry'
import type { SkippedPiece } from './model'
import { Names } from './names'
import { namingHash } from './sha256'
import { addShare, drawNumber, drawnSamples, type KeptSample, ShapeTally } from './shape-tally'
import { ShareTable } from './share-table'
import { bucketIndex, bucketSecondsFor } from './time-buckets'
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
  /** Known once the tally's `finish` was called. */
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
  return namingHash(encodeUtf8(`${family}\u0000${shape}`)).slice(0, 16)
}

/** Adds up the entries of one source, shape by shape. Memory follows the number of shapes, not of entries. */
export class Tally implements EntrySink {
  readonly names = new Names()
  readonly source: SourceTally
  readonly shapes = new Map<string, ShapeTally>()
  readonly family: Family
  /** Known once `finish` was called. */
  totalMicros = 0
  bucketSeconds = 1
  readonly #dialect: Dialect
  readonly #limits: TallyLimits
  readonly #filter: EntryFilter | undefined
  readonly #list: ShapeTally[] = []
  readonly #keys = new KeyTable()
  /** Users, hosts and databases with their shapes. */
  readonly #shares = new ShareTable()
  /** The same without their shapes, where a filter asks for them. */
  readonly #origins = new ShareTable()
  readonly #originKept: boolean[] = []
  /** The bucket of time of the entry before, and where it begins and ends: most entries are in the same one. */
  #bucket = 0
  /** Some time in the first bucket, and one in the last. */
  #spanFrom = Number.POSITIVE_INFINITY
  #spanTo = -1
  readonly #bucketEnds = new Float64Array(2)

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
    if (this.#filter !== undefined && !this.#passes(this.#filter, entry)) return
    const index = this.#shapeIndexOf(entry)
    const shape = this.#list[index]
    if (shape === undefined) return
    if (entry.isPhase) {
      shape.addFlags(entry.flags)
      shape.addCounted(entry)
      return
    }
    source.events++
    const { micros } = entry
    shape.add(entry)
    if (entry.flags !== 0) shape.addFlags(entry.flags)
    if (entry.counted) shape.addCounted(entry)
    if (entry.atMicros !== unknown) this.#addTime(shape, entry)
    const { user, host, database } = entry
    this.#shares.count(this.#shares.idOf(index, user, host, database), micros)
    this.#addSamples(shape, entry)
  }

  /** Fills in what follows from all that was counted so far: times, and each shape's users, hosts and databases. */
  finish(): void {
    const { names } = this
    const { source } = this
    this.totalMicros = 0
    for (const { totalMicros, firstAt, lastAt, users, hosts, schemas } of this.#list) {
      for (const shares of [users, hosts, schemas]) shares.clear()
      this.totalMicros += totalMicros
      source.fromMicros = Math.min(source.fromMicros, firstAt)
      source.toMicros = Math.max(source.toMicros, lastAt)
    }
    this.#shares.each((index, user, host, database, count, micros) => {
      const shape = this.#list[index]
      if (shape === undefined) return
      addShare(shape.users, names.textOf(user), count, micros)
      addShare(shape.hosts, names.textOf(host), count, micros)
      addShare(shape.schemas, names.textOf(database), count, micros)
    })
  }

  #addTime(shape: ShapeTally, entry: LogEntry): void {
    const at = entry.atMicros
    const ends = this.#bucketEnds
    if (at < (ends[0] ?? 0) || at >= (ends[1] ?? 0)) this.#bucketAt(at)
    shape.addAt(at, entry.micros)
    const lockMicros = entry.lockMicros === unknown ? 0 : entry.lockMicros
    shape.addToHistory(this.#bucket, 1, entry.micros, lockMicros)
  }

  /** Goes to the bucket of another time. Longer ones are needed only where the buckets' span became longer. */
  #bucketAt(at: number): void {
    this.#spanFrom = Math.min(at, this.#spanFrom)
    this.#spanTo = Math.max(at, this.#spanTo)
    const seconds = bucketSecondsFor(this.#spanFrom, this.#spanTo)
    if (seconds > this.bucketSeconds) {
      for (const each of this.#list) each.coarsenHistory(seconds / this.bucketSeconds)
      this.bucketSeconds = seconds
    }
    const lengthMicros = this.bucketSeconds * 1_000_000
    this.#bucket = bucketIndex(at, this.bucketSeconds)
    this.#bucketEnds[0] = this.#bucket * lengthMicros
    this.#bucketEnds[1] = (this.#bucket + 1) * lengthMicros
  }

  #addSamples(shape: ShapeTally, entry: LogEntry): void {
    let sample: KeptSample | undefined
    const { startByte } = entry
    // Readers that wait for a second line do not always give entries in the order of their places.
    if (entry.micros >= shape.maxMicros && shape.isSlowest(entry.micros, startByte)) {
      shape.maxMicros = entry.micros
      sample = this.#sampleOf(entry)
      shape.slowest = sample
    }
    if (entry.rowsExamined > shape.mostRowsExamined) {
      sample ??= this.#sampleOf(entry)
      shape.mostRows = sample
      shape.mostRowsExamined = entry.rowsExamined
    }
    const draw = drawNumber(startByte)
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
    const { sqlFrom, sqlTo, database } = entry
    const kept = Math.min(sqlTo - sqlFrom, this.#limits.maxSampleBytes)
    // Every field at once: most samples are replaced soon, and objects that grow are slow to make.
    return {
      sql: entry.bytes.slice(sqlFrom, sqlFrom + kept),
      sqlBytes: kept < sqlTo - sqlFrom ? sqlTo - sqlFrom : undefined,
      micros: entry.micros,
      lockMicros: known(entry.lockMicros),
      rowsExamined: known(entry.rowsExamined),
      rowsSent: known(entry.rowsSent),
      atMicros: known(entry.atMicros),
      user: entry.user === 0 ? undefined : this.names.textOf(entry.user),
      host: entry.host === 0 ? undefined : this.names.textOf(entry.host),
      startByte: entry.startByte,
      source: this.source.name,
      database: database === 0 ? undefined : this.names.textOf(database),
      detail: entry.detailForm === DetailForm.none ? undefined : detailOf(entry, this.#limits.maxSampleBytes),
    }
  }

  #passes(filter: EntryFilter, entry: LogEntry): boolean {
    const { fromMicros, toMicros, keepsOrigin } = filter
    if (keepsOrigin !== undefined) {
      const { names } = this
      const { user, host, database } = entry
      const origin = this.#origins.idOf(0, user, host, database)
      this.#originKept[origin] ??= keepsOrigin(names.textOf(user), names.textOf(host), names.textOf(database))
      if (!this.#originKept[origin]) return false
    }
    if (fromMicros !== undefined && !(entry.atMicros >= fromMicros)) return false
    if (toMicros !== undefined && !(entry.atMicros !== unknown && entry.atMicros < toMicros)) return false
    return filter.keepsEntry === undefined || filter.keepsEntry(entry)
  }

  /** The shape's place in the list, found by the key of its bytes where there is one. */
  #shapeIndexOf(entry: LogEntry): number {
    if (entry.odd) return this.#indexOfText(entry)
    const found = this.#keys.find(entry.keyHigh, entry.keyLow)
    if (found !== -1) return found
    const index = this.#indexOfText(entry)
    if (this.#keys.size < maxKeys) this.#keys.add(entry.keyHigh, entry.keyLow, index)
    return index
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

function known(amount: number): number | undefined {
  return amount === unknown ? undefined : amount
}

/** The values of the statement's parameters, where they are short enough to be kept. */
function detailOf({ detailBytes, detailFrom, detailTo, detailForm: form }: LogEntry, maxBytes: number) {
  return detailTo - detailFrom > maxBytes ? undefined : { bytes: detailBytes.slice(detailFrom, detailTo), form }
}

export const restDigest = 'rest'
const restMark = '\u0000rest'
