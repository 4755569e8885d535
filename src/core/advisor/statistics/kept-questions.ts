import type { Table } from '../../catalog/model'
import { quoteText as quoteMysqlText } from '../../dialects/mysql-family'
import { atLeast, type EngineIdentity } from '../../engine'
import type { TableStatistics } from './model'
import { readIndexCounts } from './read-index-counts'
import { readMariadbColumn } from './read-mariadb-column'
import { readMysqlHistogram } from './read-mysql-histogram'
import { readPgGroups, readPgStats } from './read-pg-stats'

type Row = readonly (string | null)[]

/** One reading statement, and what its answer says of the tables. */
export interface KeptQuestion {
  readonly sql: string
  readonly read: (rows: readonly Row[]) => readonly TableStatistics[]
}

/** Longer values are of no use to anybody, and there may be many of them. */
const longestValue = 200

/**
 * What to ask a server of the statistics that it keeps of these tables: nothing that reads their rows. Each question may
 * fail for want of privileges without harm to the others.
 * @param isMentioned whether the statement names a column; of the others nobody needs to know
 */
export function keptQuestions(
  engine: EngineIdentity,
  tables: readonly Table[],
  isMentioned: (column: string) => boolean,
): readonly KeptQuestion[] {
  const stored = tables.filter(({ type }) => type !== 'view')
  if (stored.length === 0) return []
  if (engine.family === 'postgres') return [pgStats(stored, isMentioned), pgGroups(stored)]
  if (engine.product === 'mariadb') return [...mariadbStatistics(engine, stored, isMentioned), innodbCounts(stored)]
  return atLeast(engine.version, 8)
    ? [mysqlHistograms(stored, isMentioned), innodbCounts(stored)]
    : [innodbCounts(stored)]
}

function pgStats(tables: readonly Table[], isMentioned: (column: string) => boolean): KeptQuestion {
  const names = columnNames(tables, isMentioned).map(postgresText)
  const values = (column: string) => `CASE WHEN avg_width <= ${longestValue} THEN ${column}::text END`
  return {
    sql: `SELECT schemaname, tablename, attname, null_frac::text, n_distinct::text, ${values('most_common_vals')}, ${values('most_common_freqs')}, ${values('histogram_bounds')}, correlation::text, avg_width::text FROM pg_catalog.pg_stats WHERE (schemaname, tablename) IN (${pairs(tables, postgresText)}) AND attname IN (${names.join(', ') || "''"}) ORDER BY inherited DESC`,
    read: (rows) =>
      grouped(tables, rows, (table, own) => ({
        columns: lastOfEach(own).flatMap((row) => readPgStats(row, table.rows) ?? []),
      })),
  }
}

/** A table with children has two rows for a column; the later one counts. */
function lastOfEach(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row[0], row])).values()]
}

function pgGroups(tables: readonly Table[]): KeptQuestion {
  return {
    sql: `SELECT e.schemaname, e.tablename, e.attnames::text, s.stxkeys::text, e.n_distinct::text FROM pg_catalog.pg_stats_ext e JOIN pg_catalog.pg_statistic_ext s ON s.stxname = e.statistics_name AND s.stxnamespace = (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = e.statistics_schemaname) WHERE (e.schemaname, e.tablename) IN (${pairs(tables, postgresText)}) AND e.n_distinct IS NOT NULL`,
    read: (rows) => grouped(tables, rows, (_table, own) => ({ groups: own.flatMap(readPgGroups) })),
  }
}

function mysqlHistograms(tables: readonly Table[], isMentioned: (column: string) => boolean): KeptQuestion {
  const names = columnNames(tables, isMentioned).map((name) => quoteMysqlText(name))
  return {
    sql: `SELECT SCHEMA_NAME, TABLE_NAME, COLUMN_NAME, CAST(HISTOGRAM AS CHAR) FROM information_schema.COLUMN_STATISTICS WHERE (SCHEMA_NAME, TABLE_NAME) IN (${pairs(tables, quoteMysqlText)}) AND COLUMN_NAME IN (${names.join(', ') || "''"})`,
    read: (rows) =>
      grouped(tables, rows, (table, own) => ({
        columns: own.flatMap(([column, histogram]) =>
          column == null || histogram == null
            ? []
            : (readMysqlHistogram(column, typeOf(table, column), histogram) ?? []),
        ),
      })),
  }
}

/** MariaDB's engine-independent statistics: rows, columns and indexes in three tables. */
function mariadbStatistics(
  engine: EngineIdentity,
  tables: readonly Table[],
  isMentioned: (column: string) => boolean,
): readonly KeptQuestion[] {
  const names = columnNames(tables, isMentioned).map((name) => quoteMysqlText(name))
  // JSON histograms came with 10.8; DECODE_HISTOGRAM reads the others.
  const json = atLeast(engine.version, 10, 8)
  const histograms = json
    ? `IF(c.hist_type = 'JSON_HB', CONVERT(c.histogram USING utf8mb4), NULL), IF(c.hist_type = 'JSON_HB', NULL, DECODE_HISTOGRAM(c.hist_type, c.histogram))`
    : 'NULL, DECODE_HISTOGRAM(c.hist_type, c.histogram)'
  const of = (name: string) => `(${name}.db_name, ${name}.table_name) IN (${pairs(tables, quoteMysqlText)})`
  return [
    {
      sql: `SELECT c.db_name, c.table_name, c.column_name, CONVERT(c.min_value USING utf8mb4), CONVERT(c.max_value USING utf8mb4), c.nulls_ratio, c.avg_length, c.avg_frequency, c.hist_type, ${histograms}, t.cardinality FROM mysql.column_stats c LEFT JOIN mysql.table_stats t ON t.db_name = c.db_name AND t.table_name = c.table_name WHERE ${of('c')} AND c.column_name IN (${names.join(', ') || "''"})`,
      read: (rows) =>
        grouped(tables, rows, (table, own) => ({
          columns: own.flatMap((row) => {
            const counted = row[9] == null ? table.rows : Number(row[9])
            return row[0] == null ? [] : (readMariadbColumn(row, typeOf(table, row[0]), counted) ?? [])
          }),
        })),
    },
    {
      sql: `SELECT i.db_name, i.table_name, i.index_name, i.prefix_arity, t.cardinality / i.avg_frequency FROM mysql.index_stats i JOIN mysql.table_stats t ON t.db_name = i.db_name AND t.table_name = i.table_name WHERE ${of('i')} AND i.avg_frequency > 0`,
      read: (rows) =>
        grouped(tables, rows, (table, own) => readIndexCounts(table, own.map(indexCount), 'mysql.index_stats')),
    },
  ]
}

/** n_diff_pfxNN: InnoDB's estimate, from some pages of the index. */
function innodbCounts(tables: readonly Table[]): KeptQuestion {
  return {
    sql: `SELECT database_name, table_name, index_name, CAST(SUBSTRING(stat_name, 11) AS UNSIGNED), stat_value FROM mysql.innodb_index_stats WHERE (database_name, table_name) IN (${pairs(tables, quoteMysqlText)}) AND stat_name LIKE 'n\\_diff\\_pfx%'`,
    read: (rows) =>
      grouped(tables, rows, (table, own) => readIndexCounts(table, own.map(indexCount), 'mysql.innodb_index_stats')),
  }
}

function indexCount([index, parts, distinct]: Row) {
  return { index: index ?? '', parts: Number(parts), distinct: Math.round(Number(distinct)) }
}

/** Rows of an answer that begins with schema and table, by table; each without those two. */
function grouped(
  tables: readonly Table[],
  rows: readonly Row[],
  read: (table: Table, own: readonly Row[]) => Partial<Pick<TableStatistics, 'columns' | 'groups' | 'prefixes'>>,
): readonly TableStatistics[] {
  return tables.flatMap((table) => {
    const own = rows.filter(([schema, name]) => same(schema, table.schema) && same(name, table.name))
    if (own.length === 0) return []
    const found = read(
      table,
      own.map((row) => row.slice(2)),
    )
    return [
      {
        schema: table.schema,
        table: table.name,
        from: 'kept' as const,
        ...(table.rows !== undefined && { rows: table.rows }),
        columns: found.columns ?? [],
        groups: found.groups ?? [],
        prefixes: found.prefixes ?? [],
      },
    ]
  })
}

function same(one: string | null | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}

function typeOf(table: Table, column: string): string {
  return table.columns.find(({ name }) => same(name, column))?.type ?? ''
}

function columnNames(tables: readonly Table[], isMentioned: (column: string) => boolean): readonly string[] {
  return [...new Set(tables.flatMap(({ columns }) => columns.map(({ name }) => name)))].filter(isMentioned)
}

function pairs(tables: readonly Table[], quote: (text: string) => string): string {
  return tables.map(({ schema, name }) => `(${quote(schema)}, ${quote(name)})`).join(', ')
}

function postgresText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
