import { quoteName, quoteText } from '../../core/dialects/mysql-family'
import { atLeast } from '../../core/engine'
import { SargableError } from '../../core/errors'
import type { CopyOrder, ScratchPlace } from './place'

/**
 * Computes on the copy what somebody has computed on the original beside the statistics that every table has: MySQL's
 * histograms with as many buckets, MariaDB's engine-independent statistics. Plans depend on them.
 */
export async function computeHistograms(place: ScratchPlace, { table, source }: CopyOrder): Promise<void> {
  const { session, schema, signal, note } = place
  const { product, version } = session.identity
  const copy = `${quoteName(schema)}.${quoteName(source.name)}`
  if (product !== 'mariadb' && !atLeast(version, 8)) return
  const where =
    product === 'mariadb'
      ? `db_name = ${quoteText(source.schema)} AND table_name = ${quoteText(source.name)}`
      : `SCHEMA_NAME = ${quoteText(source.schema)} AND TABLE_NAME = ${quoteText(source.name)}`
  const question =
    product === 'mariadb'
      ? `SELECT column_name, 0 FROM mysql.column_stats WHERE ${where}`
      : `SELECT COLUMN_NAME, CAST(JSON_EXTRACT(HISTOGRAM, '$."number-of-buckets-specified"') AS UNSIGNED) FROM information_schema.COLUMN_STATISTICS WHERE ${where}`
  try {
    const { rows } = await session.execute(question, signal)
    const kept = rows.filter(([column]) => keeps(table.columns, source.primaryKey, column ?? ''))
    if (product === 'mariadb') {
      const columns = kept.map(([column]) => quoteName(column ?? '')).join(', ')
      if (kept.length > 0) {
        await session.execute(`ANALYZE TABLE ${copy} PERSISTENT FOR COLUMNS (${columns}) INDEXES ALL`, signal)
      }
      return
    }
    for (const [column, buckets] of kept) {
      const on = `${quoteName(column ?? '')} WITH ${Number(buckets)} BUCKETS`
      await session.execute(`ANALYZE TABLE ${copy} UPDATE HISTOGRAM ON ${on}`, signal)
    }
  } catch (thrown) {
    if (!(thrown instanceof SargableError) || thrown.fault.code !== 'missing-privilege') throw thrown
    note('This account may not see whether the originals have statistics of their columns; the copies have none.')
  }
}

function keeps(columns: readonly string[] | undefined, key: readonly string[] | undefined, column: string): boolean {
  return columns === undefined || columns.includes(column) || (key ?? []).includes(column)
}
