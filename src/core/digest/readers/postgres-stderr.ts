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
      this.#record(bytes, at, end, base)
      at = end
    }
    if (atEnd) this.#messages.finish()
    return at
  }

  findStart(bytes: Uint8Array, to: number): number {
    for (let feed = bytes.indexOf(10); feed !== -1 && feed + 1024 < to; feed = bytes.indexOf(10, feed + 1)) {
      if (this.#prefix.match(bytes, feed + 1, to) !== -1) return feed + 1
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

  #record(bytes: Uint8Array, start: number, end: number, base: number): void {
    const severity = this.#prefix.match(bytes, start, end)
    if (severity === -1) {
      const isBlank = end - start <= 2 && (bytes[start] ?? 0) <= 32
      if (isBlank) this.#sink.banner(end - start)
      else this.#sink.skip(base + start, end - start, 'A line without the prefix of the log.', bytes, start)
      return
    }
    // LOG:  duration: …
    const isLog = bytes[severity] === 76 && bytes[severity + 1] === 79 && bytes[severity + 2] === 71
    if (isLog && mayConcernStatement(bytes[severity + 6])) {
      if (bytes[end - 1] !== 10) {
        this.#sink.skip(base + start, end - start, unfinishedReason, bytes, start)
        return
      }
      const { entry } = this.#messages
      entry.restart(base + start)
      this.#prefix.tell(bytes, entry, this.#sink.names)
      if (this.#messages.message(bytes, severity + 6, end, this.#prefix.session, end - start)) return
    }
    this.#sink.banner(end - start)
  }
}
