import type { StatementRange } from './statements'
import { TokenKind, type TokenList } from './tokens'

/**
 * Why a statement may be cut into tokens otherwise by some server than here, in words; undefined when it may not.
 * For the safety wall only: such texts are rare and harmless as a rule, but they can hide words from a classifier.
 */
export function lexicalDoubt(tokens: TokenList, range: StatementRange): string | undefined {
  const { text } = tokens
  for (const { span } of tokens.notes) {
    if (span.start < range.span.end && span.end > range.span.start) {
      return 'A quote or comment is not closed, or a character has no meaning.'
    }
  }
  for (let i = range.from; i < range.to; i++) {
    const kind = tokens.kind(i)
    if (kind === TokenKind.hint && hasOpenQuote(tokens.textOf(i))) {
      return 'A hint holds a quote that is not closed.'
    }
    if (kind === TokenKind.executableOpen && text.indexOf('*/', tokens.end(i)) !== closeAfter(tokens, i, range.to)) {
      return 'An executable comment ends at different places on different servers.'
    }
  }
  return undefined
}

/** A server that reads quotes in hints would not end the hint at the first close mark. */
function hasOpenQuote(hint: string): boolean {
  return ["'", '"', '`'].some((quote) => hint.split(quote).length % 2 === 0)
}

/**
 * Where the executable comment ends for a server that runs it; one that skips it ends it at the first close mark, be
 * it in a string or a comment of the content. -2 when it has no end, or another one begins inside.
 */
function closeAfter(tokens: TokenList, open: number, to: number): number {
  for (let i = open + 1; i < to; i++) {
    const kind = tokens.kind(i)
    if (kind === TokenKind.executableClose) return tokens.start(i)
    if (kind === TokenKind.executableOpen) return -2
  }
  return -2
}
