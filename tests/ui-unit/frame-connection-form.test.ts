// Protects the connection dialog: what is typed becomes the target, empty fields stay the client's own, no password in it.
import { describe, expect, test } from 'vitest'
import { connectionTargetSchema } from '../../src/core/connection/model'
import { emptyFields, type FormFields, fieldsOf, nameFor, problemsOf, targetOf } from '../../src/ui/connections/form'
import { connectionWords } from '../../src/ui/connections/target-words'

const fields = (more: Partial<FormFields>): FormFields => ({ ...emptyFields, ...more })

describe('fields become a target', () => {
  test.each<[string, Partial<FormFields>, unknown]>([
    [
      'host and port',
      { host: 'db1', port: '3307', user: 'analyst', database: 'shop', tlsMode: 'verify-ca', caFile: '/ca.pem' },
      {
        via: 'network',
        product: 'mysql',
        host: 'db1',
        port: 3307,
        user: 'analyst',
        database: 'shop',
        tls: { mode: 'verify-ca', caFile: '/ca.pem' },
        statementTimeoutMs: 30_000,
      },
    ],
    [
      'nothing typed is left to the client’s files',
      {},
      { via: 'network', product: 'mysql', tls: { mode: 'prefer' }, statementTimeoutMs: 30_000 },
    ],
    [
      'a socket has no host and no TLS',
      { kind: 'postgres', by: 'socket', socketPath: '/var/run/postgresql', host: 'left over' },
      { via: 'network', product: 'postgres', socketPath: '/var/run/postgresql', statementTimeoutMs: 30_000 },
    ],
    [
      'production',
      { host: 'p', production: true, statementSeconds: '' },
      {
        via: 'network',
        product: 'mysql',
        host: 'p',
        tls: { mode: 'prefer' },
        production: true,
      },
    ],
    ['embedded, in memory', { kind: 'pglite', statementSeconds: '' }, { via: 'pglite' }],
    [
      'sandbox',
      { kind: 'sandbox', sandboxProduct: 'mariadb', statementSeconds: '' },
      { via: 'sandbox', product: 'mariadb' },
    ],
  ])('%s', (_name, typed, target) => {
    expect(targetOf(fields(typed))).toEqual(target)
    expect(connectionTargetSchema.safeParse(targetOf(fields(typed))).success).toBe(true)
  })
  test('the password is never part of it', () =>
    expect(JSON.stringify(targetOf(fields({ host: 'h', password: 'hunter2' })))).not.toContain('hunter2'))
  test('a saved target comes back as the same fields', () => {
    const typed = fields({ kind: 'postgres', host: 'h', port: '5433', user: 'u', tlsMode: 'require', name: 'x' })
    expect(fieldsOf(targetOf(typed), 'x')).toEqual(typed)
  })
})

test.each<[string, Partial<FormFields>, object]>([
  ['a port is a number up to 65535', { port: '70000' }, { port: 'Ports go from 1 to 65535.' }],
  ['letters are no port', { port: 'abc' }, { port: 'Ports go from 1 to 65535.' }],
  ['no limit below zero', { statementSeconds: '-1' }, { statementSeconds: 'Seconds, more than 0.' }],
  ['empty is allowed', { port: '', statementSeconds: '' }, {}],
])('%s', (_name, typed, problems) => expect(problemsOf(fields(typed))).toEqual(problems))

test.each<[Partial<FormFields>, string]>([
  [{ host: 'db1', database: 'shop' }, 'shop@db1'],
  [{ user: 'analyst' }, 'analyst@localhost'],
  [{ kind: 'pglite' }, 'Embedded PostgreSQL'],
  [{ kind: 'sandbox', sandboxProduct: 'postgres' }, 'Sandbox postgres'],
  [{ name: ' mine ', host: 'db1' }, 'mine'],
])('%j is called %s', (typed, name) => expect(nameFor(fields(typed))).toBe(name))

test('a target in words has no empty places', () => {
  expect(connectionWords({ via: 'network', product: 'mysql', host: 'db1', port: 3306, user: 'app' })).toBe(
    'MySQL, db1:3306, as app',
  )
  expect(connectionWords({ via: 'network', product: 'postgres' })).toBe('PostgreSQL, localhost')
})
