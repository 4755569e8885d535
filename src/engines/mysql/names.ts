import { quoteName } from '../../core/dialects/mysql-family'
import type { SchemaNames } from '../engine'
import type { Ask } from './catalog'

/** Databases of the server itself; hidden from the list, but reachable by name. */
const ownDatabases = new Set(['information_schema', 'performance_schema', 'mysql', 'sys'])

/** Databases that this user sees, and the tables and views of one of them. */
export async function readNames(ask: Ask, schema: string | undefined): Promise<SchemaNames> {
  const databases = await ask('SHOW DATABASES')
  const schemas = databases.rows.map((row) => row[0] ?? '').filter((name) => !ownDatabases.has(name.toLowerCase()))
  if (schema === undefined) return { schemas, tables: [] }
  const { rows } = await ask(`SHOW FULL TABLES FROM ${quoteName(schema)}`)
  return {
    schemas,
    tables: rows.map(([name, type]) => ({
      schema,
      name: name ?? '',
      type: /VIEW/.test(type ?? '') ? ('view' as const) : ('table' as const),
    })),
  }
}
