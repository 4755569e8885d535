import type { Dialect } from '../engine'
import { isTrivia, TokenKind, type TokenList } from './tokens'

/**
 * The tokens of one statement without blanks and comments, numbered from 0: what scanners and the parser walk over.
 * Reading before the first or after the last gives kind `none` and the empty word.
 */
export class SignificantTokens {
  readonly tokens: TokenList
  readonly length: number
  private readonly indexes: Uint32Array
  private readonly words: string[] = []

  /**
   * @param from first token of the statement
   * @param to token after its last
   * @param skipExecutable leave out what stands in executable comments, as a server does that does not run them
   */
  constructor(tokens: TokenList, from = 0, to = tokens.count, skipExecutable = false) {
    this.tokens = tokens
    const indexes = new Uint32Array(to - from)
    let length = 0
    let inExecutable = false
    for (let i = from; i < to; i++) {
      const kind = tokens.kind(i)
      if (kind === TokenKind.executableOpen) inExecutable = true
      else if (kind === TokenKind.executableClose) inExecutable = false
      if (isTrivia(kind) || (skipExecutable && inExecutable)) continue
      indexes[length++] = i
    }
    this.indexes = indexes
    this.length = length
  }

  get dialect(): Dialect {
    return this.tokens.dialect
  }

  /** The place in the whole token list. */
  index(at: number): number {
    return at >= 0 && at < this.length ? (this.indexes[at] ?? 0) : this.tokens.count
  }

  kind(at: number): number {
    return at >= 0 && at < this.length ? this.tokens.kind(this.index(at)) : TokenKind.none
  }

  /** The unquoted word in upper case; empty for any other token, so that `word(i) === 'FROM'` is one test. */
  word(at: number): string {
    const known = this.words[at]
    if (known !== undefined) return known
    const word = this.kind(at) === TokenKind.word ? this.text(at).toUpperCase() : ''
    if (at >= 0 && at < this.length) this.words[at] = word
    return word
  }

  text(at: number): string {
    return at >= 0 && at < this.length ? this.tokens.textOf(this.index(at)) : ''
  }

  start(at: number): number {
    return this.tokens.start(this.index(at))
  }

  end(at: number): number {
    return this.tokens.end(this.index(at))
  }

  isOperator(at: number, operator: string): boolean {
    return this.kind(at) === TokenKind.operator && this.text(at) === operator
  }

  /** A name that could be a table or column: unquoted or quoted. */
  isName(at: number): boolean {
    const kind = this.kind(at)
    return kind === TokenKind.word || kind === TokenKind.quotedName
  }

  /** The place of the `)` for the `(` at `open`; the length when it is missing. */
  closing(open: number): number {
    return this.pairs().get(open) ?? this.length
  }

  /** The place of the `(` for the `)` at `close`; -1 when it is missing. */
  opening(close: number): number {
    return this.pairs().get(close) ?? -1
  }

  private knownPairs: Map<number, number> | undefined

  /** All pairs at once, both ways, so that asking for each of many nested ones stays linear. */
  private pairs(): Map<number, number> {
    if (this.knownPairs !== undefined) return this.knownPairs
    const pairs = new Map<number, number>()
    const open: number[] = []
    for (let i = 0; i < this.length; i++) {
      const kind = this.kind(i)
      if (kind === TokenKind.openParen) open.push(i)
      else if (kind === TokenKind.closeParen) {
        const start = open.pop()
        if (start === undefined) continue
        pairs.set(start, i)
        pairs.set(i, start)
      }
    }
    this.knownPairs = pairs
    return pairs
  }
}
