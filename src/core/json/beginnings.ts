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
  /**
   * For each beginning (shifted by one, so that 0 is "none before"), the one that came after it last, and another one
   * that came before that; -1 is unknown.
   */
  readonly #followers: number[] = [-1]
  readonly #otherFollowers: number[] = [-1]
  #last = 0

  /** The number of the beginning that stands at `from`, if it is one that came next before; otherwise -1. */
  guess(text: string, from: number): number {
    const last = this.#last
    const guess = this.#followers[last] ?? -1
    if (this.#standsAt(text, from, guess)) {
      this.#last = guess + 1
      return guess
    }
    const other = this.#otherFollowers[last] ?? -1
    if (!this.#standsAt(text, from, other)) return -1
    this.#follow(other)
    return other
  }

  #standsAt(text: string, from: number, number: number): boolean {
    const beginning = number === -1 ? undefined : this.#texts[number]
    return beginning !== undefined && text.slice(from, from + beginning.length) === beginning
  }

  #follow(number: number): void {
    const last = this.#last
    this.#otherFollowers[last] = this.#followers[last] ?? -1
    this.#followers[last] = number
    this.#last = number + 1
  }

  /** The number of the beginning between two places, if there was one like it; otherwise -1. */
  find(text: string, from: number, end: number): number {
    const known = this.#numbers.get(text.slice(from, end))
    if (known === undefined) return -1
    this.#follow(known)
    return known
  }

  /** The number of the last beginning that was met; -1 before the first. */
  get last(): number {
    return this.#last - 1
  }

  /** Goes on from a beginning that was met as part of something longer. */
  goOnFrom(number: number): void {
    this.#last = number + 1
  }

  /** The number of the beginning between two places, if there was one like it, without taking it for the next one. */
  known(text: string, from: number, end: number): number {
    return this.#numbers.get(text.slice(from, end)) ?? -1
  }

  /** Keeps a new beginning: numbers go up from 0, so what it means can stand in an array. -1 when there are too many. */
  keep(text: string, from: number, end: number): number {
    const number = this.#texts.length
    if (number >= maxBeginnings) return -1
    const beginning = text.slice(from, end)
    this.#texts.push(beginning)
    this.#numbers.set(beginning, number)
    this.#followers.push(-1)
    this.#otherFollowers.push(-1)
    this.#follow(number)
    return number
  }

  /** How many code units a beginning has. */
  lengthOf(number: number): number {
    return this.#texts[number]?.length ?? 0
  }
}
