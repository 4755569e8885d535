import type { Counters, ExplainOutput } from '../../core/analysis/model'
import type { GuardedRun } from './guarded-run'

/** Counters by name at one moment. */
export type Snapshot = ReadonlyMap<string, number>

/** Counters of this session: handler calls, temporary tables, sorts, joins; MariaDB's rows; traffic. */
const sessionCounter =
  /^(Handler_|Created_tmp_|Select_|Sort_|Rows_(read|sent|tmp_read)$|Bytes_(sent|received)$|Opened_(tables|table_definitions)$)/

/** Counters that SHOW SESSION STATUS prints too although they count for all sessions. */
const serverCounter =
  /^Innodb_(buffer_pool_(reads|read_requests|read_ahead)|pages_(read|created|written)|data_(read|reads)|rows_read|row_lock_(waits|time))$/

/** No counter but how many sessions run a statement at this moment. */
export const runningSessions = 'Threads_running'

/** All counters at once. SHOW reads them without counting in Handler_*, Select_* or Created_tmp_*, SELECT would. */
export async function snapshot(run: GuardedRun): Promise<Snapshot> {
  const { rows } = await run.send('SHOW SESSION STATUS')
  const values = new Map<string, number>()
  for (const [name, value] of rows) {
    if (name === null || name === undefined || value === null || value === undefined) continue
    if (!sessionCounter.test(name) && !serverCounter.test(name) && name !== runningSessions) continue
    const number = Number(value)
    if (Number.isFinite(number)) values.set(name, number)
  }
  return values
}

/**
 * Runs `work` between two snapshots. What taking a snapshot itself adds (traffic everywhere, Rows_tmp_read on
 * MariaDB) is found from two snapshots in a row before it, and subtracted.
 * @returns differences that are not zero, and which of them count for the whole server
 */
export async function countWork<T>(
  run: GuardedRun,
  work: () => Promise<T>,
): Promise<{ readonly outcome: T; readonly values: Counters['values']; readonly global: readonly string[] }> {
  const first = await snapshot(run)
  const before = await snapshot(run)
  const outcome = await work()
  const values = workBetween(before, await snapshot(run), costOfReading(first, before))
  return { outcome, values, global: Object.keys(values).filter(isServerCounter) }
}

/** Does this counter of SHOW SESSION STATUS count for all sessions? */
export function isServerCounter(name: string): boolean {
  return serverCounter.test(name)
}

/** What taking a snapshot itself adds to the session's counters, from two in a row. */
export function costOfReading(first: Snapshot, second: Snapshot): Snapshot {
  return new Map(
    [...second].flatMap(([name, value]) => (isServerCounter(name) ? [] : [[name, value - (first.get(name) ?? 0)]])),
  )
}

/** Differences that are not zero. */
export function workBetween(before: Snapshot, after: Snapshot, ofReading: Snapshot): Record<string, number> {
  const values: Record<string, number> = {}
  for (const [name, end] of after) {
    if (name === runningSessions) continue
    const difference = end - (before.get(name) ?? 0) - (ofReading.get(name) ?? 0)
    if (difference > 0) values[name] = difference
  }
  return values
}

/**
 * Rows that the storage engine handed out: every read of a row or index entry, of base and temporary tables alike.
 * With multi-range read the rows of the index entries are fetched afterwards by position: each counts again as
 * Handler_read_rnd, and in MySQL's InnoDB a third time as Handler_read_key. That is counting, not work, and left out.
 */
export function handlerReads(values: Counters['values'], multiRangeRead: boolean): number {
  let sum = 0
  for (const [name, value] of Object.entries(values)) if (name.startsWith('Handler_read_')) sum += value
  if (!multiRangeRead) return sum
  const of = (name: string) => values[`Handler_read_${name}`] ?? 0
  const again = Math.min(of('rnd'), of('next') + of('prev'))
  return sum - again - (of('key') > again ? again : 0)
}

/** Do these answers to EXPLAIN speak of multi-range read? MariaDB's words for it are the two ordered scans. */
export function usesMultiRangeRead(outputs: readonly Pick<ExplainOutput, 'rows' | 'text'>[]): boolean {
  const words = /Using MRR|(?:Rowid|Key)-ordered scan|"using_MRR": true|Multi-range/
  return outputs.some(
    ({ rows, text }) => words.test(text ?? '') || rows?.some((row) => row.some((cell) => words.test(cell ?? ''))),
  )
}

/** Characters that are compared to find our statement: below the shortest default of the history's text column. */
const comparedChars = 500

/**
 * ROWS_EXAMINED of the statement that this connection has just run, as performance_schema recorded it, or undefined
 * when it did not. Read afterwards by the same connection, so that it cannot count as part of the statement.
 */
export async function recordedRowsExamined(run: GuardedRun, sql: string): Promise<number | undefined> {
  const { rows } = await run.send(
    `SELECT h.SQL_TEXT, h.ROWS_EXAMINED FROM performance_schema.events_statements_history h WHERE h.EVENT_NAME = 'statement/sql/select' AND h.THREAD_ID = (SELECT t.THREAD_ID FROM performance_schema.threads t WHERE t.PROCESSLIST_ID = ${run.wire.threadId}) ORDER BY h.EVENT_ID DESC`,
  )
  // Nested statements of routines have other event names, so the newest text like ours is ours.
  const ours = rows.find(([text]) => text !== null && text !== undefined && startsAlike(text, sql))
  return ours?.[1] === null || ours?.[1] === undefined ? undefined : Number(ours[1])
}

/** Is the recorded text the beginning of `sql`? The server cuts it by bytes. */
export function startsAlike(recorded: string, sql: string): boolean {
  // The record is cut by bytes and ends in "..." then.
  const compared = recorded.replace(/\.\.\.$/, '').slice(0, comparedChars)
  return compared !== '' && sql.startsWith(compared)
}
