import { mariadbDialect } from '../../core/dialects/mariadb'
import { mysqlDialect } from '../../core/dialects/mysql'
import type { MysqlFamilyDialect, ServerFacts, StatementHistory } from '../../core/dialects/mysql-family'
import { createsScratchSchemas } from '../../core/dialects/mysql-grants'
import type { EngineIdentity, Product, Version } from '../../core/engine'
import { SargableError } from '../../core/errors'
import type { TextRows, Wire } from './wire'

/** What is settled once per connection. */
export interface ServerProfile {
  readonly identity: EngineIdentity
  readonly facts: ServerFacts
  readonly dialect: MysqlFamilyDialect
  readonly database: string | undefined
  /** False under sql_mode NO_BACKSLASH_ESCAPES. */
  readonly backslashEscapes: boolean
  /** Table names are stored in lower case and found in any. */
  readonly lowerCaseNames: boolean
  readonly maxStatementBytes: number
}

export interface SessionLimits {
  readonly statementTimeoutMs: number
  readonly lockTimeoutMs: number
}

/** Variables whose presence or value decides what we send. */
const looked = [
  'end_markers_in_json',
  'explain_format',
  'explain_json_format_version',
  'information_schema_stats_expiry',
  'innodb_lock_wait_timeout',
  'lc_messages',
  'lock_wait_timeout',
  'lower_case_table_names',
  'max_allowed_packet',
  'max_error_count',
  'max_execution_time',
  'max_statement_time',
  'optimizer_switch',
  'optimizer_trace',
  'optimizer_trace_limit',
  'optimizer_trace_max_mem_size',
  'optimizer_trace_offset',
  'performance_schema',
  'sql_mode',
  'version_comment',
] as const

/** SHOW WARNINGS is empty at 0, and a rewritten statement comes with several notes. */
const wantedErrorCount = 64

/** Our own timer stops a statement first and says so; the server's limit is the wall behind it. */
export const secondWallMs = 2000

/** Asks the server who it is and what it can, and makes the session careful. About nine short round trips. */
export async function setUp(wire: Wire, limits: SessionLimits): Promise<ServerProfile> {
  const who = one(await wire.query('SELECT VERSION(), DATABASE()'))
  const versionText = who[0] ?? ''
  const variables = new Map(
    (
      await wire.query(
        `SHOW SESSION VARIABLES WHERE Variable_name IN (${looked.map((name) => `'${name}'`).join(', ')})`,
      )
    ).rows.map(([name, value]) => [(name ?? '').toLowerCase(), value ?? ''] as const),
  )
  const product = productOf(versionText, variables.get('version_comment') ?? '')
  const dialect = product === 'mariadb' ? mariadbDialect : mysqlDialect
  const version = versionOf(versionText)
  const asked = {
    version,
    versionText: `${titles[product]} ${version.major}.${version.minor}.${version.patch}`,
    variables,
    explainsTree: product !== 'mariadb' && version.major >= 8 && (await accepts(wire, 'EXPLAIN FORMAT=TREE SELECT 1')),
    explainsAnalyze:
      product === 'mariadb'
        ? await accepts(wire, 'ANALYZE FORMAT=JSON SELECT 1')
        : version.major >= 8 && (await accepts(wire, 'EXPLAIN ANALYZE SELECT 1')),
    statements: await statementHistory(wire, variables),
    createsSchemas: createsScratchSchemas((await wire.query('SHOW GRANTS')).rows.map(([line]) => line ?? '')),
    readsTableStatistics: await accepts(wire, 'SELECT 1 FROM mysql.innodb_table_stats LIMIT 0'),
  }
  await settle(wire, asked, dialect, limits)
  return {
    identity: { family: 'mysql', product, version, versionText },
    facts: asked,
    dialect,
    database: who[1] ?? undefined,
    backslashEscapes: !(variables.get('sql_mode') ?? '').includes('NO_BACKSLASH_ESCAPES'),
    lowerCaseNames: variables.get('lower_case_table_names') === '1',
    maxStatementBytes: Number(variables.get('max_allowed_packet') ?? 4 * 1024 * 1024),
  }
}

const titles: Record<Product, string> = {
  mysql: 'MySQL',
  percona: 'Percona Server',
  mariadb: 'MariaDB',
  postgres: 'PostgreSQL',
  pglite: 'PGlite',
}

function productOf(versionText: string, comment: string): 'mysql' | 'mariadb' | 'percona' {
  if (/mariadb/i.test(versionText) || /mariadb/i.test(comment)) return 'mariadb'
  return /percona/i.test(comment) || /percona/i.test(versionText) ? 'percona' : 'mysql'
}

/** `8.0.31`, `10.11.19-MariaDB-0+deb12u1`, `5.5.5-10.4.1-MariaDB` (a prefix for old replicas). */
function versionOf(text: string): Version {
  const [, major, minor, patch] = /^(?:5\.5\.5-(?=\d))?(\d+)\.(\d+)(?:\.(\d+))?/.exec(text) ?? []
  return { major: Number(major ?? 0), minor: Number(minor ?? 0), patch: Number(patch ?? 0) }
}

/** Session settings, all at once; where one is refused, one by one, so that the others still hold. */
async function settle(wire: Wire, facts: ServerFacts, dialect: MysqlFamilyDialect, limits: SessionLimits) {
  const { variables } = facts
  const lockSeconds = Math.max(1, Math.ceil(limits.lockTimeoutMs / 1000))
  const wall = dialect.statementLimit(facts, limits.statementTimeoutMs + secondWallMs)
  const assignments = [
    ...(variables.has('lock_wait_timeout') ? [`lock_wait_timeout = ${lockSeconds}`] : []),
    ...(variables.has('innodb_lock_wait_timeout') ? [`innodb_lock_wait_timeout = ${lockSeconds}`] : []),
    ...(wall ? [`${wall.name} = ${wall.value}`] : []),
    // Estimates of catalog() come from the engine then, not from a copy that may be a day old.
    ...(variables.has('information_schema_stats_expiry') ? ['information_schema_stats_expiry = 0'] : []),
    // With markers the trace is not JSON.
    ...(variables.get('end_markers_in_json') === 'ON' ? ['end_markers_in_json = OFF'] : []),
    // Places of errors are read from the server's words.
    ...(variables.has('lc_messages') && variables.get('lc_messages') !== 'en_US' ? ["lc_messages = 'en_US'"] : []),
    // Needs a privilege on new servers, whose default is high enough.
    ...(Number(variables.get('max_error_count') ?? wantedErrorCount) < wantedErrorCount
      ? [`max_error_count = ${wantedErrorCount}`]
      : []),
  ]
  // The default collation of the server's own utf8mb4 is what other clients get; the driver would choose another.
  await wire.query('SET NAMES utf8mb4')
  await wire.query('SET SESSION TRANSACTION READ ONLY')
  if (assignments.length === 0) return
  const set = (parts: readonly string[]) => `SET ${parts.map((part) => `SESSION ${part}`).join(', ')}`
  if (await accepts(wire, set(assignments))) return
  for (const assignment of assignments) await accepts(wire, set([assignment]))
}

async function statementHistory(wire: Wire, variables: ReadonlyMap<string, string>): Promise<StatementHistory> {
  const none = { cpuTime: false, hasCpuTime: false }
  if (variables.get('performance_schema') !== 'ON') return { state: 'off', ...none }
  try {
    const consumers = new Map(
      (
        await wire.query(
          `SELECT NAME, ENABLED FROM performance_schema.setup_consumers WHERE NAME IN ('events_statements_history', 'events_statements_cpu', 'thread_instrumentation')`,
        )
      ).rows.map(([name, enabled]) => [name ?? '', enabled === 'YES'] as const),
    )
    const on = consumers.get('events_statements_history') === true && consumers.get('thread_instrumentation') !== false
    return {
      state: on ? 'on' : 'disabled',
      cpuTime: consumers.get('events_statements_cpu') === true,
      hasCpuTime: consumers.has('events_statements_cpu'),
    }
  } catch (error) {
    if (isAnswer(error)) return { state: 'denied', ...none }
    throw error
  }
}

/** True when the server takes the statement; false when it answers with an error. A lost connection stays an error. */
async function accepts(wire: Wire, sql: string): Promise<boolean> {
  try {
    await wire.query(sql)
    return true
  } catch (error) {
    if (isAnswer(error)) return false
    throw error
  }
}

/** An error that the server sent as its answer, after which the connection is still good. */
export function isAnswer(error: unknown): error is SargableError {
  return (
    error instanceof SargableError &&
    error.fault.code !== 'lost-connection' &&
    typeof error.fault.server?.errno === 'number'
  )
}

function one(result: TextRows): readonly (string | null)[] {
  return result.rows[0] ?? []
}
