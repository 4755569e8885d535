// What servers keep of their statements, read from real ones: counts, rows and shapes must be those that were sent.
import type { Connection, RowDataPacket } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { caseTables, mysqlCases, postgresCases, type StatementCase } from '../../../build/server-statement-cases'
import type { ServerSource } from '../../../src/core/digest/live/model'
import type { DigestDocument, DigestShape } from '../../../src/core/digest/model'
import { digestOf } from '../../../src/core/digest/tally'
import type { Dialect } from '../../../src/core/engine'
import { fingerprint } from '../../../src/core/sql/fingerprint'
import { dropDatabase, faultFrom, freshDatabase, targetOf, witness } from '../../kit/mysql'
import { connectPostgres, dropPostgres, freshPostgres } from '../../kit/postgres'
import { type Endpoint, mysqlServers, postgresServers } from '../../kit/servers'
import { type TestService, testService } from '../experiment/service'

const database = 'sargable_live_digest'

let service: TestService
beforeAll(() => {
  service = testService()
})
afterAll(() => service.close())

interface Reading {
  readonly of: ServerSource
  readonly seconds?: number
  readonly filter?: string
  readonly onWaiting?: () => Promise<void>
}

/** Reads through the service, as the command line does; only what ran in the database of the test. */
async function read(connectionId: string, { of, seconds, filter, onWaiting }: Reading): Promise<DigestDocument> {
  let waiting: Promise<void> | undefined
  const server = { kind: 'server' as const, connectionId, of, ...(seconds !== undefined && { seconds }) }
  const document = await service.client.call(
    'digest.run',
    { paths: [], servers: [server], filter: filter ?? `db:${database}` },
    {
      onEvent: ({ text }) => {
        if (text.startsWith('Waiting')) waiting ??= onWaiting?.()
      },
    },
  )
  await waiting
  return document
}

function shapeOf(document: DigestDocument, sql: string, dialect: Dialect): DigestShape | undefined {
  const family = dialect === 'postgres' ? 'postgres' : 'mysql'
  const digest = digestOf(family, fingerprint(sql, dialect))
  return document.shapes.find((shape) => shape.digest === digest)
}

/** Statement → count, as the digest has it; those that are not found have none. */
function counts(document: DigestDocument, cases: readonly StatementCase[], dialect: Dialect) {
  return Object.fromEntries(cases.map(({ sql }) => [sql, shapeOf(document, sql, dialect)?.count]))
}

function expected(cases: readonly StatementCase[], isLost: (one: StatementCase) => boolean) {
  return Object.fromEntries(cases.map((one) => [one.sql, isLost(one) ? undefined : one.times]))
}

async function sendAll(connection: { query(sql: string): Promise<unknown> }, cases: readonly StatementCase[]) {
  for (const { sql, times } of cases) for (let i = 0; i < times; i++) await connection.query(sql)
}

async function rowsOf(connection: Connection, sql: string): Promise<readonly RowDataPacket[]> {
  const [rows] = await connection.query<RowDataPacket[]>(sql)
  return rows
}

const hasSchema = (server: Endpoint) => server.id !== 'mariadb114'

describe.each(mysqlServers)('$id', (server) => {
  const dialect: Dialect = server.id.startsWith('mariadb') ? 'mariadb' : 'mysql'
  const hasSamples = server.id === 'mysql80' || server.id === 'mysql97'
  let connectionId: string
  beforeAll(async () => {
    await freshDatabase(server, database, caseTables)
    connectionId = await service.open(targetOf(server), server.password)
  })
  afterAll(async () => {
    await service.client.call('connections.close', { connectionId })
    await dropDatabase(server, database)
  })

  /** The connection is closed, and with it goes its history, which would lend its texts. */
  async function send(cases: readonly StatementCase[]): Promise<void> {
    const client = await witness(server, database)
    await sendAll(client, cases)
    await client.end()
  }

  test.runIf(hasSchema(server))(
    'digests: every statement with its count, under the shape that a log gives',
    async () => {
      const before = await read(connectionId, { of: 'digests' })
      const known = counts(before, mysqlCases, dialect)
      await send(mysqlCases)
      const document = await read(connectionId, { of: 'digests' })
      const came = Object.fromEntries(
        Object.entries(counts(document, mysqlCases, dialect)).map(([sql, count]) => [
          sql,
          count === undefined ? undefined : count - (known[sql] ?? 0),
        ]),
      )
      expect(came).toEqual(expected(mysqlCases, (one) => !hasSamples && one.lostInDigestText !== undefined))
      const shape = shapeOf(document, 'SELECT * FROM orders WHERE id = 7', dialect)
      expect(shape).toMatchObject({ schema: database, history: [], users: [] })
      expect((shape?.rowsSent ?? 0) / (shape?.count ?? 0)).toBe(1)
      expect(shape?.minMicros).toBeLessThanOrEqual(shape?.meanMicros ?? 0)
      expect(shape?.maxMicros).toBeGreaterThanOrEqual(shape?.meanMicros ?? 0)
      expect(shape?.p95Micros === undefined).toBe(!hasSamples)
      if (hasSamples) {
        expect(shape?.buckets.reduce((sum, [, count]) => sum + count, 0)).toBe(shape?.count)
        expect(shape?.samples[0]?.sql).toBe('SELECT * FROM orders WHERE id = 7')
      }
      // performance_schema remembers earlier runs of this test.
      const insert = mysqlCases[5]?.sql ?? ''
      const [earlier, inserted] = [shapeOf(before, insert, dialect), shapeOf(document, insert, dialect)]
      expect((inserted?.rowsAffected ?? 0) - (earlier?.rowsAffected ?? 0)).toBe(2)
      const scan = shapeOf(document, "SELECT id FROM orders WHERE note IS NULL OR note <> 'x'", dialect)
      expect(scan?.kinds.map(({ kind }) => kind)).toContain('full-scan')
      const [source] = document.sources
      expect(source).toMatchObject({ server: { of: 'digests' }, bytes: { total: 0 }, skipped: [] })
    },
  )

  test.runIf(hasSchema(server))('digests between two readings: only what came in between', async () => {
    const sql = 'SELECT id FROM orders WHERE id = 8 AND amount >= 1'
    await send([{ sql, times: 7 }])
    const document = await read(connectionId, {
      of: 'digests',
      seconds: 1,
      onWaiting: () => send([{ sql, times: 3 }]),
    })
    const shape = shapeOf(document, sql, dialect)
    expect(shape).toMatchObject({ count: 3, rowsSent: 3 })
    expect(shape?.maxMicros).toBeLessThanOrEqual(shape?.totalMicros ?? 0)
    expect(shape?.maxMicros).toBeGreaterThanOrEqual(shape?.meanMicros ?? 0)
    expect(document.sources[0]?.server).toMatchObject({ seconds: 1 })
    expect(Date.parse(document.to ?? '') - Date.parse(document.from ?? '')).toBeGreaterThanOrEqual(1000)
    // What ran before and not again is no part of it.
    expect(shapeOf(document, 'SELECT id FROM orders WHERE id < 4 AND TRUE', dialect)).toBeUndefined()
  })

  test.runIf(hasSchema(server))('history: single calls with their times, users and texts', async () => {
    const admin = await witness(server)
    const consumers = await rowsOf(
      admin,
      "SELECT NAME, ENABLED FROM performance_schema.setup_consumers WHERE NAME LIKE 'events_statements_%'",
    )
    await admin.query(
      "UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME IN ('events_statements_current', 'events_statements_history', 'events_statements_history_long')",
    )
    const own = await service.open(targetOf(server), server.password)
    const client = await witness(server, database)
    try {
      const [start] = await rowsOf(admin, 'SELECT UNIX_TIMESTAMP(NOW(6)) AS at')
      const document = await read(own, {
        of: 'history',
        seconds: 1,
        onWaiting: () => sendAll(client, mysqlCases),
      })
      const [end] = await rowsOf(admin, 'SELECT UNIX_TIMESTAMP(NOW(6)) AS at')
      expect(counts(document, mysqlCases, dialect)).toEqual(expected(mysqlCases, () => false))
      const shape = shapeOf(document, 'SELECT * FROM orders WHERE id = 7', dialect)
      expect(shape).toMatchObject({ schema: database, rowsSent: 5, users: [{ name: server.user, count: 5 }] })
      expect(shape?.p95Micros).toBeGreaterThan(0)
      // The clock of the timer is found once for all: it may be off by milliseconds.
      expect(Date.parse(document.from ?? '')).toBeGreaterThan(Number(start?.['at']) * 1000 - 250)
      expect(Date.parse(document.to ?? '')).toBeLessThan(Number(end?.['at']) * 1000 + 250)
      // The texts of a history stand in for samples that the server does not keep beside its digests.
      const digests = await read(own, { of: 'digests' })
      const quoted = shapeOf(digests, 'SELECT `id` FROM `orders` WHERE `id` = 4', dialect)
      expect(quoted?.samples[0]?.sql).toBe('SELECT `id` FROM `orders` WHERE `id` = 4')
    } finally {
      for (const { NAME, ENABLED } of consumers)
        await admin.query('UPDATE performance_schema.setup_consumers SET ENABLED = ? WHERE NAME = ?', [ENABLED, NAME])
      await client.end()
      await admin.end()
      await service.client.call('connections.close', { connectionId: own })
    }
  })

  test('slow-log-table: every entry, in the time of its zone', async () => {
    const admin = await witness(server)
    const [before] = await rowsOf(
      admin,
      'SELECT @@GLOBAL.log_output AS output, @@GLOBAL.slow_query_log AS slow, @@GLOBAL.long_query_time AS time',
    )
    try {
      await admin.query("SET GLOBAL log_output = 'TABLE'")
      await admin.query('SET GLOBAL slow_query_log = ON')
      const client = await witness(server, database)
      const [start] = await rowsOf(admin, 'SELECT UNIX_TIMESTAMP(NOW(6)) AS at')
      const document = await read(connectionId, {
        of: 'slow-log-table',
        seconds: 1,
        onWaiting: async () => {
          await client.query('SET SESSION long_query_time = 0')
          await sendAll(client, mysqlCases)
          await client.query("SELECT 'ä \\' 雪', SLEEP(0.05)")
          await client.end()
        },
      })
      const [end] = await rowsOf(admin, 'SELECT UNIX_TIMESTAMP(NOW(6)) AS at')
      expect(counts(document, mysqlCases, dialect)).toEqual(expected(mysqlCases, () => false))
      const slept = shapeOf(document, "SELECT 'a', SLEEP(1)", dialect)
      expect(slept?.samples[0]).toMatchObject({ sql: "SELECT 'ä \\' 雪', SLEEP(0.05)", database, user: server.user })
      if (server.id === 'mysql56') expect(document.sources[0]?.cautions?.join()).toContain('whole seconds')
      else expect(slept?.totalMicros).toBeGreaterThanOrEqual(50_000)
      expect(Date.parse(document.from ?? '')).toBeGreaterThan(Number(start?.['at']) * 1000 - 1001)
      expect(Date.parse(document.to ?? '')).toBeLessThan(Number(end?.['at']) * 1000 + 1001)
      const filtered = await read(connectionId, { of: 'slow-log-table', filter: `db:${database} text:"sleep"` })
      expect(filtered.shapes.map(({ digest }) => digest)).toEqual([slept?.digest])
    } finally {
      await admin.query('SET GLOBAL slow_query_log = ?', [before?.['slow']])
      await admin.query('SET GLOBAL log_output = ?', [before?.['output']])
      await admin.query('TRUNCATE TABLE mysql.slow_log')
      await admin.end()
    }
  })

  test('an account without rights is told what it lacks', async () => {
    const admin = await witness(server)
    await admin.query("DROP USER IF EXISTS 'digest_nobody'@'%'").catch(() => undefined) // 5.6 has no IF EXISTS
    await admin.query("CREATE USER 'digest_nobody'@'%' IDENTIFIED BY 'nobody'")
    try {
      await admin.query(`GRANT SELECT ON ${database}.* TO 'digest_nobody'@'%'`)
      const nobody = await service.open(targetOf(server, { user: 'digest_nobody', database }), 'nobody')
      const offers = await service.client.call('digest.offers', { connectionId: nobody })
      const because = Object.fromEntries(offers.map((offer) => [offer.of, offer.because]))
      expect(because['slow-log-table']).toContain('GRANT SELECT ON mysql.slow_log')
      expect(because['digests']).toMatch(
        hasSchema(server) ? /GRANT SELECT ON performance_schema/ : /performance_schema is off/,
      )
      expect((await faultFrom(read(nobody, { of: 'slow-log-table' }))).code).toBe('missing-privilege')
      await service.client.call('connections.close', { connectionId: nobody })
    } finally {
      await admin.query("DROP USER 'digest_nobody'@'%'")
      await admin.end()
    }
  })

  test('waiting can be stopped, and sums refuse filters of single calls', async () => {
    const controller = new AbortController()
    const request = {
      paths: [],
      servers: [{ kind: 'server' as const, connectionId, of: 'slow-log-table' as const, seconds: 600 }],
    }
    const stopped = service.client.call('digest.run', request, {
      signal: controller.signal,
      onEvent: ({ text }) => {
        if (text.startsWith('Waiting')) controller.abort()
      },
    })
    expect((await faultFrom(stopped)).code).toBe('cancelled')
    for (const filter of ['time>1s', 'user:app', 'rows>10'])
      expect((await faultFrom(read(connectionId, { of: 'digests', filter }))).message).toContain('cannot be filtered')
  })
})

describe.each(postgresServers)('$id', (server) => {
  const inside = { ...server, database }
  let connectionId: string
  const target = {
    via: 'network' as const,
    product: 'postgres' as const,
    host: server.host,
    port: server.port,
    user: server.user,
    database,
  }
  beforeAll(async () => {
    const client = await freshPostgres(server, database)
    for (const statement of caseTables) await client.query(statement)
    await client.end()
    connectionId = await service.open(target, server.password)
  })
  afterAll(async () => {
    await service.client.call('connections.close', { connectionId })
    await dropPostgres(server, database)
  })

  test('the extension is missed until it is there', async () => {
    const of = 'pg-stat-statements'
    const offers = await service.client.call('digest.offers', { connectionId })
    expect(offers.find((offer) => offer.of === of)?.because).toContain('CREATE EXTENSION pg_stat_statements')
    expect((await faultFrom(read(connectionId, { of }))).hint).toContain('CREATE EXTENSION')
    const client = await connectPostgres(inside)
    await client.query('CREATE SCHEMA "Odd ""one"""')
    await client.query('CREATE EXTENSION pg_stat_statements SCHEMA "Odd ""one"""')
    await client.end()
    const after = await service.client.call('digest.offers', { connectionId })
    expect(after.filter(({ available }) => available)).toEqual([{ of, available: true }])
  })

  test('every statement with its count and rows, under the shape that a log gives', async () => {
    const client = await connectPostgres(inside)
    await sendAll(client, postgresCases)
    for (let i = 0; i < 3; i++)
      await client.query({ text: 'SELECT status FROM orders WHERE id = $1', values: [i], name: 'prepared' })
    await client.end()
    const document = await read(connectionId, { of: 'pg-stat-statements' })
    expect(counts(document, postgresCases, 'postgres')).toEqual(
      expected(
        postgresCases,
        (one) => (one.lostInPostgres ?? (server.id === 'pg18' ? one.lostFromPostgres18 : undefined)) !== undefined,
      ),
    )
    expect(shapeOf(document, 'SELECT status FROM orders WHERE id = 5', 'postgres')?.count).toBe(3)
    const shape = shapeOf(document, 'SELECT * FROM orders WHERE id = 7', 'postgres')
    expect(shape).toMatchObject({
      schema: database,
      rowsSent: 5,
      users: [{ name: server.user, count: 5 }],
      buckets: [],
      history: [],
    })
    expect(shape?.p95Micros).toBeUndefined()
    expect(shape?.maxMicros).toBeGreaterThanOrEqual(shape?.meanMicros ?? 0)
    expect(shapeOf(document, postgresCases[5]?.sql ?? '', 'postgres')?.rowsAffected).toBe(2)
  })

  test('kept for a screen, with a page of it and one shape', async () => {
    const { client } = service
    const source = { kind: 'server' as const, connectionId, of: 'pg-stat-statements' as const }
    const held = await client.call('digest.open', { sources: [source], filter: `db:${database}` })
    expect(held).toMatchObject({ schemas: [database], users: [server.user], readBytes: 0, canReadAgain: false })
    const { digestId } = held
    const view = await client.call('digest.view', { digestId, view: { order: 'calls', filter: 'text:"from orders"' } })
    const [first] = view.rows
    expect(first).toMatchObject({ count: 5, fingerprint: 'select * from orders where id = ?', spark: [] })
    expect(first?.p95Micros).toBeUndefined()
    expect((await client.call('digest.shape', { digestId, shape: first?.digest ?? '' })).count).toBe(5)
    const document = await client.call('digest.document', { digestId })
    expect(document.events).toBe(held.events)
    await client.call('digest.close', { digestId })
  })

  test('between two readings: only what came in between, also after a reset', async () => {
    const sql = 'SELECT id FROM orders WHERE id = 8 AND amount >= 1'
    const reset = 'SELECT id FROM orders WHERE id = 9 AND amount >= 2 AND id > 0'
    const client = await connectPostgres(inside)
    await sendAll(client, [
      { sql, times: 7 },
      { sql: reset, times: 9 },
    ])
    const document = await read(connectionId, {
      of: 'pg-stat-statements',
      seconds: 1,
      onWaiting: async () => {
        await client.query(
          `SELECT "Odd ""one""".pg_stat_statements_reset(userid, dbid, queryid) FROM "Odd ""one""".pg_stat_statements WHERE query LIKE '%amount >= $2 AND id > $3%'`,
        )
        await sendAll(client, [
          { sql, times: 3 },
          { sql: reset, times: 2 },
        ])
      },
    })
    await client.end()
    expect(shapeOf(document, sql, 'postgres')).toMatchObject({ count: 3, rowsSent: 3 })
    expect(shapeOf(document, reset, 'postgres')?.count).toBe(2)
    expect(document.sources[0]?.cautions?.join()).toContain('counted anew')
    expect(shapeOf(document, 'SELECT * FROM orders WHERE id = 7', 'postgres')).toBeUndefined()
  })

  test('statements of others are hidden from an account without rights, and counted', async () => {
    const client = await connectPostgres(inside)
    await client.query('DROP ROLE IF EXISTS digest_nobody')
    await client.query("CREATE ROLE digest_nobody LOGIN PASSWORD 'nobody'")
    try {
      await client.query('GRANT USAGE ON SCHEMA "Odd ""one""" TO digest_nobody')
      const nobody = await service.open({ ...target, user: 'digest_nobody' }, 'nobody')
      const document = await read(nobody, { of: 'pg-stat-statements' })
      const rest = document.shapes.find(({ digest }) => digest === 'rest')
      expect(rest?.count).toBeGreaterThan(20)
      expect(document.sources[0]?.cautions?.join()).toContain('GRANT pg_read_all_stats')
      await service.client.call('connections.close', { connectionId: nobody })
    } finally {
      await client.query('DROP OWNED BY digest_nobody')
      await client.query('DROP ROLE digest_nobody')
      await client.end()
    }
  })
})
