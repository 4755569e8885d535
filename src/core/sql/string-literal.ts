import type { Dialect } from '../engine'

/** The characters that MySQL's backslash stands for (manual, "String Literals"); any other is itself. */
const escapes: Readonly<Record<string, string>> = { '0': '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a' }

/**
 * The value of a quoted string token. `\%` and `\_` stay as they are, because LIKE reads them. Undefined for forms
 * that are not plain text (`X'…'`, `B'…'`, `U&'…'`).
 */
export function stringValue(token: string, dialect: Dialect): string | undefined {
  const quoteAt = token.search(/['"]/)
  if (quoteAt === -1) return undefined
  const prefix = token.slice(0, quoteAt).toLowerCase()
  if (prefix === 'x' || prefix === 'b' || prefix === 'u&') return undefined
  const quote = token.charAt(quoteAt)
  const body = token.slice(quoteAt + 1, -1)
  if (dialect === 'postgres' && prefix !== 'e') return body.replaceAll(quote + quote, quote)
  let value = ''
  for (let i = 0; i < body.length; i++) {
    const character = body.charAt(i)
    if (character === quote) {
      i++
      value += quote
    } else if (character !== '\\') {
      value += character
    } else {
      i++
      const next = body.charAt(i)
      value += next === '%' || next === '_' ? `\\${next}` : (escapes[next] ?? next)
    }
  }
  return value
}

/** What a LIKE pattern demands before its first wildcard; the whole pattern when it has none. */
export function fixedPrefixOf(pattern: string, escapeCharacter = '\\'): string {
  let prefix = ''
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern.charAt(i)
    if (character === escapeCharacter && i + 1 < pattern.length) {
      i++
      prefix += pattern.charAt(i)
    } else if (character === '%' || character === '_') {
      return prefix
    } else {
      prefix += character
    }
  }
  return prefix
}
