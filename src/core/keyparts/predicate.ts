import type { TextSpan } from '../text-span'
import type { ColumnName } from './expression'

/** Why a condition cannot bound an index read, whatever the index. */
export type Obstacle =
  | 'function-or-expression'
  | 'leading-wildcard'
  | 'negation'
  | 'row-constructor'
  | 'or-spans-parts'
  | 'not-understood'

/**
 * One condition of an AND list about one column or expression. A comparison of two columns gives two of these, one for
 * each side; an OR gives one for each column that all its branches bound.
 */
export interface Predicate {
  readonly kind: 'equality' | 'in-list' | 'range' | 'like' | 'null-test' | 'or' | 'other'
  /** The column that stands alone on its side. */
  readonly column?: ColumnName | undefined
  /** Set instead of `column` when a function or operator stands around the columns; spelled by `expressionKey`. */
  readonly expression?: string | undefined
  /** Every column mentioned, the other side's too. */
  readonly columns: readonly ColumnName[]
  /** Columns on the other side. Empty means: compared with something constant. */
  readonly references: readonly ColumnName[]
  readonly operator: string
  /** `= 'x'`, `> 1234`, `in (1, 2)`; as the text has it. */
  readonly comparedWith: string
  /** PostgreSQL compares as this type, which is not the column's: the column is cast for each row. */
  readonly castTo?: string | undefined
  /** PostgreSQL's plans: the column stands in nothing but a cast to this type. */
  readonly castOf?: { readonly column: ColumnName; readonly to: string } | undefined
  /** COLLATE around the column, or around what it is compared with. */
  readonly collation?: { readonly name: string; readonly of: 'column' | 'value' } | undefined
  readonly literal?: { readonly type: 'string' | 'number' | 'null' | 'placeholder'; readonly value: string } | undefined
  /** BETWEEN: its upper end; `literal` is the lower one. */
  readonly upperLiteral?: Predicate['literal']
  /** Where the clause (WHERE, one ON) begins that says it, for conditions read from a statement. */
  readonly clauseStart?: number | undefined
  /** Range: whether each end that it has includes its value (>=, <=, BETWEEN). */
  readonly low?: 'closed' | 'open' | undefined
  readonly high?: 'closed' | 'open' | undefined
  /** LIKE: the characters before the first wildcard. */
  readonly fixedPrefix?: string | undefined
  /** LIKE: no wildcard at all, so it is an equality in effect. */
  readonly wholeLiteral?: boolean | undefined
  readonly negated: boolean
  /** Position in a row comparison: `(a, b) > (1, 2)`. */
  readonly row?: { readonly position: number; readonly size: number } | undefined
  /** One of the branches of an OR says it; all of them bound the column. */
  readonly fromOr?: boolean | undefined
  /** OR: what each branch demands. */
  readonly branches?: readonly (readonly Predicate[])[] | undefined
  readonly obstacle?: Obstacle | undefined
  readonly text: string
  /** In the condition's text (or the statement, for a condition read there). */
  readonly span: TextSpan
}
