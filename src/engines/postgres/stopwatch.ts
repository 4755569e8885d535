import type { ExplainOutput } from '../../core/analysis/model'
import { measuredForm } from '../../core/dialects/postgres'
import type { Version } from '../../core/engine'
import { fault } from '../../core/errors'
import type { ServerClock, SessionSetting, Stopwatch, TimedRequest, TimedRun, TimedStatement } from '../engine'
import type { Admitted } from './admit'
import { ask, explainAll } from './explain'
import { isAnswer } from './faults'
import type { FencedRun } from './fenced-run'
import { countWork } from './plan-counters'
import { usageOf } from './usage-notices'
import { checkOurs, checkTargets, checkWritten, writtenRows } from './writing-fence'

/** What a session lends to its stopwatch. */
export interface Lent {
  readonly version: Version
  readonly clock: ClockSettings
  admit(request: TimedRequest): Admitted
  /** One transaction for one task, under a limit; read only unless it `writes`, and always rolled back. */
  task<T>(timeoutMs: number, signal: AbortSignal, work: (run: FencedRun) => Promise<T>, writes?: boolean): Promise<T>
  /** One statement of ours outside of transactions. */
  errand(sql: string, signal: AbortSignal): Promise<void>
}

/** Settings, local to the transaction, that make the server tell its times as notices; none where it may not. */
export interface ClockSettings {
  readonly settings: readonly SessionSetting[]
  readonly clock?: ServerClock
  readonly cautions: readonly string[]
}

/**
 * log_statement_stats covers the planning too, log_executor_stats only the execution. Both write to the server's log as
 * well, unless this account may also raise log_min_messages.
 */
export async function clockSettings(run: FencedRun, embedded: boolean): Promise<ClockSettings> {
  if (embedded) return { settings: [], cautions: [] }
  const may = async (name: string, value: string) => {
    // A savepoint: a refusal would end the transaction.
    await run.send('SAVEPOINT sargable_try')
    try {
      await run.send('SELECT set_config($1, $2, true)', [name, value])
      return true
    } catch (error) {
      if (!isAnswer(error)) throw error
      await run.send('ROLLBACK TO SAVEPOINT sargable_try')
      return false
    }
  }
  const whole = await may('log_statement_stats', 'on')
  if (!whole && !(await may('log_executor_stats', 'on'))) {
    return {
      settings: [],
      cautions: [
        'This account may not set log_statement_stats or log_executor_stats: the server tells neither CPU time nor its own elapsed time.',
      ],
    }
  }
  const quiet = await may('log_min_messages', 'fatal')
  const name = whole ? 'log_statement_stats' : 'log_executor_stats'
  return {
    settings: [
      ...(quiet ? [{ name: 'log_min_messages', value: 'fatal' }] : []),
      { name: 'client_min_messages', value: 'log' },
      { name, value: 'on' },
    ],
    clock: { from: whole ? 'log_statement_stats' : 'log_executor_stats, without the planning', wholeServer: false },
    cautions: quiet
      ? []
      : [`Each run writes ${whole ? 'three entries' : 'an entry'} of ${name} into the server's log.`],
  }
}

const ownLimitMs = 60_000

export function makeStopwatch(lent: Lent): Stopwatch {
  const { clock, cautions } = lent.clock
  return {
    ...(clock && { cpu: clock, serverWall: clock }),
    cautions,
    prepare: (request, signal) => prepare(lent, request, signal),
    settings: (names, signal) => lent.task(ownLimitMs, signal, (run) => readSettings(run, names)),
    putBack: () => Promise.resolve(),
  }
}

interface Counted {
  readonly rowsExamined: number
  readonly values: Readonly<Record<string, number>>
}

async function prepare(lent: Lent, request: TimedRequest, signal: AbortSignal): Promise<TimedStatement> {
  const statement = lent.admit(request)
  const ours = request.writes ? checkOurs(request.schema) : undefined
  const inside = <T>(its: AbortSignal, work: (run: FencedRun) => Promise<T>): Promise<T> => {
    const enter = async (run: FencedRun) => {
      if (request.schema !== undefined) await searchFirst(run, request.schema)
      await applySettings(run, request.settings)
      return work(run)
    }
    return lent.task(request.timeoutMs, its, enter, request.writes)
  }
  const plain = await inside(signal, (run) => explainAll(run, lent.version, statement))
  if (ours !== undefined) checkTargets(plain.outputs, ours)
  const cleanUp = ours === undefined ? undefined : await vacuumOf(lent, ours, signal)
  let outputs: readonly ExplainOutput[] = plain.outputs
  let counted: Counted | undefined
  const told = [...plain.cautions, ...(cleanUp === undefined ? [] : [rolledBack])]
  return {
    get outputs() {
      return outputs
    },
    cautions: told,
    async time(its) {
      if (!counted) {
        const measured = await inside(its, async (run) => {
          const before = ours === undefined ? undefined : await writtenRows(run)
          const output = await ask(run, measuredForm(lent.version), statement, true)
          if (ours !== undefined && before) await checkWritten(run, ours, before)
          return output
        })
        if (cleanUp !== undefined) await lent.errand(cleanUp, its)
        outputs = [measured, ...outputs]
        counted = countedIn(measured)
        told.push('Buffers and rows were counted in one run of EXPLAIN (ANALYZE, BUFFERS), outside of the timed runs.')
      }
      const { values, rowsExamined } = counted
      const timed = await inside(its, (run) => timeOnce(run, lent, statement, { ...values, rowsExamined }))
      if (cleanUp !== undefined) await lent.errand(cleanUp, its)
      return timed
    },
    async eachRow(take, its) {
      const { columns } = await inside(its, (run) => run.packets(statement.sql, statement, take))
      if (cleanUp !== undefined) await lent.errand(cleanUp, its)
      return columns
    },
  }
}

const rolledBack = 'Each run is rolled back and the tables are vacuumed after it, outside of the timing.'

/** Unqualified names mean the schema's tables; functions and types are still found where they were. */
async function searchFirst(run: FencedRun, schema: string): Promise<void> {
  await run.send(
    `SELECT set_config('search_path', concat_ws(', ', quote_ident($1), nullif(current_setting('search_path'), '')), true)`,
    [schema],
  )
}

/**
 * Row versions of a transaction that was rolled back stay in the table until VACUUM: three full updates in a row made a
 * table of 2.2 MB one of 9 MB. Undefined for a schema without tables.
 */
async function vacuumOf(lent: Lent, schema: string, signal: AbortSignal): Promise<string | undefined> {
  const { rows } = await lent.task(ownLimitMs, signal, (run) =>
    run.send(`SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') FROM pg_tables WHERE schemaname = $1`, [
      schema,
    ]),
  )
  const tables = rows[0]?.[0]
  return tables == null ? undefined : `VACUUM ${tables}`
}

async function timeOnce(
  run: FencedRun,
  lent: Lent,
  statement: Admitted,
  counters: Readonly<Record<string, number>>,
): Promise<TimedRun> {
  await applyOwn(run, lent.clock.settings)
  const sent = await run.packets(statement.sql, statement)
  const usage = usageOf(sent.notices)
  return {
    clientMs: sent.clientMs,
    ...(usage && { serverWallMs: usage.wallMs }),
    // Only the leader's: what the workers of a parallel plan computed is not in it.
    ...(usage && !isParallel(counters) && { serverCpuMs: usage.cpuMs }),
    rows: sent.changed ?? sent.rows,
    counters: { ...counters, resultBytes: sent.bytes },
    othersRan: false,
  }
}

const workers = 'Workers Launched'

function isParallel(counters: Readonly<Record<string, number>>): boolean {
  return (counters[workers] ?? 0) > 0
}

function countedIn(measured: ExplainOutput): Counted {
  const text = measured.text ?? ''
  const { values, rowsExamined = 0 } = countWork(text)
  const of = (name: string) => values[name] ?? 0
  const pagesRead = of('Shared Read Blocks') + of('Local Read Blocks')
  const launched = [...text.matchAll(/"Workers Launched": (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
  return {
    rowsExamined,
    values: {
      ...values,
      ...(launched > 0 && { [workers]: launched }),
      buffers: of('Shared Hit Blocks') + of('Local Hit Blocks') + pagesRead,
      pagesRead,
    },
  }
}

/** What the measurement itself rests on. */
const ownNames =
  /^(?:log_|client_min_messages$|statement_timeout$|transaction_|default_transaction_|idle_|role$|session_authorization$)/

/** All by set_config, local to the transaction. @throws SargableError `bad-request` for what the measuring needs itself. */
async function applySettings(run: FencedRun, settings: readonly SessionSetting[]): Promise<void> {
  for (const { name, value } of settings) {
    if (ownNames.test(name.toLowerCase())) {
      throw fault('bad-request', `"${name}" cannot be set for a variant: measuring uses it itself.`)
    }
    await run.send('SELECT set_config($1, $2, true)', [name, value])
  }
}

async function applyOwn(run: FencedRun, settings: readonly SessionSetting[]): Promise<void> {
  if (settings.length === 0) return
  const calls = settings.map((_setting, at) => `set_config($${at * 2 + 1}, $${at * 2 + 2}, true)`)
  await run.send(
    `SELECT ${calls.join(', ')}`,
    settings.flatMap(({ name, value }) => [name, value]),
  )
}

async function readSettings(run: FencedRun, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>()
  for (const name of names) {
    const value = (await run.send('SELECT current_setting($1, true)', [name])).rows[0]?.[0]
    if (value != null) values.set(name, value)
  }
  return values
}
