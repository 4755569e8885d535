import type { ServerClock, StopwatchOptions } from '../engine'
import { startsAlike } from './counters'
import type { Line } from './dial'
import type { GuardedRun } from './guarded-run'
import { isAnswer, type ServerProfile } from './set-up'

/** What the server tells of the statement that has just run. */
export interface ServerTimes {
  readonly wallMs?: number
  readonly cpuMs?: number
  readonly rowsExamined?: number
}

/**
 * Where the server's times of a statement come from.
 * history: performance_schema's record of this connection, which has CPU time of the thread when its consumer is on.
 * profile: SHOW PROFILE's figures; wall is exact, CPU is getrusage of the whole process (seen on MySQL 5.6 to 9.7 and
 * MariaDB 10.11 and 11.4: another session's work appears in full).
 */
export interface ClockSource {
  readonly history?: { readonly threadId: string; readonly hasCpu: boolean }
  /** The session's own values of profiling and profiling_history_size, to be put back. */
  readonly profile?: ProfileSource | undefined
  readonly cpu?: ServerClock
  readonly serverWall?: ServerClock
  readonly cautions: readonly string[]
  putBack(): Promise<void>
}

interface ProfileSource {
  readonly profiling: string
  readonly historySize: string
  /** The number of the statement that was read last: a statement that calls stored routines leaves no profile. */
  lastQuery: number
}

const cpuConsumer = "performance_schema.setup_consumers SET ENABLED = '%' WHERE NAME = 'events_statements_cpu'"
const picosecondsPerMs = 1e9

/** Finds out what this server gives, and switches its CPU clock on where that was agreed to. */
export async function clockSource(
  run: GuardedRun,
  line: Line,
  { facts }: ServerProfile,
  { switchOnCpuClock }: StopwatchOptions,
): Promise<ClockSource> {
  const { statements } = facts
  const cautions: string[] = []
  let putBack = (): Promise<void> => Promise.resolve()
  let hasCpu = statements.cpuTime
  if (statements.state === 'on' && statements.hasCpuTime && !statements.cpuTime && switchOnCpuClock) {
    try {
      await errand(line, `UPDATE ${cpuConsumer.replace('%', 'YES')}`)
      putBack = () => errand(line, `UPDATE ${cpuConsumer.replace('%', 'NO')}`)
      hasCpu = true
    } catch (error) {
      if (!isAnswer(error)) throw error
      cautions.push(`The server's CPU clock could not be switched on: ${error.fault.message}`)
    }
  }
  const threadId = statements.state === 'on' ? await threadIdOf(run) : undefined
  const history = threadId === undefined ? undefined : { threadId, hasCpu }
  const profile = history?.hasCpu ? undefined : await profileSettings(run)
  return {
    ...(history && { history }),
    ...(profile && { profile }),
    ...(history?.hasCpu
      ? { cpu: { from: 'CPU_TIME of performance_schema', wholeServer: false } }
      : profile && { cpu: { from: 'SHOW PROFILE CPU, which counts the whole server process', wholeServer: true } }),
    ...(history
      ? { serverWall: { from: 'TIMER_WAIT of performance_schema', wholeServer: false } }
      : profile && { serverWall: { from: 'SHOW PROFILE', wholeServer: false } }),
    cautions,
    putBack,
  }
}

/** Begins to record, right before the statement. */
export async function startClock(run: GuardedRun, { profile }: ClockSource): Promise<void> {
  if (!profile) return
  await run.setUntilDone('profiling_history_size', '1', profile.historySize)
  await run.setUntilDone('profiling', '1', profile.profiling)
}

/** Ends recording, right after the statement: what follows must not take its place. */
export async function stopClock(run: GuardedRun, { profile }: ClockSource): Promise<void> {
  if (profile) await run.send('SET SESSION profiling = 0')
}

/** Reads what was recorded; after the counters were read, because reading counts as work. */
export async function readClock(run: GuardedRun, source: ClockSource, sql: string): Promise<ServerTimes> {
  const recorded = source.history ? await fromHistory(run, source.history, sql) : {}
  if (!source.profile) return recorded
  const { rows } = await run.send(
    'SELECT MAX(QUERY_ID), SUM(DURATION), SUM(CPU_USER) + SUM(CPU_SYSTEM) FROM information_schema.PROFILING',
  )
  const [query, wall, cpu] = rows[0] ?? []
  if (query == null || Number(query) === source.profile.lastQuery) return recorded
  source.profile.lastQuery = Number(query)
  return {
    ...(wall != null && { wallMs: Number(wall) * 1000 }),
    ...(cpu != null && { cpuMs: Number(cpu) * 1000 }),
    ...recorded,
  }
}

async function fromHistory(
  run: GuardedRun,
  { threadId, hasCpu }: NonNullable<ClockSource['history']>,
  sql: string,
): Promise<ServerTimes> {
  const { rows } = await run.send(
    `SELECT SQL_TEXT, TIMER_WAIT, ROWS_EXAMINED, ${hasCpu ? 'CPU_TIME' : 'NULL'} FROM performance_schema.events_statements_history WHERE THREAD_ID = ${threadId} AND EVENT_NAME LIKE 'statement/sql/%' ORDER BY EVENT_ID DESC`,
  )
  const ours = rows.find(([text]) => text != null && startsAlike(text, sql))
  const [, wall, examined, cpu] = ours ?? []
  return {
    ...(wall != null && { wallMs: Number(wall) / picosecondsPerMs }),
    ...(examined != null && { rowsExamined: Number(examined) }),
    // Zero: the consumer was off when the statement began.
    ...(cpu != null && Number(cpu) > 0 && { cpuMs: Number(cpu) / picosecondsPerMs }),
  }
}

async function threadIdOf(run: GuardedRun): Promise<string | undefined> {
  const { rows } = await run.send(
    `SELECT THREAD_ID FROM performance_schema.threads WHERE PROCESSLIST_ID = ${run.wire.threadId}`,
  )
  return rows[0]?.[0] ?? undefined
}

async function profileSettings(run: GuardedRun): Promise<ProfileSource | undefined> {
  try {
    const { rows } = await run.send('SELECT @@SESSION.profiling, @@SESSION.profiling_history_size')
    const [profiling, historySize] = rows[0] ?? []
    return profiling == null || historySize == null ? undefined : { profiling, historySize, lastQuery: 0 }
  } catch (error) {
    if (isAnswer(error)) return undefined // a server without profiles: the other clocks have to do
    throw error
  }
}

/** On a connection of its own: the measured one stays read only. */
async function errand(line: Line, sql: string): Promise<void> {
  const other = await line.open(new AbortController().signal, { withoutDatabase: true })
  try {
    await other.query(sql)
  } finally {
    await other.end()
  }
}
