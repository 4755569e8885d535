/** Searching in expressions as MySQL prints them: quoted texts and quoted names hide what is in them. */

/** The first place from `from` on, outside of quotes, that `matches` takes; -1 when there is none. */
export function findOutside(text: string, from: number, matches: (at: number) => boolean): number {
  /** Quotes that are not closed are letters; each kind is searched for once only, so that noise stays cheap. */
  let unclosed = ''
  for (let at = from; at < text.length; at++) {
    const letter = text[at] ?? ''
    if ((letter === "'" || letter === '"' || letter === '`') && !unclosed.includes(letter)) {
      const end = closingQuote(text, at)
      if (end !== -1) {
        at = end
        continue
      }
      unclosed += letter
    }
    if (matches(at)) return at
  }
  return -1
}

function closingQuote(text: string, open: number): number {
  const quote = text[open]
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '\\' && quote !== '`') at++
    else if (text[at] === quote) return at
  }
  return -1
}

/** The place of the parenthesis that closes the one at `open`; -1 when none does. */
export function closingParenthesis(text: string, open: number): number {
  let depth = 0
  return findOutside(text, open, (at) => {
    if (text[at] === '(') depth++
    else if (text[at] === ')') depth--
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
      } else if (code === 39 || code === 34 || code === backtick) this.#quote = code
    }
  }
}

const backslash = 92
const backtick = 96

/** Whether every quote and parenthesis is closed, and the name of a temporary table (`<temporary>`) at the end. */
export function isClosed(text: string): boolean {
  let depth = 0
  findOutside(text, 0, (at) => {
    if (text[at] === '(') depth++
    else if (text[at] === ')') depth--
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
  const commas: number[] = []
  let depth = 0
  findOutside(list, 0, (at) => {
    if (list[at] === '(') depth++
    else if (list[at] === ')') depth--
    else if (list[at] === ',' && depth === 0) commas.push(at)
    return false
  })
  return [...commas, list.length].flatMap((comma, index) => {
    const from = index === 0 ? 0 : (commas[index - 1] ?? 0) + 1
    const piece = list.slice(from, comma)
    const text = piece.trim()
    const at = start + from + (piece.length - piece.trimStart().length)
    return text === '' ? [] : [{ text, start: at, end: at + text.length }]
  })
}
