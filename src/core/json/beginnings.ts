/** Beyond this many distinct beginnings new ones are not kept; bounds the memory. */
const maxBeginnings = 8192

/**
 * The beginnings of a document's lines or members (blanks and key), which repeat in the same order over and over: plans
 * print the same keys for each node. So the beginning that followed the last one before is tried first: one comparison
 * instead of reading it letter by letter, and these letters are two thirds of a plan's text.
 */
export class Beginnings {
  readonly #texts: string[] = []
  readonly #numbers = new Map<string, number>()
  /** For each beginning (shifted by one, so that 0 is "none before"), the one that came after it; -1 is unknown. */
  readonly #followers = new Int32Array(maxBeginnings + 1).fill(-1)
  #last = 0

  /** The number of the beginning that stands at `from`, if it is the one that came next before; otherwise -1. */
  guess(text: string, from: number): number {
    const guess = this.#followers[this.#last] ?? -1
    const guessed = this.#texts[guess]
    if (guessed === undefined || text.slice(from, from + guessed.length) !== guessed) return -1
    this.#last = guess + 1
    return guess
  }

  /** The number of the beginning between two places, if there was one like it; otherwise -1. */
  find(text: string, from: number, end: number): number {
    const known = this.#numbers.get(text.slice(from, end))
    if (known === undefined) return -1
    this.#followers[this.#last] = known
    this.#last = known + 1
    return known
  }

  /** Keeps a new beginning: numbers go up from 0, so what it means can stand in an array. -1 when there are too many. */
  keep(text: string, from: number, end: number): number {
    const number = this.#texts.length
    if (number >= maxBeginnings) return -1
    const beginning = text.slice(from, end)
    this.#texts.push(beginning)
    this.#numbers.set(beginning, number)
    this.#followers[this.#last] = number
    this.#last = number + 1
    return number
  }

  /** How many code units a beginning has. */
  lengthOf(number: number): number {
    return this.#texts[number]?.length ?? 0
  }
}
