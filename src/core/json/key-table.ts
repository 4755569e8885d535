import { Beginnings } from './beginnings'
import { type LiteralRun, LiteralRuns } from './literal-runs'
import { behindColon, skipBlanks } from './scan'
import { unescapeJson } from './unescape'

/**
 * The distinct keys of one document, numbered. A member begins with blanks, its key and a colon, `\n    "Plan Rows": `,
 * and the same beginnings come again and again.
 */
export class KeyTable {
  readonly keys: string[] = []
  readonly #numbers = new Map<string, number>()
  readonly #beginnings = new Beginnings()
  /** Of each beginning: the number of its key, and how many blanks stand before it. */
  readonly #keyOf: number[] = []
  readonly #blanksOf: number[] = []
  readonly #runs = new LiteralRuns(this.#beginnings, this.#keyOf, this.#blanksOf)

  /** Of the key just found: its opening quote. */
  start = 0
  /** The place behind the colon, and behind a blank there; where something is missing, that place. */
  end = 0

  /**
   * The number of the key at `from` or behind blanks there. Negative when there is none: -1 no quote stands at `start`,
   * -2 the text ends inside the key, -3 no colon stands at `end`.
   */
  read(text: string, from: number, to: number): number {
    const guessed = this.#beginnings.guess(text, from)
    if (guessed !== -1) return this.#found(guessed, from, to)
    const start = skipBlanks(text, from, to)
    this.start = start
    if (start >= to || text.charCodeAt(start) !== 34) return -1
    const closing = text.indexOf('"', start + 1)
    const known = closing === -1 ? -1 : this.#beginnings.find(text, from, behindColon(text, closing + 1))
    return known === -1 ? this.#readSlowly(text, from, start, to) : this.#found(known, from, to)
  }

  /** Members with literal values that stand behind the key just found and were met there before, its own value first. */
  literalsBehind(text: string, to: number): LiteralRun | undefined {
    return this.#runs.at(text, this.end, to, this.#beginnings.last)
  }

  /** Goes to the key behind such members, and gives its number. */
  passOver(run: LiteralRun): number {
    this.start = this.end + run.lastKeyStart
    this.end += run.text.length
    this.#beginnings.goOnFrom(run.last)
    return run.lastKey
  }

  #found(beginning: number, from: number, to: number): number {
    this.start = from + (this.#blanksOf[beginning] ?? 0)
    this.end = from + this.#beginnings.lengthOf(beginning)
    return this.end > to ? -2 : (this.#keyOf[beginning] ?? -1)
  }

  #readSlowly(text: string, from: number, start: number, to: number): number {
    let at = start + 1
    for (;;) {
      if (at >= to) return -2
      const code = text.charCodeAt(at)
      if (code === 34) break
      at += code === 92 ? 2 : 1
    }
    const raw = text.slice(start, at + 1)
    let key = this.#numbers.get(raw)
    if (key === undefined) {
      key = this.keys.length
      this.#numbers.set(raw, key)
      this.keys.push(interned(unescapeJson(raw.slice(1, -1))))
    }
    this.end = skipBlanks(text, at + 1, to)
    if (this.end >= to || text.charCodeAt(this.end) !== 58) return -3
    const isPlain = this.end === at + 1 && !raw.includes('\\')
    this.end = behindColon(text, this.end)
    // A key with an escaped quote has another length than up to its first quote, and cannot be guessed.
    if (isPlain && this.#beginnings.keep(text, from, this.end) !== -1) {
      this.#keyOf.push(key)
      this.#blanksOf.push(start - from)
    }
    return key
  }
}

/** The same text as engines keep names of properties: equal ones are one, so that comparing with a literal is cheap. */
function interned(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text
}
