import { DetailForm } from '../bound-parameters'
import { isoMicros } from '../byte-times'
import { type EntrySink, type LogEntry, unfinishedReason, unknown } from '../log-entry'
import { mayConcernStatement, PostgresMessages } from './postgres-messages'
import type { LogReader } from './reader'

/** Columns of csvlog that matter (manual, "Using CSV-Format Log Output"); 22, 23, 24 and 26 of them occur. */
const Column = { time: 0, user: 1, database: 2, process: 3, client: 4, severity: 11, message: 13, detail: 14 } as const
const columnsKept = 15
const leastColumns = 20

/** PostgreSQL's csvlog. A record goes on over line feeds inside quotes. */
export class PostgresCsvReader implements LogReader {
  readonly #sink: EntrySink
  readonly #messages: PostgresMessages
  readonly #from = new Int32Array(columnsKept)
  readonly #to = new Int32Array(columnsKept)
  #messageDoubled = false
  #columns = 0
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
    while (at < to) {
      const end = this.#record(bytes, at, to)
      if (end === -1 || (end >= to && !atEnd)) {
        if (!atEnd) break
        this.#sink.skip(base + at, to - at, unfinishedReason, bytes, at)
        at = to
        break
      }
      this.#take(bytes, at, end, base)
      at = end
    }
    if (atEnd) this.#messages.finish()
    return at
  }

  findStart(bytes: Uint8Array, to: number): number {
    for (let feed = bytes.indexOf(10); feed !== -1 && feed + 4096 < to; feed = bytes.indexOf(10, feed + 1)) {
      if (isoMicros(bytes, feed + 1) >= 0 && this.#record(bytes, feed + 1, to) !== -1 && this.#columns >= leastColumns)
        return feed + 1
    }
    return -1
  }

  /** Finds the columns of the record at `at`; gives the place behind it, or -1 when its end is not there. */
  #record(bytes: Uint8Array, at: number, to: number): number {
    let i = at
    let column = 0
    this.#messageDoubled = false
    for (;;) {
      let from = i
      let end: number
      if (bytes[i] === 34) {
        from = i + 1
        let quote = bytes.indexOf(34, from)
        while (quote !== -1 && quote < to && bytes[quote + 1] === 34) {
          if (column === Column.message) this.#messageDoubled = true
          quote = bytes.indexOf(34, quote + 2)
        }
        if (quote === -1 || quote >= to) return -1
        end = quote
        i = quote + 1
        if (bytes[i] === 13) i++
      } else {
        let code = bytes[i]
        while (code !== 44 && code !== 10 && i < to) code = bytes[++i]
        end = i > from && bytes[i - 1] === 13 ? i - 1 : i
      }
      if (column < columnsKept) {
        this.#from[column] = from
        this.#to[column] = end
      }
      column++
      if (i >= to) return -1
      if (bytes[i] === 10) {
        this.#columns = column
        return i + 1
      }
      if (bytes[i] !== 44) {
        // Damaged: behind a closing quote stands something else. The line's end is where reading goes on.
        this.#columns = 0
        const feed = bytes.indexOf(10, i)
        return feed === -1 || feed >= to ? -1 : feed + 1
      }
      i++
    }
  }

  #take(bytes: Uint8Array, start: number, end: number, base: number): void {
    const at = this.#columns >= leastColumns ? isoMicros(bytes, start) : -1
    if (at < 0) {
      if (end - start <= 2) this.#sink.banner(end - start)
      else this.#sink.skip(base + start, end - start, 'A record without the columns of a log.', bytes, start)
      return
    }
    const { entry } = this.#messages
    entry.restart(base + start)
    entry.atMicros = at < 0 ? unknown : at
    this.#names(bytes, entry)
    let from = this.#from[Column.message] ?? 0
    let to = this.#to[Column.message] ?? 0
    let message = bytes
    const severity = this.#from[Column.severity] ?? 0
    const isStatement = bytes[severity] === 76 && mayConcernStatement(bytes[from])
    if (isStatement && this.#messageDoubled) {
      to = this.#undouble(bytes, from, to)
      from = 0
      message = this.#scratch
    }
    const detail = this.#from[Column.detail] ?? 0
    if (isStatement && (this.#to[Column.detail] ?? 0) > detail) {
      entry.detailBytes = bytes
      entry.detailFrom = detail
      entry.detailTo = this.#to[Column.detail] ?? 0
      entry.detailForm = DetailForm.csv
    }
    if (isStatement && this.#messages.message(message, from, to, this.#session(bytes), end - start)) return
    this.#sink.banner(end - start)
  }

  #names(bytes: Uint8Array, entry: LogEntry): void {
    const { names } = this.#sink
    entry.user = names.idOf(bytes, this.#from[Column.user] ?? 0, this.#to[Column.user] ?? 0)
    entry.database = names.idOf(bytes, this.#from[Column.database] ?? 0, this.#to[Column.database] ?? 0)
    const client = this.#from[Column.client] ?? 0
    let end = this.#to[Column.client] ?? 0
    // `10.0.0.1:53210`, `[local]`
    const local = bytes[client] === 91
    for (let i = end - 1; i > client && !local; i--) {
      if (bytes[i] === 58) {
        end = i
        break
      }
    }
    entry.host = local ? 0 : names.idOf(bytes, client, end)
  }

  #session(bytes: Uint8Array): number {
    let pid = 0
    const to = this.#to[Column.process] ?? 0
    for (let i = this.#from[Column.process] ?? 0; i < to; i++) pid = pid * 10 + (bytes[i] ?? 48) - 48
    return pid
  }

  /** The message with `""` as one quote, in the scratch array; gives its length. */
  #undouble(bytes: Uint8Array, from: number, to: number): number {
    if (this.#scratch.length < to - from + 64) this.#scratch = new Uint8Array((to - from) * 2 + 64)
    const scratch = this.#scratch
    let length = 0
    for (let i = from; i < to; i++) {
      const code = bytes[i] ?? 0
      scratch[length++] = code
      if (code === 34) i++
    }
    scratch.fill(0, length, length + 64)
    return length
  }
}
