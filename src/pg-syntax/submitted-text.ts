import type { SignificantTokens } from '../core/sql/significant-tokens'
import type { StatementRange } from '../core/sql/statements'
import { TokenKind, type TokenList } from '../core/sql/tokens'

/**
 * The text that the grammar gets for one statement, and the way back. Placeholders of drivers (`?`, `:name`) are
 * `$1` there. The grammar counts UTF-8 bytes in its trees and characters in its errors; here all places are those of
 * the whole text, in UTF-16 code units.
 */
export class SubmittedText {
  readonly text: string
  private readonly tokens: TokenList
  private readonly range: StatementRange
  /** Of each token of the range: where it begins in the submitted text. */
  private readonly bytes: Uint32Array
  private readonly characters: Uint32Array
  /** Of each token of the range: the place in the statement's significant tokens of the first that is not before it. */
  private readonly significant: Uint32Array

  constructor(tokens: TokenList, range: StatementRange, code: SignificantTokens) {
    this.tokens = tokens
    this.range = range
    const count = range.to - range.from
    this.bytes = new Uint32Array(count)
    this.characters = new Uint32Array(count)
    this.significant = new Uint32Array(count)
    const pieces: string[] = []
    let bytes = 0
    let characters = 0
    let next = 0
    for (let i = 0; i < count; i++) {
      this.bytes[i] = bytes
      this.characters[i] = characters
      this.significant[i] = next
      if (code.index(next) === range.from + i) next++
      const piece = submitted(tokens, range.from + i)
      pieces.push(piece)
      for (let at = 0; at < piece.length; at++) {
        const unit = piece.charCodeAt(at)
        const pair = isPair(piece, at, unit)
        bytes += pair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
        characters++
        if (pair) at++
      }
    }
    this.text = pieces.join('')
  }

  /** The significant token that holds the byte `location` of the submitted text. */
  tokenAt(location: number): number {
    return this.significant[lastNotAfter(this.bytes, location)] ?? 0
  }

  /** The offset in the whole text of the character `place` of the submitted text. */
  offsetOf(place: number): number {
    const i = lastNotAfter(this.characters, place)
    const token = this.range.from + i
    const start = this.tokens.start(token)
    const piece = submitted(this.tokens, token)
    // What stands for a placeholder has no inside.
    if (piece !== this.tokens.textOf(token)) return start
    let inside = 0
    for (let left = place - (this.characters[i] ?? 0); left > 0 && inside < piece.length; left--) {
      inside += isPair(piece, inside, piece.charCodeAt(inside)) ? 2 : 1
    }
    return Math.min(start + inside, this.range.span.end)
  }
}

function submitted(tokens: TokenList, index: number): string {
  const text = tokens.textOf(index)
  return tokens.kind(index) === TokenKind.placeholder && !text.startsWith('$') ? '$1' : text
}

/** Do two code units from `at` make one character? Lone surrogates count as a character of three bytes. */
function isPair(text: string, at: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdbff) return false
  const low = text.charCodeAt(at + 1)
  return low >= 0xdc00 && low <= 0xdfff
}

/** The last index whose value is not above `value`; values rise. */
function lastNotAfter(values: Uint32Array, value: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((values[middle] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  return low
}
