import { DetailForm } from '../bound-parameters'
import { type EntrySink, unfinishedReason } from '../log-entry'
import { type LinePrefix, PrefixMatcher, parseLinePrefix } from './line-prefix'
import { mayConcernStatement, PostgresMessages } from './postgres-messages'
import type { LogReader } from './reader'

/** What a server writes to stderr: a prefix, `LOG:  ` and the message, whose further lines begin with a tab. */
export class PostgresStderrReader implements LogReader {
  readonly #sink: EntrySink
  readonly #messages: PostgresMessages
  readonly #prefix: PrefixMatcher

  /** @param prefix the server's log_line_prefix; its default without */
  constructor(sink: EntrySink, prefix: LinePrefix = parseLinePrefix('%m [%p] ')) {
    this.#sink = sink
    this.#messages = new PostgresMessages(sink)
    this.#prefix = new PrefixMatcher(prefix)
  }

  get dependent(): boolean {
    return this.#messages.dependent
  }

  read(bytes: Uint8Array, to: number, base: number, atEnd: boolean): number {
    let at = 0
    while (at < to) {
      const end = this.#recordEnd(bytes, at, to, atEnd)
      if (end === -1) break
      const taken = this.#record(bytes, at, end, base, to, atEnd)
      if (taken === -1) break
      at = taken
    }
    if (atEnd) this.#messages.finish()
    return at
  }

  findStart(bytes: Uint8Array, to: number): number {
    for (let feed = bytes.indexOf(10); feed !== -1 && feed + 1024 < to; feed = bytes.indexOf(10, feed + 1)) {
      const severity = this.#prefix.match(bytes, feed + 1, to)
      // A detail belongs to the message before it.
      if (severity !== -1 && !startsWith(bytes, severity, detailMark)) return feed + 1
    }
    return -1
  }

  /** The place behind the record at `at`: behind the first line feed that no tab follows. */
  #recordEnd(bytes: Uint8Array, at: number, to: number, atEnd: boolean): number {
    let feed = bytes.indexOf(10, at)
    while (feed !== -1 && feed < to) {
      if (feed + 1 >= to) return atEnd ? to : -1
      if (bytes[feed + 1] !== 9) return feed + 1
      feed = bytes.indexOf(10, feed + 1)
    }
    return atEnd ? to : -1
  }

  /** Takes a record, with the detail behind it. @returns the place behind what was taken; -1 when more is needed */
  #record(bytes: Uint8Array, start: number, end: number, base: number, to: number, atEnd: boolean): number {
    const severity = this.#prefix.match(bytes, start, end)
    if (severity === -1) {
      const isBlank = end - start <= 2 && (bytes[start] ?? 0) <= 32
      if (isBlank) this.#sink.banner(end - start)
      else this.#sink.skip(base + start, end - start, 'A line without the prefix of the log.', bytes, start)
      return end
    }
    // LOG:  duration: …
    const isLog = bytes[severity] === 76 && bytes[severity + 1] === 79 && bytes[severity + 2] === 71
    if (isLog && mayConcernStatement(bytes[severity + 6])) {
      if (bytes[end - 1] !== 10) {
        this.#sink.skip(base + start, end - start, unfinishedReason, bytes, start)
        return end
      }
      const { entry } = this.#messages
      entry.restart(base + start)
      this.#prefix.tell(bytes, entry, this.#sink.names)
      const { session } = this.#prefix
      const stop = isExecute(bytes, severity + 6) ? this.#detail(bytes, end, severity - start, to, atEnd) : end
      if (stop === -1) return -1
      if (this.#messages.message(bytes, severity + 6, end, session, stop - start)) return stop
      this.#sink.banner(stop - start)
      return stop
    }
    this.#sink.banner(end - start)
    return end
  }

  /** `DETAIL:  parameters: …` of the same session right behind its call; gives the place behind it, or -1 for more bytes. */
  #detail(bytes: Uint8Array, from: number, prefixBytes: number, to: number, atEnd: boolean): number {
    // Its prefix is as long as that of its call, unless the number of the line got one more digit.
    const place = from + prefixBytes
    if (place + 1 >= to) return atEnd ? from : -1
    if (bytes[place] !== 68 && bytes[place + 1] !== 68) return from
    const { session } = this.#prefix
    const end = this.#recordEnd(bytes, from, to, atEnd)
    if (end === -1) return atEnd ? from : -1
    const severity = end > from ? this.#prefix.match(bytes, from, end) : -1
    if (severity === -1 || this.#prefix.session !== session || !startsWith(bytes, severity, detailMark)) return from
    const { entry } = this.#messages
    entry.detailBytes = bytes
    entry.detailFrom = severity + detailMark.length
    entry.detailTo = end
    entry.detailForm = DetailForm.stderr
    return end
  }
}

const detailMark = letters('DETAIL:  ')
const executeMark = letters(' ms  execute ')

/** `duration: 1.234 ms  execute …` */
function isExecute(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== 100) return false
  let i = at + 10
  while ((bytes[i] ?? 0) >= 46 && (bytes[i] ?? 0) <= 57) i++
  return startsWith(bytes, i, executeMark)
}

function letters(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

function startsWith(bytes: Uint8Array, at: number, mark: Uint8Array): boolean {
  for (let i = 0; i < mark.length; i++) if (bytes[at + i] !== mark[i]) return false
  return true
}
