/**
 * JSON as a tape: one flat record of six 32-bit numbers per value, in document order, instead of one object per value.
 * Strings and numbers stay where they are in the text and are decoded when somebody asks. That keeps reading near the
 * speed of JSON.parse and keeps what JSON.parse throws away: places, order, and keys that occur twice in one object.
 */

/** What stands at a place of the tape. `text` has no escapes and can be sliced, `escaped-text` must be decoded. */
export const JsonKind = {
  null: 0,
  false: 1,
  true: 2,
  number: 3,
  text: 4,
  escapedText: 5,
  array: 6,
  object: 7,
} as const

/** A value: its number on the tape. The root is 0. */
export type JsonAt = number

export interface JsonTape {
  readonly text: string
  /** How many values there are. */
  readonly count: number
  /** `recordSize` numbers per value: see the slots below. */
  readonly records: Int32Array
  /**
   * What was decoded while its letters were looked at; later they have left the processor's cache, and coming back to
   * half a million of them costs a quarter of reading. Of a number what it is worth, NaN where that must be read from
   * its letters; of a text its place in `shortTexts`, 0 where it is not there.
   */
  readonly decoded?: Float64Array
  /** Texts without escapes that are so short that engines copy them. */
  readonly shortTexts?: readonly string[]
  /** The distinct keys of the document as written, decoded. */
  readonly keys: readonly string[]
  /** The same without blanks at the end: MySQL's traces print some keys with trailing blanks. */
  readonly names: readonly string[]
  /** How texts are written, where the tape was made of another syntax than JSON. */
  readonly texts?: TextSyntax
}

/** How another syntax writes the texts of its values. */
export interface TextSyntax {
  /** The text that is meant by what stands between a value's start and end. */
  decode(raw: string): string
  /** How many code units of a value at each side are quotes. */
  quotes(raw: string): number
}

export const recordSize = 6
/** Slots of a record. `start` and `end` are UTF-16 offsets of the value, quotes and brackets included. */
export const slot = {
  kind: 0,
  start: 1,
  end: 2,
  /** The value after this one and everything inside it. */
  next: 3,
  /** Number of the member's key in `keys`; -1 for elements of arrays and for the root. */
  key: 4,
  /** UTF-16 offset of the opening quote of the member's key. */
  keyStart: 5,
} as const

/** Why a text is not JSON. `cut`: it ends too early, what is there is fine. Otherwise something wrong stands there. */
export interface JsonProblem {
  readonly cut: boolean
  readonly offset: number
  /** What would have been right at that place, in words: `a value`, `, or }`. */
  readonly expected: string
}

export type JsonReading =
  | { readonly tape: JsonTape; readonly problem?: undefined }
  | { readonly tape?: undefined; readonly problem: JsonProblem }
