import type { SignificantTokens } from './significant-tokens'
import { TokenKind } from './tokens'

/** A name without its quotes: `` `a``b` `` is a`b, `"a""b"` is a"b. Unquoted names are taken as written. */
export function unquoteName(text: string): string {
  const quoteAt = text.search(/["`]/)
  if (quoteAt === -1 || quoteAt > 2) return text
  const quote = text.charAt(quoteAt)
  const body = text.slice(quoteAt + 1, text.length > quoteAt + 1 && text.endsWith(quote) ? -1 : undefined)
  return body.replaceAll(quote + quote, quote)
}

/** `a`, `a.b`, `a.b.c` from `at`. */
export interface DottedName {
  readonly parts: readonly string[]
  /** The place after it. */
  readonly end: number
}

/** Reads a dotted name; undefined when none begins at `at`. */
export function readDottedName(code: SignificantTokens, at: number): DottedName | undefined {
  if (!code.isName(at)) return undefined
  const parts = [unquoteName(code.text(at))]
  let end = at + 1
  while (code.kind(end) === TokenKind.dot && code.isName(end + 1)) {
    parts.push(unquoteName(code.text(end + 1)))
    end += 2
  }
  return { parts, end }
}
