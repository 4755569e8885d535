import { isBlank } from '../../text-lines'

/** Searching in expressions as MySQL prints them: quoted texts and quoted names hide what is in them. */

/** The first place from `from` on, outside of quotes, that `matches` takes; -1 when there is none. */
export function findOutside(text: string, from: number, matches: (at: number, code: number) => boolean): number {
  let quotes: Quotes | undefined
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === apostrophe || code === doubleQuote || code === backtick) {
      quotes ??= new Quotes(text)
      const end = quotes.close(at, code)
      if (end !== -1) {
        at = end
        continue
      }
    }
    if (matches(at, code)) return at
  }
  return -1
}

/** Quotes that are not closed are letters; each kind is searched for once only, so that noise stays cheap. */
class Quotes {
  readonly #text: string
  #unclosed = ''

  constructor(text: string) {
    this.#text = text
  }

  /** The place of the quote that closes the one at `open`; -1 when none does. */
  close(open: number, code: number): number {
    const letter = String.fromCharCode(code)
    if (this.#unclosed.includes(letter)) return -1
    const end = closingQuote(this.#text, open, code)
    if (end === -1) this.#unclosed += letter
    return end
  }
}

function closingQuote(text: string, open: number, quote: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash && quote !== backtick) at++
    else if (code === quote) return at
  }
  return -1
}

/** Whether a sticky pattern matches at a place; its `lastIndex` is then the place behind. */
export function begins(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

/** The place of the parenthesis that closes the one at `open`; -1 when none does. */
export function closingParenthesis(text: string, open: number): number {
  let depth = 0
  return findOutside(text, open, (_at, code) => {
    if (code === openParenthesis) depth++
    else if (code === closeParenthesis) depth--
    return depth === 0
  })
}

/** Whether a quote is opened and not closed. */
export function hasOpenQuote(text: string): boolean {
  const quotes = new OpenQuote()
  quotes.read(text, 0, text.length)
  return quotes.isOpen
}

/** Whether a quote is open, in a text that is read piece by piece. */
export class OpenQuote {
  /** The code of the quote that is open, or 0. */
  #quote = 0
  /** The last letter read was a backslash inside of a quote. */
  #escaped = false

  get isOpen(): boolean {
    return this.#quote !== 0
  }

  read(text: string, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at)
      if (this.#escaped) this.#escaped = false
      else if (this.#quote !== 0) {
        if (code === this.#quote) this.#quote = 0
        else if (code === backslash && this.#quote !== backtick) this.#escaped = true
      } else if (code === apostrophe || code === doubleQuote || code === backtick) this.#quote = code
    }
  }
}

const doubleQuote = 34
const apostrophe = 39
const openParenthesis = 40
const closeParenthesis = 41
const comma = 44
const backslash = 92
const backtick = 96

/** Whether every quote and parenthesis is closed, and the name of a temporary table (`<temporary>`) at the end. */
export function isClosed(text: string): boolean {
  let depth = 0
  findOutside(text, 0, (_at, code) => {
    if (code === openParenthesis) depth++
    else if (code === closeParenthesis) depth--
    return false
  })
  return !hasOpenQuote(text) && depth <= 0 && !/ <[\w ,]*$/.test(text)
}

export interface Piece {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The pieces of a list between two places, parted by commas outside of quotes and parentheses, without blanks. */
export function listPieces(text: string, start: number, end: number): Piece[] {
  const list = text.slice(start, end)
  // Most lists have one piece.
  if (!list.includes(',')) {
    const only = pieceOf(text, start, end)
    return only ? [only] : []
  }
  const pieces: Piece[] = []
  let from = start
  const take = (to: number) => {
    const piece = pieceOf(text, from, to)
    if (piece) pieces.push(piece)
    from = to + 1
  }
  let depth = 0
  findOutside(list, 0, (at, code) => {
    if (code === openParenthesis) depth++
    else if (code === closeParenthesis) depth--
    else if (code === comma && depth === 0) take(start + at)
    return false
  })
  take(end)
  return pieces
}

/** What stands between two places, without blanks around it; undefined where nothing else stands. */
export function pieceOf(text: string, from: number, to: number): Piece | undefined {
  let start = from
  let end = to
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return start === end ? undefined : { text: text.slice(start, end), start, end }
}
