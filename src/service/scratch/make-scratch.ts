import { randomBytes } from 'node:crypto'
import { dialectOf } from '../../core/engine'
import { fault, faultOf, SargableError } from '../../core/errors'
import { fnv64 } from '../../core/fnv64'
import type { ScratchTable } from '../../core/scratch/model'
import { scratchName, stampOf } from '../../core/scratch/name'
import type { QualifiedName } from '../../core/scratch/names-in-text'
import { scratchDdl } from '../../core/scratch/scratch-ddl'
import { checkSize, defaultMaxBytes } from '../../core/scratch/size'
import type { Session } from '../../engines/engine'
import type { Progress } from '../api'
import type { OpenSession } from '../experiment/bench'
import { engineOf } from './engine-of'
import type { ScratchLedger } from './ledger'
import { Opened } from './opened'
import type { CopyOrder, ScratchEngine, ScratchPlace } from './place'
import { findSources } from './sources'

/** A schema of ours with copies of tables, on a server. */
export interface Scratch {
  readonly schema: string
  /** Rows in all copies. */
  readonly rows: number
  /** The copies, with those that triggers and routines needed beside the ones asked for. */
  readonly tables: readonly ScratchTable[]
  /** Where the copies come from: their names with schema, as statements may call them. */
  readonly originals: readonly QualifiedName[]
  /** What is not like the originals, in words. */
  readonly notes: readonly string[]
  /**
   * Makes a change: CREATE, ALTER, DROP or ANALYZE of what is in the schema, which unqualified names mean.
   * @throws SargableError `not-allowed` for what could reach out of the schema
   */
  execute(sql: string, signal: AbortSignal): Promise<void>
  /** Brings the statistics up to date after changes, as they were made at first: `implanted` ones again are. */
  refresh(signal: AbortSignal): Promise<void>
  /**
   * Removes the schema and closes the connection. Never throws.
   * @returns what could not be removed, in words
   */
  remove(): Promise<readonly string[]>
}

export interface ScratchRequest {
  /** A table without schema is looked up as the connection does. */
  readonly tables: readonly ScratchTable[]
  /** Changes, made after the rows are in and before the statistics are computed. */
  readonly ddl: readonly string[]
  /** Statements that will run there: on MySQL and MariaDB the routines that they call are copied too. */
  readonly statements?: readonly string[] | undefined
  /** They write: the copies are as durable as the originals. Otherwise PostgreSQL's are UNLOGGED. */
  readonly writes?: boolean | undefined
  /**
   * `implanted`: copies get the statistics of their originals, where the server and the rights allow that; for samples
   * and narrow copies. `own` when absent.
   */
  readonly statistics?: 'own' | 'implanted' | undefined
  /** The originals may take this many bytes together; 2 GiB when absent. */
  readonly maxBytes?: number | undefined
}

/** Waits for others who still read the copies when they are dropped. */
const dropTries = 12
const lostTries = 3

/**
 * Makes a scratch schema: a lock and an entry in the ledger first, then the schema, its tables with their rows, triggers,
 * the changes, and fresh statistics. Whatever goes wrong, what was made so far is removed before the error is thrown.
 * @param open opens connections of our own to the server
 * @throws SargableError `not-allowed` without the right to make schemas, for views, and above the size limit;
 *   `unknown-table`; `cancelled`; what the server refuses
 */
export async function makeScratch(
  open: (signal: AbortSignal) => Promise<OpenSession>,
  request: ScratchRequest,
  ledger: ScratchLedger,
  signal: AbortSignal,
  progress: (event: Progress) => void,
): Promise<Scratch> {
  const opened = new Opened(open)
  const notes: string[] = []
  let name: string | undefined
  let logged = true
  try {
    const session = await opened.session(signal)
    const engine = engineOf(session)
    const orders = await findSources(session, request.tables, signal)
    checkSize(orders, request.maxBytes ?? defaultMaxBytes)
    // Prepared before anything is written down: whether its statements are logged belongs to the entry.
    logged = (await engine.prepare(session, signal)).logged
    const schema = await newName(engine, session, ledger.owner, signal)
    if (!(await engine.lock(session, schema, signal))) throw fault('internal', `The lock ${schema} is taken.`)
    name = schema
    opened.prepare = async (fresh, its) => {
      await engine.prepare(fresh, its)
      // The server may not have noticed yet that the first connection is gone; then that one still holds it.
      await engine.lock(fresh, schema, its)
    }
    const kept = ledger.add({ schema, madeAt: new Date().toISOString(), server: session.identity.versionText, logged })
    if (kept !== undefined) notes.push(`The schema ${schema} is not in the store: ${kept}`)
    const place: ScratchPlace = {
      session,
      schema,
      home: session.database,
      signal,
      writes: request.writes ?? false,
      progress,
      note: (words) => {
        if (!notes.includes(words)) notes.push(words)
      },
    }
    progress({ text: `Making the scratch schema ${schema}` })
    try {
      await engine.create(place, orders[0]?.source.schema ?? session.database ?? '')
    } catch (thrown) {
      if (refused(thrown)) {
        ledger.forget(schema)
        name = undefined
      }
      throw thrown
    }
    await engine.enter(place)
    const all = await fill(engine, place, orders, request)
    const originals = all.map(({ source }) => ({ schema: source.schema, name: source.name }))
    let rows = 0
    for (const { source } of all) rows += await engine.count(place, source.name)
    return {
      schema,
      rows,
      tables: all.map(({ table }) => table),
      originals,
      notes,
      execute: async (sql, its) => {
        const current = await opened.session(its)
        await change(engine, { session: current, schema, signal: its }, sql, originals)
      },
      refresh: async (its) => {
        await statistics(engine, { ...place, session: await opened.session(its), signal: its }, all, request)
      },
      remove: () => remove(opened, schema, logged, ledger),
    }
  } catch (thrown) {
    const left = name === undefined ? [] : await remove(opened, name, logged, ledger)
    if (name === undefined) await opened.close()
    throw explained(thrown, left)
  }
}

/** The server answered no: what it was asked for was not done. */
function refused(thrown: unknown): boolean {
  if (!(thrown instanceof SargableError)) return false
  const { code, server } = thrown.fault
  return server !== undefined && code !== 'lost-connection' && code !== 'cancelled' && code !== 'timed-out'
}

async function fill(
  engine: ScratchEngine,
  place: ScratchPlace,
  orders: readonly CopyOrder[],
  request: ScratchRequest,
): Promise<readonly CopyOrder[]> {
  const { session, signal, progress } = place
  const { statements = [], ddl } = request
  const texts = [...statements, ...ddl]
  const all = [...orders]
  // What is added has no triggers of its own, so once is enough.
  const more = await engine.alsoNeeded(place, orders, texts)
  const shells = more.map(
    ({ schema, name }) => ({ schema, name, rows: 'none', indexes: true, triggers: false }) as const,
  )
  all.push(...(await findSources(session, shells, signal)))
  for (const { name } of more) place.note(`${name} was added, empty: triggers or routines of the copies name it.`)
  for (const order of all) await engine.copy(place, order)
  await engine.copyPrograms(place, all, texts)
  const originals = all.map(({ source }) => ({ schema: source.schema, name: source.name }))
  for (const sql of ddl) {
    progress({ text: `Changing the scratch schema: ${sql.replace(/\s+/g, ' ').slice(0, 60)}` })
    await change(engine, place, sql, originals)
  }
  progress({ text: 'Computing statistics of the copies' })
  await statistics(engine, place, all, request)
  return all
}

async function statistics(
  engine: ScratchEngine,
  place: ScratchPlace,
  all: readonly CopyOrder[],
  { statistics: wanted }: ScratchRequest,
): Promise<void> {
  for (const order of all) await engine.analyze(place, order)
  if (wanted !== 'implanted') return
  for (const order of all) if (order.table.rows !== 'none') await engine.implant(place, order)
}

async function change(
  engine: ScratchEngine,
  place: Pick<ScratchPlace, 'session' | 'schema' | 'signal'>,
  sql: string,
  originals: readonly QualifiedName[],
): Promise<void> {
  const { session, schema, signal } = place
  const { schemas } = await session.names(undefined, signal)
  const others = [...schemas, 'mysql', 'sys', 'performance_schema', 'information_schema'].filter(
    (one) => one !== schema,
  )
  await engine.change(place, scratchDdl(sql, dialectOf(session.identity.product), others, originals))
}

async function newName(engine: ScratchEngine, session: Session, owner: string, signal: AbortSignal): Promise<string> {
  return scratchName({
    madeAt: stampOf(new Date().toISOString()),
    owner,
    server: serverDigits(await engine.serverMark(session, signal)),
    random: randomBytes(3).toString('hex'),
  })
}

/** Six hex digits of a server's mark. */
export function serverDigits(mark: string): string {
  return fnv64(mark).slice(-6)
}

async function remove(
  opened: Opened,
  schema: string,
  logged: boolean,
  ledger: ScratchLedger,
): Promise<readonly string[]> {
  const { signal } = new AbortController()
  const left: string[] = []
  for (let at = 1; ; at++) {
    try {
      const session = await opened.session(signal)
      const engine = engineOf(session)
      await engine.drop(session, schema, logged, signal)
      ledger.forget(schema)
      await engine.unlock(session, schema, signal)
      break
    } catch (thrown) {
      const { code, message } = faultOf(thrown)
      // Somebody still reads a copy, or the connection was cut in the midst of it: once more.
      const tries = code === 'lock-wait' ? dropTries : code === 'lost-connection' ? lostTries : 1
      if (code === 'lost-connection') await opened.close()
      if (at < tries) continue
      ledger.abandon(schema)
      left.push(`The schema ${schema} is still there: ${message} It is removed when this server is connected next.`)
      break
    }
  }
  await opened.close()
  return left
}

/** What the server said of the schema, with what brings the right; and what is left. */
function explained(thrown: unknown, left: readonly string[]): unknown {
  if (!(thrown instanceof SargableError) || left.length === 0) return thrown
  const hint = [thrown.fault.hint, ...left].filter((words) => words !== undefined).join(' ')
  return new SargableError({ ...thrown.fault, hint })
}
