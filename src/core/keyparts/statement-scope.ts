import type { ColumnName } from './expression'
import type { Predicate } from './predicate'

/** A table of a statement, as it is named there. */
export interface TableName {
  readonly schema?: string | undefined
  readonly name: string
  readonly alias?: string | undefined
}

/** What a statement says about the indexes of one of its tables, in the server's own words. */
export interface IndexHint {
  /** `use` and `force` name the only indexes that may be read, `ignore` those that may not. */
  readonly kind: 'use' | 'force' | 'ignore'
  /** As the server has them, in lower case; empty means none of them, `undefined` all of them. */
  readonly indexes: ReadonlySet<string> | undefined
  /** Only ranges are forbidden: a lookup may still read the index. */
  readonly rangesOnly?: boolean | undefined
  /** `IGNORE INDEX (ix)`, `NO_INDEX(t ix)` */
  readonly text: string
}

export interface ScopeTable extends TableName {
  readonly hints: readonly IndexHint[]
  /** Columns (lower case) that the statement needs of it; undefined when it needs all, or nobody knows which. */
  readonly needs: ReadonlySet<string> | undefined
}

export interface OrderItem {
  /** Absent for an expression, or a value of another query. */
  readonly column?: ColumnName | undefined
  /** Of an expression over the tables' columns, spelled by `expressionKey`. */
  readonly expression?: string | undefined
  /** As written. */
  readonly text: string
  readonly descending: boolean
}

/** One query block with what its clauses demand of its tables; spans are offsets into the statement. */
export interface StatementScope {
  /** Its number as MySQL and MariaDB count the SELECTs of a statement, from 1. */
  readonly queryBlock?: number | undefined
  readonly tables: readonly ScopeTable[]
  /** Of WHERE and ON, of USING and NATURAL, and of queries around it that ask for columns of its tables. */
  readonly predicates: readonly Predicate[]
  readonly orderBy: readonly OrderItem[]
  readonly groupBy: readonly OrderItem[]
}
