import { TextLines } from '../text-lines'

/** One line of a text, without its line end. */
export interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Signs of clients, logs and plans have as many letters at least. */
const shortest = 3

/** Takes lines from the front. */
export class LineReader {
  readonly text: string
  readonly #lines: TextLines
  at = 0

  constructor(text: string) {
    this.text = text
    this.#lines = new TextLines(text)
  }

  /** How many lines there are. */
  get count(): number {
    return this.#lines.count
  }

  get line(): Line | undefined {
    return this.lineAt(this.at)
  }

  /** The line with a number from 0; undefined behind the last one. */
  lineAt(number: number): Line | undefined {
    if (number >= this.#lines.count) return undefined
    const start = this.#lines.start(number)
    const end = this.#lines.end(number)
    return { start, end, text: this.text.slice(start, end) }
  }

  /** The end of the next line where it is so short that nothing but JSON can begin in it; else undefined. */
  get shortEnd(): number | undefined {
    const end = this.#lines.end(this.at)
    const start = this.#lines.start(this.at)
    if (end - start >= shortest || this.at >= this.#lines.count) return undefined
    const code = this.text.charCodeAt(start)
    return code === 123 || code === 91 ? undefined : end
  }

  /** The offset at which a line begins; undefined behind the last one. */
  startOf(number: number): number | undefined {
    return number < this.#lines.count ? this.#lines.start(number) : undefined
  }

  /** Steps over lines without letters. */
  skipBlank(): void {
    while (this.at < this.#lines.count && this.#lines.isBlank(this.at)) this.at++
  }

  /** The first line that begins at or after an offset becomes the next one. */
  skipTo(offset: number): void {
    while (this.at < this.#lines.count && this.#lines.start(this.at) < offset) this.at++
  }
}
