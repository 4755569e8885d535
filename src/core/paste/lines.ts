/** One line of a text, without its line end. */
export interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The lines of a text in order; `\r` before `\n` belongs to the line end. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let start = 0
  while (start <= text.length) {
    const feed = text.indexOf('\n', start)
    const stop = feed === -1 ? text.length : feed
    const end = stop > start && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop
    lines.push({ start, end, text: text.slice(start, end) })
    if (feed === -1) break
    start = feed + 1
  }
  return lines
}

/** Takes lines from the front. */
export class LineReader {
  readonly text: string
  readonly lines: readonly Line[]
  at = 0

  constructor(text: string) {
    this.text = text
    this.lines = linesOf(text)
  }

  get line(): Line | undefined {
    return this.lines[this.at]
  }

  /** The first line that begins at or after an offset becomes the next one. */
  skipTo(offset: number): void {
    while (this.at < this.lines.length && (this.lines[this.at]?.start ?? offset) < offset) this.at++
  }
}
