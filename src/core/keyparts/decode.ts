import { totalBytes } from './column-bytes'
import type { ResolvedPart } from './index-parts'
import type { KeyLenBytes } from './model'

/**
 * key_len taken apart.
 * `explained`: the first `parts.length` parts of the index, with the bytes that each counts for.
 * `whole`: a full index scan prints the length of the whole declared key; it says nothing about narrowing.
 * `not-an-index`: the server's own temporary key, for which no definition exists.
 */
export type DecodedKeyLength =
  | {
      readonly kind: 'explained' | 'whole'
      readonly parts: readonly KeyLenBytes[]
      /** True when a part was counted with its alternative bytes: a temporal column of before MySQL 5.6.4. */
      readonly usesAlternative: boolean
      /** Other numbers of leading parts that give the same length. */
      readonly otherCounts: readonly number[]
    }
  | { readonly kind: 'unexplained'; readonly because: string }
  | { readonly kind: 'not-an-index' }

/** Names that servers give to keys of temporary tables and hash joins. */
const temporaryKey = /^(?:<auto_\w+>|<auto_key\d*>|key\d+|distinct_key|#hash#.*)$/

/** True for `<auto_key0>`, `<auto_distinct_key>`, MariaDB's `key0`, `distinct_key` and `#hash#$hj`. */
export function isTemporaryKey(name: string): boolean {
  return temporaryKey.test(name)
}

export interface KeyLengthInput {
  readonly index: string
  /** Declared parts, then appended ones. */
  readonly parts: readonly ResolvedPart[]
  readonly keyLengthBytes: number
  /** The access reads the whole index (EXPLAIN's type `index`). */
  readonly wholeIndex: boolean
  readonly fulltext: boolean
  /** The server's own list, to measure a part whose type is not known. */
  readonly usedKeyParts?: readonly string[] | undefined
  /** The list names all parts that key_len counts: not MySQL's of a range, nor MariaDB's of an index with DESC. */
  readonly isListWhole?: boolean | undefined
}

/**
 * Walks the parts from left to right until their bytes sum up to `key_len`; the sums strictly increase, so at most one
 * number of parts fits. When the walk jumps over the length, temporal columns are tried in their old format (DATETIME
 * 8 instead of 5 bytes). Nothing is guessed: what does not fit is `unexplained`.
 *
 * Example: `t_msg (t2send int NOT NULL, msg_type(5) varchar latin1 NOT NULL)` with key_len 4 is the first part alone,
 * with 11 both: 4 + (5×1 + 2).
 */
export function decodeKeyLength(input: KeyLengthInput): DecodedKeyLength {
  if (isTemporaryKey(input.index)) return { kind: 'not-an-index' }
  const declared = input.parts.filter((part) => !part.appended)
  if (input.fulltext) {
    const none: KeyLenBytes = { dataBytes: 0, nullFlagBytes: 0, lengthPrefixBytes: 0 }
    return { kind: 'explained', parts: declared.map(() => none), usesAlternative: false, otherCounts: [] }
  }
  if (input.wholeIndex) {
    const found = walks({ ...input, parts: declared }).find((walk) => walk.bytes.length === declared.length)
    if (found === undefined) return unexplained(input)
    return { kind: 'whole', parts: found.bytes, usesAlternative: found.alternative, otherCounts: [] }
  }
  const found = walks(input)
  const listed = input.usedKeyParts?.length ?? 0
  const exact = input.isListWhole ? found.find((walk) => walk.bytes.length === listed) : undefined
  const best = exact ?? found.find((walk) => walk.bytes.length >= listed) ?? found[0]
  if (best === undefined) return unexplained(input)
  const counts = exact === undefined ? new Set(found.map((walk) => walk.bytes.length)) : new Set<number>()
  return {
    kind: 'explained',
    parts: best.bytes,
    usesAlternative: best.alternative,
    otherCounts: [...counts].filter((count) => count !== best.bytes.length),
  }
}

interface Walk {
  readonly bytes: readonly KeyLenBytes[]
  readonly alternative: boolean
}

/** All ways to reach the length: today's formats first, then all old, then mixed (columns changed at some time). */
function walks(input: KeyLengthInput): readonly Walk[] {
  const hasAlternative = input.parts.some((part) => part.bytes?.alternative !== undefined)
  const found = [walk(input, () => false)]
  if (hasAlternative) {
    const other = input.parts.filter((part) => part.bytes?.alternative !== undefined).slice(0, maxMixedParts)
    for (let mask = 2 ** other.length - 1; mask > 0; mask--) {
      found.push(walk(input, (part) => (mask & (1 << other.indexOf(part))) !== 0 && other.includes(part)))
    }
  }
  return found.filter((one) => one !== undefined)
}

/** An index has at most 16 parts; beyond this many temporal ones mixed formats are not tried. */
const maxMixedParts = 6

function walk(input: KeyLengthInput, takesAlternative: (part: ResolvedPart) => boolean): Walk | undefined {
  const bytes: KeyLenBytes[] = []
  let sum = 0
  let alternative = false
  for (const part of input.parts) {
    const takes = takesAlternative(part)
    const next = (takes ? part.bytes?.alternative : part.bytes?.bytes) ?? measuredRest(input, bytes.length, sum)
    if (next === undefined) return undefined
    bytes.push(next)
    alternative ||= takes
    sum += totalBytes(next)
    if (sum === input.keyLengthBytes) return { bytes, alternative }
    if (sum > input.keyLengthBytes) return undefined
  }
  return undefined
}

/** The last part that the server lists takes what is left, when its own type does not tell. */
function measuredRest(input: KeyLengthInput, at: number, sum: number): KeyLenBytes | undefined {
  if (input.usedKeyParts?.length !== at + 1 || input.keyLengthBytes <= sum) return undefined
  return { dataBytes: input.keyLengthBytes - sum, nullFlagBytes: 0, lengthPrefixBytes: 0 }
}

function unexplained(input: KeyLengthInput): DecodedKeyLength {
  const unknown = input.parts.find((part) => part.bytes === undefined)
  const name = unknown?.columnName ?? unknown?.expression
  const why = name === undefined ? '' : `: the size of \`${name}\` is not known`
  return { kind: 'unexplained', because: `cannot explain ${input.keyLengthBytes} bytes of key_len${why}` }
}

/** `key_len` and `key` as printed: comma lists for index merge, `key|filter` for MariaDB's rowid filter. */
export function splitKeyLength(text: string): readonly number[] {
  return text
    .split(/[,|]/)
    .map((part) => Number(part.trim()))
    .filter((length) => Number.isInteger(length))
}
