import { unquoteName } from './names'
import type { SignificantTokens } from './significant-tokens'
import { TokenKind } from './tokens'

/** The names that WITH lists define, and where each one can be used. */
export class CteNames {
  private readonly scopes = new Map<string, { readonly from: number; readonly to: number }[]>()

  constructor(code: SignificantTokens) {
    for (let at = 0; at < code.length; at++) if (code.word(at) === 'WITH') this.readList(code, at)
  }

  /** Does the unqualified name, used at `at`, mean a CTE? */
  has(name: string, at: number): boolean {
    return this.scopes.get(name.toLowerCase())?.some((scope) => at >= scope.from && at < scope.to) ?? false
  }

  /** `WITH [RECURSIVE] a [(x, y)] AS [[NOT] MATERIALIZED] (…), b …`; a WITH of something else is left alone. */
  private readList(code: SignificantTokens, withAt: number): void {
    const recursive = code.word(withAt + 1) === 'RECURSIVE'
    let at = withAt + (recursive ? 2 : 1)
    // A WITH in parentheses is seen up to their end.
    const to = code.kind(withAt - 1) === TokenKind.openParen ? code.closing(withAt - 1) : code.length
    while (code.isName(at)) {
      const name = unquoteName(code.text(at)).toLowerCase()
      let next = at + 1
      if (code.kind(next) === TokenKind.openParen) next = code.closing(next) + 1
      if (code.word(next) !== 'AS') return
      next++
      if (code.word(next) === 'NOT') next++
      if (code.word(next) === 'MATERIALIZED') next++
      if (code.kind(next) !== TokenKind.openParen) return
      const close = code.closing(next)
      // `WITH t AS (SELECT … FROM t)`: inside its own body the name still means the table.
      const scope = { from: recursive ? next : close, to }
      const known = this.scopes.get(name)
      if (known === undefined) this.scopes.set(name, [scope])
      else known.push(scope)
      if (code.kind(close + 1) !== TokenKind.comma) return
      at = close + 2
    }
  }
}
