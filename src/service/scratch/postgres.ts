import { quoteName } from '../../core/dialects/postgres'
import { fault, SargableError } from '../../core/errors'
import { scratchPrefix } from '../../core/scratch/model'
import { namesInText } from '../../core/scratch/names-in-text'
import type { Session } from '../../engines/engine'
import type { ScratchEngine } from './place'
import { alsoNeeded, copyPrograms } from './postgres-programs'
import { implantStatistics } from './postgres-statistics'
import { copyTable } from './postgres-table'
import { quoteLiteral } from './postgres-text'

/** PostgreSQL and PGlite: a scratch schema is a schema. */
export const postgresScratch: ScratchEngine = {
  async serverMark(session, signal) {
    if (isEmbedded(session)) return 'pglite'
    const { rows } = await session.execute(
      'SELECT system_identifier, current_database() FROM pg_control_system()',
      signal,
    )
    return (rows[0] ?? []).join(':')
  },

  async lock(session, schema, signal) {
    // The embedded server has one session only, which is this process's.
    if (isEmbedded(session)) return true
    const { rows } = await session.execute(`SELECT pg_try_advisory_lock(${lockKey(schema)})`, signal)
    return rows[0]?.[0] === 't'
  },

  async unlock(session, schema, signal) {
    if (!isEmbedded(session)) await session.execute(`SELECT pg_advisory_unlock(${lockKey(schema)})`, signal)
  },

  async prepare(session, signal) {
    // Nobody else uses the session, except in the embedded server, where these make no difference.
    if (!isEmbedded(session)) {
      const settings = [
        // A copy with rows missing by row security would be a wrong one: refused instead.
        ['row_security', 'off'],
        // A table is read from its first page on: the order of its rows stays.
        ['synchronize_seqscans', 'off'],
        ['client_min_messages', 'warning'],
        ...(session.identity.version.major >= 14 ? [['idle_session_timeout', '0']] : []),
      ]
      const calls = settings.map(([name = '', value = '']) => `set_config('${name}', '${value}', false)`)
      await session.execute(`SELECT ${calls.join(', ')}`, signal)
    }
    return { logged: true }
  },

  async create({ session, schema, signal }) {
    try {
      await session.execute(`CREATE SCHEMA ${quoteName(schema)}`, signal)
    } catch (thrown) {
      throw await withRemedy(thrown, session, signal)
    }
  },

  // Every name is written with its schema: the embedded server has one session, which the screens use too.
  enter: () => Promise.resolve(),

  alsoNeeded,
  copy: copyTable,
  copyPrograms,

  async change({ session, schema, signal }, sql) {
    try {
      await session.execute(within(quoteName(schema), sql), signal)
    } catch (thrown) {
      if (!(thrown instanceof SargableError) || !elsewhere.has(String(thrown.fault.server?.sqlState))) throw thrown
      // A type, function or operator class of another schema: they are looked up where the session finds them.
      await checkNames(session, schema, sql, signal)
      const { rows } = await session.execute(`SELECT current_setting('search_path')`, signal)
      await session.execute(within(`${quoteName(schema)}, ${rows[0]?.[0] ?? ''}`, sql), signal)
    }
  },

  async analyze({ session, schema, signal }, { source }) {
    await session.execute(`VACUUM ANALYZE ${quoteName(schema)}.${quoteName(source.name)}`, signal)
  },

  implant: implantStatistics,

  async count({ session, schema, signal }, table) {
    const { rows } = await session.execute(`SELECT count(*) FROM ${quoteName(schema)}.${quoteName(table)}`, signal)
    return Number(rows[0]?.[0] ?? 0)
  },

  async found(session, signal) {
    const { rows } = await session.read(
      `SELECT nspname FROM pg_namespace WHERE starts_with(nspname, '${scratchPrefix}') AND NOT pg_is_in_recovery()`,
      signal,
    )
    return rows.map(([name]) => name ?? '')
  },

  async drop(session, schema, _logged, signal) {
    await session.execute(`DROP SCHEMA IF EXISTS ${quoteName(schema)} CASCADE`, signal)
  },
}

/** The same fault; where rights are missing, with the GRANT that brings them. */
async function withRemedy(thrown: unknown, session: Session, signal: AbortSignal): Promise<unknown> {
  if (!(thrown instanceof SargableError) || thrown.fault.code !== 'missing-privilege') return thrown
  const { rows } = await session.read('SELECT quote_ident(current_database()), quote_ident(current_user)', signal)
  const [database, user] = rows[0] ?? []
  return fault('not-allowed', `This account may not make scratch schemas: ${thrown.fault.message}`, {
    hint: `Ask for GRANT CREATE ON DATABASE ${database} TO ${user}.`,
    ...(thrown.fault.server && { server: thrown.fault.server }),
  })
}

function isEmbedded(session: Session): boolean {
  return session.identity.product === 'pglite'
}

function lockKey(schema: string): string {
  return `hashtextextended(${quoteLiteral(schema)}, 0)`
}

/** Undefined object, undefined function: SQLSTATEs of names that the search path does not find. */
const elsewhere = new Set(['42704', '42883'])

/**
 * One statement under a search path of its own, in one transaction: the session's settings stay as they are. Tables of
 * other schemas are not found by it.
 */
function within(searchPath: string, sql: string): string {
  const body = `BEGIN PERFORM set_config('search_path', ${quoteLiteral(searchPath)}, true); EXECUTE ${quoteLiteral(sql)}; END`
  return `DO ${quoteLiteral(body)}`
}

/** With other schemas in the path, a name that is missing in scratch would be found there. */
async function checkNames(session: Session, schema: string, sql: string, signal: AbortSignal): Promise<void> {
  const names = new Set(namesInText(sql, 'postgres').map(({ name }) => name))
  const list = [...names].map(quoteLiteral).join(', ')
  const { rows } = await session.execute(
    `SELECT relname FROM pg_class c WHERE relname IN (${list}) AND pg_table_is_visible(oid)
      AND NOT EXISTS (SELECT FROM pg_class own WHERE own.relname = c.relname AND own.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = ${quoteLiteral(schema)}))`,
    signal,
  )
  const [outside] = rows[0] ?? []
  if (!outside) return
  throw fault('not-allowed', `The change names "${outside}", which is not in scratch.`, {
    hint: 'Only what is copied can be changed. Write types, functions and operator classes with their schema.',
  })
}
