import type { SignificantTokens } from '../significant-tokens'
import { TokenKind } from '../tokens'

const unknown = 0
const query = 1
const other = 2

/**
 * Tells parentheses around a query from those around a value or a table list that merely begins with a query:
 *
 *     ((SELECT 1) UNION (SELECT 2))   a query
 *     ((SELECT 1) + 1)                an expression
 *     ((SELECT 1) x JOIN t)           a table list
 *
 * Each run of `((((` is looked at once, from the inside out, so that asking for all of them stays linear.
 */
export class ParenKinds {
  private readonly code: SignificantTokens
  private kinds: Uint8Array | undefined

  constructor(code: SignificantTokens) {
    this.code = code
  }

  /** Is `at` a `(` whose content is a query? */
  opensQuery(at: number): boolean {
    const { code } = this
    if (code.kind(at) !== TokenKind.openParen) return false
    this.kinds ??= new Uint8Array(code.length)
    if (this.kinds[at] === unknown) this.readRun(at, this.kinds)
    return this.kinds[at] === query
  }

  private readRun(at: number, kinds: Uint8Array): void {
    const { code } = this
    let innermost = at
    while (code.kind(innermost + 1) === TokenKind.openParen) innermost++
    let holdsQuery = queryStarts.has(code.word(innermost + 1))
    for (let open = innermost; open >= at; open--) {
      if (open < innermost && holdsQuery) {
        const next = code.closing(open + 1) + 1
        holdsQuery = next >= code.closing(open) || afterQuery.has(code.word(next))
      }
      kinds[open] = holdsQuery ? query : other
    }
  }
}

const queryStarts: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE'])

/** What may follow `(query)` when both together are a query. */
const afterQuery: ReadonlySet<string> = new Set(
  'UNION EXCEPT INTERSECT ORDER LIMIT OFFSET FETCH FOR LOCK INTO'.split(' '),
)
