import type { SignificantTokens } from './significant-tokens'
import { TokenKind } from './tokens'

/** The word that says what a statement does, and its place. Parentheses and a WITH list before it are stepped over. */
export function mainVerb(code: SignificantTokens, from: number): { readonly verb: string; readonly at: number } {
  let at = from
  while (code.kind(at) === TokenKind.openParen) at++
  if (code.word(at) !== 'WITH') return { verb: code.word(at), at }
  for (let i = at + 1; i < code.length; i++) {
    const kind = code.kind(i)
    if (kind === TokenKind.openParen) {
      if (code.kind(i - 1) !== TokenKind.closeParen) {
        i = code.closing(i)
        continue
      }
      // `WITH a AS (…) (SELECT …)`: the parenthesis after a CTE's body begins the statement itself.
      while (code.kind(i) === TokenKind.openParen) i++
      if (code.word(i) !== 'WITH') return { verb: code.word(i), at: i }
    } else if (verbs.has(code.word(i)) && !namesCte(code, i)) {
      return { verb: code.word(i), at: i }
    }
  }
  return { verb: 'WITH', at }
}

const verbs: ReadonlySet<string> = new Set([
  'SELECT',
  'INSERT',
  'UPDATE',
  'DELETE',
  'REPLACE',
  'MERGE',
  'VALUES',
  'TABLE',
])

/** PostgreSQL takes `delete` as the name of a CTE. */
function namesCte(code: SignificantTokens, at: number): boolean {
  const before = code.word(at - 1)
  return before === 'WITH' || before === 'RECURSIVE' || code.kind(at - 1) === TokenKind.comma
}
