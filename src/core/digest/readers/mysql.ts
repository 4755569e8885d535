import type { Dialect } from '../../engine'
import { decimalEnd, decimalMicros } from '../byte-times'
import { KeyEnd } from '../key-end'
import { type EntrySink, LogEntry, unfinishedReason, unknown } from '../log-entry'
import { isBannerLine, isHeaderLine, isQueryTimeLine, isTimeLine, isUserLine, isWholeHeader } from '../mysql-log-lines'
import { ShapeKey } from '../shape-key'
import { MysqlHeader } from './mysql-header'
import type { LogReader } from './reader'

const adminLine = letters('# administrator command: ')
const useWord = letters('use ')
const setWord = letters('set ')
const timestampWord = letters('timestamp=')
/** `SET `, `time` and `stam`, four letters as one number. */
const setLetters = 0x20544553
const timeLetters = 0x656d6974
const stampLetters = 0x6d617473

/**
 * Slow query logs of MySQL 5.1-9.x, Percona Server, MariaDB, RDS and Aurora: `#` lines, then `use db;`,
 * `SET timestamp=…;` and the statement, which ends where the next entry begins outside of any quote.
 */
export class MysqlSlowLogReader implements LogReader {
  readonly #sink: EntrySink
  readonly #entry = new LogEntry()
  readonly #header: MysqlHeader
  readonly #key: ShapeKey
  /** The database of the last `use`; entries that name none are in it. */
  #database: number
  #lastTime = unknown
  /** The bytes that are being read, for reading several at once. */
  #view: DataView = new DataView(new ArrayBuffer(0))

  /** @param databaseBefore the number of the name of the database in use before the first byte */
  constructor(sink: EntrySink, dialect: Dialect, databaseBefore = 0) {
    this.#sink = sink
    this.#header = new MysqlHeader(this.#entry, sink.names, dialect === 'mariadb')
    this.#key = new ShapeKey(dialect)
    this.#database = databaseBefore
  }

  /** The database in use behind the last entry. */
  get database(): number {
    return this.#database
  }

  read(bytes: Uint8Array, to: number, base: number, atEnd: boolean): number {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#header.view = this.#view
    let at = 0
    while (at < to) {
      const next = this.#isEntry(bytes, at)
        ? this.#entryAt(bytes, at, to, base, atEnd)
        : this.#between(bytes, at, to, base, atEnd)
      if (next === -1) return at
      at = next
    }
    return at
  }

  findStart(bytes: Uint8Array, to: number, atEnd: boolean): number {
    // The first line may be the end of a longer one, so that nothing is known of what stands before the second.
    let before = -1
    for (let feed = bytes.indexOf(10); feed !== -1 && feed < to; feed = bytes.indexOf(10, feed + 1)) {
      const at = feed + 1
      const lineBefore = before
      before = at
      if (!atEnd && at + 4096 > to) return -1
      if (bytes[at] !== 35 || !isHeaderLine(bytes, at) || !isWholeHeader(bytes, at, to)) continue
      if (isTimeLine(bytes, at)) return at
      // Another line of a header is its first one only behind a line of another kind, and its time must be its own.
      if (lineBefore !== -1 && bytes[lineBefore] !== 35 && hasTimestamp(bytes, at, to)) return at
    }
    return -1
  }

  #isEntry(bytes: Uint8Array, at: number): boolean {
    return bytes[at] === 35 && isHeaderLine(bytes, at)
  }

  /** Takes what stands between entries: a server's head of the file, blank lines, or something damaged. */
  #between(bytes: Uint8Array, at: number, to: number, base: number, atEnd: boolean): number {
    let line = at
    let banners = at
    while (line < to) {
      const feed = bytes.indexOf(10, line)
      const hasFeed = feed !== -1 && feed < to
      if (!hasFeed && !atEnd) break
      const end = hasFeed ? feed : to
      if (this.#isEntry(bytes, line)) break
      const isBlank = end - line <= 1 && (bytes[line] ?? 0) <= 32
      if (!isBlank && !isBannerLine(bytes, line, end)) {
        if (line > banners) break
        return this.#skipToEntry(bytes, at, to, base, atEnd)
      }
      line = hasFeed ? end + 1 : to
      banners = line
    }
    if (banners === at) return -1
    this.#sink.banner(banners - at)
    return banners
  }

  #skipToEntry(bytes: Uint8Array, at: number, to: number, base: number, atEnd: boolean): number {
    let line = at
    for (;;) {
      const feed = bytes.indexOf(10, line)
      if (feed === -1 || feed + 1 >= to) {
        // The rest may be the beginning of what belongs to this piece.
        if (!atEnd) return -1
        line = to
        break
      }
      line = feed + 1
      if (line + 32 > to && !atEnd) return -1
      if (this.#isEntry(bytes, line)) break
    }
    this.#sink.skip(base + at, line - at, 'Text outside of any entry.', bytes, at)
    return line
  }

  #skip(bytes: Uint8Array, at: number, end: number, base: number, reason: string): number {
    this.#sink.skip(base + at, end - at, reason, bytes, at)
    return end
  }

  /** Takes the entry whose header begins at `start`; -1 when its end is not there yet. */
  #entryAt(bytes: Uint8Array, start: number, to: number, base: number, atEnd: boolean): number {
    const entry = this.#entry
    const header = this.#header
    entry.restart(base + start)
    header.restart()
    let line = start
    while (bytes[line] === 35 && (bytes[line + 2] !== 97 || !startsWith(bytes, line, adminLine))) {
      // A second header follows one without a statement.
      if (header.complete && this.#beginsAnew(bytes, line)) break
      const feed = header.line(bytes, line, to)
      if (feed >= to) {
        if (!atEnd) return -1
        return this.#skip(bytes, start, to, base, unfinishedReason)
      }
      line = feed + 1
    }
    if (line >= to && !atEnd) return -1
    if (header.timeMicros !== unknown) this.#lastTime = header.timeMicros
    if (!header.complete) return this.#skip(bytes, start, line, base, 'An entry without Query_time.')
    const body = this.#prelude(bytes, line, to, atEnd)
    if (body === -1) return -1
    if (entry.atMicros === unknown) entry.atMicros = header.timeMicros !== unknown ? header.timeMicros : this.#lastTime
    if (entry.database === 0) entry.database = this.#database
    return this.#statement(bytes, start, body, to, base, atEnd)
  }

  #beginsAnew(bytes: Uint8Array, line: number): boolean {
    return isTimeLine(bytes, line) || isUserLine(bytes, line) || isQueryTimeLine(bytes, line)
  }

  /** Takes `use db;` and `SET timestamp=…;`; gives the place behind them, or -1. */
  #prelude(bytes: Uint8Array, from: number, to: number, atEnd: boolean): number {
    const entry = this.#entry
    let at = from
    let used = 0
    for (;;) {
      const behind = this.#usualTimestamp(bytes, at)
      if (behind > 0) return behind <= to ? behind : atEnd ? to : -1
      const first = (bytes[at] ?? 0) | 32
      if (first !== 117 && first !== 115) break
      const isUse = first === 117 && startsWithWord(bytes, at, useWord)
      if (!isUse && !startsWithWord(bytes, at, setWord)) break
      const feed = bytes.indexOf(10, at)
      if (feed === -1 || feed >= to) {
        if (!atEnd) return -1
        break
      }
      let end = feed
      while (end > at && (bytes[end - 1] === 13 || bytes[end - 1] === 32)) end--
      if (bytes[end - 1] !== 59) break
      if (isUse) {
        if (used > 0) break
        used = at
        this.#database = this.#databaseName(bytes, at + 4, end - 1)
        entry.database = this.#database
      } else {
        const place = this.#timestampAt(bytes, at + 4, end)
        if (place === -1) break
        const micros = decimalMicros(bytes, place)
        if (micros >= 0) entry.atMicros = this.#header.hasZone ? this.#header.timeMicros : micros
        return feed + 1
      }
      at = feed + 1
    }
    // `use db` may be the statement itself, when nothing else follows.
    if (used > 0 && (at >= to || bytes[at] === 35) && !startsWith(bytes, at, adminLine)) return used
    return at
  }

  /** `SET timestamp=1795157561;` as servers write it: gives the place behind its line, or 0. */
  #usualTimestamp(bytes: Uint8Array, at: number): number {
    const view = this.#view
    if (view.getInt32(at, true) !== setLetters || view.getInt32(at + 4, true) !== timeLetters) return 0
    if (view.getInt32(at + 8, true) !== stampLetters || bytes[at + 12] !== 112 || bytes[at + 13] !== 61) return 0
    const { hasZone, timeMicros } = this.#header
    const micros = decimalMicros(bytes, at + 14)
    if (micros < 0 || bytes[decimalEnd] !== 59 || bytes[decimalEnd + 1] !== 10) return 0
    this.#entry.atMicros = hasZone ? timeMicros : micros
    return decimalEnd + 2
  }

  #databaseName(bytes: Uint8Array, from: number, to: number): number {
    const quoted = bytes[from] === 96 && bytes[to - 1] === 96 && to - from > 1
    return this.#sink.names.idOf(bytes, quoted ? from + 1 : from, quoted ? to - 1 : to)
  }

  /** `timestamp=N`, also behind `insert_id=N,` and `last_insert_id=N,`; -1 for any other SET. */
  #timestampAt(bytes: Uint8Array, from: number, end: number): number {
    let at = from
    while (at < end) {
      if (startsWithWord(bytes, at, timestampWord)) return at + timestampWord.length
      const letter = (bytes[at] ?? 0) | 32
      if (letter !== 105 && letter !== 108) return -1
      while (at < end && bytes[at] !== 44) at++
      at++
    }
    return -1
  }

  #statement(bytes: Uint8Array, start: number, body: number, to: number, base: number, atEnd: boolean): number {
    const entry = this.#entry
    if (bytes[body] === 35 && startsWith(bytes, body, adminLine))
      return this.#command(bytes, start, body, to, base, atEnd)
    let at = body
    while (at < to && (bytes[at] ?? 0) <= 32 && bytes[at] !== 0) at++
    if (at >= to) {
      if (!atEnd) return -1
      return this.#skip(bytes, start, to, base, 'An entry without a statement.')
    }
    if (bytes[at] === 35 && isHeaderLine(bytes, at)) {
      return this.#skip(bytes, start, at, base, 'An entry without a statement.')
    }
    const key = this.#key
    const status = key.read(bytes, at, to, true, atEnd)
    if (status === KeyEnd.more) return -1
    if (status === KeyEnd.cut) {
      return this.#skip(bytes, start, key.end, base, 'A quote is still open where the next entry begins.')
    }
    if (status === KeyEnd.unfinished) return this.#skip(bytes, start, to, base, unfinishedReason)
    let end = key.end
    while (end > at && isTail(bytes[end - 1] ?? 0)) end--
    if (end === at) return this.#skip(bytes, start, key.end, base, 'An entry without a statement.')
    entry.bytes = bytes
    entry.sqlFrom = at
    entry.sqlTo = end
    entry.keyHigh = key.high
    entry.keyLow = key.low
    entry.odd = key.odd
    return this.#finish(bytes, start, key.end)
  }

  /** `# administrator command: Quit;` */
  #command(bytes: Uint8Array, start: number, at: number, to: number, base: number, atEnd: boolean): number {
    const feed = bytes.indexOf(10, at)
    const hasFeed = feed !== -1 && feed < to
    if (!hasFeed && !atEnd) return -1
    const stop = hasFeed ? feed : to
    let end = stop
    while (end > at && isTail(bytes[end - 1] ?? 0)) end--
    if (!hasFeed && end === stop) return this.#skip(bytes, start, to, base, unfinishedReason)
    const entry = this.#entry
    entry.bytes = bytes
    entry.sqlFrom = at + 2
    entry.sqlTo = end
    entry.isCommand = true
    entry.odd = true
    return this.#finish(bytes, start, hasFeed ? feed + 1 : to)
  }

  #finish(bytes: Uint8Array, start: number, end: number): number {
    const entry = this.#entry
    const header = this.#header
    header.conclude()
    if (header.explainTo > header.explainFrom) {
      entry.planBytes = bytes
      entry.planFrom = header.explainFrom
      entry.planTo = header.explainTo
    }
    entry.lengthBytes = end - start
    this.#sink.entry(entry)
    return end
  }
}

/** Does the header at `at` have a `SET timestamp` within its next lines? */
function hasTimestamp(bytes: Uint8Array, at: number, to: number): boolean {
  let line = at
  for (let i = 0; i < 24 && line < to; i++) {
    if ((bytes[line] ?? 0) !== 35) {
      if (startsWithWord(bytes, line, setWord) && startsWithWord(bytes, line + 4, timestampWord)) return true
      if (!startsWithWord(bytes, line, useWord)) return false
    }
    const feed = bytes.indexOf(10, line)
    if (feed === -1) return false
    line = feed + 1
  }
  return false
}

/** Blanks and delimiters, which do not belong to the statement. */
function isTail(code: number): boolean {
  return code === 59 || code === 10 || code === 13 || code === 32 || code === 9
}

function letters(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

function startsWith(bytes: Uint8Array, at: number, mark: Uint8Array): boolean {
  for (let i = 0; i < mark.length; i++) if (bytes[at + i] !== mark[i]) return false
  return true
}

/** Like `startsWith`, in any letter case; the mark is in lower case. */
function startsWithWord(bytes: Uint8Array, at: number, mark: Uint8Array): boolean {
  for (let i = 0; i < mark.length; i++) {
    const code = bytes[at + i] ?? 0
    if (code !== mark[i] && !(code >= 65 && code <= 90 && (code | 32) === mark[i])) return false
  }
  return true
}
