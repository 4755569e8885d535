import type { Dialect } from '../engine'
import { charsetIntroducers } from './charset-introducers'
import { TokenKind } from './tokens'

/** A quoted piece that has a word before it: where its quote stands and how it is read. */
export interface PrefixedQuote {
  readonly quoteAt: number
  readonly kind: number
  readonly backslashEscapes: boolean
}

const singleQuote = 39
const doubleQuote = 34
const ampersand = 38

/**
 * Is the word from `at` to `end` the prefix of a literal or name: `N'…'`, `X'…'`, `_utf8mb4'…'`, `E'…'`, `U&"…"`?
 * The settings are those of the tokenizer.
 */
export function literalPrefix(
  text: string,
  at: number,
  end: number,
  dialect: Dialect,
  settings: { readonly doubleQuoteIsName: boolean; readonly backslashEscapes: boolean },
): PrefixedQuote | undefined {
  const after = text.charCodeAt(end)
  const letter = end - at === 1 ? text.charAt(at).toLowerCase() : ''
  if (dialect === 'postgres') return postgresPrefix(text, end, after, letter)
  if (after !== singleQuote && (after !== doubleQuote || settings.doubleQuoteIsName)) return undefined
  const isPrefix =
    text.charCodeAt(at) === 95
      ? charsetIntroducers.has(text.slice(at, end).toLowerCase())
      : after === singleQuote && letter !== '' && 'nxb'.includes(letter)
  if (!isPrefix) return undefined
  return { quoteAt: end, kind: TokenKind.string, backslashEscapes: settings.backslashEscapes }
}

function postgresPrefix(text: string, end: number, after: number, letter: string): PrefixedQuote | undefined {
  if (letter === 'u' && after === ampersand) {
    const quote = text.charCodeAt(end + 1)
    if (quote === singleQuote) return { quoteAt: end + 1, kind: TokenKind.string, backslashEscapes: false }
    return quote === doubleQuote ? { quoteAt: end + 1, kind: TokenKind.quotedName, backslashEscapes: false } : undefined
  }
  if (after !== singleQuote || letter === '' || !'ebxn'.includes(letter)) return undefined
  return { quoteAt: end, kind: TokenKind.string, backslashEscapes: letter === 'e' }
}
