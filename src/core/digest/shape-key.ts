import type { Dialect } from '../engine'
import { KeyEnd } from './key-end'
import { LiteralPlaces } from './literal-places'
import { ShapeReader } from './shape-reader'
import { StatementMemo } from './statement-memo'

/** The key of a statement's shape: equal keys mean equal fingerprints. What was read before is told by its bytes. */
export class ShapeKey {
  /** The key must not be used; the fingerprint has to be made from the text. */
  odd = false
  /** Place after the statement: of the next entry, in a log. */
  end = 0
  /** The key's halves. */
  high = 0
  low = 0
  readonly #memo: StatementMemo
  readonly #places = new LiteralPlaces()
  readonly #reader: ShapeReader

  constructor(dialect: Dialect) {
    this.#memo = new StatementMemo(dialect === 'postgres')
    this.#reader = new ShapeReader(dialect, this.#places)
  }

  /**
   * @param to place after the last byte there is
   * @param inLog stop at the next entry of a slow log of the MySQL family; else everything up to `to` is the statement
   * @param atEnd no bytes come after `to`
   * @returns a member of `KeyEnd`
   */
  read(bytes: Uint8Array, from: number, to: number, inLog: boolean, atEnd: boolean): number {
    const memo = this.#memo
    const end = memo.useful ? memo.find(bytes, from, to, inLog) : -1
    if (end === -1) return this.#readAnew(bytes, from, to, inLog, atEnd)
    this.odd = false
    this.end = end
    this.high = memo.high
    this.low = memo.low
    return KeyEnd.whole
  }

  #readAnew(bytes: Uint8Array, from: number, to: number, inLog: boolean, atEnd: boolean): number {
    const reader = this.#reader
    const places = this.#places
    const status = reader.read(bytes, from, to, inLog, atEnd)
    this.odd = reader.odd
    this.end = reader.end
    this.high = reader.high
    this.low = reader.low
    if (status === KeyEnd.whole && !reader.odd && places.whole && this.#memo.useful)
      this.#memo.learn(bytes, from, reader.end, places.bytes, places.count, reader.high, reader.low, inLog)
    return status
  }
}
