import type { Catalog } from '../../catalog/model'
import type { Version } from '../../engine'
import type { Fault } from '../../errors'
import type { TextSpan } from '../../text-span'
import type { SyntaxDialect } from '../syntax/parse'
import type { TokenizerOptions } from '../tokenizer'
import type { PostgresGrammar } from './postgres/outline'

/** Puts `text` in the place of `span`; an empty span inserts. */
export interface SqlEdit {
  readonly span: TextSpan
  readonly text: string
}

/** For which MySQL or MariaDB server a statement is edited. */
export interface EditContext {
  readonly dialect: SyntaxDialect
  /** Without it nothing is refused for being too new. */
  readonly version?: Version | undefined
  /** The session's sql_mode, as far as it changes how text is read and quoted. */
  readonly modes?: TokenizerOptions | undefined
  /** Makes keys and indexes known. */
  readonly catalog?: Catalog | undefined
  /** The schema of names without one; without it a name that only one schema of the catalog has will do. */
  readonly schema?: string | undefined
}

/** For which PostgreSQL server a statement is edited, with its grammar, which core does not hold. */
export interface PostgresEditContext extends Omit<EditContext, 'dialect'> {
  readonly dialect: 'postgres'
  readonly grammar: PostgresGrammar
}

export type AnyEditContext = EditContext | PostgresEditContext

export interface EditedSql {
  readonly done: true
  readonly sql: string
  /** In the order of the text, places in the text before the edits. */
  readonly edits: readonly SqlEdit[]
  /** What the new statement does not keep, one sentence each. */
  readonly notes: readonly string[]
  /** Statements to run before it in the same transaction: settings of PostgreSQL. */
  readonly before?: readonly string[] | undefined
}

export interface RefusedEdit {
  readonly done: false
  /** `unsupported` where the grammar, the server or the statement's meaning forbids it. */
  readonly fault: Fault
}

export type EditOutcome = EditedSql | RefusedEdit
