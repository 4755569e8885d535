import { labelWords, wordsEnd } from './postgres-text-label'
import { type TextLine, textLineAt } from './postgres-text-lines'
import { OpenBrackets } from './postgres-text-values'

/** Lines this long can have been broken by a terminal; shorter ones end where they end. */
const narrowestTerminal = 40
/** RFC 5322 advises mail programs to break lines at 78 letters. */
const widestMail = 78
/** The pieces that a node's line can be broken into; real ones are broken once or twice. */
const maxNodePieces = 12

const numbers = /\((?:cost=|actual (?:time|rows)=|never executed)/

/** The lines of a text that others continue: a terminal breaks all of them at one width, its own. */
export class LineWidths {
  readonly #text: string
  #width: number | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** Was the line that holds this place broken by a terminal, so that nothing is missing between it and the next? */
  breaksAt(place: number): boolean {
    const text = this.#text
    this.#width ??= terminalWidth(text)
    const newline = text.indexOf('\n', place)
    const end = newline === -1 ? text.length : newline
    return widthOf(text, text.lastIndexOf('\n', place - 1) + 1, end) === this.#width
  }
}

/** The letters around a break at which a server prints a blank: behind a comma, around an operator, before AND. */
const lacksBlank = /(?: [=<>]|,)\n\S|\S\n[=<>] |\)\n[A-Z]/

/** The width at which all broken lines end and that no line exceeds; 0 when there is none. */
function terminalWidth(text: string): number {
  let width = 0
  let broken = 0
  let widest = 0
  let before = 0
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    const own = widthOf(text, start, end)
    const { kind } = textLineAt(text, start, end)
    if (kind === 'other' && before > 0) {
      if (broken++ > 0 && before !== width) return 0
      if (lacksBlank.test(text.slice(start - 4, start + 2).replace('\r', ''))) return 0
      width = before
    }
    widest = Math.max(widest, own)
    before = own
    start = end + 1
  }
  // One line alone may as well have been broken by a mail program, which breaks earlier than most terminals.
  return width === widest && width >= (broken > 1 ? narrowestTerminal : widestMail + 1) ? width : 0
}

function widthOf(text: string, start: number, end: number): number {
  return text.charCodeAt(end - 1) === 13 ? end - start - 1 : end - start
}

/**
 * A line of a text plan together with the lines that are the rest of it: a literal may hold line breaks, terminals
 * break long lines at their width, mail programs at a blank.
 */
export class HeldLine {
  readonly line: TextLine
  /** Where its last line ends. */
  end: number
  readonly #text: string
  readonly #widths: LineWidths
  #pieces: string[] = []
  #open: OpenBrackets | undefined

  constructor(text: string, line: TextLine, widths: LineWidths) {
    this.#text = text
    this.line = line
    this.end = line.end
    this.#widths = widths
  }

  /** What stands behind the key, or the node's words, names and numbers. */
  get value(): string {
    const { line } = this
    const first = this.#text.slice(line.value, line.end)
    if (this.#pieces.length === 0) return first
    return line.key === 'Query Text' ? this.#text.slice(line.value, this.end) : first + this.#pieces.join('')
  }

  /** Is `next` the rest of this line? */
  continues(next: TextLine): boolean {
    const { line } = this
    if (line.key === 'Query Text') return next.kind !== 'root' && next.kind !== 'statement'
    if (line.kind === 'node' || line.kind === 'root') return this.#continuesNode(next)
    if (line.kind !== 'property' && line.kind !== 'statement') return false
    if (next.kind === 'other' || next.kind === 'unknown-key' || next.kind === 'target') return this.#endsOpen()
    // `->` and `->>` are operators too.
    return (
      next.kind === 'node' && this.#opened().state !== undefined && !isKnownNode(this.#text.slice(next.value, next.end))
    )
  }

  add(next: TextLine): void {
    const between = this.#text.slice(this.end, next.end)
    const rest = this.#text.slice(next.start, next.end)
    const open = this.#opened()
    const inQuote = open.state === 'quote'
    const broken = this.#widths.breaksAt(this.end)
    const piece = broken ? between.replace(/\r?\n/, '') : inQuote ? between.replace(/\r\n/g, '\n') : ` ${rest}`
    open.read(piece)
    this.#pieces.push(piece)
    this.end = next.end
  }

  /** A node's line was broken in its words, its names or its numbers. */
  #continuesNode(next: TextLine): boolean {
    if (next.kind !== 'other' && next.kind !== 'root' && next.kind !== 'unknown-key') return false
    if (this.#pieces.length > maxNodePieces) return false
    const { value } = this
    const rest = this.#text.slice(next.start, next.end)
    if (numbers.test(value)) {
      if (this.#opened().state !== undefined) return true
      return !/\((?:actual|never)/.test(value) && /^\((?:actual|never)/.test(rest)
    }
    if (!numbers.test(rest)) return this.#opened().state !== undefined
    return next.kind === 'other' || !isKnownNode(rest) || !isKnownNode(value)
  }

  #endsOpen(): boolean {
    const last = this.#text.charCodeAt(this.end - 1)
    const isEmpty = this.line.value === this.line.end && this.#pieces.length === 0
    return isEmpty || last === 44 || last === 61 || this.#opened().state !== undefined
  }

  #opened(): OpenBrackets {
    if (!this.#open) {
      this.#open = new OpenBrackets()
      this.#open.read(this.#text.slice(this.line.value, this.line.end))
    }
    return this.#open
  }
}

/** Are these the words of a node that a server prints? */
function isKnownNode(line: string): boolean {
  const found = numbers.exec(line)
  const label = (found ? line.slice(0, found.index) : line).trimEnd()
  return labelWords(label.slice(0, wordsEnd(label))) !== undefined
}
