import { quoteName } from '../../core/dialects/postgres'
import type { SourceOffer, StatementRow } from '../../core/digest/live/model'
import { microsOfSeconds } from '../../core/digest/live/numbers'
import { fault } from '../../core/errors'
import type { StatementStatistics, StatementsRead, StatementsRequest } from '../engine'
import { isAnswer } from './faults'
import type { Ask } from './names'

/** Runs work in a read-only transaction under a time limit. */
export type ReadTask = <T>(timeoutMs: number, signal: AbortSignal, work: (ask: Ask) => Promise<T>) => Promise<T>

const questionsLimitMs = 60_000
/** Letters of a statement that are read. */
const maxLetters = 65_536

/** The statements that the extension pg_stat_statements keeps. */
export function postgresStatementStatistics(task: ReadTask): StatementStatistics {
  return {
    offers: async (signal) => [
      ...(['digests', 'history', 'slow-log-table'] as const).map(
        (of): SourceOffer => ({
          of,
          available: false,
          because: 'MySQL and MariaDB keep this; PostgreSQL has pg_stat_statements and its log.',
        }),
      ),
      await offerOf(task, signal),
    ],
    clock: (signal) => task(questionsLimitMs, signal, clockOf),
    read: (request, take, signal) => task(request.timeoutMs, signal, (ask) => readStatements(ask, request, take)),
  }
}

async function offerOf(task: ReadTask, signal: AbortSignal): Promise<SourceOffer> {
  const of = 'pg-stat-statements'
  const refused = (because: string): SourceOffer => ({ of, available: false, because })
  const { schema, preloaded, exists } = await task(questionsLimitMs, signal, extensionOf)
  const preload =
    'shared_preload_libraries of the server must name pg_stat_statements, which takes a restart of the server'
  if (schema === undefined) {
    if (!exists) return refused('The extension pg_stat_statements is not installed on this server.')
    const create = 'CREATE EXTENSION pg_stat_statements in this database makes it readable'
    return refused(preloaded === false ? `${preload}; then ${create}.` : `${create}.`)
  }
  try {
    await task(questionsLimitMs, signal, (ask) => ask(`SELECT 1 FROM ${schema}.pg_stat_statements(false) LIMIT 1`))
    return { of, available: true }
  } catch (error) {
    if (!isAnswer(error)) throw error
    if (/shared_preload_libraries/.test(error.fault.message)) return refused(`${preload}.`)
    return refused(error.fault.message)
  }
}

interface Extension {
  /** Where it lies, quoted; absent when it was not created in this database. */
  readonly schema?: string
  /** Unknown to accounts that may not see. */
  readonly preloaded?: boolean
  /** The server has its files. */
  readonly exists: boolean
}

async function extensionOf(ask: Ask): Promise<Extension> {
  const { rows } = await ask(
    `SELECT
      (SELECT nspname FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_stat_statements'),
      (SELECT setting ~ '\\mpg_stat_statements\\M' FROM pg_settings WHERE name = 'shared_preload_libraries'),
      EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_stat_statements')`,
  )
  const [schema, preloaded, exists] = rows[0] ?? []
  return {
    ...(schema != null && { schema: quoteName(schema) }),
    ...(preloaded != null && { preloaded: preloaded === 't' }),
    exists: exists === 't',
  }
}

async function readStatements(
  ask: Ask,
  { of, texts, maxRows }: StatementsRequest,
  take: (row: StatementRow) => void,
): Promise<StatementsRead> {
  if (of !== 'pg-stat-statements') throw fault('unsupported', 'PostgreSQL keeps no such table of statements.')
  const { schema } = await extensionOf(ask)
  if (schema === undefined) {
    throw fault('unsupported', 'The extension pg_stat_statements is not in this database.', {
      hint: 'CREATE EXTENSION pg_stat_statements makes it readable, once shared_preload_libraries names it.',
    })
  }
  const columns = await columnsOf(ask, `${schema}.pg_stat_statements`)
  const atMicros = await clockOf(ask)
  const has = (name: string) => columns.has(name)
  const first = (...names: readonly string[]) => {
    const found = names.find(has)
    return found === undefined ? 'NULL' : `s.${found}`
  }
  const total = first('total_exec_time', 'total_time')
  const { rows } = await ask(
    `SELECT pg_get_userbyid(s.userid), d.datname, s.queryid || ':' || s.userid || ':' || s.dbid${has('toplevel') ? " || ':' || s.toplevel" : ''},
      ${first('toplevel')}, ${texts ? `left(s.query, ${maxLetters}), length(s.query)` : 'NULL, NULL'},
      s.calls, ${total}, ${first('min_exec_time', 'min_time')}, ${first('max_exec_time', 'max_time')},
      ${first('stddev_exec_time', 'stddev_time')}, s.rows,
      s.shared_blks_hit + s.local_blks_hit, s.shared_blks_read + s.local_blks_read, s.temp_blks_written,
      ${first('shared_blk_read_time', 'blk_read_time')},
      ${has('stats_since') ? 'extract(epoch FROM s.stats_since)' : 'NULL'}
    FROM ${schema}.pg_stat_statements(${texts}) s LEFT JOIN pg_database d ON d.oid = s.dbid
    ORDER BY ${total} DESC LIMIT ${maxRows + 1}`,
  )
  for (const row of rows.slice(0, maxRows)) take(row)
  const evictions = await evictionsOf(ask, schema)
  return {
    atMicros,
    ...(evictions !== undefined && { evictions }),
    cautions: rows.length > maxRows ? [`Only the ${maxRows} statements with most time were read; there are more.`] : [],
  }
}

async function columnsOf(ask: Ask, view: string): Promise<ReadonlySet<string>> {
  const { rows } = await ask(
    'SELECT attname FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped',
    [view],
  )
  return new Set(rows.map(([name]) => name ?? ''))
}

/** Since version 1.9 of the extension. */
async function evictionsOf(ask: Ask, schema: string): Promise<number | undefined> {
  const info = `${schema}.pg_stat_statements_info`
  const { rows: known } = await ask('SELECT to_regclass($1)', [info])
  if (known[0]?.[0] == null) return undefined
  const { rows } = await ask(`SELECT dealloc FROM ${info}`)
  return Number(rows[0]?.[0] ?? 0)
}

async function clockOf(ask: Ask): Promise<number> {
  const { rows } = await ask('SELECT extract(epoch FROM clock_timestamp())::numeric(20, 6)')
  return microsOfSeconds(rows[0]?.[0] ?? undefined) ?? 0
}
