import { charsetIntroducers } from '../sql/charset-introducers'
import { classOperator, mysqlBytes, wordBytes } from './byte-classes'
import { isHeaderLine, isWholeHeader } from './mysql-log-lines'

/** What `shape-reader.ts` asks about single places of a statement's bytes. */

/** The place after the quoted name at `at`; above `to` when it is not closed. */
export function quotedEnd(bytes: Uint8Array, at: number, to: number): number {
  const quote = bytes[at]
  let i = at + 1
  while (i < to) {
    if (bytes[i] !== quote) i++
    else if (bytes[i + 1] === quote && i + 1 < to) i += 2
    else return i + 1
  }
  return to + 1
}

/** The end of the line that `at` is in; a lone carriage return ends it where `atReturn` says so. */
export function lineEnd(bytes: Uint8Array, at: number, to: number, atReturn: boolean): number {
  let i = at
  while (i < to && bytes[i] !== 10 && !(atReturn && bytes[i] === 13)) i++
  return i
}

/** A text of the statement that begins after a quote, without anything between: then the quote opened, not closed. */
export function goesOnAsText(bytes: Uint8Array, at: number): boolean {
  const next = bytes[at] ?? 0
  return wordBytes[next] === 1 || next === 37 || next === 92 || next === 123 || next === 91
}

/** The first whole header that begins a line between the two places; -1 where there is none. */
export function entryIn(bytes: Uint8Array, from: number, to: number): number {
  for (let feed = bytes.indexOf(10, from); feed !== -1 && feed + 1 < to; feed = bytes.indexOf(10, feed + 1)) {
    if (bytes[feed + 1] === 35 && isHeaderLine(bytes, feed + 1) && isWholeHeader(bytes, feed + 1, to)) return feed + 1
  }
  return -1
}

export function commentEnd(bytes: Uint8Array, at: number, to: number, nested: boolean): number {
  let depth = 1
  let i = at + 2
  while (i < to) {
    const code = bytes[i]
    if (code === 42 && bytes[i + 1] === 47 && i + 1 < to) {
      depth--
      i += 2
      if (depth === 0) return i
    } else if (nested && code === 47 && bytes[i + 1] === 42 && i + 1 < to) {
      depth++
      i += 2
    } else i++
  }
  return to + 1
}

export function postgresDigits(bytes: Uint8Array, at: number): number {
  let i = at
  while ((bytes[i] ?? 0) >= 48 && (bytes[i] ?? 0) <= 57) i++
  return i
}

/** The place after `$tag$ … $tag$`; 0 when no tag opens at `at` or none closes it. */
export function dollarEnd(bytes: Uint8Array, at: number, to: number): number {
  let i = at + 1
  if (bytes[i] !== 36) {
    const first = bytes[i] ?? 0
    if (wordBytes[first] !== 1 || (first >= 48 && first <= 57) || first === 36) return 0
    while (i < to && wordBytes[bytes[i] ?? 0] === 1 && bytes[i] !== 36) i++
    if (i >= to || bytes[i] !== 36) return 0
  }
  const length = i + 1 - at
  for (
    let close = bytes.indexOf(36, i + 1);
    close !== -1 && close + length <= to;
    close = bytes.indexOf(36, close + 1)
  ) {
    let same = 0
    while (same < length && bytes[close + same] === bytes[at + same]) same++
    if (same === length) return close + length
  }
  return 0
}

/** The first word of what a client reads itself, or of a statement with data lines behind it. */
export function isClientWord(bytes: Uint8Array, start: number, end: number, postgres: boolean): boolean {
  const letter = (bytes[start] ?? 0) | 32
  if (bytes[start] === 0xef && bytes[start + 1] === 0xbb) return true
  if (postgres) return end - start === 4 && letter === 99 && ((bytes[start + 1] ?? 0) | 32) === 111
  return end - start === 9 && letter === 100 && ((bytes[start + 1] ?? 0) | 32) === 101
}

export function isValues(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start
  if (length !== 5 && length !== 6) return false
  for (let i = 1; i < length; i++) if (((bytes[start + i] ?? 0) | 32) !== valuesWord[i]) return false
  return true
}
const valuesWord = Uint8Array.from('values', (letter) => letter.charCodeAt(0))

/** The names of character sets as bytes, by their length. */
const introducers: readonly (readonly Uint8Array[])[] = Array.from({ length: 16 }, (_, length) =>
  [...charsetIntroducers]
    .filter((name) => name.length === length)
    .map((name) => Uint8Array.from(name, (letter) => letter.charCodeAt(0))),
)

export function isIntroducer(bytes: Uint8Array, start: number, end: number): boolean {
  return (introducers[end - start] ?? []).some((name) =>
    name.every((code, i) => (i === 0 ? bytes[start] === 95 : ((bytes[start + i] ?? 0) | 32) === (code | 32))),
  )
}

export function isOperatorByte(code: number): boolean {
  return mysqlBytes[code] === classOperator || code === 64 || code === 35 || code === 96 || code === 42 || code === 47
}

/** One of ~ ! @ # % ^ & | ` : PostgreSQL's operators with one of these may end in a sign. */
export function isSpecial(code: number): boolean {
  return isOperatorByte(code) && code !== 43 && code !== 42 && code !== 47 && code !== 58 && !(code >= 60 && code <= 62)
}

/** Where the quote of `N'…'`, `X'…'`, `_utf8mb4'…'`, `E'…'` or `U&'…'` stands; 0 when the word is no such prefix. */
export function literalQuoteAt(bytes: Uint8Array, start: number, end: number, postgres: boolean): number {
  const after = bytes[end] ?? 0
  const letter = (bytes[start] ?? 0) | 32
  if (!postgres) {
    if (bytes[start] === 95) return after !== 38 && isIntroducer(bytes, start, end) ? end : 0
    return after === 39 && (letter === 110 || letter === 120 || letter === 98) ? end : 0
  }
  if (end - start !== 1) return 0
  // `U&"…"` is a name, which a word and a quoted name tell as well.
  if (letter === 117 && after === 38) return bytes[end + 1] === 39 ? end + 1 : 0
  return after === 39 && (letter === 101 || letter === 98 || letter === 120 || letter === 110) ? end : 0
}
