import type { TextSpan } from '../../text-span'

/** Where in a query something stands. */
export type ScopeClause =
  | 'start'
  | 'select'
  | 'from'
  | 'on'
  | 'using'
  | 'index-hint'
  | 'where'
  | 'group'
  | 'having'
  | 'order'
  | 'limit'
  | 'set'
  | 'insert-columns'
  | 'values'
  | 'returning'
  | 'window'
  /** A new name comes here. */
  | 'alias'

/** One thing in a FROM list, or the target of a statement. */
export interface ScopeSource {
  /** What columns are written with: the alias, else the name. */
  readonly name: string
  readonly alias: string | undefined
  readonly schema: string | undefined
  /** Of a table as written; absent for derived tables. */
  readonly table: string | undefined
  /** The query of a derived table. */
  readonly query: ScopeBlock | undefined
  readonly span: TextSpan
}

export interface ScopeCte {
  readonly name: string
  readonly columns: readonly string[] | undefined
  readonly query: ScopeBlock | undefined
}

/** One item of a select list, by its tokens. */
export interface ScopeItem {
  readonly from: number
  readonly to: number
}

/** One query, or a statement that changes rows, as far as it is written. */
export interface ScopeBlock {
  readonly outer: ScopeBlock | undefined
  verb: 'select' | 'insert' | 'update' | 'delete' | 'other' | undefined
  readonly sources: ScopeSource[]
  readonly ctes: ScopeCte[]
  readonly items: ScopeItem[]
}

/** What is known at the caret. */
export interface CaretPlace {
  readonly block: ScopeBlock
  readonly clause: ScopeClause
  /** A table's name comes next. */
  readonly expectsTable: boolean
  /** The source before the caret: whose index hint this is, what ON joins. */
  readonly source: ScopeSource | undefined
  /** Names already listed in the parentheses around the caret. */
  readonly listed: readonly string[]
}
