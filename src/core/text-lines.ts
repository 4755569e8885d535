/**
 * The lines of a text, by their number from 0. Only their places are kept, so that a text of ten million lines costs
 * 40 MB and some milliseconds; letters are taken out where somebody asks.
 */
export class TextLines {
  readonly text: string
  readonly count: number
  readonly #starts: Int32Array

  constructor(text: string) {
    this.text = text
    let starts = new Int32Array(16 + (text.length >> 3))
    let count = 1
    // Searching is many times as fast as looking at each letter where lines are long, and slower where they are empty.
    for (let at = text.indexOf('\n'); at !== -1; at = text.charCodeAt(at) === 10 ? at : text.indexOf('\n', at)) {
      at++
      if (count === starts.length) starts = twice(starts)
      starts[count++] = at
    }
    this.count = count
    this.#starts = starts
  }

  /** The offset of a line's first letter (UTF-16 code units); the end of the text behind the last line. */
  start(line: number): number {
    return line < this.count ? (this.#starts[line] ?? 0) : this.text.length
  }

  /** The offset behind a line's last letter. A line ends with `\n` or `\r\n`. */
  end(line: number): number {
    const next = this.#starts[line + 1] ?? 0
    if (line + 1 >= this.count) {
      const { length } = this.text
      return line < this.count && length > this.start(line) && this.text.charCodeAt(length - 1) === 13
        ? length - 1
        : length
    }
    const stop = next - 1
    return stop > this.start(line) && this.text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop
  }

  /** The letters of a line; '' behind the last one. */
  at(line: number): string {
    return this.text.slice(this.start(line), this.end(line))
  }

  /** The first letters of a line, at most so many. */
  head(line: number, length: number): string {
    const start = this.start(line)
    return this.text.slice(start, Math.min(start + length, this.end(line)))
  }

  /** The offset of a line's first letter that is no blank; its end when there is none. */
  firstLetter(line: number): number {
    const { text } = this
    const end = this.end(line)
    let at = this.start(line)
    while (at < end && isBlank(text.charCodeAt(at))) at++
    return at
  }

  isBlank(line: number): boolean {
    return this.firstLetter(line) === this.end(line)
  }

  /** The line that holds an offset. */
  lineAt(offset: number): number {
    let low = 0
    let high = this.count - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}

function twice(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}

/** What `trim` takes for a blank, where it stands in a pasted plan. */
export function isBlank(code: number): boolean {
  return code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code === 0xa0 || code === 0xfeff
}
