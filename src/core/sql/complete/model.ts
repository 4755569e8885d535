import type { Catalog } from '../../catalog/model'
import type { Dialect, Version } from '../../engine'
import type { TextSpan } from '../../text-span'

/** One thing that may be written at the caret. */
export interface Proposal {
  readonly label: string
  /** What is written in the place of `replace`. */
  readonly insert: string
  readonly kind:
    | 'table'
    | 'view'
    | 'schema'
    | 'column'
    | 'alias'
    | 'cte'
    | 'join'
    | 'index'
    | 'hint'
    | 'function'
    | 'keyword'
    | 'value'
  /** Beside the label: type, table, signature. */
  readonly detail?: string | undefined
  /** A sentence. */
  readonly about?: string | undefined
  /** Smaller fits better. */
  readonly rank: number
}

/** Names of one server, as far as they are known. */
export interface KnownNames {
  readonly schemas: readonly string[]
  readonly tables: readonly { readonly schema: string; readonly name: string; readonly type: 'table' | 'view' }[]
}

export interface CompletionRequest {
  readonly text: string
  /** Of the caret, in UTF-16 code units. */
  readonly offset: number
  readonly dialect: Dialect
  readonly version?: Version | undefined
  /** Definitions of the tables that `neededTables` names. */
  readonly catalog: Catalog
  readonly names: KnownNames
  /** What names without a schema mean. */
  readonly database?: string | undefined
}

export interface Completion {
  readonly replace: TextSpan
  /** Best first, those that fit what is typed. */
  readonly proposals: readonly Proposal[]
}
