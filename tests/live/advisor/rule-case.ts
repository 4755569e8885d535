/** What a rule has to do on real servers, as data; rules.test.ts runs it. */

/** A statement that a rule speaks of, or keeps silent about, in the tables of its world. */
export interface RuleCase {
  readonly says: string
  readonly fires: boolean
  readonly sql: string | { readonly mysql: string; readonly postgres: string }
  /** Asked after the doc's remedy, or the world's `later`, instead of before. */
  readonly afterRemedy?: boolean
  readonly limits?: Readonly<Record<string, number>>
  /** Servers where it holds; all of the rule's families where absent. */
  readonly servers?: readonly string[]
  /** Parts of the first advice's index, where it must be this one. */
  readonly index?: readonly string[]
}

/** Rows of one table: an expression for each column over `n`, which runs from 0 to `rows` − 1. */
export interface Fill {
  readonly rows: number
  readonly columns: Readonly<Record<string, string>>
}

/** Tables with rows, made once per server. Statements are taken by every server of the rule's families. */
export interface World {
  readonly schema: readonly string[]
  readonly fill: Readonly<Record<string, Fill>>
  /** For cases that are asked after it. */
  readonly later?: readonly string[]
  readonly cases: readonly RuleCase[]
  /** Statements run between loading and asking, so that the server has counted something. */
  readonly use?: readonly string[]
  readonly servers?: readonly string[]
}

export interface RuleCases {
  readonly rule: string
  /** Rows of the tables of the rule's own example. */
  readonly fill: Readonly<Record<string, Fill>>
  /** Further statements about the example's tables. */
  readonly cases: readonly RuleCase[]
  readonly worlds?: readonly World[]
  /** Rows of the example on PostgreSQL, where other proportions show the same. */
  readonly postgresFill?: Readonly<Record<string, Fill>>
  /** Values are counted before the rule is asked, as they are after a measured run. */
  readonly counts?: boolean
  /** For the example: limits that fit its size or the servers' age. */
  readonly limits?: Readonly<Record<string, number>>
  /** Servers that the rule has something to say of; all of its families where absent. */
  readonly servers?: readonly string[]
  readonly use?: readonly string[]
}
