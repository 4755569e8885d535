import { wordBytes } from './byte-classes'

/**
 * Numbers in bytes, by the same rules as `sql/scan-numbers.ts` has for letters.
 * Each gives the place after the number that begins at `at`.
 */

/** MySQL and MariaDB; -1 where the digits go on as a name (`1abc`). */
export function mysqlNumberEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] === 48) {
    const letter = (bytes[at + 1] ?? 0) | 32
    if (letter === 120 || letter === 98) {
      const end = prefixedEnd(bytes, at + 2, letter)
      if (end > at + 2 && wordBytes[bytes[end] ?? 0] === 0) return end
    }
  }
  let i = digitsEnd(bytes, at)
  if (bytes[i] === 46) {
    i = digitsEnd(bytes, i + 1)
    return exponentEnd(bytes, i)
  }
  if (i > at) {
    const exponent = exponentEnd(bytes, i)
    if (exponent > i) return exponent
  }
  return wordBytes[bytes[i] ?? 0] === 0 ? i : -1
}

export function postgresNumberEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] === 48) {
    const letter = (bytes[at + 1] ?? 0) | 32
    if (letter === 120 || letter === 98 || letter === 111) {
      const end = prefixedEnd(bytes, at + 2, letter)
      if (end > at + 2) return end
    }
  }
  let i = groupedEnd(bytes, at)
  if (bytes[i] === 46 && bytes[i + 1] !== 46) i = groupedEnd(bytes, i + 1)
  return exponentEnd(bytes, i)
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 48 && code <= 57
}

function digitsEnd(bytes: Uint8Array, at: number): number {
  let i = at
  while (isDigit(bytes[i])) i++
  return i
}

function groupedEnd(bytes: Uint8Array, at: number): number {
  let i = digitsEnd(bytes, at)
  while (i > at && bytes[i] === 95 && isDigit(bytes[i + 1])) i = digitsEnd(bytes, i + 1)
  return i
}

/** `at` itself where no exponent stands there. */
function exponentEnd(bytes: Uint8Array, at: number): number {
  if (((bytes[at] ?? 0) | 32) !== 101) return at
  const sign = bytes[at + 1]
  const digits = sign === 43 || sign === 45 ? at + 2 : at + 1
  return isDigit(bytes[digits]) ? digitsEnd(bytes, digits) : at
}

function prefixedEnd(bytes: Uint8Array, at: number, letter: number): number {
  let i = at
  while (takes(bytes[i], letter) || (bytes[i] === 95 && takes(bytes[i + 1], letter))) i++
  return i
}

function takes(code: number | undefined, letter: number): boolean {
  if (code === undefined) return false
  if (letter === 98) return code === 48 || code === 49
  if (letter === 111) return code >= 48 && code <= 55
  const lower = code | 32
  return isDigit(code) || (lower >= 97 && lower <= 102)
}
