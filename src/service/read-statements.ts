import type { Catalog } from '../core/catalog/model'
import type { Dialect } from '../core/engine'
import type { PostgresGrammar } from '../core/sql/edits/postgres/outline'
import { guessDialect } from '../core/sql/guess-dialect'
import type { Meaning } from '../core/sql/meaning/model'
import type { SqlDocument } from '../core/sql/model'
import { readSql } from '../core/sql/read'
import { loadPostgresGrammar, loadPostgresMeaning, loadPostgresReader } from '../pg-syntax/index'

/**
 * `readSql` with PostgreSQL's own grammar for PostgreSQL's statements; the first of them loads it. Where it cannot be
 * loaded the statements are read by their tokens, and a note says so.
 */
export async function readStatements(text: string, dialect?: Dialect): Promise<SqlDocument> {
  const chosen = dialect ?? guessDialect(text) ?? 'mysql'
  if (chosen !== 'postgres') return readSql(text, chosen)
  try {
    return readSql(text, chosen, {}, { postgres: await loadPostgresReader() })
  } catch (thrown) {
    const document = readSql(text, chosen)
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    const message = `PostgreSQL's grammar cannot be used (${why}); the statements are read by their tokens.`
    return { ...document, notes: [...document.notes, { message, span: { start: 0, end: text.length } }] }
  }
}

/** What a PostgreSQL statement means with given tables; undefined where the grammar cannot be loaded. */
export async function postgresMeaning(sql: string): Promise<((catalog: Catalog) => Meaning | undefined) | undefined> {
  try {
    const grammar = await loadPostgresMeaning()
    return (catalog) => grammar.meaning(sql, { catalog })
  } catch {
    // `readStatements` has told it: the plan's own conditions have to do.
    return undefined
  }
}

/** PostgreSQL's grammar for edits; undefined where it cannot be loaded. */
export async function postgresGrammar(): Promise<PostgresGrammar | undefined> {
  try {
    return await loadPostgresGrammar()
  } catch {
    // `readStatements` has told it: edits are checked by their tokens then.
    return undefined
  }
}
