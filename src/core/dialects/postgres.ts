import type { ExplainFormat } from '../analysis/model'
import { atLeast, type Capability, type CapabilityName, type Version } from '../engine'
import type { FaultCode } from '../errors'

/** What was asked of a PostgreSQL server at connect: the ground for choosing statements and capabilities. */
export interface PostgresFacts {
  readonly version: Version
  readonly versionText: string
  /** PGlite: one process, no statement time-out, no second connection. */
  readonly embedded: boolean
  readonly superuser: boolean
  /** A standby: nothing can be written. */
  readonly inRecovery: boolean
  /** The extension is created in this database, only lies on the server, or is not there. */
  readonly hypopg: 'created' | 'available' | 'absent'
  /** May this account switch on log_executor_stats? */
  readonly setsExecutorStats: boolean
  /** May this account make schemas in this database? */
  readonly createsSchemas: boolean
}

export interface ExplainForm {
  readonly format: ExplainFormat
  /** What stands before the statement. */
  readonly prefix: string
}

/** A name as SQL. */
export function quoteName(name: string): string {
  return `"${name.replace(/"/g, '""')}"`
}

/**
 * The EXPLAIN forms of a server, best for reading first.
 * Options by version: PostgreSQL documentation, "EXPLAIN" (SETTINGS since 12, MEMORY since 17).
 */
export function explainForms(version: Version): readonly ExplainForm[] {
  const memory = atLeast(version, 17) ? ', MEMORY' : ''
  return [
    { format: 'postgres-json', prefix: `EXPLAIN (FORMAT JSON, VERBOSE, SETTINGS${memory}) ` },
    { format: 'postgres-text', prefix: 'EXPLAIN (SETTINGS) ' },
  ]
}

/**
 * The form that runs the statement. WAL since 13; SERIALIZE since 17: without it EXPLAIN ANALYZE neither fetches
 * TOASTed values nor converts the output, and looks faster than the statement is.
 */
export function measuredForm(version: Version): ExplainForm {
  const options = [
    'ANALYZE',
    'BUFFERS',
    'VERBOSE',
    'SETTINGS',
    ...(atLeast(version, 13) ? ['WAL'] : []),
    ...(atLeast(version, 17) ? ['MEMORY', 'SERIALIZE TEXT'] : []),
    'FORMAT JSON',
  ]
  return { format: 'postgres-json', prefix: `EXPLAIN (${options.join(', ')}) ` }
}

/** Every capability, with the reason and the remedy for each missing one. */
export function postgresCapabilities(facts: PostgresFacts): readonly Capability[] {
  const yes = (name: CapabilityName): Capability => ({ name, available: true })
  const no = (name: CapabilityName, because: string, remedy?: string): Capability => ({
    name,
    available: false,
    because,
    ...(remedy && { remedy }),
  })
  return [
    yes('explain-json'),
    yes('explain-tree'),
    yes('explain-analyze'),
    no(
      'optimizer-trace',
      'PostgreSQL keeps no record of the plans that it considered and dropped.',
      'Switching planner methods off one at a time shows the alternatives and their costs.',
    ),
    no('force-index', 'PostgreSQL has no index hints.', 'Planner settings such as enable_seqscan show other plans.'),
    no('optimizer-hints', 'PostgreSQL has no hints.', 'The extension pg_hint_plan reads them from a comment.'),
    no('multi-range-read', 'PostgreSQL has no multi-range read; a bitmap scan does the same work.'),
    no('prefix-index', 'PostgreSQL indexes whole values.', 'An index on left(column, n) serves conditions written so.'),
    no(
      'invisible-index',
      'PostgreSQL has no invisible indexes.',
      'Build it in a transaction that is rolled back, or try it with hypopg.',
    ),
    hypotheticalIndex(facts, yes, no),
    no('handler-counters', 'PostgreSQL counts pages (buffers) and rows per plan node instead.'),
    yes('buffer-counters'),
    facts.setsExecutorStats && !facts.embedded
      ? yes('cpu-time')
      : no(
          'cpu-time',
          facts.embedded
            ? 'The embedded server has no clock of its own.'
            : 'CPU time comes from log_executor_stats, which this account may not set.',
          facts.embedded
            ? undefined
            : 'GRANT SET ON PARAMETER log_executor_stats TO this account (15 and later), as a superuser.',
        ),
    facts.embedded
      ? no(
          'statement-timeout',
          'The embedded server has no timer.',
          'Sargable watches the time itself and restarts the embedded server to stop a statement.',
        )
      : yes('statement-timeout'),
    yes('cancel-query'),
    yes('read-only-fence'),
    yes('table-statistics'),
    facts.createsSchemas && !facts.inRecovery
      ? yes('scratch-schema')
      : no(
          'scratch-schema',
          facts.inRecovery ? 'A standby takes no schemas.' : 'This account may not make schemas in this database.',
          facts.inRecovery ? 'Connect to the primary.' : 'GRANT CREATE ON DATABASE this_database TO this account.',
        ),
  ]
}

function hypotheticalIndex(
  facts: PostgresFacts,
  yes: (name: CapabilityName) => Capability,
  no: (name: CapabilityName, because: string, remedy?: string) => Capability,
): Capability {
  if (facts.hypopg === 'created') return yes('hypothetical-index')
  if (facts.embedded) return no('hypothetical-index', 'The embedded server does not come with hypopg.')
  if (facts.hypopg === 'absent') {
    return no(
      'hypothetical-index',
      'The extension hypopg is not on this server.',
      'Install its package on the server, then CREATE EXTENSION hypopg.',
    )
  }
  const who = facts.superuser ? '' : ' (as a superuser)'
  return no(
    'hypothetical-index',
    'The extension hypopg lies on the server, but not in this database.',
    facts.inRecovery ? 'CREATE EXTENSION hypopg on the primary.' : `CREATE EXTENSION hypopg${who}.`,
  )
}

/** SQLSTATE → our code, for those that mean one thing. PostgreSQL documentation, appendix "Error Codes". */
const codes: Readonly<Record<string, FaultCode>> = {
  '42601': 'syntax-error',
  '42P01': 'unknown-table',
  '42703': 'unknown-column',
  '42501': 'missing-privilege',
  '25006': 'read-only',
  '28P01': 'access-denied',
  '28000': 'access-denied',
  '3D000': 'unknown-database',
  '3F000': 'unknown-database',
  '55P03': 'lock-wait',
  '40P01': 'lock-wait',
  '53100': 'disk-full',
  '53300': 'cannot-connect',
  '57P03': 'cannot-connect',
  '57P01': 'lost-connection',
  '57P02': 'lost-connection',
  '57P05': 'lost-connection',
  '25P03': 'lost-connection',
  '25P04': 'timed-out',
}

/** @param message the server's words: 57014 is a person's cancel as well as a time-out. */
export function faultCodeOf(sqlState: string, message: string): FaultCode {
  if (sqlState === '57014') return /user request/i.test(message) ? 'cancelled' : 'timed-out'
  if (sqlState === '42601' && /multiple commands/i.test(message)) return 'not-one-statement'
  if (sqlState.startsWith('08')) return 'lost-connection'
  return codes[sqlState] ?? 'server-error'
}

/** What to do next, for the codes where that is not plain from the message. */
export function hintOf(sqlState: string, message: string): string | undefined {
  switch (sqlState) {
    case '42501': {
      const object = /permission denied for (table|view|schema|sequence|function|materialized view) (\S+)/.exec(message)
      const right = object?.[1] === 'schema' ? 'USAGE' : object?.[1] === 'function' ? 'EXECUTE' : 'SELECT'
      const on = object?.[1] === 'schema' || object?.[1] === 'function' ? `${object[1].toUpperCase()} ` : ''
      return object
        ? `GRANT ${right} ON ${on}${object[2]} TO this account.`
        : 'Ask the owner for the privilege, by GRANT.'
    }
    case '42P01':
      return 'Check the spelling, and the schema that the connection uses (search_path).'
    case '25006':
      return 'Sargable runs statements in a read-only transaction; nothing was changed.'
    case '28P01':
      return 'Check user name and password.'
    case '28000':
      return /no encryption|SSL off/i.test(message)
        ? 'The server takes this account only over TLS: set TLS to "require".'
        : 'Check the user name, and pg_hba.conf on the server.'
    case '3D000':
      return 'Check the name of the database.'
    case '57014':
      return /user request/i.test(message) ? undefined : 'Raise the statement time limit of the connection.'
    case '55P03':
      return 'Another session holds the lock. Find it with pg_blocking_pids(), or raise the lock time limit.'
    case '53100':
      return 'The disk of the server, or the room that it may use, is full.'
    case '53300':
      return 'All connections of the server are taken; close some, or raise max_connections.'
    case '57P03':
      return 'The server is starting or stopping; try again in a moment.'
    default:
      return undefined
  }
}

/**
 * The offset in `sent`, in UTF-16 code units, of the server's error position, which counts characters from 1.
 * Source: protocol error field P.
 */
export function offsetOfPosition(sent: string, position: number): number {
  let offset = 0
  for (let left = position - 1; left > 0 && offset < sent.length; left--) {
    offset += (sent.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
  }
  return offset
}
