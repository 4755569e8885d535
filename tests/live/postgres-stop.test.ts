// Protects stopping: a cancel, a time limit and a lost connection end the statement on the server, and nothing stays.
import { createServer, connect as dialSocket, type Server, type Socket } from 'node:net'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../src/engines/engine'
import { postgresServers } from '../kit/servers'
import { faultFrom, never, openOn, witness } from './postgres-fixture'

const sleeps = 'SELECT pg_sleep(60)'

describe.each(postgresServers)('$id', (server) => {
  const database = `pgstop_${server.id}_${process.pid}`
  let session: Session
  let second: Client

  beforeAll(async () => {
    const admin = await openOn(server, server.database)
    await admin.execute(`CREATE DATABASE ${database}`, never)
    await admin.close()
    session = await openOn(server, database)
    second = await witness(server, database)
    await second.query('CREATE TABLE public.locked (id int PRIMARY KEY)')
  })
  afterAll(async () => {
    await session?.close()
    await second?.end()
    const admin = await openOn(server, server.database)
    await admin.execute(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`, never)
    await admin.close()
  })

  /** Statements of ours that run in this database right now. */
  const running = async () =>
    (
      await second.query(
        `SELECT query FROM pg_stat_activity WHERE datname = $1 AND application_name = 'sargable' AND state <> 'idle'`,
        [database],
      )
    ).rows.map((row) => String(row.query))
  const untilRunning = async (piece: string) => {
    for (let tries = 0; tries < 200; tries++) {
      if ((await running()).some((query) => query.includes(piece))) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`Never saw ${piece} run.`)
  }

  test.each([
    ['measured', (signal: AbortSignal) => session.measure({ sql: sleeps, trace: false }, signal)],
    ['executed', (signal: AbortSignal) => session.execute(sleeps, signal)],
  ])('a 60-second statement that is %s can be stopped, and is gone from the server', async (_how, run) => {
    const stop = new AbortController()
    const failing = faultFrom(run(stop.signal))
    await untilRunning('pg_sleep')
    stop.abort()
    expect((await failing).code).toBe('cancelled')
    expect(await running()).toEqual([])
    // The session goes on, outside of any transaction.
    expect((await session.execute('SELECT 42', never)).rows).toEqual([['42']])
    expect((await session.explain({ sql: 'SELECT 1', trace: false }, never)).outputs).toHaveLength(2)
  })

  test('a call that is stopped before its turn never starts', async () => {
    const stop = new AbortController()
    stop.abort()
    expect((await faultFrom(session.execute(sleeps, stop.signal))).code).toBe('cancelled')
    expect(await running()).toEqual([])
  })

  test('the time limit of a call stops the statement', async () => {
    const fault = await faultFrom(session.measure({ sql: sleeps, trace: false, timeoutMs: 300 }, never))
    expect(fault.code).toBe('timed-out')
    expect(await running()).toEqual([])
    expect((await session.execute('SELECT 42', never)).rows).toEqual([['42']])
  })

  test('the time limit of a connection stops the statement', async () => {
    const hasty = await openOn(server, database, { statementTimeoutMs: 200 })
    expect((await faultFrom(hasty.execute(sleeps, never))).code).toBe('timed-out')
    await hasty.close()
  })

  test('waiting for a lock ends after the lock limit', async () => {
    const hasty = await openOn(server, database, { lockTimeoutMs: 100 })
    await second.query('BEGIN')
    await second.query('LOCK TABLE public.locked IN ACCESS EXCLUSIVE MODE')
    try {
      expect((await faultFrom(hasty.explain({ sql: 'SELECT * FROM locked', trace: false }, never))).code).toBe(
        'lock-wait',
      )
      // Definitions are read without locks; only the sizes stay unknown.
      const { tables } = await hasty.catalog([{ name: 'locked' }], never)
      expect(tables).toMatchObject([{ name: 'locked', primaryKey: ['id'] }])
      expect(tables[0]?.bytes).toBeUndefined()
    } finally {
      await second.query('ROLLBACK')
    }
    await hasty.close()
  })

  test('a connection that the server ends is lost, and says so', async () => {
    const doomed = await openOn(server, database)
    const failing = faultFrom(doomed.measure({ sql: sleeps, trace: false }, never))
    await untilRunning('pg_sleep')
    await second.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()`,
      [database],
    )
    expect((await failing).code).toBe('lost-connection')
    await doomed.closed
    expect((await faultFrom(doomed.execute('SELECT 1', never))).code).toBe('lost-connection')
    await doomed.close()
  })

  describe('through a wire that can be cut', () => {
    let proxy: Server
    const sockets = new Set<Socket>()
    let port = 0
    beforeAll(async () => {
      proxy = createServer((near) => {
        const far = dialSocket(server.port, server.host)
        for (const socket of [near, far]) {
          sockets.add(socket)
          socket.on('error', () => undefined)
          socket.on('close', () => sockets.delete(socket))
        }
        near.pipe(far)
        far.pipe(near)
      })
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
      const address = proxy.address()
      port = typeof address === 'object' && address ? address.port : 0
    })
    afterAll(() => proxy.close())

    test('a cut in mid-query is a lost connection, and closed resolves', async () => {
      const own = await openOn(server, database, { port })
      const failing = faultFrom(own.measure({ sql: sleeps, trace: false }, never))
      await untilRunning('pg_sleep')
      for (const socket of sockets) socket.destroy()
      expect((await failing).code).toBe('lost-connection')
      await own.closed
      await second.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()`,
        [database],
      )
    })
  })
})
