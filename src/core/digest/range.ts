import { fault } from '../errors'
import { type DigestSum, joinedSource, sumOfTally } from './digest-sum'
import { unfinishedReason } from './log-entry'
import { LogFeed } from './log-feed'
import { openLog } from './open-log'
import type { LogReader } from './readers/reader'
import { dialectOfLog, type RecognizedLog } from './recognize'
import { defaultLimits, type EntryFilter, Tally, type TallyLimits } from './tally'

/** A database that a range of a log does not tell, because it was chosen before. */
const unknownDatabase = '\u0000'

export interface RangeOptions {
  readonly limits?: TallyLimits
  readonly filter?: EntryFilter
}

/** The sum of the entries that lie whole in a range of a log, and the bytes at its ends that belong to others. */
export interface RangeDigest {
  readonly log: RecognizedLog
  readonly sum: DigestSum
  readonly startByte: number
  readonly endByte: number
  readonly head: Uint8Array
  readonly allHead: boolean
  readonly tail: Uint8Array
  readonly database: string
  readonly last: boolean
  readonly dependent: boolean
}

/** Adds up a range of a log; the rest of the range's bytes comes out as `head` and `tail`. */
export class RangeReader {
  readonly #log: RecognizedLog
  readonly #tally: Tally
  readonly #reader: LogReader
  readonly #feed: LogFeed
  readonly #startByte: number

  /** @param database the one in use at `startByte`, where an entry begins; without it the range may begin anywhere */
  constructor(name: string, log: RecognizedLog, startByte: number, options: RangeOptions = {}, database?: string) {
    this.#log = log
    this.#startByte = startByte
    this.#tally = new Tally(name, dialectOfLog(log.flavor), options.limits ?? defaultLimits, options.filter)
    const known = database ?? (startByte === 0 ? '' : unknownDatabase)
    this.#reader = openLog(log, this.#tally, this.#tally.names.idOfText(known))
    const startsWithEntry = startByte === 0 || database !== undefined
    this.#feed = new LogFeed(this.#reader, this.#tally, startByte, startsWithEntry)
  }

  space(): Uint8Array {
    return this.#feed.space()
  }

  filled(count: number): void {
    this.#feed.filled(count)
  }

  push(bytes: Uint8Array): void {
    this.#feed.push(bytes)
  }

  /** How many entries were counted so far. */
  get events(): number {
    return this.#tally.source.events
  }

  /** @param last the range ends where the log does */
  end(endByte: number, last: boolean): RangeDigest {
    const ends = this.#feed.endRange(last)
    const { database, dependent = false } = this.#reader
    const known = database === undefined ? unknownDatabase : this.#tally.names.textOf(database)
    const sum = sumOfTally(this.#tally, { flavor: this.#log.flavor })
    return { log: this.#log, sum, startByte: this.#startByte, endByte, ...ends, database: known, last, dependent }
  }
}

/** Gives bytes of the log again. */
export type Reread = (fromByte: number, toByte: number) => Uint8Array

/**
 * Two ranges that touch as one. What lies on their border is read now, and with it the guess is checked that the later
 * range made about its first entry: where a literal with a copy of an entry was taken for one, the range is read again.
 * @throws SargableError `unsupported` when that is needed and `reread` is not given, or sessions go on over the border
 */
export function joinRanges(a: RangeDigest, b: RangeDigest, options: RangeOptions = {}, reread?: Reread): RangeDigest {
  if (a.endByte !== b.startByte) throw fault('bad-request', 'The ranges do not touch.')
  if (a.dependent || b.dependent) throw asWhole(a)
  const { startByte } = a
  const { endByte, last } = b
  if (a.allHead) {
    const sum = merged(a, b)
    return { ...b, sum, startByte, head: concat(a.head, b.head) }
  }
  if (b.allHead && !last) return { ...a, sum: merged(a, b), endByte, tail: concat(a.tail, b.head) }
  const border = readBorder(a, b.head, options)
  const name = nameOf(a)
  if (!b.allHead && border.unfinished) {
    if (reread === undefined) throw asWhole(a)
    const again = new RangeReader(name, a.log, a.endByte - a.tail.length, options, a.database)
    again.push(a.tail)
    again.push(reread(b.startByte, b.endByte))
    const rest = again.end(endByte, last)
    if (rest.dependent) throw asWhole(a)
    return { ...rest, sum: merged(a, rest), startByte, head: a.head }
  }
  const before = border.database === unknownDatabase ? a.database : border.database
  resolve(border.sum, a.database)
  resolve(b.sum, before)
  const withBorder = merged(a, border)
  return {
    log: a.log,
    sum: merged({ sum: withBorder }, b),
    startByte,
    endByte,
    head: a.head,
    allHead: false,
    tail: b.tail,
    database: b.database === unknownDatabase ? before : b.database,
    last,
    dependent: false,
  }
}

interface Border {
  readonly sum: DigestSum
  readonly database: string
  /** The last entry does not end where the later range begins its first one. */
  readonly unfinished: boolean
}

/** Reads what lies between the last whole entry of one range and the first of the next. */
function readBorder(a: RangeDigest, head: Uint8Array, options: RangeOptions): Border {
  const reader = new RangeReader(nameOf(a), a.log, a.endByte - a.tail.length, options, a.database)
  reader.push(a.tail)
  reader.push(head)
  const { sum, database } = reader.end(a.endByte + head.length, true)
  const unfinished = sum.sources.some(({ skipped }) => skipped.some(({ reason }) => reason === unfinishedReason))
  return { sum, database, unfinished }
}

function nameOf({ sum }: RangeDigest): string {
  return sum.sources[0]?.name ?? ''
}

function asWhole(range: RangeDigest) {
  return fault('unsupported', `The parts of ${nameOf(range)} cannot be joined: what one tells goes on in the next.`, {
    hint: 'Digest the log as a whole.',
  })
}

/** Both sums, as those of one source. */
function merged(a: { readonly sum: DigestSum }, b: { readonly sum: DigestSum }): DigestSum {
  const { sum } = a
  const [one] = sum.sources
  const [other] = b.sum.sources
  sum.absorb(b.sum)
  if (one !== undefined && other !== undefined) {
    sum.sources.length = 0
    sum.sources.push(joinedSource(one, other, defaultLimits.maxSkippedListed))
  }
  return sum
}

/** Names the database of the entries whose range did not tell it. */
function resolve(sum: DigestSum, database: string): void {
  if (database === unknownDatabase) return
  for (const shape of sum.shapes.values()) shape.renameDatabase(unknownDatabase, database)
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = new Uint8Array(a.length + b.length)
  out.set(a)
  out.set(b, a.length)
  return out
}

/** A digest of a whole log from its ranges, in any order. */
export function joinAll(ranges: readonly RangeDigest[], options: RangeOptions = {}, reread?: Reread): RangeDigest {
  const [first, ...rest] = [...ranges].sort((a, b) => a.startByte - b.startByte || a.endByte - b.endByte)
  if (first === undefined) throw fault('bad-request', 'There is no part to join.')
  return rest.reduce((joined, next) => joinRanges(joined, next, options, reread), first)
}
