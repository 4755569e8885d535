import type { EntrySink } from './log-entry'
import { type LogReader, paddingBytes } from './readers/reader'

const firstRoomBytes = 1 << 20
/** An entry longer than this is skipped. */
const maxEntryBytes = 1 << 28

/** What stands at the ends of a range of a log, whose entries begin or end outside of it. */
export interface RangeEnds {
  /** The bytes before the first entry that certainly begins in the range. */
  readonly head: Uint8Array
  /** No entry certainly begins in the range: `head` is all of it. */
  readonly allHead: boolean
  /** The bytes from the first entry on that does not end in the range. */
  readonly tail: Uint8Array
}

/**
 * Gives a reader the bytes of a log through one buffer that is filled again and again:
 * `feed.filled(readInto(feed.space()))` until the source ends, then `feed.end()`.
 */
export class LogFeed {
  #buffer = new Uint8Array(firstRoomBytes + paddingBytes)
  #used = 0
  /** Place of the buffer's first byte in the source. */
  #base: number
  #started: boolean
  #head: Uint8Array = new Uint8Array(0)
  readonly #reader: LogReader
  readonly #sink: EntrySink

  /**
   * @param startByte place of the first byte in the source
   * @param startsWithEntry false for a range of a log that may begin in the middle of an entry
   */
  constructor(reader: LogReader, sink: EntrySink, startByte = 0, startsWithEntry = true) {
    this.#reader = reader
    this.#sink = sink
    this.#base = startByte
    this.#started = startsWithEntry
  }

  /** Where to put the next bytes; never empty. */
  space(): Uint8Array {
    return this.#buffer.subarray(this.#used, this.#buffer.length - paddingBytes)
  }

  /** Says how many bytes were put into `space()`. Reads when the buffer is full. */
  filled(count: number): void {
    this.#used += count
    if (this.#used < this.#buffer.length - paddingBytes) return
    this.#read(false)
    // Entries that are half there are read again from their start: that should be a small part of the buffer.
    if (this.#used * 2 > this.#buffer.length) this.#grow()
  }

  /** Takes bytes that lie elsewhere. */
  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const space = this.space()
      const piece = bytes.subarray(at, at + space.length)
      space.set(piece)
      at += piece.length
      this.filled(piece.length)
    }
  }

  /** How many bytes came. */
  get position(): number {
    return this.#base + this.#used
  }

  /** Do the bytes that wait end so? */
  endsWith(text: string): boolean {
    const from = this.#used - text.length
    return from >= 0 && [...text].every((letter, i) => this.#buffer[from + i] === letter.charCodeAt(0))
  }

  /** Reads what is there, and leaves what is not whole yet: for logs that grow. */
  flush(): void {
    this.#read(false)
  }

  /** Behind the last byte of the log. */
  end(): void {
    this.#started = true
    this.#read(true)
  }

  /** Behind the last byte of a range. @param atEnd the range ends where the log does */
  endRange(atEnd: boolean): RangeEnds {
    this.#read(atEnd)
    const rest = this.#buffer.slice(0, this.#used)
    if (!this.#started) return { head: rest, allHead: true, tail: new Uint8Array(0) }
    return { head: this.#head, allHead: false, tail: rest }
  }

  #read(atEnd: boolean): void {
    let from = 0
    this.#buffer.fill(0, this.#used, this.#used + paddingBytes)
    if (!this.#started) {
      from = this.#reader.findStart(this.#buffer.subarray(0, this.#used + paddingBytes), this.#used, atEnd)
      if (from === -1) return
      this.#head = this.#buffer.slice(0, from)
      this.#started = true
    }
    const view = this.#buffer.subarray(from, this.#used + paddingBytes)
    const taken = from + this.#reader.read(view, this.#used - from, this.#base + from, atEnd)
    this.#buffer.copyWithin(0, taken, this.#used)
    this.#used -= taken
    this.#base += taken
  }

  #grow(): void {
    if (this.#buffer.length >= maxEntryBytes) {
      this.#sink.skip(this.#base, this.#used, 'An entry longer than 256 MB.', this.#buffer, 0)
      this.#base += this.#used
      this.#used = 0
      return
    }
    const larger = new Uint8Array((this.#buffer.length - paddingBytes) * 2 + paddingBytes)
    larger.set(this.#buffer.subarray(0, this.#used))
    this.#buffer = larger
  }
}
