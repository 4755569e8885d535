// Protects what is known of PostgreSQL without asking it: statements by version, reasons and remedies, errors and their places.
import { describe, expect, test } from 'vitest'
import {
  explainForms,
  faultCodeOf,
  hintOf,
  measuredForm,
  offsetOfPosition,
  type PostgresFacts,
  postgresCapabilities,
  quoteName,
} from '../../../src/core/dialects/postgres'
import { capabilityNameSchema } from '../../../src/core/engine'

const version = (major: number) => ({ major, minor: 0, patch: 0 })

// Which options a server takes was seen on 15.18 and 18.6; an unknown one is an error there.
test.each([
  [12, 'EXPLAIN (FORMAT JSON, VERBOSE, SETTINGS) ', 'EXPLAIN (ANALYZE, BUFFERS, VERBOSE, SETTINGS, FORMAT JSON) '],
  [15, 'EXPLAIN (FORMAT JSON, VERBOSE, SETTINGS) ', 'EXPLAIN (ANALYZE, BUFFERS, VERBOSE, SETTINGS, WAL, FORMAT JSON) '],
  [
    18,
    'EXPLAIN (FORMAT JSON, VERBOSE, SETTINGS, MEMORY) ',
    'EXPLAIN (ANALYZE, BUFFERS, VERBOSE, SETTINGS, WAL, MEMORY, SERIALIZE TEXT, FORMAT JSON) ',
  ],
])('version %i gets the options that it has', (major, plan, measured) => {
  expect(explainForms(version(major))).toEqual([
    { format: 'postgres-json', prefix: plan },
    { format: 'postgres-text', prefix: 'EXPLAIN (SETTINGS) ' },
  ])
  expect(measuredForm(version(major)).prefix).toBe(measured)
})

describe('capabilities', () => {
  const facts: PostgresFacts = {
    version: version(18),
    versionText: '18.6',
    embedded: false,
    superuser: false,
    inRecovery: false,
    hypopg: 'absent',
    setsExecutorStats: false,
    createsSchemas: true,
  }
  const of = (name: string, more: Partial<PostgresFacts> = {}) =>
    postgresCapabilities({ ...facts, ...more }).find((capability) => capability.name === name)

  test('every capability is told, each missing one with its reason', () => {
    const all = postgresCapabilities(facts)
    expect(all.map((capability) => capability.name).sort()).toEqual([...capabilityNameSchema.options].sort())
    expect(all.filter((capability) => !capability.available && !capability.because)).toEqual([])
  })

  test.each<[string, string, Partial<PostgresFacts>, RegExp | undefined]>([
    ['hypopg is created', 'hypothetical-index', { hypopg: 'created' }, undefined],
    [
      'hypopg lies on the server',
      'hypothetical-index',
      { hypopg: 'available' },
      /^CREATE EXTENSION hypopg \(as a superuser\)/,
    ],
    [
      'hypopg lies on the server of a superuser',
      'hypothetical-index',
      { hypopg: 'available', superuser: true },
      /^CREATE EXTENSION hypopg\.$/,
    ],
    ['hypopg lies on a standby', 'hypothetical-index', { hypopg: 'available', inRecovery: true }, /on the primary/],
    ['hypopg is not there', 'hypothetical-index', {}, /Install its package/],
    ['the account may not set log_executor_stats', 'cpu-time', {}, /GRANT SET ON PARAMETER/],
    ['the account may set log_executor_stats', 'cpu-time', { setsExecutorStats: true }, undefined],
    ['the server is embedded', 'statement-timeout', { embedded: true }, /restarts the embedded server/],
  ])('when %s', (_when, name, more, remedy) => {
    const capability = of(name, more)
    if (remedy === undefined) expect(capability).toEqual({ name, available: true })
    else expect(capability).toMatchObject({ available: false, remedy: expect.stringMatching(remedy) })
  })
})

test.each([
  ['42601', 'syntax error at or near "FORM"', 'syntax-error'],
  ['42601', 'cannot insert multiple commands into a prepared statement', 'not-one-statement'],
  ['42P01', 'relation "x" does not exist', 'unknown-table'],
  ['42703', 'column "x" does not exist', 'unknown-column'],
  ['42501', 'permission denied for table x', 'missing-privilege'],
  ['25006', 'cannot execute INSERT in a read-only transaction', 'read-only'],
  ['28P01', 'password authentication failed for user "x"', 'access-denied'],
  ['3D000', 'database "x" does not exist', 'unknown-database'],
  ['57014', 'canceling statement due to user request', 'cancelled'],
  ['57014', 'canceling statement due to statement timeout', 'timed-out'],
  ['55P03', 'canceling statement due to lock timeout', 'lock-wait'],
  ['08006', 'connection failure', 'lost-connection'],
  ['57P01', 'terminating connection due to administrator command', 'lost-connection'],
  ['22012', 'division by zero', 'server-error'],
])('%s "%s" is %s', (sqlState, message, code) => {
  expect(faultCodeOf(sqlState, message)).toBe(code)
})

test.each([
  ['permission denied for table author', 'GRANT SELECT ON author TO this account.'],
  ['permission denied for schema closed', 'GRANT USAGE ON SCHEMA closed TO this account.'],
  ['permission denied for function writes', 'GRANT EXECUTE ON FUNCTION writes TO this account.'],
])('"%s" names the GRANT', (message, hint) => {
  expect(hintOf('42501', message)).toBe(hint)
})

// The server counts characters from 1, a JavaScript string its code units from 0.
test.each([
  ['SELECT x', 8, 7],
  ["SELECT '\u{1F600}', x", 13, 13],
  ["SELECT '\u00e9', x", 13, 12],
  ['SELECT', 99, 6],
])('in %j character %i is at offset %i', (text, position, offset) => {
  expect(offsetOfPosition(text, position)).toBe(offset)
})

test('a name is quoted with its quotes doubled', () => {
  expect(quoteName('a"b')).toBe('"a""b"')
})
