import type { Table } from '../../catalog/model'
import { quoteName as quoteMysqlName, quoteText as quoteMysqlText } from '../../dialects/mysql-family'
import { quoteName as quotePostgresName } from '../../dialects/postgres'
import { atLeast, type EngineIdentity } from '../../engine'
import type { ValueQuestion } from './model'
import { fromSample } from './pick-values'
import { readColumnStatistics } from './read-column-statistics'
import { readHistogram } from './read-histogram'
import { readPgStats } from './read-pg-stats'

/** Rows that a sample reads at most: some milliseconds even on spinning disks. */
export const sampleRows = 5000

/**
 * What to ask about the values of a column, best first; the first that answers is enough. Statistics that the server
 * keeps come before rows; `withRows` false leaves the rows out.
 */
export function valueQuestions(
  engine: EngineIdentity,
  table: Table,
  column: string,
  withRows: boolean,
): readonly ValueQuestion[] {
  const sample = withRows && table.type !== 'view' ? [sampleQuestion(engine, table, column)] : []
  if (engine.family === 'postgres') return [pgStats(table, column), ...sample]
  if (engine.product === 'mariadb') return [columnStatistics(engine, table, column), ...sample]
  return [...(atLeast(engine.version, 8) ? [histogram(table, column)] : []), ...sample]
}

const text = (value: string) => quoteMysqlText(value)

function histogram(table: Table, column: string): ValueQuestion {
  return {
    source: 'histogram',
    reads: 'the column’s histogram',
    sql: `SELECT HISTOGRAM FROM information_schema.COLUMN_STATISTICS WHERE SCHEMA_NAME = ${text(table.schema)} AND TABLE_NAME = ${text(table.name)} AND COLUMN_NAME = ${text(column)}`,
    read: ([row]) => readHistogram(row?.[0] ?? undefined),
  }
}

function columnStatistics(engine: EngineIdentity, table: Table, column: string): ValueQuestion {
  // JSON histograms came with 10.8; those before are bytes that only DECODE_HISTOGRAM reads.
  const histogramText = atLeast(engine.version, 10, 8)
    ? `IF(hist_type = 'JSON_HB', CONVERT(histogram USING utf8mb4), NULL)`
    : 'NULL'
  return {
    source: 'column-statistics',
    reads: 'the column’s statistics',
    sql: `SELECT min_value, max_value, nulls_ratio, ${histogramText} FROM mysql.column_stats WHERE db_name = ${text(table.schema)} AND table_name = ${text(table.name)} AND column_name = ${text(column)}`,
    read: ([row]) => readColumnStatistics(row),
  }
}

function pgStats(table: Table, column: string): ValueQuestion {
  const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
  return {
    source: 'pg-stats',
    reads: 'the column’s statistics',
    sql: `SELECT null_frac::text, most_common_vals::text, most_common_freqs::text, histogram_bounds::text FROM pg_catalog.pg_stats WHERE schemaname = ${literal(table.schema)} AND tablename = ${literal(table.name)} AND attname = ${literal(column)} ORDER BY inherited LIMIT 1`,
    read: ([row]) => readPgStats(row),
  }
}

/** The first rows by primary key, so that no index on the column itself decides which values come. */
function sampleQuestion({ family }: EngineIdentity, table: Table, column: string): ValueQuestion {
  const quote = family === 'postgres' ? quotePostgresName : quoteMysqlName
  const name = `${quote(table.schema)}.${quote(table.name)}`
  const byKey =
    family === 'mysql' && table.indexes.some((index) => index.name === 'PRIMARY') ? ' FORCE INDEX (PRIMARY)' : ''
  const value = family === 'postgres' ? `CAST(v AS text)` : `CAST(v AS CHAR)`
  return {
    source: 'sample',
    reads: `the first ${sampleRows.toLocaleString('en')} rows of the table`,
    sql: `SELECT ${value} AS shown, COUNT(*) FROM (SELECT ${quote(column)} AS v FROM ${name}${byKey} LIMIT ${sampleRows}) AS sample GROUP BY v ORDER BY v`,
    read: (rows) => fromSample(rows.map(([found, count]) => ({ value: found ?? undefined, rows: Number(count) }))),
  }
}
