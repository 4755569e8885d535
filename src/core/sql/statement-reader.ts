import type { Dialect } from '../engine'
import type { ParseNote } from '../text-span'
import type { ReadOnly, Statement } from './model'
import type { StatementRange } from './statements'
import type { TokenList } from './tokens'

/** What a grammar knows of one statement. */
export interface StatementReading {
  /** Absent where the grammar refuses the statement, or does not look into its kind: then its tokens are read. */
  readonly parts?: Pick<Statement, 'tables' | 'conditions' | 'selectForm'>
  /** The most that may be believed of the statement; a classification that says less stays. */
  readonly readOnlyAtMost: ReadOnly
  /** The grammar's own error, with its place in the whole text. */
  readonly notes: readonly ParseNote[]
}

/** A grammar that core does not hold: given to `readSql` by who has loaded it, so that core stays small and pure. */
export interface StatementReader {
  /** Reads the statement `range` of `tokens`. Never throws for what stands in the text. */
  read(tokens: TokenList, range: StatementRange): StatementReading
}

export type StatementReaders = Readonly<Partial<Record<Dialect, StatementReader>>>
