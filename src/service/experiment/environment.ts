import { exhausted, SargableError } from '../../core/errors'
import type { ExperimentDocument } from '../../core/experiment/model'
import type { Session } from '../../engines/engine'
import type { Bench } from './bench'

type Environment = NonNullable<ExperimentDocument['environment']>

/** Global variables of MySQL and MariaDB that times and plans hang on; those that a server does not know are left out. */
const mysqlNames = [
  'version_comment',
  'innodb_buffer_pool_size',
  'innodb_flush_method',
  'innodb_flush_log_at_trx_commit',
  'innodb_page_size',
  'innodb_adaptive_hash_index',
  'join_buffer_size',
  'sort_buffer_size',
  'read_rnd_buffer_size',
  'mrr_buffer_size',
  'tmp_table_size',
  'max_heap_table_size',
  'performance_schema',
  'query_cache_type',
  'optimizer_switch',
  'sql_mode',
] as const

const postgresNames = [
  'shared_buffers',
  'effective_cache_size',
  'work_mem',
  'hash_mem_multiplier',
  'maintenance_work_mem',
  'random_page_cost',
  'effective_io_concurrency',
  'max_parallel_workers_per_gather',
  'jit',
  'fsync',
  'synchronous_commit',
  'track_io_timing',
  'huge_pages',
  'shared_preload_libraries',
] as const

/** Settings of each server that matter for times, as they were when the experiment began. */
export async function environmentOf(benches: readonly Bench[], signal: AbortSignal): Promise<Environment> {
  const found: Environment[number][] = []
  for (const { session, on } of benches) {
    const where = on === undefined ? {} : { on }
    try {
      found.push(...(await settingsOf(session, signal)).map(([name, value]) => ({ name, value, ...where })))
    } catch (thrown) {
      // An answer that refuses costs the list only; everything else ends the experiment.
      if (!(thrown instanceof SargableError) || thrown.fault.server === undefined) throw thrown
      if (thrown.fault.code === 'lost-connection') throw thrown
    }
  }
  return found
}

async function settingsOf(session: Session, signal: AbortSignal): Promise<readonly (readonly [string, string])[]> {
  const { family } = session.identity
  switch (family) {
    case 'mysql':
      return variablesOf(session, mysqlNames, signal)
    case 'postgres': {
      const names = postgresNames.map((name) => `'${name}'`).join(', ')
      const { rows } = await session.read(
        `SELECT name, current_setting(name) FROM pg_settings
          WHERE name IN (${names}) OR (category LIKE 'Query Tuning%' AND setting IS DISTINCT FROM boot_val)
          ORDER BY name`,
        signal,
      )
      return pairs(rows)
    }
    default:
      return exhausted(family)
  }
}

async function variablesOf(session: Session, names: readonly string[], signal: AbortSignal) {
  const list = names.map((name) => `'${name}'`).join(', ')
  const { rows } = await session.read(`SHOW SESSION VARIABLES WHERE Variable_name IN (${list})`, signal)
  return pairs(rows)
}

function pairs(rows: readonly (readonly (string | null)[])[]): readonly (readonly [string, string])[] {
  return rows.flatMap(([name, value]) => (name == null || value == null ? [] : [[name, value] as const]))
}
