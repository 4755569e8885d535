// Protects what a person sees when it goes wrong: each bad input has its code, a place or a hint, and the session stays usable.
import { createServer } from 'node:net'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SargableError } from '../../src/core/errors'
import type { Session } from '../../src/engines/engine'
import { postgresServers } from '../kit/servers'
import { faultFrom, never, openOn, pointedAt, witness } from './postgres-fixture'

describe.each(postgresServers)('$id', (server) => {
  const database = `pgrefuse_${server.id}_${process.pid}`
  const poor = `pgpoor_${server.id}_${process.pid}`
  let session: Session
  let second: Client

  beforeAll(async () => {
    const admin = await openOn(server, server.database)
    await admin.execute(`CREATE DATABASE ${database}`, never)
    await admin.execute(`CREATE ROLE ${poor} LOGIN PASSWORD 'poor'`, never)
    await admin.close()
    second = await witness(server, database)
    await second.query(
      'CREATE TABLE public.author (id int PRIMARY KEY, name text); CREATE SCHEMA closed; CREATE TABLE closed.secret (id int)',
    )
    session = await openOn(server, database)
  })
  afterAll(async () => {
    await session?.close()
    await second?.end()
    const admin = await openOn(server, server.database)
    await admin.execute(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`, never)
    await admin.execute(`DROP ROLE IF EXISTS ${poor}`, never)
    await admin.close()
  })

  describe('connecting', () => {
    test.each([
      ['a wrong password', {}, 'wrong', 'access-denied'],
      ['no password', {}, '', 'access-denied'],
      ['an unknown user', { user: 'nobody_here' }, 'x', 'access-denied'],
      ['an unknown database', { database: 'no_such_database' }, undefined, 'unknown-database'],
      ['a closed port', { port: 1 }, undefined, 'cannot-connect'],
      ['an unknown host', { host: 'no-such-host.invalid' }, undefined, 'unknown-host'],
      ['a socket folder without a socket', { socketPath: '/nowhere' }, undefined, 'cannot-connect'],
      [
        'a CA file that is not there',
        { tls: { mode: 'verify-ca' as const, caFile: '/no/ca.pem' } },
        undefined,
        'file-unreadable',
      ],
      ['TLS that the server does not speak', { tls: { mode: 'require' as const } }, undefined, 'tls-refused'],
    ])('%s is told', async (_what, more, password, code) => {
      const fault = await faultFrom(openOn(server, database, more, password))
      expect(fault.code).toBe(code)
      expect(fault.hint).toBeTruthy()
    })

    test('TLS "prefer" falls back to a server that does not speak it', async () => {
      const own = await openOn(server, database, { tls: { mode: 'prefer' } })
      expect((await own.execute('SELECT 1', never)).rows).toEqual([['1']])
      await own.close()
    })

    test('a server that does not answer is given up after the connect limit', async () => {
      const silent = createServer()
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
      const address = silent.address()
      const port = typeof address === 'object' && address ? address.port : 0
      const fault = await faultFrom(openOn(server, database, { port, connectTimeoutMs: 200 }))
      expect(fault.code).toBe('cannot-connect')
      silent.close()
    })

    test('connecting can be stopped', async () => {
      const { postgresEngine } = await import('../../src/engines/postgres')
      const silent = createServer()
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
      const address = silent.address()
      const port = typeof address === 'object' && address ? address.port : 0
      const stop = new AbortController()
      const connecting = postgresEngine.connect(
        { via: 'network', product: 'postgres', host: '127.0.0.1', port },
        {},
        stop.signal,
      )
      setTimeout(() => stop.abort(), 50)
      expect((await faultFrom(connecting)).code).toBe('cancelled')
      silent.close()
    })
  })

  // [what, text, code, the piece pointed at]
  const refused: readonly (readonly [string, string, string, string | undefined])[] = [
    ['an empty text', '', 'empty-statement', undefined],
    ['only a comment', '-- nothing', 'empty-statement', undefined],
    ['two statements', 'select 1; select 2', 'not-one-statement', 'select 2'],
    ['a syntax error', 'SELECT * FORM author', 'syntax-error', 'FORM'],
    ['a syntax error after wide characters', `SELECT '😀é', * FORM author`, 'syntax-error', 'FORM'],
    ['a syntax error behind comments', '/* é */ -- x\n  SELECT id FROM author WHERE', 'syntax-error', ''],
    ['an unknown table', 'SELECT * FROM autor', 'unknown-table', 'autor'],
    ['an unknown table with schema', 'SELECT * FROM public.autor a', 'unknown-table', 'public.autor'],
    ['an unknown column', 'SELECT a.nam FROM author a', 'unknown-column', 'a.nam'],
    ['an unknown quoted column', 'SELECT "Name" FROM author', 'unknown-column', '"Name"'],
    ['an unknown function', 'SELECT nope(1)', 'server-error', 'nope'],
    ['a NUL character', 'SELECT 1 \0', 'bad-request', '\0'],
    ['half a character', `SELECT '\ud83d'`, 'bad-request', '\ud83d'],
    ['DDL', 'CREATE TABLE x (a int)', 'unsupported', 'CREATE TABLE x (a int)'],
    ['a setting', 'SET search_path = x', 'unsupported', 'SET search_path = x'],
    ['a transaction', 'COMMIT', 'unsupported', 'COMMIT'],
    ['an open quote', `SELECT 'abc`, 'syntax-error', `'`],
  ]
  test.each(refused)('%s has its code and place', async (_what, sql, code, piece) => {
    const fault = await faultFrom(session.explain({ sql, trace: false }, never))
    expect([fault.code, pointedAt(sql, fault)]).toEqual([code, piece])
    expect((await session.explain({ sql: 'SELECT 1', trace: false }, never)).outputs).toHaveLength(2)
  })

  test('the place of an error is given by line and column too', async () => {
    const fault = await faultFrom(session.explain({ sql: 'SELECT id,\n  nam\nFROM author', trace: false }, never))
    expect([fault.line, fault.column]).toEqual([2, 3])
    expect(fault.server).toMatchObject({ sqlState: '42703', message: 'column "nam" does not exist' })
  })

  test('a megabyte of SQL is explained', async () => {
    const sql = `SELECT * FROM author WHERE id IN (${Array.from({ length: 170_000 }, (_, i) => i).join(',')})`
    expect(sql.length).toBeGreaterThan(1_000_000)
    expect((await session.explain({ sql, trace: false }, never)).outputs).toHaveLength(2)
  })

  test('an account without SELECT is told which GRANT it needs', async () => {
    const own = await openOn(server, database, { user: poor }, 'poor')
    const table = await faultFrom(own.explain({ sql: 'SELECT * FROM author', trace: false }, never))
    expect(table).toMatchObject({ code: 'missing-privilege', hint: expect.stringMatching(/^GRANT SELECT ON author/) })
    const schema = await faultFrom(own.explain({ sql: 'SELECT * FROM closed.secret', trace: false }, never))
    expect(schema).toMatchObject({
      code: 'missing-privilege',
      hint: expect.stringMatching(/^GRANT USAGE ON SCHEMA closed/),
    })
    // Definitions are public in PostgreSQL; reading them does not fail.
    expect((await own.catalog([{ schema: 'closed', name: 'secret' }, { name: 'author' }], never)).tables).toHaveLength(
      2,
    )
    expect((await own.names('closed', never)).schemas).toEqual(['public'])
    expect(own.capabilities.find((capability) => capability.name === 'cpu-time')).toMatchObject({
      available: false,
      remedy: expect.stringMatching(/GRANT SET/),
    })
    await own.close()
  })

  test('on a production connection only plain reading is explained, and nothing is run', async () => {
    const own = await openOn(server, database, { production: true })
    expect((await own.explain({ sql: 'SELECT * FROM author', trace: false }, never)).outputs).toHaveLength(2)
    for (const sql of ['DELETE FROM author', 'SELECT * FROM author FOR UPDATE']) {
      expect((await faultFrom(own.explain({ sql, trace: false }, never))).code).toBe('production-refused')
      expect(() => own.statementsFor(sql, false)).toThrow(SargableError)
    }
    expect((await faultFrom(own.measure({ sql: 'SELECT 1', trace: false }, never))).code).toBe('production-refused')
    await own.close()
  })
})
