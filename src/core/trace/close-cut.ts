import { skipBlanks, strayQuoteEnd } from '../json/scan'

export interface ClosedCut {
  /** The beginning, ended so that it can be read. Places in it are places in the original. */
  readonly text: string
  /** Where the original stops counting: objects that end behind it were not finished. */
  readonly wholeTo: number
}

/**
 * The beginning of a JSON text that was cut anywhere: a last value that may be unfinished goes, and what is open is
 * closed.
 */
export function closeCut(text: string, from = 0, to = text.length): ClosedCut {
  const closers: string[] = []
  // Brackets and commas are the places behind which everything is whole; only they change what is open, so that what
  // is open at the end was open there too.
  let whole = from
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) {
      const end = endOfString(text, at, to)
      if (end === -1) break
      at = end
    } else if (code === 123 || code === 91) {
      closers.push(code === 123 ? '}' : ']')
      whole = at + 1
    } else if (code === 125 || code === 93) {
      closers.pop()
      whole = at + 1
    } else if (code === 44) {
      whole = at
    }
  }
  return { text: text.slice(0, whole) + closers.reverse().join(''), wholeTo: whole }
}

/** The offset of the closing quote; -1 when the text ends before it. MariaDB 10 does not escape quotes inside. */
function endOfString(text: string, start: number, to: number): number {
  for (let at = start + 1; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === 92) at++
    else if (code === 34) {
      const behind = skipBlanks(text, at + 1, to)
      if (behind >= to || isPunctuation(text.charCodeAt(behind))) return at
      const end = strayQuoteEnd(text, behind, to)
      return end === -2 ? -1 : end === -1 ? at : end - 1
    }
  }
  return -1
}

/** `,` `:` `]` `}` */
function isPunctuation(code: number): boolean {
  return code === 44 || code === 58 || code === 93 || code === 125
}
