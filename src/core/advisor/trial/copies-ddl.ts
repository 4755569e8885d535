import { quoteName } from '../../dialects/postgres'
import type { Dialect } from '../../engine'
import { indexChanges } from './index-changes'

/**
 * Changes of tables as they are made on copies: an index that PostgreSQL drops by its schema's name is one of the
 * copies' there. Names of tables lose their schema where the copies are made.
 */
export function copiesDdl(sql: string, dialect: Dialect): string {
  if (dialect !== 'postgres') return sql
  const [change, ...more] = indexChanges([sql], dialect)
  return change?.kind === 'drop' && more.length === 0 ? `DROP INDEX ${quoteName(change.name)}` : sql
}
