/** A value of a column, in text as clients print it; absent for NULL. */
export interface SuggestedValue {
  readonly value?: string | undefined
  readonly why: 'most-common' | 'common' | 'rare' | 'smallest' | 'median' | 'largest' | 'null'
  /** Of all rows, 0..1, where the source tells. */
  readonly share?: number | undefined
}

/** Where values come from. sample: rows that were read for it. */
export type ValueSource = 'histogram' | 'column-statistics' | 'pg-stats' | 'sample'

/** One reading statement and what its answer says. An answer without rows, or that says nothing, gives none. */
export interface ValueQuestion {
  readonly source: ValueSource
  readonly sql: string
  /** What it reads, in words: "the column's histogram". */
  readonly reads: string
  readonly read: (rows: readonly (readonly (string | null)[])[]) => readonly SuggestedValue[]
}
