// Protects the way to a MySQL or MariaDB server: who it is, what it can, and what a person reads when it fails.
import { existsSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import mysql, { type RowDataPacket } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '../../src/core/engine'
import { mysqlEngine } from '../../src/engines/mysql'
import {
  dropDatabase,
  faultFrom,
  freshDatabase,
  minutes,
  never,
  open,
  running,
  targetOf,
  until,
  witness,
} from '../kit/mysql'
import { type Endpoint, mysqlServers } from '../kit/servers'

const database = 'mysqlpart_connect'

/** By server id: product, start of the version, formats, and what it lacks. */
const known: Record<string, { product: Product; version: string; formats: string; lacks: string }> = {
  mysql56: {
    product: 'mysql',
    version: '5.6.',
    formats: 'mysql-json-v1 mysql-table mysql-partitions',
    lacks:
      'explain-tree explain-analyze optimizer-hints invisible-index hypothetical-index buffer-counters cpu-time statement-timeout',
  },
  mysql57: {
    product: 'mysql',
    version: '5.7.',
    formats: 'mysql-json-v1 mysql-table',
    lacks: 'explain-tree explain-analyze invisible-index hypothetical-index buffer-counters cpu-time',
  },
  mysql80: {
    product: 'mysql',
    version: '8.0.',
    formats: 'mysql-json-v1 mysql-table mysql-tree',
    lacks: 'hypothetical-index buffer-counters cpu-time',
  },
  mysql97: {
    product: 'mysql',
    version: '9.7.',
    formats: 'mysql-json-v1 mysql-table mysql-json-v2 mysql-tree',
    lacks: 'hypothetical-index buffer-counters cpu-time',
  },
  mariadb1011: {
    product: 'mariadb',
    version: '10.11.',
    formats: 'mariadb-json mariadb-table mariadb-partitions',
    lacks: 'explain-tree optimizer-hints invisible-index hypothetical-index buffer-counters cpu-time',
  },
  mariadb114: {
    product: 'mariadb',
    version: '11.4.',
    formats: 'mariadb-json mariadb-table mariadb-partitions',
    lacks: 'explain-tree optimizer-hints invisible-index hypothetical-index buffer-counters cpu-time',
  },
}

/** A way to the server that can be cut like a cable; new connections through it still work. */
async function breakable(server: Endpoint): Promise<{ port: number; cut(): void; close(): void }> {
  const open = new Set<Socket>()
  const proxy = createServer((near) => {
    const far = connect(server.port, server.host)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => open.delete(socket))
    }
    near.pipe(far)
    far.pipe(near)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  const address = proxy.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut: () => {
      for (const socket of open) socket.destroy()
    },
    close: () => proxy.close(),
  }
}

async function variable(server: Endpoint, name: string): Promise<string> {
  const connection = await witness(server)
  const [rows] = await connection.query<RowDataPacket[]>(`SHOW VARIABLES LIKE '${name}'`)
  await connection.end()
  return String(rows[0]?.['Value'] ?? '')
}

test.runIf(mysqlServers.length === 0)('no MySQL or MariaDB server is here', ({ skip }) => skip())

describe.each(mysqlServers)('$id', (server) => {
  beforeAll(async () => {
    await freshDatabase(server, database, [
      'CREATE TABLE t (a INT PRIMARY KEY, b INT)',
      'CREATE VIEW v AS SELECT a FROM t',
    ])
    const root = await witness(server)
    for (const user of ['mysqlpart_reader', 'mysqlpart_nobody']) {
      await root.query(`DROP USER ${user}`).catch(() => undefined)
      await root.query(`CREATE USER ${user} IDENTIFIED BY 'secret'`)
    }
    await root.query(`GRANT SELECT ON ${database}.* TO mysqlpart_reader`)
    await root.query(`GRANT INSERT ON ${database}.t TO mysqlpart_nobody`)
    await root.query(`GRANT SELECT ON ${database}.v TO mysqlpart_nobody`)
    await root.end()
  })
  afterAll(async () => {
    const root = await witness(server)
    for (const user of ['mysqlpart_reader', 'mysqlpart_nobody']) await root.query(`DROP USER ${user}`)
    await root.end()
    await dropDatabase(server, database)
  })

  test('says who it is, and why it cannot what it cannot', async () => {
    const expected = known[server.id]
    const session = await open(server)
    expect(session.identity.product).toBe(expected?.product)
    expect(session.identity.versionText.startsWith(expected?.version ?? 'none')).toBe(true)
    expect(session.formats.join(' ')).toBe(expected?.formats)
    const missing = session.capabilities.filter((capability) => !capability.available)
    expect(missing.map((capability) => capability.name).join(' ')).toBe(expected?.lacks)
    expect(missing.filter((capability) => !capability.because)).toEqual([])
    expect(session.database).toBe('sargable')
    await session.close()
    await session.closed
  })

  test('starts read only, with lock time-outs of seconds and the sql_mode of the server', async () => {
    const session = await open(server, { lockTimeoutMs: 2500 })
    const readOnly = server.id === 'mysql80' || server.id === 'mysql97' ? 'transaction_read_only' : 'tx_read_only'
    // A plan is the only way in that does not lift the fence, and it shows constants.
    const { outputs } = await session
      .explain(
        {
          sql: `SELECT CONCAT_WS(',', @@session.${readOnly}, @@session.lock_wait_timeout, @@session.innodb_lock_wait_timeout, @@session.sql_mode = @@global.sql_mode) x FROM t`,
          trace: false,
        },
        never,
      )
      .catch(() => ({ outputs: [] }))
    expect(outputs).toEqual([])
    const { rows } = await session.execute(
      'SELECT @@session.lock_wait_timeout, @@session.innodb_lock_wait_timeout, @@session.sql_mode = @@global.sql_mode',
      never,
    )
    expect(rows).toEqual([['3', '3', '1']])
    await session.close()
  })

  test.each([
    ['a wrong password', { password: 'wrong' }, 'access-denied', 1045],
    ['a database that is not there', { database: 'mysqlpart_none' }, 'unknown-database', 1049],
    ['a port where nothing listens', { port: 1 }, 'cannot-connect', 'ECONNREFUSED'],
    ['a host that no one knows', { host: 'no-such-host.invalid' }, 'unknown-host', undefined],
    ['a socket that is not there', { socketPath: '/nowhere/mysql.sock' }, 'cannot-connect', 'ENOENT'],
    [
      'a CA file that is not there',
      { tls: { mode: 'verify-ca' as const, caFile: '/nowhere.pem' } },
      'file-unreadable',
      undefined,
    ],
  ])('%s is said in words, with what to do', async (_name, change, code, errno) => {
    const { password = server.password, ...target } = { password: server.password, ...change }
    const fault = await faultFrom(mysqlEngine.connect(targetOf(server, target), { password }, never))
    expect(fault.code).toBe(code)
    expect(fault.hint).toBeTruthy()
    if (errno !== undefined) expect(fault.server?.errno).toBe(errno)
  })

  test('TLS: used where the server has it, refused in words where it has not or cannot be trusted', async () => {
    const has = (await variable(server, 'have_ssl')) === 'YES' || server.id === 'mysql97'
    if (!has) {
      const fault = await faultFrom(open(server, { tls: { mode: 'require' } }))
      expect(fault.code).toBe('tls-refused')
      expect(fault.hint).toBeTruthy()
      const plain = await open(server, { tls: { mode: 'prefer' } })
      const { rows } = await plain.execute("SHOW STATUS LIKE 'Ssl_cipher'", never)
      expect(rows[0]?.[1] ?? '').toBe('')
      return plain.close()
    }
    const session = await open(server, { tls: { mode: 'require' } })
    const { rows } = await session.execute("SHOW STATUS LIKE 'Ssl_cipher'", never)
    expect(rows[0]?.[1]).toMatch(/\w/)
    await session.close()
    const stranger = await faultFrom(open(server, { tls: { mode: 'verify-ca' } }))
    expect(stranger.code).toBe('tls-refused')
    const address = await faultFrom(open(server, { tls: { mode: 'verify-identity' } }))
    expect(address.code).toBe('tls-refused')
    const ca = join(await variable(server, 'datadir'), 'ca.pem')
    if (existsSync(ca)) {
      const trusted = await open(server, { tls: { mode: 'verify-ca', caFile: ca } })
      await trusted.close()
      // The certificate that the server made for itself names no host.
      const named = await faultFrom(open(server, { host: 'localhost', tls: { mode: 'verify-identity', caFile: ca } }))
      expect(named.code).toBe('tls-refused')
    }
  })

  test('connects by socket', async ({ skip }) => {
    const path = await variable(server, 'socket')
    if (!existsSync(path)) return skip('its socket is out of reach')
    const other = mysql.createConnection({ socketPath: path, user: server.user, password: server.password })
    if (
      !(await other
        .then((connection) => connection.end())
        .then(
          () => true,
          () => false,
        ))
    ) {
      return skip('this account may not use it')
    }
    const session = await open(server, { socketPath: path, tls: { mode: 'require' } })
    expect(session.database).toBe('sargable')
    await session.close()
  })

  test('a user with SELECT only gets plans, traces and definitions', async () => {
    const target = targetOf(server, { user: 'mysqlpart_reader', database })
    const session = await mysqlEngine.connect(target, { password: 'secret' }, never)
    const { outputs, traceText } = await session.explain({ sql: 'SELECT * FROM t WHERE b = 1', trace: true }, never)
    expect(outputs.map((output) => output.format)).toEqual(session.formats)
    if (server.id === 'mysql56' || server.id.startsWith('mysql')) expect(traceText).toContain('join_optimization')
    expect((await session.catalog([{ name: 't' }], never)).tables[0]?.primaryKey).toEqual(['a'])
    const refused = await faultFrom(session.explain({ sql: 'UPDATE t SET b = 1 WHERE a = 1', trace: false }, never))
    expect(refused.code).toBe('missing-privilege')
    expect(refused.hint).toContain(`GRANT UPDATE ON`)
    const measured = await session.measure({ sql: 'SELECT a FROM t', trace: false }, never)
    expect(measured.counters.rowsReturned).toBe(0)
    await session.close()
  })

  test('a user without SELECT is told which GRANT is missing', async () => {
    const target = targetOf(server, { user: 'mysqlpart_nobody', database })
    const session = await mysqlEngine.connect(target, { password: 'secret' }, never)
    const fault = await faultFrom(session.explain({ sql: 'SELECT * FROM t', trace: false }, never))
    expect(fault.code).toBe('missing-privilege')
    expect(fault.hint).toMatch(/GRANT SELECT ON \S+ TO 'mysqlpart_nobody'/)
    const view = await faultFrom(session.explain({ sql: 'SELECT * FROM v', trace: true }, never))
    expect([view.code, view.server?.errno]).toEqual(['missing-privilege', 1345])
    expect(view.hint).toContain('GRANT SHOW VIEW')
    expect((await session.catalog([{ name: 'v' }], never)).tables[0]?.columns).toHaveLength(1)
    await session.close()
  })

  test('a connection that breaks in the middle of a statement is said to be lost, and the statement is ended', async () => {
    const wire = await breakable(server)
    const session = await open(server, { database, port: wire.port })
    const work = faultFrom(session.measure({ sql: minutes, trace: false }, never))
    await until('the statement runs', async () =>
      (await running(server, database)).some((sql) => sql.startsWith('SELECT COUNT')),
    )
    wire.cut()
    const fault = await work
    expect(fault.code).toBe('lost-connection')
    expect(fault.hint).toBeTruthy()
    await session.closed
    expect((await faultFrom(session.names(undefined, never))).code).toBe('lost-connection')
    await until('nothing runs any more', async () => (await running(server, database)).length === 0)
    wire.close()
  })

  test('a connection that the server ends while it rests is noticed', async () => {
    const session = await open(server, { database })
    const { rows } = await session.execute('SELECT CONNECTION_ID()', never)
    const root = await witness(server)
    await root.query(`KILL ${Number(rows[0]?.[0])}`)
    await root.end()
    await session.closed
  })
})

test('something that is not a database server is said to be none', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const target = { via: 'network', product: 'mysql', host: '127.0.0.1', port, user: 'x' } as const
  const fault = await faultFrom(mysqlEngine.connect(target, {}, never))
  expect(fault.code).toBe('cannot-connect')
  server.close()
})

test('a host that never answers ends with the connect time-out, or at once when the person stops', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const target = {
    via: 'network',
    product: 'mysql',
    host: '127.0.0.1',
    port,
    user: 'x',
    connectTimeoutMs: 200,
  } as const
  expect((await faultFrom(mysqlEngine.connect(target, {}, never))).code).toBe('cannot-connect')
  const stop = new AbortController()
  const waiting = faultFrom(mysqlEngine.connect({ ...target, connectTimeoutMs: 60_000 }, {}, stop.signal))
  stop.abort()
  expect((await waiting).code).toBe('cancelled')
  server.close()
})
