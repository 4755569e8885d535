import { dayNumber, digits, isoMicros, timeEnd } from '../byte-times'
import { type EntrySink, unfinishedReason, unknown } from '../log-entry'
import { PostgresMessages } from './postgres-messages'
import type { LogReader } from './reader'
import { monthNames, unknownYear, YearOfMonths } from './syslog-year'

/** A message on its way: syslog gets it in pieces, and those of several sessions interleave. */
interface Assembled {
  readonly number: number
  readonly startByte: number
  readonly atMicros: number
  lengthBytes: number
  text: Uint8Array
  used: number
  /** How long the log_line_prefix is; -1 for messages that are not counted. */
  readonly prefixBytes: number
  /** Its text is there; what follows are its details. */
  complete: boolean
}

const maxSessions = 10_000

/**
 * PostgreSQL's messages in syslog: `Nov 20 06:52:22 host postgres[4711]: [5-1] …LOG:  duration: …`, where `[5-2]` goes on
 * with the message 5 of the same process. The first time without a year gets the one that is given.
 */
export class PostgresSyslogReader implements LogReader {
  readonly #sink: EntrySink
  readonly #messages: PostgresMessages
  readonly #years: YearOfMonths
  readonly #open = new Map<number, Assembled>()

  constructor(sink: EntrySink, firstYear = unknownYear) {
    this.#sink = sink
    this.#messages = new PostgresMessages(sink)
    this.#years = new YearOfMonths(firstYear)
  }

  read(bytes: Uint8Array, to: number, base: number, atEnd: boolean): number {
    let at = 0
    while (at < to) {
      const feed = bytes.indexOf(10, at)
      const whole = feed !== -1 && feed < to
      if (!whole && !atEnd) break
      const end = whole ? feed + 1 : to
      if (whole) this.#line(bytes, at, end, base)
      else this.#cutLine(bytes, at, end, base)
      at = end
    }
    if (atEnd) {
      for (const session of [...this.#open.keys()]) this.#close(session)
      this.#messages.finish()
    }
    return at
  }

  /** Messages go on over lines that need not follow each other, so that no place is safe to begin at. */
  findStart(): number {
    return -1
  }

  /** The last line without its end: nobody knows what its message said, whose earlier pieces go with it. */
  #cutLine(bytes: Uint8Array, start: number, end: number, base: number): void {
    const number = this.#number(bytes, start, end)
    const open = number === undefined ? undefined : this.#open.get(number.session)
    if (number === undefined || open === undefined || open.number !== number.message) {
      this.#sink.skip(base + start, end - start, unfinishedReason, bytes, start)
      return
    }
    this.#open.delete(number.session)
    const { startByte, lengthBytes, text, used } = open
    this.#sink.skip(startByte, lengthBytes + end - start, unfinishedReason, text.subarray(0, used), 0)
  }

  #line(bytes: Uint8Array, start: number, end: number, base: number): void {
    let at = start
    if (bytes[at] === 60) {
      while (at < end && bytes[at] !== 62) at++
      at++
      if ((bytes[at] ?? 0) >= 48 && bytes[at + 1] === 32) at += 2
    }
    const time = this.#time(bytes, at)
    // `postgres[4711]: [5-1] `: the process in the last bracket before the number of the message.
    const number = this.#number(bytes, at, end)
    if (number === undefined) {
      if (end - start <= 2) this.#sink.banner(end - start)
      else this.#sink.skip(base + start, end - start, 'A line without the number of its message.', bytes, start)
      return
    }
    const { session, message, part, textAt } = number
    const known = this.#open.get(session)
    let stop = end
    while (stop > textAt && (bytes[stop - 1] === 10 || bytes[stop - 1] === 13)) stop--
    if (known !== undefined && known.number === message && part > 1) {
      if (isDetail(bytes, textAt, stop, known.prefixBytes)) known.complete = true
      if (!known.complete) append(known, bytes, textAt, stop, true)
      known.lengthBytes += end - start
      return
    }
    this.#close(session)
    const severity = severityAt(bytes.subarray(textAt, stop), stop - textAt)
    const opened = {
      number: message,
      startByte: base + start,
      atMicros: time,
      lengthBytes: end - start,
      text: new Uint8Array(stop - textAt + 64),
      used: 0,
      prefixBytes: severity === -1 ? -1 : bytes.lastIndexOf(58, textAt + severity - 1) - 'LOG'.length - textAt,
      complete: false,
    }
    append(opened, bytes, textAt, stop, false)
    this.#open.set(session, opened)
    if (this.#open.size > maxSessions) this.#close(this.#open.keys().next().value ?? session)
  }

  #time(bytes: Uint8Array, at: number): number {
    if (bytes[at + 4] === 45) {
      const iso = isoMicros(bytes, at)
      return iso >= 0 && timeEnd > at ? iso : unknown
    }
    const month = monthNames.indexOf(String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0)) + 1
    const day = bytes[at + 4] === 32 ? digits(bytes, at + 5, 1) : digits(bytes, at + 4, 2)
    const hour = digits(bytes, at + 7, 2)
    const minute = digits(bytes, at + 10, 2)
    const second = digits(bytes, at + 13, 2)
    if (month === 0 || day < 1 || hour < 0 || minute < 0 || second < 0) return unknown
    return (
      dayNumber(this.#years.yearOf(month), month, day) * 86_400_000_000 +
      ((hour * 60 + minute) * 60 + second) * 1_000_000
    )
  }

  /** `[4711]: [5-1] ` or, in RFC 5424, ` 4711 - - [5-1] `. */
  #number(
    bytes: Uint8Array,
    from: number,
    end: number,
  ): { session: number; message: number; part: number; textAt: number } | undefined {
    let session = 0
    for (let at = from; at < Math.min(end, from + 300); at++) {
      const code = bytes[at]
      if (code === 32 && bytes[at + 1] !== 91) {
        const pid = integer(bytes, at + 1)
        if (pid.end > at + 1 && bytes[pid.end] === 32 && session === 0 && at > from + 15) session = pid.value
      }
      if (code !== 91) continue
      const first = integer(bytes, at + 1)
      if (first.end === at + 1) continue
      if (bytes[first.end] === 93 && bytes[first.end + 1] === 58) {
        session = first.value
        continue
      }
      if (bytes[first.end] === 45) {
        const part = integer(bytes, first.end + 1)
        if (part.end > first.end + 1 && bytes[part.end] === 93 && bytes[part.end + 1] === 32)
          return { session, message: first.value, part: part.value, textAt: part.end + 2 }
      }
    }
    return undefined
  }

  #close(session: number): void {
    const open = this.#open.get(session)
    if (open === undefined) return
    this.#open.delete(session)
    const severity = severityAt(open.text, open.used)
    if (severity !== -1) {
      const { entry } = this.#messages
      entry.restart(open.startByte)
      entry.atMicros = open.atMicros
      if (this.#messages.message(open.text, severity, open.used, session, open.lengthBytes)) return
    }
    this.#sink.banner(open.lengthBytes)
  }
}

/** Behind `LOG:  `, before which a log_line_prefix may stand; -1 for other messages. */
function severityAt(text: Uint8Array, used: number): number {
  for (let at = 0; at + 6 < Math.min(used, 400); at++) {
    if (text[at] === 76 && text[at + 1] === 79 && text[at + 2] === 71 && text[at + 3] === 58 && text[at + 4] === 32) {
      return text[at + 5] === 32 ? at + 6 : at + 5
    }
  }
  return -1
}

const detailWords = ['DETAIL:  ', 'HINT:  ', 'QUERY:  ', 'CONTEXT:  ', 'LOCATION:  ', 'STATEMENT:  '].map((word) =>
  Uint8Array.from(word, (letter) => letter.charCodeAt(0)),
)

/**
 * PostgreSQL sends what belongs to a message with the same number, each with a prefix of its own: nearly as long as that of
 * the message, since only the number of a line grows.
 */
function isDetail(bytes: Uint8Array, from: number, to: number, prefixBytes: number): boolean {
  // A line of the statement begins with a tab, the rest of a long line with a blank.
  if (prefixBytes === -1 || bytes[from] === 32 || isTab(bytes, from)) return false
  for (let at = from + Math.max(0, prefixBytes - 2); at <= from + prefixBytes + 2; at++) {
    for (const word of detailWords) {
      if (at + word.length <= to && word.every((letter, i) => bytes[at + i] === letter)) return true
    }
  }
  return false
}

/** Adds a piece, with `#011` as the tab that it stands for. A piece that begins with one is a line of its own. */
function append(open: Assembled, bytes: Uint8Array, from: number, to: number, goesOn: boolean): void {
  if (open.used + (to - from) + 66 > open.text.length) {
    const larger = new Uint8Array((open.used + (to - from)) * 2 + 66)
    larger.set(open.text.subarray(0, open.used))
    open.text = larger
  }
  if (goesOn && isTab(bytes, from)) open.text[open.used++] = 10
  for (let i = from; i < to; i++) {
    if (isTab(bytes, i)) {
      open.text[open.used++] = 9
      i += 3
    } else open.text[open.used++] = bytes[i] ?? 0
  }
}

function isTab(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 35 && bytes[at + 1] === 48 && bytes[at + 2] === 49 && bytes[at + 3] === 49
}

function integer(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0
  let end = from
  for (let digit = (bytes[end] ?? 0) - 48; digit >= 0 && digit <= 9; digit = (bytes[++end] ?? 0) - 48) {
    value = value * 10 + digit
  }
  return { value, end }
}
