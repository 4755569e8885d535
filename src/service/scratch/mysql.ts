import { quoteName, quoteText } from '../../core/dialects/mysql-family'
import { fault, SargableError } from '../../core/errors'
import { scratchPrefix } from '../../core/scratch/model'
import type { Session } from '../../engines/engine'
import { computeHistograms } from './mysql-histograms'
import { alsoNeeded, copyPrograms } from './mysql-programs'
import { implantStatistics } from './mysql-statistics'
import { copyTable } from './mysql-table'
import type { ScratchEngine } from './place'

/** A scratch schema that is used for days must not lose its lock to the server's limit for idle sessions. */
const idleLimitSeconds = 7 * 24 * 3600

const copyingMode = "SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO'"

/** MySQL, Percona Server and MariaDB: a scratch schema is a database. */
export const mysqlScratch: ScratchEngine = {
  async serverMark(session, signal) {
    const names = ['server_uuid', 'server_id', 'port', 'datadir']
    const values = await variables(session, names, signal)
    // MariaDB has no server_uuid; its host name may change with each start of a container.
    return values.get('server_uuid') ?? names.map((name) => values.get(name) ?? '').join(':')
  },

  async lock(session, schema, signal) {
    const { rows } = await session.execute(`SELECT GET_LOCK(${quoteText(schema)}, 0)`, signal)
    return rows[0]?.[0] === '1'
  },

  async unlock(session, schema, signal) {
    await session.execute(`DO RELEASE_LOCK(${quoteText(schema)})`, signal)
  },

  async prepare(session, signal) {
    await tolerant(session.execute(`SET SESSION wait_timeout = ${idleLimitSeconds}`, signal))
    // Old dates such as 0000-00-00 and keys of 0 come over as they are.
    await session.execute(copyingMode, signal)
    await tolerant(session.execute('SET SESSION innodb_strict_mode = OFF', signal))
    const log = await variables(session, ['log_bin', 'binlog_format'], signal)
    const logged = log.get('log_bin') === 'ON' && !(await tolerant(session.execute('SET sql_log_bin = 0', signal)))
    // Without it INSERT … SELECT locks the rows that it reads; a log of statements demands that.
    if (!logged || log.get('binlog_format') !== 'STATEMENT') {
      await session.execute('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', signal)
    }
    return { logged }
  },

  async create({ session, schema, signal }, like) {
    const { rows } = await session.execute(
      `SELECT DEFAULT_CHARACTER_SET_NAME, DEFAULT_COLLATION_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ${quoteText(like)}`,
      signal,
    )
    const [charset, collation] = rows[0] ?? []
    const defaults = charset && collation ? ` DEFAULT CHARACTER SET ${charset} COLLATE ${collation}` : ''
    try {
      await session.execute(`CREATE DATABASE ${quoteName(schema)}${defaults}`, signal)
    } catch (thrown) {
      throw await withRemedy(thrown, session, signal)
    }
  },

  enter: ({ session, schema, signal }) => session.use(schema, signal),

  alsoNeeded,
  copy: copyTable,
  copyPrograms,

  async change({ session, schema, signal }, sql) {
    if (session.database !== schema) await session.use(schema, signal)
    // Triggers and routines remember the mode that they were made in.
    await session.execute('SET SESSION sql_mode = @@GLOBAL.sql_mode', signal)
    await session.execute(sql, signal)
    await session.execute(copyingMode, signal)
  },

  async analyze(place, order) {
    const { session, schema, signal, note } = place
    const table = order.source.name
    const { rows } = await session.execute(`ANALYZE TABLE ${quoteName(schema)}.${quoteName(table)}`, signal)
    for (const [, , kind, words] of rows) if (kind === 'Error') note(`Statistics of ${table}: ${words}`)
    await computeHistograms(place, order)
  },

  implant: implantStatistics,

  async count({ session, schema, signal }, table) {
    const { rows } = await session.execute(`SELECT COUNT(*) FROM ${quoteName(schema)}.${quoteName(table)}`, signal)
    return Number(rows[0]?.[0] ?? 0)
  },

  async found(session, signal) {
    const pattern = `${scratchPrefix.replace(/_/g, '|_')}%`
    const { rows } = await session.read(
      `SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE '${pattern}' ESCAPE '|'`,
      signal,
    )
    return rows.map(([name]) => name ?? '')
  },

  async drop(session, schema, logged, signal) {
    if (!logged) await tolerant(session.execute('SET sql_log_bin = 0', signal))
    await session.execute(`DROP DATABASE IF EXISTS ${quoteName(schema)}`, signal)
  },
}

/** The same fault; where rights are missing, with the GRANT that brings them. */
async function withRemedy(thrown: unknown, session: Session, signal: AbortSignal): Promise<unknown> {
  if (!(thrown instanceof SargableError) || thrown.fault.code !== 'missing-privilege') return thrown
  const { rows } = await session.read('SELECT CURRENT_USER()', signal)
  const [user = '', host = '%'] = (rows[0]?.[0] ?? '').split('@')
  const pattern = `${scratchPrefix.replace(/_/g, '\\_')}%`
  return fault('not-allowed', `This account may not make scratch schemas: ${thrown.fault.message}`, {
    hint: `Ask for GRANT ALL PRIVILEGES ON \`${pattern}\`.* TO '${user}'@'${host}'.`,
    ...(thrown.fault.server && { server: thrown.fault.server }),
  })
}

/** Session variables by name; those that the server does not know are left out. */
export async function variables(
  session: Session,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const list = names.map((name) => `'${name}'`).join(', ')
  const { rows } = await session.read(`SHOW SESSION VARIABLES WHERE Variable_name IN (${list})`, signal)
  return new Map(rows.map(([name, value]) => [name ?? '', value ?? '']))
}

/** True when the server took it; an answer that refuses is false, everything else is thrown. */
export async function tolerant(sent: Promise<unknown>): Promise<boolean> {
  try {
    await sent
    return true
  } catch (thrown) {
    const { code, server } = thrown instanceof SargableError ? thrown.fault : {}
    if (server && code !== 'lost-connection' && code !== 'cancelled' && code !== 'timed-out') return false
    throw thrown
  }
}
