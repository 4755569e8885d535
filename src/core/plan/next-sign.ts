/** The places of one sign in a text, for questions that go forwards: together they search the text once. */
export class NextSign {
  readonly #text: string
  readonly #sign: string
  #place = -1

  constructor(text: string, sign: string) {
    this.#text = text
    this.#sign = sign
  }

  /** The first place at or behind an offset where the sign stands; the end of the text where there is none. */
  from(offset: number): number {
    if (this.#place < offset) {
      const next = this.#text.indexOf(this.#sign, offset)
      this.#place = next === -1 ? this.#text.length : next
    }
    return this.#place
  }
}
