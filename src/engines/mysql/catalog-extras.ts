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

/** Reads of each table's indexes, by their names, and for how long they have been counted. */
export interface FoundReads {
  readonly reads: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly seconds?: number
}

/**
 * How often the server read each index. performance_schema counts from the server's start; without it the user
 * statistics of MariaDB and Percona Server do, where they are on: there an index that is not listed was never read, and
 * nobody tells since when.
 */
export async function readIndexReads(
  ask: (sql: string) => Promise<TextRows>,
  profile: ServerProfile,
  wanted: readonly { readonly schema: string; readonly name: string }[],
): Promise<FoundReads> {
  const text = (value: string) => quoteText(value, profile.backslashEscapes)
  const places = wanted.map(({ schema, name }) => `(${text(schema)}, ${text(name)})`).join(', ')
  if (profile.facts.variables.get('performance_schema') === 'ON') {
    const counts = await ask(
      "SELECT ENABLED FROM performance_schema.setup_instruments WHERE NAME = 'wait/io/table/sql/handler'",
    )
    if (counts.rows[0]?.[0] !== 'YES') return { reads: new Map() }
    const { rows } = await ask(
      `SELECT OBJECT_SCHEMA, OBJECT_NAME, INDEX_NAME, COUNT_READ FROM performance_schema.table_io_waits_summary_by_index_usage WHERE OBJECT_TYPE = 'TABLE' AND INDEX_NAME IS NOT NULL AND (OBJECT_SCHEMA, OBJECT_NAME) IN (${places})`,
    )
    const uptime = (await ask("SHOW GLOBAL STATUS LIKE 'Uptime'")).rows[0]?.[1]
    return { reads: byTable(rows), ...(uptime && { seconds: Number(uptime) }) }
  }
  if (profile.identity.product === 'mysql') return { reads: new Map() }
  const isOn = (await ask("SHOW GLOBAL VARIABLES LIKE 'userstat'")).rows[0]?.[1] === 'ON'
  if (!isOn) return { reads: new Map() }
  const { rows } = await ask(
    `SELECT TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, ROWS_READ FROM information_schema.INDEX_STATISTICS WHERE (TABLE_SCHEMA, TABLE_NAME) IN (${places})`,
  )
  const listed = byTable(rows)
  const of = ({ schema, name }: { readonly schema: string; readonly name: string }) => JSON.stringify([schema, name])
  return { reads: new Map(wanted.map((table) => [of(table), listed.get(of(table)) ?? new Map<string, number>()])) }
}

function byTable(rows: TextRows['rows']): Map<string, Map<string, number>> {
  const reads = new Map<string, Map<string, number>>()
  for (const [schema, table, index, count] of rows) {
    const place = JSON.stringify([schema, table])
    const own = reads.get(place) ?? new Map<string, number>()
    reads.set(place, own.set(index ?? '', Number(count)))
  }
  return reads
}
