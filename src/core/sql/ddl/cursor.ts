import type { TextSpan } from '../../text-span'
import { unquoteName } from '../names'
import type { SignificantTokens } from '../significant-tokens'
import { TokenKind } from '../tokens'

/**
 * A place in a part of one statement, moving forward. Every question beyond the part's end answers with nothing, so
 * that readers need no bounds of their own.
 */
export class DdlCursor {
  readonly code: SignificantTokens
  at: number
  readonly end: number

  constructor(code: SignificantTokens, at = 0, end = code.length) {
    this.code = code
    this.at = at
    this.end = end
  }

  get done(): boolean {
    return this.at >= this.end
  }

  kind(offset = 0): number {
    return this.at + offset < this.end ? this.code.kind(this.at + offset) : TokenKind.none
  }

  /** The unquoted word in upper case; empty for anything else. */
  word(offset = 0): string {
    return this.at + offset < this.end ? this.code.word(this.at + offset) : ''
  }

  text(offset = 0): string {
    return this.at + offset < this.end ? this.code.text(this.at + offset) : ''
  }

  /** Do these words stand here, one after the other? */
  is(...words: readonly string[]): boolean {
    return words.every((word, offset) => this.word(offset) === word)
  }

  /** Steps over these words when they stand here. */
  take(...words: readonly string[]): boolean {
    if (!this.is(...words)) return false
    this.at += words.length
    return true
  }

  /** Steps over the token with this text: an operator, a comma. */
  takeText(text: string): boolean {
    if (this.text() !== text) return false
    this.at++
    return true
  }

  /** The name here, unquoted; unquoted names of PostgreSQL in lower case, as it stores them. */
  name(): string | undefined {
    const kind = this.kind()
    if (kind !== TokenKind.word && kind !== TokenKind.quotedName) return undefined
    const text = this.text()
    this.at++
    if (kind === TokenKind.quotedName) return unquoteName(text)
    return this.code.dialect === 'postgres' ? text.toLowerCase() : text
  }

  /** `a`, `a.b`, `a.b.c`; empty when no name stands here. */
  dotted(): readonly string[] {
    const first = this.name()
    if (first === undefined) return []
    const parts = [first]
    while (this.kind() === TokenKind.dot) {
      this.at++
      const next = this.name()
      if (next === undefined) break
      parts.push(next)
    }
    return parts
  }

  /** The inside of the parentheses that open here, stepping behind them; undefined when none do. */
  group(): DdlCursor | undefined {
    if (this.kind() !== TokenKind.openParen) return undefined
    const close = Math.min(this.code.closing(this.at), this.end)
    const inside = new DdlCursor(this.code, this.at + 1, close)
    this.at = Math.min(close + 1, this.end)
    return inside
  }

  /** Steps over one token, or a whole pair of parentheses or brackets. */
  skip(): void {
    if (this.group() !== undefined) return
    const opens = this.kind() === TokenKind.openBracket
    this.at++
    let nesting = opens ? 1 : 0
    for (; nesting > 0 && !this.done; this.at++) {
      if (this.kind() === TokenKind.openBracket) nesting++
      else if (this.kind() === TokenKind.closeBracket) nesting--
    }
  }

  /** What is left, cut at its commas outside parentheses. */
  items(): readonly DdlCursor[] {
    const items: DdlCursor[] = []
    const rest = new DdlCursor(this.code, this.at, this.end)
    let from = rest.at
    while (!rest.done) {
      if (rest.kind() === TokenKind.comma) {
        items.push(new DdlCursor(this.code, from, rest.at))
        rest.at++
        from = rest.at
      } else rest.skip()
    }
    if (from < this.end) items.push(new DdlCursor(this.code, from, this.end))
    return items
  }

  /** From a place of this statement to the end of the part, or to another place. */
  spanFrom(from: number, to = this.end): TextSpan {
    const start = this.code.start(from)
    return { start, end: to > from ? this.code.end(to - 1) : start }
  }

  /** The text as written between two places. */
  source(from: number, to: number): string {
    const { start, end } = this.spanFrom(from, to)
    return this.code.tokens.text.slice(start, end)
  }
}
