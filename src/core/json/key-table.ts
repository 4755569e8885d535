import { skipBlanks } from './scan'
import { unescapeJson } from './unescape'

/** Beyond this many distinct beginnings (blanks and key) new ones are read letter by letter; bounds the memory. */
const maxBeginnings = 8192

/**
 * The distinct keys of one document, numbered. Pretty-printed objects of one kind repeat the same blanks and keys in
 * the same order. So the beginning of a member (blanks and key, `\n    "Plan Rows"`) that followed the last one before
 * is tried first: one comparison instead of reading it letter by letter, and letters are two thirds of a plan's text.
 */
export class KeyTable {
  readonly keys: string[] = []
  readonly #numbers = new Map<string, number>()
  readonly #beginnings: string[] = []
  readonly #beginningNumbers = new Map<string, number>()
  readonly #keyOf: number[] = []
  readonly #blanksOf: number[] = []
  /** For each beginning (shifted by one, so that 0 is "none before"), the one that came after it; -1 is unknown. */
  readonly #followers = new Int32Array(maxBeginnings + 1).fill(-1)
  #last = 0

  /** Of the key just found: its opening quote, and the place behind its closing quote. */
  start = 0
  end = 0

  /**
   * The number of the key at `from` or behind blanks there. Negative when there is none: -1 no quote stands at `start`,
   * -2 the text ends inside the key.
   */
  read(text: string, from: number, to: number): number {
    const guess = this.#followers[this.#last] ?? -1
    const guessed = this.#beginnings[guess]
    if (guessed !== undefined && text.slice(from, from + guessed.length) === guessed) {
      return this.#found(guess, from, from + guessed.length, to)
    }
    const opening = text.indexOf('"', from)
    const closing = opening === -1 ? -1 : text.indexOf('"', opening + 1)
    const known = closing === -1 ? undefined : this.#beginningNumbers.get(text.slice(from, closing + 1))
    if (known === undefined) return this.#readSlowly(text, from, to)
    this.#followers[this.#last] = known
    return this.#found(known, from, closing + 1, to)
  }

  #found(beginning: number, from: number, end: number, to: number): number {
    if (end > to) return -2
    this.#last = beginning + 1
    this.start = from + (this.#blanksOf[beginning] ?? 0)
    this.end = end
    return this.#keyOf[beginning] ?? -1
  }

  #readSlowly(text: string, from: number, to: number): number {
    const start = skipBlanks(text, from, to)
    this.start = start
    if (start >= to || text.charCodeAt(start) !== 34) return -1
    let at = start + 1
    for (;;) {
      if (at >= to) return -2
      const code = text.charCodeAt(at)
      if (code === 34) break
      at += code === 92 ? 2 : 1
    }
    this.end = at + 1
    const raw = text.slice(start, at + 1)
    let key = this.#numbers.get(raw)
    if (key === undefined) {
      key = this.keys.length
      this.#numbers.set(raw, key)
      this.keys.push(unescapeJson(raw.slice(1, -1)))
    }
    // A key with an escaped quote has another length than up to its first quote, and cannot be guessed.
    if (this.#beginnings.length < maxBeginnings && !raw.includes('\\')) {
      const number = this.#beginnings.length
      const beginning = text.slice(from, at + 1)
      this.#beginnings.push(beginning)
      this.#beginningNumbers.set(beginning, number)
      this.#keyOf.push(key)
      this.#blanksOf.push(start - from)
      this.#followers[this.#last] = number
      this.#last = number + 1
    }
    return key
  }
}
