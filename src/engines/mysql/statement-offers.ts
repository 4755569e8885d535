import type { SourceOffer } from '../../core/digest/live/model'
import type { GuardedRun } from './guarded-run'
import { isAnswer } from './set-up'
import { historyTables } from './statement-queries'

/** What of its statements this server keeps, and lets this account read. */
export async function mysqlOffers(run: GuardedRun): Promise<readonly SourceOffer[]> {
  const variables = new Map(
    (
      await run.send(
        "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('performance_schema', 'log_output', 'slow_query_log', 'performance_schema_digests_size')",
      )
    ).rows.map(([name, value]) => [(name ?? '').toLowerCase(), value ?? ''] as const),
  )
  const consumers = await consumersOf(run)
  const schemaOff = variables.get('performance_schema') !== 'ON'
  const offer = (of: SourceOffer['of'], because: string | undefined): SourceOffer =>
    because === undefined ? { of, available: true } : { of, available: false, because }
  return [
    offer('digests', schemaOff ? schemaIsOff : await digestsRefused(run, consumers, variables)),
    offer('history', schemaOff ? schemaIsOff : await historyRefused(run, consumers)),
    offer('slow-log-table', await slowLogRefused(run, variables)),
    offer('pg-stat-statements', 'pg_stat_statements is an extension of PostgreSQL.'),
  ]
}

const schemaIsOff =
  'performance_schema is off on this server; it can only be switched on when the server starts (performance_schema=ON in its configuration).'

/** Which consumers are on; undefined when this account may not see. */
export async function consumersOf(run: GuardedRun): Promise<ReadonlySet<string> | undefined> {
  try {
    const { rows } = await run.send("SELECT NAME FROM performance_schema.setup_consumers WHERE ENABLED = 'YES'")
    return new Set(rows.map(([name]) => name ?? ''))
  } catch (error) {
    if (isAnswer(error)) return undefined // privileges: what can be read is found out by reading
    throw error
  }
}

async function digestsRefused(
  run: GuardedRun,
  consumers: ReadonlySet<string> | undefined,
  variables: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  if (variables.get('performance_schema_digests_size') === '0')
    return 'This server keeps no digests (performance_schema_digests_size is 0, which only its configuration can change).'
  const refused = await readRefused(run, 'performance_schema.events_statements_summary_by_digest')
  if (refused !== undefined) return refused
  if (consumers === undefined) return undefined
  const off = ['global_instrumentation', 'thread_instrumentation', 'statements_digest'].find(
    (name) => !consumers.has(name),
  )
  return off === undefined ? undefined : consumerIsOff(off)
}

async function historyRefused(
  run: GuardedRun,
  consumers: ReadonlySet<string> | undefined,
): Promise<string | undefined> {
  const refused = await readRefused(run, `performance_schema.${historyTables[1]}`)
  if (refused !== undefined) return refused
  if (consumers === undefined) return undefined
  const needed = ['global_instrumentation', 'thread_instrumentation', 'events_statements_current']
  const off = needed.find((name) => !consumers.has(name))
  if (off !== undefined) return consumerIsOff(off)
  return historyTables.some((name) => consumers.has(name)) ? undefined : consumerIsOff(historyTables[0])
}

function consumerIsOff(name: string): string {
  return `The consumer ${name} is off: UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = '${name}' switches it on for the whole server.`
}

async function slowLogRefused(run: GuardedRun, variables: ReadonlyMap<string, string>): Promise<string | undefined> {
  const rows = await firstRow(run, 'mysql.slow_log')
  if (typeof rows === 'string') return rows
  if (rows > 0) return undefined
  const isWritten = /\bTABLE\b/i.test(variables.get('log_output') ?? '')
  if (isWritten && variables.get('slow_query_log') === 'ON') return undefined
  return `The table mysql.slow_log is empty and not written to: ${isWritten ? '' : "SET GLOBAL log_output = 'FILE,TABLE' and "}SET GLOBAL slow_query_log = ON ${isWritten ? 'switches' : 'switch'} it on.`
}

async function readRefused(run: GuardedRun, table: string): Promise<string | undefined> {
  const rows = await firstRow(run, table)
  return typeof rows === 'string' ? rows : undefined
}

/** How many rows (0 or 1) are there, or why none can be read. */
async function firstRow(run: GuardedRun, table: string): Promise<number | string> {
  try {
    return (await run.send(`SELECT 1 FROM ${table} LIMIT 1`)).rows.length
  } catch (error) {
    if (!isAnswer(error)) throw error
    if (error.fault.code !== 'missing-privilege' && error.fault.code !== 'access-denied') return error.fault.message
    return `This account may not read ${table}: GRANT SELECT ON ${table} lets it.`
  }
}
