// Protects how connection URLs are read: every part, every escape, and a place for every mistake.

import { describe, expect, test } from 'vitest'
import type { ConnectionTarget } from '../../../src/core/connection/model'
import { connectionText } from '../../../src/core/connection/text'
import { parseConnectionUrl, passwordInUrlCaution } from '../../../src/core/connection/url'
import { SargableError } from '../../../src/core/errors'
import fc from '../../kit/seeded-check'

const understood: readonly (readonly [string, ConnectionTarget])[] = [
  [
    'mysql://ann@db.example:3307/shop',
    { via: 'network', product: 'mysql', user: 'ann', host: 'db.example', port: 3307, database: 'shop' },
  ],
  ['mariadb://localhost', { via: 'network', product: 'mariadb', host: 'localhost' }],
  ['postgres://', { via: 'network', product: 'postgres' }],
  ['postgresql:///shop', { via: 'network', product: 'postgres', database: 'shop' }],
  ['MySQL://h/', { via: 'network', product: 'mysql', host: 'h' }],
  ['  mysql://h  ', { via: 'network', product: 'mysql', host: 'h' }],
  [
    'postgres://an%40n@[::1]:5433/a%2Fb',
    { via: 'network', product: 'postgres', user: 'an@n', host: '::1', port: 5433, database: 'a/b' },
  ],
  ['postgres://[fe80::1%25eth0]', { via: 'network', product: 'postgres', host: 'fe80::1%eth0' }],
  [
    'postgres://%2Fvar%2Frun%2Fpostgresql:5433/shop',
    { via: 'network', product: 'postgres', socketPath: '/var/run/postgresql', port: 5433, database: 'shop' },
  ],
  ['postgres:///shop?host=/tmp', { via: 'network', product: 'postgres', database: 'shop', socketPath: '/tmp' }],
  [
    'mysql://root@localhost?socket=/run/mysqld/mysqld.sock',
    { via: 'network', product: 'mysql', user: 'root', host: 'localhost', socketPath: '/run/mysqld/mysqld.sock' },
  ],
  [
    'mysql://h?ssl=verify-ca&ca=/etc/ca.pem&cert=c.pem&key=k.pem',
    {
      via: 'network',
      product: 'mysql',
      host: 'h',
      tls: { mode: 'verify-ca', caFile: '/etc/ca.pem', certFile: 'c.pem', keyFile: 'k.pem' },
    },
  ],
  [
    'postgres://h?sslmode=verify-full',
    { via: 'network', product: 'postgres', host: 'h', tls: { mode: 'verify-identity' } },
  ],
  ['mysql://h?ssl-mode=REQUIRED', { via: 'network', product: 'mysql', host: 'h', tls: { mode: 'require' } }],
  ['mysql://h?ssl', { via: 'network', product: 'mysql', host: 'h', tls: { mode: 'require' } }],
  ['mysql://h?ssl=0', { via: 'network', product: 'mysql', host: 'h', tls: { mode: 'disable' } }],
  // A CA file is named in order to be checked against.
  [
    'mysql://h?ca=ca.pem',
    { via: 'network', product: 'mysql', host: 'h', tls: { mode: 'verify-ca', caFile: 'ca.pem' } },
  ],
  [
    'postgres://h?connect_timeout=3&statement_timeout=2500&lock_timeout=2s&production&scratch=yes',
    {
      via: 'network',
      product: 'postgres',
      host: 'h',
      connectTimeoutMs: 3000,
      statementTimeoutMs: 2500,
      lockTimeoutMs: 2000,
      production: true,
      scratchAllowed: true,
    },
  ],
  [
    'postgres://h?user=ann&dbname=shop&port=6000',
    { via: 'network', product: 'postgres', host: 'h', user: 'ann', database: 'shop', port: 6000 },
  ],
  ['pglite:', { via: 'pglite' }],
  ['pglite:./data/my db', { via: 'pglite', dataFolder: './data/my db' }],
  ['pglite:///srv/data', { via: 'pglite', dataFolder: '/srv/data' }],
  ['sandbox:mysql', { via: 'sandbox', product: 'mysql' }],
  ['sandbox:mariadb', { via: 'sandbox', product: 'mariadb' }],
  ['sandbox:postgres', { via: 'sandbox', product: 'postgres' }],
  ['sandbox:mysql?pool=8M&direct=1', { via: 'sandbox', product: 'mysql', poolBytes: 8_388_608, directIo: true }],
  ['sandbox:mariadb?pool=1g', { via: 'sandbox', product: 'mariadb', poolBytes: 1_073_741_824 }],
  ['sandbox:mysql?direct=0', { via: 'sandbox', product: 'mysql' }],
]

test.each(understood)('%s is understood', (text, target) => {
  expect(parseConnectionUrl(text)).toEqual({ target, cautions: [] })
})

describe('passwords', () => {
  test.each([
    ['mysql://ann:s3cret@h/db', 's3cret'],
    ['mysql://ann:p%40ss%2Fw%3Ard@h/db', 'p@ss/w:rd'],
    ['mysql://ann:a@b@h/db', 'a@b'],
    ['postgres://ann:@h/db', ''],
    ['postgres://ann@h/db?password=x%26y', 'x&y'],
  ])('the password of %s is kept apart and warned about', (text, password) => {
    const parsed = parseConnectionUrl(text)
    expect(parsed.password).toBe(password)
    expect(parsed.cautions).toEqual([passwordInUrlCaution])
    expect(parsed.target).toMatchObject({ user: 'ann', host: 'h', database: 'db' })
    expect(connectionText(parsed.target)).not.toContain('password')
    expect(JSON.stringify(parsed.target)).not.toContain('password')
  })
})

test('a parameter of other clients is told to be unused', () => {
  expect(parseConnectionUrl('postgres://h?application_name=x').cautions).toEqual([
    'The parameter "application_name" of the URL is not used.',
  ])
})

// [text, the piece that is wrong, what the message says]
const refused: readonly (readonly [string, string, RegExp])[] = [
  ['', '', /empty/],
  ['localhost', 'localhost', /not a connection URL/],
  ['oracle://h', 'oracle', /Unknown kind of server "oracle"/],
  ['mysql:h', 'h', /slashes are missing/],
  ['mysql://h:99999', '99999', /not a port/],
  ['mysql://h:0', '0', /not a port/],
  ['mysql://h:33a6', '33a6', /not a port/],
  ['mysql://::1/db', '::1', /more than one colon/],
  ['mysql://[::1/db', '[::1', /"\]"/],
  ['mysql://[nope]/db', 'nope', /not an IPv6/],
  ['mysql://[::1]x/db', 'x', /neither a port nor a database/],
  ['postgres://a,b/db', 'a,b', /one host/],
  ['mysql://h/a/b', '/b', /more than a database/],
  ['mysql://ann:pa/ss@h/db', 'ann:pa', /slash before/],
  ['mysql://a%zz@h', '%', /starts no escape/],
  ['mysql://a%ff@h', 'a%ff', /not UTF-8/],
  ['mysql://h/a%00b', 'a%00b', /NUL/],
  ['mysql://h?ssl=maybe', 'maybe', /Unknown TLS mode/],
  ['mysql://h?ca=', '', /value is missing/],
  ['mysql://h?colour=red', 'colour', /Unknown parameter "colour"/],
  ['mysql://h?constructor=1', 'constructor', /Unknown parameter/],
  ['mysql://h?connect_timeout=soon', 'soon', /not a time/],
  ['mysql://h?connect_timeout=0', '0', /not a time/],
  ['mysql://h?production=perhaps', 'perhaps', /neither true nor false/],
  ['mysql://h?scratch=maybe', 'maybe', /neither true nor false/],
  ['sandbox:oracle', 'oracle', /no sandbox of "oracle"/],
  ['sandbox:mysql?pool=1M', 'pool=1M', /no size of a buffer pool/],
  ['sandbox:mysql?pool=big', 'pool=big', /no size of a buffer pool/],
  ['sandbox:mysql?disk=slow', 'disk=slow', /no parameter "disk"/],
  ['sandbox:mysql?direct=perhaps', 'direct=perhaps', /neither true nor false/],
  ['sandbox:postgres?pool=8M', 'pool=8M', /for sandboxes of MySQL/],
]

test.each(refused)('%j is refused at %j', (text, wrong, message) => {
  let caught: unknown
  try {
    parseConnectionUrl(text)
  } catch (error) {
    caught = error
  }
  expect(caught).toBeInstanceOf(SargableError)
  if (!(caught instanceof SargableError)) return
  expect(caught.fault.code).toBe('bad-request')
  expect(caught.fault.message).toMatch(message)
  const { span } = caught.fault
  expect(span && text.slice(span.start, span.end)).toBe(wrong)
})

test('what is shown can be read back', () => {
  const name = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).filter((text) => !text.includes('\0'))
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
  const target = fc.record(
    {
      via: fc.constant('network' as const),
      product: fc.constantFrom('mysql' as const, 'mariadb' as const, 'postgres' as const),
      host: optional(fc.constantFrom('localhost', 'db.example', '::1', 'fe80::1%eth0')),
      port: optional(fc.integer({ min: 1, max: 65535 })),
      socketPath: optional(name.map((text) => `/run/${text}`)),
      user: optional(name),
      database: optional(name),
      tls: optional(fc.record({ mode: fc.constantFrom('disable' as const, 'verify-ca' as const), caFile: name })),
      production: optional(fc.boolean()),
      scratchAllowed: optional(fc.boolean()),
      lockTimeoutMs: optional(fc.integer({ min: 1, max: 1_000_000 })),
    },
    { requiredKeys: ['via', 'product'] },
  )
  fc.assert(
    fc.property(target, (given) => {
      expect(parseConnectionUrl(connectionText(given)).target).toEqual(
        Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      )
    }),
    { seed: 7, numRuns: 300 },
  )
})
