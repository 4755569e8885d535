import { isDigit, isHexDigit, isWordPart } from './characters'

/** What begins like a number: its end, and whether it is one after all (`1abc` is a name in MySQL). */
export interface NumberScan {
  readonly end: number
  readonly isNumber: boolean
}

const dot = 46
const underscore = 95

/** MySQL and MariaDB: digits that run on into letters are a name, unless they are an exponent, `0x…` or `0b…`. */
export function scanMysqlNumber(text: string, at: number): NumberScan {
  const prefixed = scanPrefixed(text, at, 'xb')
  if (prefixed !== undefined && !isWordPart(text.charCodeAt(prefixed))) return { end: prefixed, isNumber: true }
  let i = scanDigits(text, at)
  if (text.charCodeAt(i) === dot) {
    i = scanDigits(text, i + 1)
    return { end: scanExponent(text, i) ?? i, isNumber: true }
  }
  const exponent = i > at ? scanExponent(text, i) : undefined
  if (exponent !== undefined) return { end: exponent, isNumber: true }
  if (!isWordPart(text.charCodeAt(i))) return { end: i, isNumber: true }
  return { end: i, isNumber: false }
}

/** PostgreSQL: digits may be grouped by `_` (16 and later), `0x 0o 0b` prefixes, and `1..2` is two numbers. */
export function scanPostgresNumber(text: string, at: number): NumberScan {
  const prefixed = scanPrefixed(text, at, 'xob')
  if (prefixed !== undefined) return { end: prefixed, isNumber: true }
  let i = scanGroupedDigits(text, at)
  if (text.charCodeAt(i) === dot && text.charCodeAt(i + 1) !== dot) i = scanGroupedDigits(text, i + 1)
  return { end: scanExponent(text, i) ?? i, isNumber: true }
}

function scanDigits(text: string, at: number): number {
  let i = at
  while (isDigit(text.charCodeAt(i))) i++
  return i
}

function scanGroupedDigits(text: string, at: number): number {
  let i = scanDigits(text, at)
  while (i > at && text.charCodeAt(i) === underscore && isDigit(text.charCodeAt(i + 1))) i = scanDigits(text, i + 1)
  return i
}

/** `e5`, `E+5`, `e-5` at `at`. */
function scanExponent(text: string, at: number): number | undefined {
  if ((text.charCodeAt(at) | 32) !== 101) return undefined
  const sign = text.charCodeAt(at + 1)
  const digits = sign === 43 || sign === 45 ? at + 2 : at + 1
  return isDigit(text.charCodeAt(digits)) ? scanDigits(text, digits) : undefined
}

function scanPrefixed(text: string, at: number, letters: string): number | undefined {
  if (text.charCodeAt(at) !== 48) return undefined
  const letter = String.fromCharCode(text.charCodeAt(at + 1) | 32)
  if (at + 1 >= text.length || !letters.includes(letter)) return undefined
  const takes = letter === 'x' ? isHexDigit : letter === 'o' ? isOctalDigit : isBinaryDigit
  let i = at + 2
  while (takes(text.charCodeAt(i)) || (text.charCodeAt(i) === underscore && takes(text.charCodeAt(i + 1)))) i++
  return i > at + 2 ? i : undefined
}

function isOctalDigit(code: number): boolean {
  return code >= 48 && code <= 55
}

function isBinaryDigit(code: number): boolean {
  return code === 48 || code === 49
}
