import { decimalEnd, decimalMicros, isoMicros, shortMicros, timeEnd, wholeNumber } from '../byte-times'
import { counterIndex, flagBit, type LogEntry, type NameTable, unknown } from '../log-entry'
import { isHeaderLine } from '../mysql-log-lines'
import {
  attributeCounter,
  attributeCounterMillis,
  attributeCounterSeconds,
  attributeCounters,
  attributeFlag,
  attributeFlagNumber,
  attributeFlags,
  attributeLockTime,
  attributeQueryTime,
  attributeRowsAffected,
  attributeRowsExamined,
  attributeRowsSent,
  attributeSchema,
  attributeSlot,
  attributes,
  nameHash,
} from './mysql-attributes'

/** Longer than this is slow for a statement that touches a handful of rows. */
const slowMicros = 100_000
const fewRows = 10
const fewPages = 100
const knownLines = 4096

/** Reads the `#` lines of an entry of the MySQL family into a LogEntry. */
export class MysqlHeader {
  /** The header has had its Query_time. */
  complete = false
  /** UTC or with an offset: then it is better than `SET timestamp`. */
  hasZone = false
  /** The time of the header's own `# Time:` line. */
  timeMicros = unknown
  /** The rows of `# explain:`; equal when there are none. */
  explainFrom = 0
  explainTo = 0
  /** Lines seen before, by their hash up to the session's number: most entries have one of these. */
  readonly #lineHighs = new Int32Array(knownLines)
  readonly #lineLows = new Int32Array(knownLines)
  readonly #lineUsers = new Int32Array(knownLines)
  readonly #lineHosts = new Int32Array(knownLines)
  /** The bytes that are being read, for reading several at once. */
  view: DataView = new DataView(new ArrayBuffer(0))
  readonly #entry: LogEntry
  readonly #hidesRowLocks: boolean
  readonly #names: NameTable

  /** @param hidesRowLocks the server's Lock_time leaves waits for rows out, as MariaDB's does */
  constructor(entry: LogEntry, names: NameTable, hidesRowLocks: boolean) {
    this.#hidesRowLocks = hidesRowLocks
    this.#entry = entry
    this.#names = names
  }

  restart(): void {
    this.complete = false
    this.hasZone = false
    this.timeMicros = unknown
    this.explainFrom = 0
    this.explainTo = 0
  }

  /**
   * Takes the line from `at`, which begins with `#`.
   * @param to place after the last byte there is
   * @returns the place of its line feed, or `to` when that is not there
   */
  line(bytes: Uint8Array, at: number, to: number): number {
    let i = at + 1
    while (bytes[i] === 32 && i < to) i++
    const first = bytes[i] ?? 0
    const second = bytes[i + 1] ?? 0
    if (first === 84 && second === 105) i = this.#time(bytes, i + 5, to)
    else if (first === 85) i = this.#user(bytes, i, to)
    else if (first === 101 && second === 120) return this.#explain(bytes, at, to)
    else if (first !== 67 || second !== 108) i = this.#attributes(bytes, i, to) // not `Client:`
    while (bytes[i] !== 10 && i < to) i++
    return Math.min(i, to)
  }

  /** MariaDB's `# explain:` rows. */
  #explain(bytes: Uint8Array, at: number, to: number): number {
    const feed = bytes.indexOf(10, at)
    const end = feed === -1 || feed > to ? to : feed
    if (this.explainFrom === this.explainTo) this.explainFrom = at
    this.explainTo = bytes[end - 1] === 13 ? end - 1 : end
    return end
  }

  #time(bytes: Uint8Array, from: number, to: number): number {
    let i = from
    while (bytes[i] === 32) i++
    if (bytes[i + 4] === 45) {
      this.timeMicros = isoMicros(bytes, i)
      this.hasZone = this.timeMicros >= 0
    } else {
      this.timeMicros = shortMicros(bytes, i)
      this.hasZone = false
    }
    // Some writers put the next line of the header behind the time.
    if (this.timeMicros >= 0) i = timeEnd
    while (bytes[i] !== 35 && bytes[i] !== 10 && i < to) i++
    return bytes[i] === 35 && i < to && isHeaderLine(bytes, i) ? this.line(bytes, i, to) : i
  }

  /** `User@Host: user[priv] @ host [ip]  Id: 5`, and `User: user[priv] @ [ip]` of other writers. */
  #user(bytes: Uint8Array, at: number, to: number): number {
    let high = 0x811c9dc5 | 0
    let low = 7
    let end = at
    // Four letters at a time, as long as none of them is a line feed or an I.
    for (const { view } = this; end + 4 <= to; end += 4) {
      const letters = view.getInt32(end, true)
      if (holds(letters, 0x0a0a0a0a) || holds(letters, 0x49494949)) break
      high = Math.imul(high ^ letters, 0x01000193)
      high ^= high >>> 15
      low = (Math.imul(low, 0x85ebca6b) + letters) | 0
    }
    for (let code = bytes[end] ?? 0; code !== 10 && end < to; code = bytes[++end] ?? 0) {
      if (code === 73 && bytes[end + 1] === 100 && bytes[end + 2] === 58 && bytes[end - 1] === 32) break // Id:
      high = Math.imul(high ^ code, 0x01000193)
      low = (Math.imul(low, 31) + code) | 0
    }
    const slot = (high ^ (low >>> 9)) & (knownLines - 1)
    if (this.#lineHighs[slot] === high && this.#lineLows[slot] === low) {
      this.#entry.user = this.#lineUsers[slot] ?? 0
      this.#entry.host = this.#lineHosts[slot] ?? 0
      return end
    }
    const read = this.#newUser(bytes, at, to)
    this.#lineHighs[slot] = high
    this.#lineLows[slot] = low
    this.#lineUsers[slot] = this.#entry.user
    this.#lineHosts[slot] = this.#entry.host
    return read
  }

  #newUser(bytes: Uint8Array, at: number, to: number): number {
    let i = at
    while (bytes[i] !== 58 && bytes[i] !== 10 && i < to) i++
    if (bytes[i] === 58) i++
    while (bytes[i] === 32 && i < to) i++
    let from = i
    // `[SQL_SLAVE] @  []` has its name in brackets.
    if (bytes[i] === 91) from = ++i
    for (let code = bytes[i] ?? 0; code > 32 && code !== 91 && code !== 93 && code !== 64 && i < to; ) {
      code = bytes[++i] ?? 0
    }
    this.#entry.user = this.#names.idOf(bytes, from, i)
    while (bytes[i] !== 64 && bytes[i] !== 10 && i < to) i++
    if (bytes[i] === 64) i++
    while (bytes[i] === 32 && i < to) i++
    from = i
    for (let code = bytes[i] ?? 0; code > 32 && code !== 91 && i < to; ) code = bytes[++i] ?? 0
    if (i === from) {
      while (bytes[i] === 91 && i < to) from = ++i
      for (let code = bytes[i] ?? 0; code > 32 && code !== 93 && i < to; ) code = bytes[++i] ?? 0
    }
    this.#entry.host = this.#names.idOf(bytes, from, i)
    return i
  }

  /**
   * `Query_time: 1.5  Lock_time: 0.1 Rows_sent: 3  Rows_examined: 30`, which nearly every entry has, by the places of
   * letters and colons. Gives the place behind the last of these figures that is there.
   */
  #usualFigures(bytes: Uint8Array, from: number): number {
    const entry = this.#entry
    const time = decimalMicros(bytes, from + 12)
    if (time < 0) return from
    entry.micros = time
    this.complete = true
    let i = afterBlanks(bytes, decimalEnd)
    if (bytes[i] !== 76 || bytes[i + 5] !== 116 || bytes[i + 9] !== 58) return i // Lock_time:
    const lock = decimalMicros(bytes, i + 11)
    if (lock < 0) return i
    entry.lockMicros = lock
    i = afterBlanks(bytes, decimalEnd)
    if (bytes[i] !== 82 || bytes[i + 5] !== 115 || bytes[i + 9] !== 58) return i // Rows_sent:
    const sent = wholeNumber(bytes, i + 11)
    if (sent < 0) return i
    entry.rowsSent = sent
    i = afterBlanks(bytes, decimalEnd)
    if (bytes[i] !== 82 || bytes[i + 5] !== 101 || bytes[i + 13] !== 58) return i // Rows_examined:
    const examined = wholeNumber(bytes, i + 15)
    if (examined < 0) return i
    entry.rowsExamined = examined
    return decimalEnd
  }

  /** `Name: value  Name: value …`; MariaDB and Percona have several such lines. */
  #attributes(bytes: Uint8Array, from: number, to: number): number {
    const entry = this.#entry
    let i = from
    if (bytes[i] === 81 && bytes[i + 10] === 58) i = this.#usualFigures(bytes, i)
    while (bytes[i] !== 10 && i < to) {
      let hash = 0
      let code = bytes[i] ?? 0
      while (code !== 58 && code !== 10 && i < to) {
        hash = code === 32 ? 0 : nameHash(hash, code)
        code = bytes[++i] ?? 0
      }
      if (code !== 58) break
      i++
      const slot = attributeSlot(hash)
      if (slot === -1) {
        i = this.#skipValue(bytes, i, to)
        continue
      }
      while (bytes[i] === 32 && i < to) i++
      const attribute = attributes[slot] ?? 0
      if (attribute === attributeFlag) {
        if (bytes[i] === 89) entry.flags |= attributeFlags[slot] ?? 0
        i = this.#skipValue(bytes, i, to)
        continue
      }
      if (attribute === attributeSchema) {
        const start = i
        for (code = bytes[i] ?? 0; code > 32 && code !== 58 && i < to; ) code = bytes[++i] ?? 0
        // `Schema:   Last_errno: 0` has no name: what stands there is the next attribute.
        if (bytes[i] === 58) i = start
        else entry.database = this.#names.idOf(bytes, start, i)
        continue
      }
      const isWhole = attribute === attributeCounter
      const value = isWhole ? wholeNumber(bytes, i) : decimalMicros(bytes, i)
      if (value < 0) i = this.#skipValue(bytes, i, to)
      else {
        i = decimalEnd
        if (isWhole) entry.count(attributeCounters[slot] ?? 0, value)
        else this.#number(slot, attribute, value)
      }
    }
    return i
  }

  /** @param micros the value times a million */
  #number(slot: number, attribute: number, micros: number): void {
    const entry = this.#entry
    switch (attribute) {
      case attributeQueryTime:
        entry.micros = micros
        this.complete = true
        break
      case attributeLockTime:
        entry.lockMicros = micros
        break
      case attributeRowsSent:
        entry.rowsSent = Math.floor(micros / 1_000_000)
        break
      case attributeRowsExamined:
        entry.rowsExamined = Math.floor(micros / 1_000_000)
        break
      case attributeRowsAffected:
        entry.rowsAffected = Math.floor(micros / 1_000_000)
        break
      case attributeFlagNumber:
        if (micros > 0) entry.flags |= attributeFlags[slot] ?? 0
        break
      case attributeCounterSeconds:
        entry.count(attributeCounters[slot] ?? 0, micros)
        break
      case attributeCounterMillis:
        entry.count(attributeCounters[slot] ?? 0, Math.round(micros / 1000))
        break
    }
  }

  #skipValue(bytes: Uint8Array, from: number, to: number): number {
    let i = from
    while (bytes[i] === 32 && i < to) i++
    while ((bytes[i] ?? 0) > 32 && i < to) i++
    return i
  }

  /** What the figures together say, once the header is whole. */
  conclude(): void {
    const entry = this.#entry
    if (entry.counted) this.#concludeCounters(entry)
    const wait = Math.max(entry.lockMicros, entry.counters[counterIndex.innodb_rec_lock_wait_micros] ?? 0)
    if (wait > 0 && wait * 2 >= entry.micros) {
      entry.flags |= lockMostly
      entry.count(counterIndex.lock_mostly_micros, entry.micros)
    }
    // No rows examined proves nothing: some ways of reading are not counted there.
    const rows = Math.max(entry.rowsExamined, entry.rowsAffected)
    if (this.#hidesRowLocks && entry.micros >= slowMicros && rows >= 1 && rows <= fewRows) {
      entry.flags |= slowFewRows
      entry.count(counterIndex.slow_few_rows_micros, entry.micros)
    }
  }

  #concludeCounters(entry: LogEntry): void {
    const { counters } = entry
    const amount = (index: number) => counters[index] ?? 0
    if (amount(counterIndex.tmp_disk_tables) > 0) entry.flags |= tmpTableOnDisk
    if (amount(counterIndex.tmp_tables) > 0) entry.flags |= tmpTable
    if (amount(counterIndex.sort_rows) > 0 || amount(counterIndex.sort_scan_count) > 0) entry.flags |= filesort
    if (amount(counterIndex.sort_range_count) > 0) entry.flags |= filesort
    if (amount(counterIndex.read_rnd_next) > 0 || amount(counterIndex.read_key) > 0) entry.flags |= countedFlag
    const engine = amount(counterIndex.engine_micros)
    const pages = amount(counterIndex.pages_accessed)
    const ownReading = amount(counterIndex.pages_read_micros)
    if (pages > 0 && pages <= fewPages && engine * 2 >= entry.micros && ownReading * 2 < engine) {
      if (entry.micros < slowMicros) return
      entry.flags |= engineWait
      entry.count(counterIndex.engine_wait_micros, entry.micros)
    }
  }
}

/** Is one of four letters the one that `four` has four times? (H. S. Warren, Hacker's Delight, 6-1.) */
function holds(letters: number, four: number): boolean {
  const zero = letters ^ four
  return ((zero - 0x01010101) & ~zero & 0x80808080) !== 0
}

function afterBlanks(bytes: Uint8Array, at: number): number {
  let i = at
  while (bytes[i] === 32) i++
  return i
}

const lockMostly = flagBit('lock_mostly')
const slowFewRows = flagBit('slow_few_rows')
const engineWait = flagBit('engine_wait')
const tmpTableOnDisk = flagBit('tmp_table_on_disk')
const tmpTable = flagBit('tmp_table')
const filesort = flagBit('filesort')
const countedFlag = flagBit('counted')
