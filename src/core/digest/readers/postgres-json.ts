import { DetailForm } from '../bound-parameters'
import { isoMicros } from '../byte-times'
import { type EntrySink, unfinishedReason, unknown } from '../log-entry'
import { unescapeJsonInto } from './json-bytes'
import { mayConcernStatement, PostgresMessages } from './postgres-messages'
import type { LogReader } from './reader'

const Field = {
  none: 0,
  time: 1,
  user: 2,
  database: 3,
  process: 4,
  host: 5,
  severity: 6,
  message: 7,
  record: 8,
  detail: 9,
} as const
const fieldCount = 10

/** Keys of jsonlog, and of operators that put the columns of csvlog into an object `record`. */
const fieldOf: Readonly<Record<string, number>> = {
  timestamp: Field.time,
  log_time: Field.time,
  user: Field.user,
  user_name: Field.user,
  dbname: Field.database,
  database_name: Field.database,
  pid: Field.process,
  process_id: Field.process,
  remote_host: Field.host,
  connection_from: Field.host,
  error_severity: Field.severity,
  message: Field.message,
  record: Field.record,
  detail: Field.detail,
}
const keyNames = Object.keys(fieldOf).map((name) => ({
  bytes: Uint8Array.from(name, (letter) => letter.charCodeAt(0)),
  field: fieldOf[name] ?? Field.none,
}))
/** By length, so that most keys are told with one comparison. */
const keysByLength = Array.from({ length: 20 }, (_, length) => keyNames.filter(({ bytes }) => bytes.length === length))

/** PostgreSQL's jsonlog (15 and later): one object per line. */
export class PostgresJsonReader implements LogReader {
  readonly #sink: EntrySink
  readonly #messages: PostgresMessages
  readonly #from = new Int32Array(fieldCount)
  readonly #to = new Int32Array(fieldCount)
  #messageEscaped = false
  /** Of the buffer that is being read: no backslash stands before it. */
  #nextSlash = -1
  #scratch = new Uint8Array(1 << 16)

  constructor(sink: EntrySink) {
    this.#sink = sink
    this.#messages = new PostgresMessages(sink)
  }

  get dependent(): boolean {
    return this.#messages.dependent
  }

  read(bytes: Uint8Array, to: number, base: number, atEnd: boolean): number {
    let at = 0
    this.#nextSlash = -1
    while (at < to) {
      const feed = bytes.indexOf(10, at)
      const whole = feed !== -1 && feed < to
      if (!whole && !atEnd) break
      const end = whole ? feed + 1 : to
      this.#line(bytes, at, end, base)
      at = end
    }
    if (atEnd) this.#messages.finish()
    return at
  }

  /** No line feed stands inside a record. */
  findStart(bytes: Uint8Array, to: number): number {
    const feed = bytes.indexOf(10)
    return feed === -1 || feed + 1 >= to ? -1 : feed + 1
  }

  #line(bytes: Uint8Array, start: number, end: number, base: number): void {
    if (end - start <= 2 && (bytes[start] ?? 0) <= 32) {
      this.#sink.banner(end - start)
      return
    }
    for (let field = 0; field < fieldCount; field++) {
      this.#from[field] = 0
      this.#to[field] = 0
    }
    this.#messageEscaped = false
    if (!this.#object(bytes, start, end)) {
      const reason = bytes[end - 1] === 10 ? 'A line that is no JSON object.' : unfinishedReason
      this.#sink.skip(base + start, end - start, reason, bytes, start)
      return
    }
    let from = this.#from[Field.message] ?? 0
    let to = this.#to[Field.message] ?? 0
    const severity = this.#from[Field.severity] ?? 0
    if (bytes[severity] === 76 && mayConcernStatement(bytes[from])) {
      const { entry } = this.#messages
      const { names } = this.#sink
      entry.restart(base + start)
      const at = isoMicros(bytes, this.#from[Field.time] ?? 0)
      entry.atMicros = at < 0 ? unknown : at
      entry.user = names.idOf(bytes, this.#from[Field.user] ?? 0, this.#to[Field.user] ?? 0)
      entry.database = names.idOf(bytes, this.#from[Field.database] ?? 0, this.#to[Field.database] ?? 0)
      const isLocal = bytes[this.#from[Field.host] ?? 0] === 91
      entry.host = isLocal ? 0 : names.idOf(bytes, this.#from[Field.host] ?? 0, this.#to[Field.host] ?? 0)
      const detail = this.#from[Field.detail] ?? 0
      if ((this.#to[Field.detail] ?? 0) > detail) {
        entry.detailBytes = bytes
        entry.detailFrom = detail
        entry.detailTo = this.#to[Field.detail] ?? 0
        entry.detailForm = DetailForm.json
      }
      let message = bytes
      if (this.#messageEscaped) {
        if (this.#scratch.length < to - from + 64) this.#scratch = new Uint8Array((to - from) * 2 + 64)
        to = unescapeJsonInto(this.#scratch, bytes, from, to)
        this.#scratch.fill(0, to, to + 64)
        from = 0
        message = this.#scratch
      }
      if (this.#messages.message(message, from, to, this.#session(bytes), end - start)) return
    }
    this.#sink.banner(end - start)
  }

  #session(bytes: Uint8Array): number {
    let pid = 0
    const to = this.#to[Field.process] ?? 0
    for (let i = this.#from[Field.process] ?? 0; i < to; i++) pid = pid * 10 + (bytes[i] ?? 48) - 48
    return pid
  }

  /** Notes where the fields of the object on the line stand. False when it is none. */
  #object(bytes: Uint8Array, from: number, end: number): boolean {
    let i = from
    while (bytes[i] === 32 || bytes[i] === 9) i++
    if (bytes[i] !== 123) return false
    let depth = 1
    i++
    while (i < end) {
      while (bytes[i] === 32 || bytes[i] === 44 || bytes[i] === 9) i++
      if (bytes[i] === 125) {
        if (--depth === 0) return true
        i++
        continue
      }
      if (bytes[i] !== 34) return false
      const keyFrom = i + 1
      const keyTo = stringEnd(bytes, keyFrom, end)
      i = keyTo + 1
      while (bytes[i] === 32) i++
      if (bytes[i] !== 58) return false
      i++
      while (bytes[i] === 32) i++
      const field = fieldAt(bytes, keyFrom, keyTo)
      if (bytes[i] === 34) {
        const to = stringEnd(bytes, i + 1, end)
        if (to >= end) return false
        this.#note(field, i + 1, to)
        if (field === Field.message) this.#messageEscaped = this.#escapeIn(bytes, i + 1, to)
        i = to + 1
      } else if (bytes[i] === 123 && field === Field.record) {
        depth++
        i++
      } else {
        const to = valueEnd(bytes, i, end)
        this.#note(field, i, to)
        i = to
      }
    }
    return false
  }

  /** Looks for the next backslash once, however many strings stand before it. */
  #escapeIn(bytes: Uint8Array, from: number, to: number): boolean {
    if (this.#nextSlash < from) {
      const slash = bytes.indexOf(92, from)
      this.#nextSlash = slash === -1 ? bytes.length : slash
    }
    return this.#nextSlash < to
  }

  #note(field: number, from: number, to: number): void {
    if (field === Field.none) return
    this.#from[field] = from
    this.#to[field] = to
  }
}

function fieldAt(bytes: Uint8Array, from: number, to: number): number {
  const keys = keysByLength[to - from]
  if (keys === undefined) return Field.none
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]
    if (key === undefined || key.bytes[0] !== bytes[from]) continue
    let i = 1
    while (i < key.bytes.length && key.bytes[i] === bytes[from + i]) i++
    if (i === key.bytes.length) return key.field
  }
  return Field.none
}

/** The place of the quote that closes a string whose first byte stands at `from`. */
function stringEnd(bytes: Uint8Array, from: number, end: number): number {
  let quote = bytes.indexOf(34, from)
  while (quote !== -1 && quote < end) {
    let slashes = 0
    while (quote - 1 - slashes >= from && bytes[quote - 1 - slashes] === 92) slashes++
    if (slashes % 2 === 0) return quote
    quote = bytes.indexOf(34, quote + 1)
  }
  return end
}

/** Behind a number, a word, or an object or list that does not matter. */
function valueEnd(bytes: Uint8Array, from: number, end: number): number {
  let depth = 0
  let i = from
  while (i < end) {
    const code = bytes[i] ?? 0
    if (code === 34) i = stringEnd(bytes, i + 1, end)
    else if (code === 123 || code === 91) depth++
    else if (code === 125 || code === 93) {
      if (depth === 0) return i
      depth--
    } else if (code === 44 && depth === 0) return i
    i++
  }
  return end
}
