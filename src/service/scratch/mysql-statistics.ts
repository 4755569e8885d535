import type { IndexPart, Table } from '../../core/catalog/model'
import { quoteName, quoteText } from '../../core/dialects/mysql-family'
import { atLeast } from '../../core/engine'
import { faultOf, SargableError } from '../../core/errors'
import type { CopyOrder, ScratchPlace } from './place'

/** Rows of mysql.innodb_index_stats: index → statistic → value. */
type IndexStats = ReadonlyMap<string, ReadonlyMap<string, number>>

interface TableStats {
  readonly rows: number
  readonly clusteredPages: number
  readonly otherPages: number
  readonly indexes: IndexStats
}

/**
 * Gives a copy of some of the rows the statistics of all of them: InnoDB's persistent ones, as the original's last
 * ANALYZE left them. Indexes that only the copy has are counted on the original. New connections see them; estimates of
 * ranges still come from the copy's own B-tree. Where a right is missing the copy keeps its own statistics, and a note
 * says so.
 */
export async function implantStatistics(place: ScratchPlace, { source }: CopyOrder): Promise<void> {
  const { session, schema, signal, note } = place
  const own = `${source.name}: the copy has its own statistics`
  if (source.engine !== 'InnoDB') return note(`${own}; those of ${source.engine} tables cannot be put in place.`)
  if (source.type === 'partitioned') return note(`${own}; those of partitions cannot be put in place.`)
  try {
    const original = await statsOf(place, source)
    const copy = await statsOf(place, { schema, name: source.name })
    if (!original || !copy || copy.rows === 0) {
      return note(`${own}: the server keeps no persistent ones of the original. ANALYZE TABLE makes them.`)
    }
    const wanted = await wantedStats(place, source, original, copy)
    // Without the right this changes nothing, and is refused.
    await session.execute(
      `UPDATE mysql.innodb_index_stats SET stat_value = stat_value WHERE database_name = ''`,
      signal,
    )
    await put(place, source.name, original, wanted)
    await reload(place, source.name)
  } catch (thrown) {
    if (!(thrown instanceof SargableError) || thrown.fault.server === undefined || signal.aborted) throw thrown
    if (['lost-connection', 'cancelled', 'disk-full'].includes(thrown.fault.code)) throw thrown
    await session.execute(`ANALYZE TABLE ${quoteName(schema)}.${quoteName(source.name)}`, signal)
    note(
      `${own}: ${faultOf(thrown).message} GRANT SELECT, UPDATE ON mysql.innodb_table_stats and mysql.innodb_index_stats, and RELOAD, bring the right to put the original's in place.`,
    )
  }
}

async function statsOf(
  { session, signal }: ScratchPlace,
  table: { readonly schema: string; readonly name: string },
): Promise<TableStats | undefined> {
  const where = `database_name = ${quoteText(table.schema)} AND table_name = ${quoteText(table.name)}`
  const heads = await session.execute(
    `SELECT n_rows, clustered_index_size, sum_of_other_index_sizes FROM mysql.innodb_table_stats WHERE ${where}`,
    signal,
  )
  const [head] = heads.rows
  if (!head) return undefined
  const { rows } = await session.execute(
    `SELECT index_name, stat_name, stat_value FROM mysql.innodb_index_stats WHERE ${where}`,
    signal,
  )
  const indexes = new Map<string, Map<string, number>>()
  for (const [index, name, value] of rows) {
    const stats = indexes.get(index ?? '') ?? new Map<string, number>()
    indexes.set(index ?? '', stats.set(name ?? '', Number(value)))
  }
  return {
    rows: Number(head[0]),
    clusteredPages: Number(head[1]),
    otherPages: Number(head[2]),
    indexes,
  }
}

/** What the copy's statistics are to be: the original's, and for other indexes what is counted there. */
async function wantedStats(
  place: ScratchPlace,
  source: Table,
  original: TableStats,
  copy: TableStats,
): Promise<IndexStats> {
  const { session, schema, signal } = place
  const [made] = (await session.catalog([{ schema, name: source.name }], signal)).tables
  const wanted = new Map<string, ReadonlyMap<string, number>>()
  for (const [index, stats] of copy.indexes) {
    const known = original.indexes.get(index)
    const parts = made?.indexes.find(({ name }) => name === index)?.parts ?? []
    if (known && samePrefixes(known, stats)) wanted.set(index, known)
    else wanted.set(index, await counted(place, source, parts, stats, original.rows, original.rows / copy.rows))
  }
  return wanted
}

/** The same key parts, as far as their number goes; an index of one name that was made anew may have others. */
function samePrefixes(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  const prefixes = (stats: ReadonlyMap<string, number>) => [...stats.keys()].filter((name) => name.startsWith('n_diff'))
  return prefixes(one).length === prefixes(other).length
}

async function counted(
  { session, signal }: ScratchPlace,
  source: Table,
  parts: readonly IndexPart[],
  stats: ReadonlyMap<string, number>,
  rows: number,
  factor: number,
): Promise<ReadonlyMap<string, number>> {
  const values = parts.map(countedValue)
  const counts = values.map((_value, at) => `COUNT(DISTINCT ${values.slice(0, at + 1).join(', ')})`)
  const answer =
    counts.length === 0
      ? []
      : (
          await session.execute(
            `SELECT ${counts.join(', ')} FROM ${quoteName(source.schema)}.${quoteName(source.name)}`,
            signal,
          )
        ).rows[0]
  return new Map(
    [...stats].map(([name, value]) => {
      const prefix = /^n_diff_pfx(\d+)$/.exec(name)?.[1]
      if (prefix === undefined) return [name, Math.ceil(value * factor)]
      // Behind its own parts InnoDB appends the primary key, which tells all rows apart.
      return [name, Number(answer?.[Number(prefix) - 1] ?? rows)]
    }),
  )
}

/** COUNT(DISTINCT a, b) leaves out rows in which one is NULL. */
function countedValue({ column, expression, prefixChars }: IndexPart): string {
  const whole = column === undefined ? `(${expression})` : quoteName(column)
  return `IFNULL(${prefixChars === undefined ? whole : `LEFT(${whole}, ${prefixChars})`}, '\\0')`
}

async function put(
  { session, schema, signal }: ScratchPlace,
  table: string,
  original: TableStats,
  wanted: IndexStats,
): Promise<void> {
  const where = `database_name = ${quoteText(schema)} AND table_name = ${quoteText(table)}`
  await session.execute(
    `UPDATE mysql.innodb_table_stats SET n_rows = ${original.rows}, clustered_index_size = ${original.clusteredPages},
      sum_of_other_index_sizes = ${original.otherPages} WHERE ${where}`,
    signal,
  )
  for (const [index, stats] of wanted) {
    const cases = [...stats].map(([name, value]) => `WHEN ${quoteText(name)} THEN ${value}`).join(' ')
    await session.execute(
      `UPDATE mysql.innodb_index_stats SET stat_value = CASE stat_name ${cases} ELSE stat_value END
        WHERE ${where} AND index_name = ${quoteText(index)}`,
      signal,
    )
  }
}

/** The server reads them again: FLUSH TABLE does it everywhere but on MariaDB 10, where only another name does. */
async function reload({ session, schema, signal }: ScratchPlace, table: string): Promise<void> {
  const { product, version } = session.identity
  const copy = `${quoteName(schema)}.${quoteName(table)}`
  if (product !== 'mariadb' || atLeast(version, 11)) {
    await session.execute(`FLUSH TABLE ${copy}`, signal)
    return
  }
  const aside = `${quoteName(schema)}.${quoteName('sargable_aside')}`
  await session.execute(`RENAME TABLE ${copy} TO ${aside}`, signal)
  await session.execute(`RENAME TABLE ${aside} TO ${copy}`, signal)
}
