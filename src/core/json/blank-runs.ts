import { skipBlanks } from './scan'

/** Shorter runs are looked through as fast. */
const shortest = 32
/** Longer runs are indents of plans that nest a thousand levels deep, each met a few times only. */
const longest = 2048

/**
 * The runs of blanks of one document, by their length. Servers indent what they print, so the same runs come again and
 * again; comparing with one of them is many times as fast as looking at each letter.
 */
export class BlankRuns {
  readonly #runs: (string | undefined)[] = []

  /**
   * The first place from `from` on that is neither a blank nor in a comment.
   * @param expected how many blanks probably stand there
   */
  behind(text: string, from: number, to: number, expected: number): number {
    if (expected < shortest) return skipBlanks(text, from, to)
    const run = expected < this.#runs.length ? this.#runs[expected] : undefined
    const isKnown = run !== undefined && from + expected <= to && text.slice(from, from + expected) === run
    const end = skipBlanks(text, isKnown ? from + expected : from, to)
    if (!isKnown && end - from <= longest) this.#keep(text, from, end)
    return end
  }

  #keep(text: string, from: number, end: number): void {
    const length = end - from
    while (this.#runs.length <= length) this.#runs.push(undefined)
    this.#runs[length] ??= text.slice(from, end)
  }
}
