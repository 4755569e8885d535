import type { Best } from './brute-force'
import type { Reads, Variant } from './model'
import type { Proof, Proofs } from './prove'

/** A statement that the brute force makes read at least this many times less counts for what advice finds. */
const worthFinding = 2
/** Advice that reads at most this many times as much as the best has found it. */
const asGoodAs = 1.5

/** One schema in one variant on one server. */
export interface PlaceResult {
  readonly server: string
  readonly schema: string
  readonly variant: Variant
  readonly statements: number
  readonly proofs: Proofs
  readonly improvable: readonly Improvable[]
  readonly seconds: number
}

/** A statement that some index makes read far less. */
export interface Improvable {
  readonly statement: string
  readonly sql: string
  readonly before: Reads
  readonly best: Best
  /** What the best advice of the statement reads; absent without one. */
  readonly advised?: { readonly reads: Reads; readonly what: string; readonly rule: string }
  readonly found: boolean
}

export function improvableOf(best: ReadonlyMap<string, Best>, proofs: readonly Proof[]): readonly Improvable[] {
  return [...best].flatMap(([statement, one]): readonly Improvable[] => {
    if (one.index === undefined || amount(one.before) < worthFinding * Math.max(1, amount(one.after))) return []
    const own = proofs
      .filter((proof) => proof.statement.name === statement)
      .sort((a, b) => amount(a.reads) - amount(b.reads))
    const [advised] = own
    return [
      {
        statement,
        sql: one.sql,
        before: one.before,
        best: one,
        ...(advised && { advised: { reads: advised.reads, what: advised.what, rule: advised.rule } }),
        found: advised !== undefined && amount(advised.reads) <= asGoodAs * Math.max(1, amount(one.after)),
      },
    ]
  })
}

/** What takes too long reads more than anything that does not. */
function amount(reads: Reads): number {
  return reads ?? Number.MAX_SAFE_INTEGER
}
