import { quoteText } from '../../core/dialects/mysql-family'
import type { StatementRow } from '../../core/digest/live/model'
import { microsOfPicos, microsOfSeconds } from '../../core/digest/live/numbers'
import { fault } from '../../core/errors'
import type { StatementStatistics, StatementsRead, StatementsRequest } from '../engine'
import type { GuardedRun } from './guarded-run'
import { isAnswer } from './set-up'
import { consumersOf, mysqlOffers } from './statement-offers'
import {
  clockQuery,
  digestsQuery,
  histogramQuery,
  historyQuery,
  historyTables,
  slowLogQuery,
  textsQuery,
} from './statement-queries'

/** Runs work in a read-only transaction under a time limit. */
export type ReadTask = <T>(timeoutMs: number, signal: AbortSignal, work: (run: GuardedRun) => Promise<T>) => Promise<T>

const questionsLimitMs = 60_000
/** Occupied buckets of all digests together. */
const maxBuckets = 2_000_000
/** Samples looked through for servers that keep none beside a digest. */
const maxTexts = 20_000

/** The statements that performance_schema and mysql.slow_log keep. */
export function mysqlStatementStatistics(task: ReadTask): StatementStatistics {
  return {
    offers: (signal) => task(questionsLimitMs, signal, mysqlOffers),
    clock: (signal) => task(questionsLimitMs, signal, clockOf),
    read: (request, take, signal) =>
      task(request.timeoutMs, signal, async (run) => {
        const limited = limitedTake(take, request.maxRows)
        const read = await readSource(run, request, limited.take)
        return limited.isOver()
          ? { ...read, cautions: [...read.cautions, `Only ${request.maxRows} rows were read; there are more.`] }
          : read
      }),
  }
}

function limitedTake(take: (row: StatementRow) => void, maxRows: number) {
  let rows = 0
  return {
    take: (row: StatementRow) => {
      if (++rows <= maxRows) take(row)
    },
    isOver: () => rows > maxRows,
  }
}

async function readSource(
  run: GuardedRun,
  request: StatementsRequest,
  take: (row: StatementRow) => void,
): Promise<StatementsRead> {
  switch (request.of) {
    case 'digests':
      return readDigests(run, request, take)
    case 'history':
      return readHistory(run, request, take)
    case 'slow-log-table':
      return readSlowLog(run, request, take)
    case 'pg-stat-statements':
      throw fault('unsupported', 'pg_stat_statements is an extension of PostgreSQL.')
  }
}

async function readDigests(
  run: GuardedRun,
  { texts, maxRows }: StatementsRequest,
  take: (row: StatementRow) => void,
): Promise<StatementsRead> {
  const has = await columnsOf(run, 'performance_schema.events_statements_summary_by_digest')
  const atMicros = await clockOf(run)
  const cautions: string[] = []
  await run.each(digestsQuery(has, texts, maxRows + 1), take)
  if (has('QUERY_SAMPLE_TEXT')) {
    const histogram: StatementRow[] = []
    await run.each(histogramQuery(maxBuckets), (row) => histogram.push(row))
    if (histogram.length < maxBuckets) return { atMicros, histogram, cautions }
    cautions.push('There are more histograms than are read at a time: percentiles are left out.')
    return { atMicros, cautions }
  }
  if (!texts) return { atMicros, cautions }
  const samples: StatementRow[] = []
  const table = await historyInUse(run)
  if (table !== undefined) {
    await run.each(textsQuery(table, await timerOffset(run), maxTexts), (row) => samples.push(row))
  }
  return { atMicros, texts: samples, cautions }
}

async function readHistory(
  run: GuardedRun,
  { maxRows, sinceMicros, untilMicros }: StatementsRequest,
  take: (row: StatementRow) => void,
): Promise<StatementsRead> {
  const table = await historyInUse(run)
  if (table === undefined) {
    throw fault('unsupported', 'This server keeps no history of statements now.', {
      hint: `Its consumers ${historyTables.join(' and ')} of performance_schema are off.`,
    })
  }
  const atMicros = await clockOf(run)
  const offsetMicros = await timerOffset(run)
  if (offsetMicros === undefined && (sinceMicros !== undefined || untilMicros !== undefined))
    throw fault('unsupported', 'The calls of this server’s history cannot be placed in time.', {
      hint: 'performance_schema does not watch this connection.',
    })
  await run.each(historyQuery(table, { offsetMicros, sinceMicros, untilMicros, maxRows: maxRows + 1 }), take)
  const cautions =
    table === historyTables[1] ? ['Only the last few calls of each connection that is still open are kept here.'] : []
  return { atMicros, cautions }
}

async function readSlowLog(
  run: GuardedRun,
  { maxRows, sinceMicros, untilMicros }: StatementsRequest,
  take: (row: StatementRow) => void,
): Promise<StatementsRead> {
  const has = await columnsOf(run, 'mysql.slow_log')
  const [zone] = (await run.send('SELECT @@SESSION.time_zone')).rows[0] ?? []
  // The table holds the time of the session that was slow as text; most sessions have the server's own zone.
  await run.setUntilDone('time_zone', '@@GLOBAL.time_zone', quoteText(zone ?? 'SYSTEM'))
  const atMicros = await clockOf(run)
  const wholeSeconds = await hasWholeSeconds(run)
  const since = wholeSeconds && sinceMicros !== undefined ? sinceMicros - (sinceMicros % 1_000_000) : sinceMicros
  let later = 0
  await run.each(slowLogQuery(has, { sinceMicros: since, untilMicros, maxRows: maxRows + 1 }), (row) => {
    if ((microsOfSeconds(row[0] ?? undefined) ?? 0) > atMicros + clockPlayMicros) later++
    take(row)
  })
  const cautions: string[] = []
  if (later > 0)
    cautions.push(
      `${later} entries are from the future: the table holds the time of each session's own zone, and does not say which.`,
    )
  if (wholeSeconds) cautions.push('This server writes whole seconds to mysql.slow_log.')
  return { atMicros, cautions }
}

/** Entries are written while we read. */
const clockPlayMicros = 60_000_000

async function hasWholeSeconds(run: GuardedRun): Promise<boolean> {
  const { rows } = await run.send("SHOW COLUMNS FROM mysql.slow_log LIKE 'query_time'")
  return rows[0]?.[1] === 'time'
}

async function clockOf(run: GuardedRun): Promise<number> {
  const { rows } = await run.send('SELECT UNIX_TIMESTAMP(NOW(6))')
  return microsOfSeconds(rows[0]?.[0] ?? undefined) ?? 0
}

/** What performance_schema's timer lacks to the clock, in microseconds; undefined where it does not watch this session. */
async function timerOffset(run: GuardedRun): Promise<number | undefined> {
  const [now, timer] = (await run.send(clockQuery)).rows[0] ?? []
  const [nowMicros, timerMicros] = [microsOfSeconds(now ?? undefined), microsOfPicos(timer ?? undefined)]
  return nowMicros === undefined || timerMicros === undefined ? undefined : nowMicros - Math.round(timerMicros)
}

/** The history that is written now, the longer one first; where nobody tells, the shorter one. */
async function historyInUse(run: GuardedRun): Promise<(typeof historyTables)[number] | undefined> {
  const consumers = await consumersOf(run)
  if (consumers === undefined) return historyTables[1]
  return historyTables.find((name) => consumers.has(name))
}

async function columnsOf(run: GuardedRun, table: string): Promise<(column: string) => boolean> {
  try {
    const { rows } = await run.send(`SHOW COLUMNS FROM ${table}`)
    const names = new Set(rows.map(([name]) => name ?? ''))
    return (column) => names.has(column)
  } catch (error) {
    if (!isAnswer(error) || error.fault.code !== 'missing-privilege') throw error
    throw fault('missing-privilege', `This account may not read ${table}.`, {
      hint: `GRANT SELECT ON ${table} lets it.`,
      ...(error.fault.server && { server: error.fault.server }),
    })
  }
}
