import { quoteName } from '../../core/dialects/postgres'
import { fault } from '../../core/errors'
import type { SchemaNames } from '../engine'
import type { WireAnswer, WireValue } from './wire'

export type Ask = (sql: string, values?: readonly WireValue[]) => Promise<WireAnswer>

/** Schemas that the account may use, without the system's own, and what lies in one of them. Two questions. */
export async function readNames(ask: Ask, schema: string | undefined): Promise<SchemaNames> {
  const schemas = await ask(
    `SELECT nspname FROM pg_namespace
      WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' AND has_schema_privilege(oid, 'USAGE')
      ORDER BY nspname`,
  )
  const tables =
    schema === undefined
      ? []
      : (
          await ask(
            `SELECT relname, relkind IN ('v', 'm') FROM pg_class
              WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)
                AND relkind IN ('r', 'p', 'f', 'v', 'm')
              ORDER BY relname`,
            [schema],
          )
        ).rows
  return {
    schemas: schemas.rows.map(([name]) => name ?? ''),
    tables: tables.map(([name, isView]) => ({
      schema: schema ?? '',
      name: name ?? '',
      type: isView === 't' ? 'view' : 'table',
    })),
  }
}

/**
 * The search path that puts `schema` first and keeps what was there: extensions' operators and functions live in it.
 * @throws SargableError `unknown-database`
 */
export async function searchPathWith(ask: Ask, schema: string): Promise<string> {
  const { rows } = await ask(
    `SELECT (SELECT reset_val FROM pg_settings WHERE name = 'search_path'),
      EXISTS (SELECT FROM pg_namespace WHERE nspname = $1),
      EXISTS (SELECT FROM pg_database WHERE datname = $1)`,
    [schema],
  )
  const [usual, isSchema, isDatabase] = rows[0] ?? []
  if (isSchema !== 't') {
    throw fault('unknown-database', `There is no schema "${schema}" in this database.`, {
      hint:
        isDatabase === 't'
          ? 'It is a database of this server: PostgreSQL needs a connection of its own for each.'
          : 'Check the spelling; capitals count.',
    })
  }
  return usual ? `${quoteName(schema)}, ${usual}` : quoteName(schema)
}
