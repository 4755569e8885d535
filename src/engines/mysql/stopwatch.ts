import type { ExplainOutput } from '../../core/analysis/model'
import { quoteText } from '../../core/dialects/mysql-family'
import type { EngineIdentity } from '../../core/engine'
import { atLeast } from '../../core/engine'
import { fault } from '../../core/errors'
import type { SessionSetting, Stopwatch, TimedRequest, TimedRun, TimedStatement } from '../engine'
import type { Admitted } from './admit'
import {
  costOfReading,
  handlerReads,
  runningSessions,
  type Snapshot,
  snapshot,
  usesMultiRangeRead,
  workBetween,
} from './counters'
import { explainAll } from './explain'
import type { GuardedRun } from './guarded-run'
import { type PacketRun, RowForm, type TakePacket } from './packets'
import { placeInStatement } from './place'
import { type ClockSource, readClock, startClock, stopClock } from './server-clock'
import { isAnswer, type ServerProfile } from './set-up'
import { checkRollsBack } from './writing-fence'

/** What a session lends to its stopwatch. */
export interface Lent {
  readonly profile: ServerProfile
  readonly clock: ClockSource
  readonly reading: Reading
  /** The schema that unqualified names mean on the connection. */
  database(): string | undefined
  admit(request: TimedRequest): Admitted
  /** One task of the session, under the request's limit. */
  task<T>(timeoutMs: number, signal: AbortSignal, work: (run: GuardedRun) => Promise<T>): Promise<T>
}

/** Traffic: our own SETs are in it. The bytes of the result are counted from its packets. */
const traffic = /^Bytes_/

export function makeStopwatch(lent: Lent): Stopwatch {
  const { clock } = lent
  return {
    ...(clock.cpu && { cpu: clock.cpu }),
    ...(clock.serverWall && { serverWall: clock.serverWall }),
    cautions: clock.cautions,
    prepare: (request, signal) => prepare(lent, request, signal),
    settings: (names, signal) => lent.task(ownLimitMs, signal, (run) => readSettings(run, names)),
    putBack: () => clock.putBack(),
  }
}

const ownLimitMs = 60_000

/** What is known about reading the counters on this connection. */
export interface Reading {
  /** What one snapshot adds to them. */
  readonly cost: Snapshot
  /** The fewest running sessions that were seen: ours, and daemons such as the event scheduler. */
  quietSessions: number
  /** No statement was seen whose rows examined are not all in the server's own count. */
  recordedIsWhole: boolean
}

/** Three snapshots: the first of all also fills caches. */
export async function learnReading(run: GuardedRun): Promise<Reading> {
  const taken = [await snapshot(run), await snapshot(run), await snapshot(run)] as const
  const running = taken.map((one) => one.get(runningSessions) ?? 1)
  return { cost: costOfReading(taken[1], taken[2]), quietSessions: Math.min(...running), recordedIsWhole: true }
}

async function prepare(lent: Lent, request: TimedRequest, signal: AbortSignal): Promise<TimedStatement> {
  const statement = lent.admit(request)
  let hasTriggers = false
  const { outputs, cautions } = await lent.task(request.timeoutMs, signal, async (run) => {
    if (request.writes && request.schema !== undefined) {
      await checkRollsBack(run, request.schema, lent.profile)
      hasTriggers = await firesTriggers(run, request.schema)
    }
    await enter(run, { lent, request, statement })
    return explainAll(run, lent.profile, statement, false)
  })
  const told = [...cautions, ...(request.writes ? [rolledBack] : [])]
  if (hasTriggers && lent.clock.profile) tellOnce(told, withoutProfile)
  const counting: Counting = { lent, request, statement, outputs, told, unprofiled: hasTriggers }
  return {
    outputs,
    get cautions() {
      return counting.told
    },
    time: (its) => lent.task(request.timeoutMs, its, (run) => timeOnce(run, counting)),
    eachRow: (take, its) =>
      lent.task(request.timeoutMs, its, async (run) => {
        const form = new RowForm()
        await enter(run, counting)
        return (await send(run, statement, (bytes, start, end) => take(form.of(bytes, start, end)))).columns
      }),
  }
}

async function firesTriggers(run: GuardedRun, schema: string): Promise<boolean> {
  const { rows } = await run.send(
    `SELECT 1 FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = ${quoteText(schema)} LIMIT 1`,
  )
  return rows.length > 0
}

const rolledBack =
  'Each run is rolled back outside of the timing; the server clears its old row versions in the background.'

interface Entering {
  readonly lent: Lent
  readonly request: TimedRequest
  readonly statement: Admitted
}

interface Counting extends Entering {
  readonly outputs: readonly ExplainOutput[]
  readonly told: string[]
  /** SHOW PROFILE has told nothing of it: it is not asked again. */
  unprofiled: boolean
}

/** Schema, settings and the transaction, which is read only unless the statement writes. */
async function enter(run: GuardedRun, { lent, request, statement }: Entering): Promise<void> {
  if (statement.readOnly !== 'yes') run.afterwards(releaseLocks(lent.profile.identity))
  if (request.schema !== undefined) await run.enterSchema(request.schema, lent.database())
  await applySettings(run, request.settings)
  await run.begin(request.writes ? 'READ WRITE' : 'READ ONLY')
}

async function timeOnce(run: GuardedRun, counting: Counting): Promise<TimedRun> {
  const { lent, statement } = counting
  const clock = counting.unprofiled ? { ...lent.clock, profile: undefined } : lent.clock
  await enter(run, counting)
  const before = await snapshot(run)
  await startClock(run, clock)
  const sent = await send(run, statement)
  await stopClock(run, clock)
  const after = await snapshot(run)
  const times = await readClock(run, clock, statement.lead + statement.sql)
  const work = Object.fromEntries(
    Object.entries(workBetween(before, after, lent.reading.cost)).filter(([name]) => !traffic.test(name)),
  )
  if (clock.profile && times.cpuMs === undefined) {
    // Each statement of a trigger would be recorded, for each row: many times the work that is to be timed.
    counting.unprofiled = true
    tellOnce(counting.told, withoutProfile)
  }
  const running = after.get(runningSessions) ?? 1
  lent.reading.quietSessions = Math.min(lent.reading.quietSessions, running)
  return {
    clientMs: sent.clientMs,
    ...(times.wallMs !== undefined && { serverWallMs: times.wallMs }),
    ...(times.cpuMs !== undefined && { serverCpuMs: times.cpuMs }),
    rows: sent.changed ?? sent.rows,
    counters: {
      ...work,
      rowsExamined: rowsExamined(counting, work, times.rowsExamined),
      pagesRead: work['Innodb_pages_read'] ?? 0,
      resultBytes: sent.bytes,
    },
    othersRan: running > lent.reading.quietSessions,
  }
}

async function send(run: GuardedRun, statement: Admitted, take?: TakePacket): Promise<PacketRun> {
  try {
    return await run.packets(statement.lead + statement.sql, take)
  } catch (error) {
    throw isAnswer(error) ? placeInStatement(error, statement.lead, statement) : error
  }
}

/**
 * The server's own figure, but where the storage engine was asked for far more: skip scan, loose index scan, derived
 * tables of 8.0 and, in 5.6, subqueries of the select list are not in it. The first such statement decides for all of
 * the experiment, so that its variants are counted alike.
 */
function rowsExamined(
  { lent, outputs, told }: Counting,
  work: Readonly<Record<string, number>>,
  recorded?: number,
): number {
  const { reading } = lent
  const reads = handlerReads(work, usesMultiRangeRead(outputs))
  if (recorded !== undefined && reads > 2 * recorded + smallReads) reading.recordedIsWhole = false
  if (recorded !== undefined && reading.recordedIsWhole) return recorded
  const words =
    recorded === undefined
      ? 'Rows examined are the sum of Handler_read_*.'
      : "Rows examined are the sum of Handler_read_*: the server's own count leaves out a part of the work."
  tellOnce(told, words)
  return reads
}

const withoutProfile =
  'SHOW PROFILE tells nothing of statements that call stored routines or fire triggers: their CPU time is not known.'

function tellOnce(told: string[], words: string): void {
  if (!told.includes(words)) told.push(words)
}

/** So many calls may be starts of scans and ends of ranges. */
const smallReads = 10

/** GET_LOCK survives the rollback. Before RELEASE_ALL_LOCKS a connection held one lock, and asking for another freed it. */
export function releaseLocks({ product, version }: EngineIdentity): string {
  const hasAll = product === 'mariadb' ? atLeast(version, 10, 5, 2) : atLeast(version, 5, 7, 5)
  return hasAll ? 'DO RELEASE_ALL_LOCKS()' : "DO GET_LOCK('sargable', 0), RELEASE_LOCK('sargable')"
}

const variableName = /^[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)?$/i

/** Sets each until the task ends. @throws SargableError `bad-request` for what is no name. */
export async function applySettings(run: GuardedRun, settings: readonly SessionSetting[]): Promise<void> {
  if (settings.length === 0) return
  const before = await readSettings(
    run,
    settings.map(({ name }) => name),
  )
  for (const { name, value } of settings) {
    const old = before.get(name)
    if (old === undefined) {
      throw fault('bad-request', `This server has no session variable "${name}".`, {
        hint: 'SHOW SESSION VARIABLES lists them.',
      })
    }
    await run.setUntilDone(name, literal(value), literal(old))
  }
}

async function readSettings(run: GuardedRun, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>()
  for (const name of names) {
    if (!variableName.test(name)) continue
    try {
      const value = (await run.send(`SELECT @@SESSION.${name}`)).rows[0]?.[0]
      if (value != null) values.set(name, value)
    } catch (error) {
      if (!isAnswer(error)) throw error // unknown, or a variable of the whole server only
    }
  }
  return values
}

/** Numbers as they are, with the usual ending for sizes (4M); everything else quoted, which ON and OFF take too. */
function literal(value: string): string {
  const size = /^(\d+)([KMG])$/i.exec(value)
  if (size) return String(Number(size[1]) * 1024 ** ('KMG'.indexOf((size[2] ?? 'K').toUpperCase()) + 1))
  return /^-?\d+(?:\.\d+)?$/.test(value) ? value : `'${value.replace(/[\\']/g, '$&$&')}'`
}
