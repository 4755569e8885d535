import { quoteName } from '../../core/dialects/postgres'
import { atLeast } from '../../core/engine'
import { faultOf, SargableError } from '../../core/errors'
import type { CopyOrder, ScratchPlace } from './place'
import { quoteLiteral } from './postgres-text'

/**
 * Gives a copy of some of the rows the column statistics of all of them, by the functions that PostgreSQL has for that
 * since 18. The planner still counts rows by the pages that the copy really has.
 */
export async function implantStatistics(place: ScratchPlace, { source }: CopyOrder): Promise<void> {
  const { session, schema, signal, note } = place
  const own = `${source.name}: the copy has its own statistics`
  if (!atLeast(session.identity.version, 18)) return note(`${own}; PostgreSQL takes others since 18.`)
  const copy = `'schemaname', ${quoteLiteral(schema)}, 'relname', ${quoteLiteral(source.name)}`
  try {
    await session.execute(
      `SELECT pg_restore_attribute_stats(${copy}, 'attname', s.attname::text, 'inherited', s.inherited,
        'null_frac', s.null_frac::real, 'avg_width', s.avg_width::int, 'n_distinct', s.n_distinct::real,
        'most_common_vals', s.most_common_vals::text, 'most_common_freqs', s.most_common_freqs::real[],
        'histogram_bounds', s.histogram_bounds::text, 'correlation', s.correlation::real)
        FROM pg_stats s JOIN pg_attribute a ON a.attname = s.attname AND a.attnum > 0 AND NOT a.attisdropped
          AND a.attrelid = ${quoteLiteral(`${quoteName(schema)}.${quoteName(source.name)}`)}::regclass
        WHERE s.schemaname = ${quoteLiteral(source.schema)} AND s.tablename = ${quoteLiteral(source.name)}`,
      signal,
    )
  } catch (thrown) {
    if (!(thrown instanceof SargableError) || thrown.fault.server === undefined || signal.aborted) throw thrown
    if (['lost-connection', 'cancelled', 'disk-full'].includes(thrown.fault.code)) throw thrown
    // One statement: either all columns or none.
    note(`${own}: ${faultOf(thrown).message}`)
  }
}
