import type { EventEmitter } from 'node:events'

/** What becomes of the rows that a filter takes out of the stream. */
export interface RowTaker {
  rows: number
  bytes: number
  /** The row: for each value four bytes of length (−1 for NULL) and its text. The bytes are not there afterwards. */
  readonly take?: (row: Uint8Array) => void
}

const dataRow = 0x44 // 'D'
/** The kind of a message and its length, which counts itself but not the kind. */
const headBytes = 5
/** A row begins with the number of its values. */
const countBytes = 2

/**
 * Stands between a connection's stream and the driver's parser and takes DataRow messages out, so that no row is made
 * of them. Follows the messages also when nobody takes rows: it must know where one begins. (PostgreSQL manual,
 * "Message Formats".)
 */
export class RowFilter {
  readonly #forward: (bytes: Buffer) => void
  #taker: RowTaker | undefined
  readonly #head = new Uint8Array(headBytes)
  #headFilled = 0
  /** Bytes of the current message that are still to come. */
  #left = 0
  /** Rows of the current message go to the taker. */
  #isRow = false
  /** A row that came in pieces. */
  #pieces: Uint8Array[] = []

  /** What is passed on are Buffers, also where a message's head is put together: the driver reads with their methods. */
  constructor(forward: (bytes: Buffer) => void) {
    this.#forward = forward
  }

  /** Takes rows from the next message on; undefined lets all messages pass. */
  set taker(taker: RowTaker | undefined) {
    this.#taker = taker
  }

  push(chunk: Buffer): void {
    let passFrom = 0
    let at = 0
    while (at < chunk.length) {
      if (this.#left > 0) {
        const piece = Math.min(this.#left, chunk.length - at)
        this.#left -= piece
        if (this.#isRow) {
          this.#row(chunk.subarray(at, at + piece))
          passFrom = at + piece
        }
        at += piece
        continue
      }
      const started = at
      while (this.#headFilled < headBytes && at < chunk.length) this.#head[this.#headFilled++] = chunk[at++] ?? 0
      if (this.#headFilled < headBytes) {
        // The head is cut: the driver gets it when the rest shows what it is.
        this.#pass(chunk, passFrom, started)
        return
      }
      const [kind = 0, a = 0, b = 0, c = 0, d = 0] = this.#head
      const whole = at - started === headBytes
      this.#headFilled = 0
      this.#left = ((a << 24) | (b << 16) | (c << 8) | d) - (headBytes - 1)
      this.#isRow = kind === dataRow && this.#taker !== undefined
      if (this.#isRow) {
        this.#pass(chunk, passFrom, started)
        passFrom = at
        if (this.#left === 0) this.#row(chunk.subarray(at, at))
      } else if (!whole) {
        this.#forward(Buffer.from(this.#head))
        passFrom = at
      }
    }
    this.#pass(chunk, passFrom, chunk.length)
  }

  #pass(chunk: Buffer, from: number, to: number): void {
    if (to > from) this.#forward(chunk.subarray(from, to))
  }

  #row(piece: Uint8Array): void {
    const taker = this.#taker
    if (!taker) return
    taker.bytes += piece.length
    if (this.#left > 0) {
      if (taker.take) this.#pieces.push(Uint8Array.from(piece))
      return
    }
    taker.rows++
    if (!taker.take) return
    const row = this.#pieces.length === 0 ? piece : Buffer.concat([...this.#pieces, piece])
    this.#pieces = []
    taker.take(row.subarray(countBytes))
  }
}

/** Puts a filter before all that listens to the stream's data. The connection must be idle. */
export function filterRowsOf(stream: EventEmitter): RowFilter {
  const listeners = stream.listeners('data')
  const filter = new RowFilter((bytes) => {
    for (const listener of listeners) listener.call(stream, bytes)
  })
  const onData = (chunk: Buffer) => filter.push(chunk)
  // First the new one: a stream without a listener would stop.
  stream.on('data', onData)
  for (const listener of listeners) stream.off('data', listener as (...values: unknown[]) => void)
  return filter
}
