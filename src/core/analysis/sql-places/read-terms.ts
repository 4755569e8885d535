import type { Catalog } from '../../catalog/model'
import type { Dialect, Family } from '../../engine'
import type { Statement } from '../../sql/model'
import { SignificantTokens } from '../../sql/significant-tokens'
import { tokenize } from '../../sql/tokenizer'
import { type QueryBlock, queryBlocks } from './query-blocks'
import { type StatementTerm, statementTerms } from './statement-conditions'

/** A statement as `readSql` reads it, with the text that its spans are places of. */
export interface TracedStatement extends Pick<Statement, 'tables' | 'conditions'> {
  readonly sql: string
}

export interface ReadTerms {
  readonly terms: readonly StatementTerm[]
  readonly blocks: readonly QueryBlock[]
  /** Names (lower case) that mean tables in more than one place of the statement. */
  readonly ambiguous: ReadonlySet<string>
}

/** What a statement demands, with everything that tells whose columns it speaks of. */
export function readTerms(
  { sql, tables, conditions }: TracedStatement,
  family: Family,
  catalog: Catalog | undefined,
  dialect: Dialect = family,
): ReadTerms {
  const blocks = queryBlocks(new SignificantTokens(tokenize(sql, dialect)))
  const names = tables.map((table) => (table.alias ?? table.name).toLowerCase())
  return {
    terms: statementTerms({ tables, conditions }, blocks, family, catalog),
    blocks,
    ambiguous: new Set(names.filter((name, at) => names.indexOf(name) !== at)),
  }
}
