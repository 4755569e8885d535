import type { PostgresFacts } from '../../core/dialects/postgres'
import { atLeast, type EngineIdentity, type Version } from '../../core/engine'
import { fault } from '../../core/errors'
import type { PostgresWire } from './wire'

/** What is settled once per connection. */
export interface ServerProfile {
  readonly identity: EngineIdentity
  readonly facts: PostgresFacts
  /** The first schema of the search path that exists. */
  readonly schema: string | undefined
}

export interface SessionLimits {
  readonly statementTimeoutMs: number
  readonly lockTimeoutMs: number
}

/** The catalogs that we read have had their columns since this version (generated columns, covering indexes). */
const oldestMajor = 12

/** Our own timer stops a statement first and says so; the server's limit is the wall behind it. */
export const secondWallMs = 2000
/** A transaction of ours is open for milliseconds; one that is left behind must not hold locks for long. */
const idleInTransactionMs = 60_000

/** Asks the server who it is and what it can, and makes the session careful. Three round trips. */
export async function setUp(
  wire: PostgresWire,
  product: 'postgres' | 'pglite',
  limits: SessionLimits,
): Promise<ServerProfile> {
  const [who = []] = (
    await wire.query(
      `SELECT current_setting('server_version_num'), current_setting('server_version'), current_schema(),
        current_setting('is_superuser') = 'on', pg_is_in_recovery(),
        (SELECT CASE WHEN installed_version IS NULL THEN 'available' ELSE 'created' END
           FROM pg_available_extensions WHERE name = 'hypopg'),
        has_database_privilege(current_database(), 'CREATE')`,
    )
  ).rows
  const version = versionOf(Number(who[0]))
  if (version.major < oldestMajor) {
    throw fault('unsupported', `PostgreSQL ${who[1]} is too old; Sargable works with ${oldestMajor} and later.`)
  }
  const superuser = who[3] === 't'
  await settle(wire, limits)
  return {
    identity: { family: 'postgres', product, version, versionText: who[1] ?? '' },
    facts: {
      version,
      versionText: who[1] ?? '',
      embedded: product === 'pglite',
      superuser,
      inRecovery: who[4] === 't',
      createsSchemas: who[6] === 't',
      hypopg: who[5] === 'created' || who[5] === 'available' ? who[5] : 'absent',
      setsExecutorStats: superuser || (atLeast(version, 15) && (await maySetExecutorStats(wire))),
    },
    schema: who[2] ?? undefined,
  }
}

/** Time limits, and read only until execute() is called. Said again to each fresh server session. */
export async function settle(wire: PostgresWire, limits: SessionLimits, searchPath?: string): Promise<void> {
  const settings: readonly (readonly [string, string])[] = [
    ['statement_timeout', String(limits.statementTimeoutMs + secondWallMs)],
    ['lock_timeout', String(limits.lockTimeoutMs)],
    ['idle_in_transaction_session_timeout', String(idleInTransactionMs)],
    ['default_transaction_read_only', 'on'],
    ...(searchPath === undefined ? [] : [['search_path', searchPath] as const]),
  ]
  await wire.query(
    `SELECT ${settings.map((_setting, at) => `set_config($${at * 2 + 1}, $${at * 2 + 2}, false)`).join(', ')}`,
    settings.flat(),
  )
}

async function maySetExecutorStats(wire: PostgresWire): Promise<boolean> {
  const { rows } = await wire.query(`SELECT has_parameter_privilege('log_executor_stats', 'SET')`)
  return rows[0]?.[0] === 't'
}

/** 150018 is 15.18, 180006 is 18.6: since 10 the second number is what other products call the patch. */
function versionOf(number: number): Version {
  return { major: Math.floor(number / 10_000), minor: number % 10_000, patch: 0 }
}
