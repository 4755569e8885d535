import type { TextSpan } from '../text-span'
import { powersOfTen } from './scan'
import { type JsonAt, JsonKind, type JsonTape, recordSize, slot } from './tape'
import { unescapeJson } from './unescape'

/**
 * Reading a tape. A place is a number, so walking costs no objects:
 *
 *     for (let at = firstIn(tape, object); at !== -1; at = nextIn(tape, object, at)) keyOf(tape, at)
 */

function read(tape: JsonTape, at: JsonAt, field: number): number {
  return tape.records[at * recordSize + field] ?? -1
}

/** One of `JsonKind`. */
export function kindOf(tape: JsonTape, at: JsonAt): number {
  return read(tape, at, slot.kind)
}

export function isObject(tape: JsonTape, at: JsonAt): boolean {
  return kindOf(tape, at) === JsonKind.object
}

export function isArray(tape: JsonTape, at: JsonAt): boolean {
  return kindOf(tape, at) === JsonKind.array
}

export function isText(tape: JsonTape, at: JsonAt): boolean {
  const kind = kindOf(tape, at)
  return kind === JsonKind.text || kind === JsonKind.escapedText
}

/** The first member or element of an object or array; -1 when it is empty or neither. */
export function firstIn(tape: JsonTape, container: JsonAt): JsonAt {
  return kindOf(tape, container) >= JsonKind.array && read(tape, container, slot.next) > container + 1
    ? container + 1
    : -1
}

/** The one after `at`; -1 behind the last. */
export function nextIn(tape: JsonTape, container: JsonAt, at: JsonAt): JsonAt {
  const next = read(tape, at, slot.next)
  return next < read(tape, container, slot.next) ? next : -1
}

/** How many members or elements there are. */
export function countIn(tape: JsonTape, container: JsonAt): number {
  let count = 0
  for (let at = firstIn(tape, container); at !== -1; at = nextIn(tape, container, at)) count++
  return count
}

/** All members or elements, in order. */
export function childrenOf(tape: JsonTape, container: JsonAt): JsonAt[] {
  const first = firstIn(tape, container)
  if (first === -1) return []
  // Lists of one are the most frequent ones, and a list that is pushed to has room for seventeen.
  if (nextIn(tape, container, first) === -1) return [first]
  const children = new Array<JsonAt>(countIn(tape, container))
  let count = 0
  for (let at = first; at !== -1; at = nextIn(tape, container, at)) children[count++] = at
  return children
}

/** The number of a member's key in `tape.keys` and `tape.names`; -1 in arrays. */
export function keyNumberOf(tape: JsonTape, at: JsonAt): number {
  return read(tape, at, slot.key)
}

/** A member's key without blanks at its end; '' in arrays. */
export function keyOf(tape: JsonTape, at: JsonAt): string {
  return tape.names[read(tape, at, slot.key)] ?? ''
}

/** The first member with this key; -1 if there is none. */
export function memberOf(tape: JsonTape, object: JsonAt, key: string): JsonAt {
  for (let at = firstIn(tape, object); at !== -1; at = nextIn(tape, object, at)) if (keyOf(tape, at) === key) return at
  return -1
}

/** Where the value stands, quotes or brackets included. */
export function spanOf(tape: JsonTape, at: JsonAt): TextSpan {
  return { start: read(tape, at, slot.start), end: read(tape, at, slot.end) }
}

/** Where a member's key stands, quotes included. */
export function keySpanOf(tape: JsonTape, at: JsonAt): TextSpan | undefined {
  const start = read(tape, at, slot.keyStart)
  if (start === -1) return undefined
  let end = start + 1
  for (let code = tape.text.charCodeAt(end); code !== 34; code = tape.text.charCodeAt(end)) end += code === 92 ? 2 : 1
  return { start, end: end + 1 }
}

/** Where a member stands from its key to the end of its value; for elements of arrays, the value. */
export function memberSpanOf(tape: JsonTape, at: JsonAt): TextSpan {
  const keyStart = read(tape, at, slot.keyStart)
  return { start: keyStart === -1 ? read(tape, at, slot.start) : keyStart, end: read(tape, at, slot.end) }
}

/** What stands between a text's quotes, as a span: the place of a condition without its quotes. */
export function insideSpanOf(tape: JsonTape, at: JsonAt): TextSpan {
  const span = spanOf(tape, at)
  if (!isText(tape, at)) return span
  const quotes = tape.texts ? tape.texts.quotes(rawOf(tape, at)) : 1
  return { start: span.start + quotes, end: span.end - quotes }
}

/** The value as it stands in the text. */
export function rawOf(tape: JsonTape, at: JsonAt): string {
  return tape.text.slice(read(tape, at, slot.start), read(tape, at, slot.end))
}

/** A text, decoded; undefined for anything else. */
export function asText(tape: JsonTape, at: JsonAt): string | undefined {
  const kind = kindOf(tape, at)
  if (kind !== JsonKind.text && kind !== JsonKind.escapedText) return undefined
  if (tape.texts) return tape.texts.decode(rawOf(tape, at))
  if (kind === JsonKind.text && tape.decoded && tape.shortTexts) {
    const place = tape.decoded[at] ?? 0
    if (place > 0) return tape.shortTexts[place]
  }
  const inside = tape.text.slice(read(tape, at, slot.start) + 1, read(tape, at, slot.end) - 1)
  return kind === JsonKind.text ? inside : unescapeJson(inside)
}

/** A number, also one in quotes (MySQL prints costs as `"1.25"`); undefined for anything else. */
export function asNumber(tape: JsonTape, at: JsonAt): number | undefined {
  const kind = kindOf(tape, at)
  if (kind === JsonKind.number && tape.decoded) {
    const value = tape.decoded[at] ?? Number.NaN
    if (!Number.isNaN(value)) return value
  }
  const start = read(tape, at, slot.start)
  const end = read(tape, at, slot.end)
  if (kind === JsonKind.number) return decimalIn(tape.text, start, end) ?? Number(tape.text.slice(start, end))
  if (kind !== JsonKind.text) return undefined
  if (!tape.texts) {
    const value = decimalIn(tape.text, start + 1, end - 1)
    if (value !== undefined) return value
  }
  const text = tape.texts ? tape.texts.decode(rawOf(tape, at)) : tape.text.slice(start + 1, end - 1)
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined
}

/** 15 digits fit exactly into a double's 53 bits. */
const exactDigits = 15

/**
 * A short decimal number without exponent, read in place; undefined for others. All its digits as one whole number
 * divided by a power of ten: both are exact in a double, so their quotient is the same double that `Number` gives.
 */
export function decimalIn(text: string, start: number, end: number): number | undefined {
  const negative = text.charCodeAt(start) === 45
  let at = negative ? start + 1 : start
  if (end - at > exactDigits || at >= end) return undefined
  const first = at
  let whole = 0
  let decimals = 0
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) whole = whole * 10 + (code - 48)
    else if (code === 46 && decimals === 0 && at > first) decimals = end - at - 1
    else return undefined
  }
  // A point without digits behind it.
  if (text.charCodeAt(end - 1) === 46) return undefined
  const value = decimals === 0 ? whole : whole / (powersOfTen[decimals] ?? 1)
  return negative ? -value : value
}

/** true or false; also 0 and 1, as MariaDB prints some flags; undefined for anything else. */
export function asBoolean(tape: JsonTape, at: JsonAt): boolean | undefined {
  switch (kindOf(tape, at)) {
    case JsonKind.true:
      return true
    case JsonKind.false:
      return false
    case JsonKind.number: {
      const value = Number(rawOf(tape, at))
      return value === 1 ? true : value === 0 ? false : undefined
    }
    default:
      return undefined
  }
}

/** The texts of an array of texts; a single text as a list of one; undefined when anything else is in it. */
export function asTexts(tape: JsonTape, at: JsonAt): string[] | undefined {
  const single = asText(tape, at)
  if (single !== undefined) return [single]
  if (!isArray(tape, at)) return undefined
  // Plans keep many short lists: one that is pushed to has room for more.
  const texts = new Array<string>(countIn(tape, at))
  let count = 0
  for (let each = firstIn(tape, at); each !== -1; each = nextIn(tape, at, each)) {
    const text = asText(tape, each)
    if (text === undefined) return undefined
    texts[count++] = text
  }
  return texts
}
