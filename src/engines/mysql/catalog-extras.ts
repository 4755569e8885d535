import type { Table } from '../../core/catalog/model'
import { quoteText } from '../../core/dialects/mysql-family'
import type { ServerProfile } from './set-up'
import type { TextRows } from './wire'

export type FoundKeys = ReadonlyMap<string, Table['foreignKeys']>

type Each = (select: (where: string) => string) => Promise<TextRows>

/** Foreign keys by table, their columns in order. */
export async function readForeignKeys(each: Each): Promise<FoundKeys> {
  const { rows } = await each(
    (where) =>
      `SELECT TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME, ORDINAL_POSITION FROM information_schema.KEY_COLUMN_USAGE WHERE ${where} AND REFERENCED_TABLE_NAME IS NOT NULL`,
  )
  const keys = new Map<string, Map<string, { columns: string[]; toTable: string; toColumns: string[] }>>()
  for (const row of [...rows].sort((a, b) => Number(a[7]) - Number(b[7]))) {
    const [schema, table, name, column, toSchema, toTable, toColumn] = row
    const place = JSON.stringify([schema, table])
    const ofTable = keys.get(place) ?? new Map()
    keys.set(place, ofTable)
    const key = ofTable.get(name ?? '') ?? {
      columns: [],
      toTable: toSchema === schema ? (toTable ?? '') : `${toSchema}.${toTable}`,
      toColumns: [],
    }
    ofTable.set(name ?? '', key)
    key.columns.push(column ?? '')
    key.toColumns.push(toColumn ?? '')
  }
  return new Map([...keys].map(([place, ofTable]) => [place, [...ofTable].map(([name, key]) => ({ name, ...key }))]))
}

/**
 * When InnoDB last computed each table's statistics, as ISO 8601 UTC. Partitions have rows of their own
 * (`t#P#p0`, in lower case since MySQL 8): the oldest one counts. Needs SELECT on mysql.innodb_table_stats.
 */
export async function readStatisticsAge(
  ask: (sql: string) => Promise<TextRows>,
  profile: ServerProfile,
  wanted: readonly { readonly schema: string; readonly name: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (!profile.facts.readsTableStatistics) return new Map()
  const text = (value: string) => quoteText(value, profile.backslashEscapes)
  const places = wanted.map(
    ({ schema, name }) =>
      // Between `t#` and `t$`: every name that starts with `t#`, by the index of the table.
      `(database_name = ${text(schema)} AND (table_name = ${text(name)} OR table_name BETWEEN ${text(`${name}#`)} AND ${text(`${name}$`)}))`,
  )
  const { rows } = await ask(
    `SELECT database_name, table_name, UNIX_TIMESTAMP(last_update) FROM mysql.innodb_table_stats WHERE ${places.join(' OR ')}`,
  )
  const oldest = new Map<string, number>()
  for (const [schema, table, seconds] of rows) {
    const place = JSON.stringify([schema, (table ?? '').replace(/#p#.*$/i, '')])
    oldest.set(place, Math.min(oldest.get(place) ?? Number.POSITIVE_INFINITY, Number(seconds)))
  }
  return new Map([...oldest].map(([place, seconds]) => [place, new Date(seconds * 1000).toISOString()]))
}
