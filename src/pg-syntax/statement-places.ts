import { unquoteName } from '../core/sql/names'
import { SignificantTokens } from '../core/sql/significant-tokens'
import type { StatementRange } from '../core/sql/statements'
import { TokenKind, type TokenList } from '../core/sql/tokens'
import type { Node } from './grammar'
import { LeftmostLocations, rightmostLocation } from './nodes'
import { SubmittedText } from './submitted-text'

/** A run of significant tokens, half-open. */
export interface TokenRun {
  readonly from: number
  readonly to: number
}

/** The tokens of one statement, and where nodes of its tree stand among them. */
export class StatementPlaces {
  readonly code: SignificantTokens
  readonly submitted: SubmittedText
  private readonly locations = new LeftmostLocations()

  /** Where the statement begins, with a hint before its first word. */
  readonly start: number

  constructor(tokens: TokenList, range: StatementRange) {
    this.start = range.span.start
    this.code = new SignificantTokens(tokens, range.from, range.to)
    this.submitted = new SubmittedText(tokens, range, this.code)
  }

  /** The token at a location of the grammar. */
  at(location: number): number {
    return this.submitted.tokenAt(location)
  }

  /** The leftmost token of an expression, parentheses around it left out. */
  firstOf(node: Node): number | undefined {
    const location = this.locations.of(node)
    return location === undefined ? undefined : this.at(location)
  }

  /** The rightmost token that the grammar tells of a tree: a token of its end, if not the last. */
  lastOf(node: Node | undefined): number | undefined {
    const location = node === undefined ? -1 : rightmostLocation(node)
    return location < 0 ? undefined : this.at(location)
  }

  /** The name at a token as the server folds it; undefined where no name stands. */
  nameAt(at: number): string | undefined {
    const kind = this.code.kind(at)
    if (kind === TokenKind.word) return this.code.text(at).toLowerCase()
    return kind === TokenKind.quotedName ? unquoteName(this.code.text(at)) : undefined
  }

  /** Steps from `at` back over the parentheses that open before it. */
  beforeParens(at: number): number {
    let first = at
    while (this.code.kind(first - 1) === TokenKind.openParen) first--
    return first
  }

  text({ from, to }: TokenRun): string {
    return this.code.tokens.text.slice(this.code.start(from), this.code.end(to - 1))
  }
}
