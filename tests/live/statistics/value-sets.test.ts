// Protects value sets on real servers: sets side by side, grouped by plan shape, from files and from statistics; what measuring counts.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analysisSchema } from '../../../src/core/analysis/model'
import type { ConnectionTarget } from '../../../src/core/connection/model'
import { createContext, type ServiceContext } from '../../../src/service/context'
import { analyzeMethods } from '../../../src/service/methods/analyze'
import { connectionMethods } from '../../../src/service/methods/connections'
import { statisticsMethods } from '../../../src/service/methods/statistics'
import { connectPostgres } from '../../kit/postgres'
import { type Endpoint, mysqlServers, postgresServers } from '../../kit/servers'

const signal = new AbortController().signal
const context = { signal, progress: () => undefined }
let folder = ''
let service: ServiceContext

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sargable-value-sets-'))
  service = createContext({
    version: '0',
    secrets: 'memory',
    appFolder: join(import.meta.dirname, '../../..'),
    dataFolder: folder,
    cacheFolder: folder,
  })
})
afterAll(async () => {
  await service?.close()
  await rm(folder, { recursive: true, force: true })
})

/** 20,000 orders: 19,400 sent, 580 paid, 20 new; totals 0 to 19,999, each once; 400 customers. */
const fill = Array.from({ length: 20 }, (_, batch) =>
  Array.from({ length: 1000 }, (__, row) => {
    const at = batch * 1000 + row
    const status = at % 1000 === 7 ? 'new' : at % 100 < 3 ? 'paid' : 'sent'
    return `(${at}, ${at % 400}, '${status}', ${(at * 7919) % 20_000}, '${'x'.repeat(150)}')`
  }).join(', '),
)

const database = `colstats_sets_${process.pid}`
const given = (values: readonly number[]) =>
  values.map((value) => ({ values: { positional: [{ kind: 'number' as const, value }] } }))

describe.each([...mysqlServers, ...postgresServers])('$id', (server: Endpoint) => {
  const isMysql = server.kind === 'mysql'
  const schemaWord = isMysql ? 'DATABASE' : 'SCHEMA'
  let connectionId = ''
  const open = async (more: { production?: boolean } = {}) => {
    const { host, port, user, password } = server
    const target: ConnectionTarget = {
      via: 'network',
      product: isMysql ? (server.id.startsWith('maria') ? 'mariadb' : 'mysql') : 'postgres',
      host,
      port,
      user,
      database: server.database,
      ...more,
    }
    const opened = await connectionMethods(service)['connections.open']({ target, password }, context)
    return opened.connectionId
  }
  const send = (...statements: readonly string[]) =>
    service.connections.withSession(connectionId, signal, async (session) => {
      for (const statement of statements) await session.execute(statement, signal)
    })
  const drop = `DROP ${schemaWord} IF EXISTS ${database}${isMysql ? '' : ' CASCADE'}`

  beforeAll(async () => {
    connectionId = await open()
    await send(
      drop,
      `CREATE ${schemaWord} ${database}`,
      `CREATE TABLE ${database}.orders (id INT PRIMARY KEY, customer_id INT NOT NULL, status VARCHAR(20) NOT NULL, total INT NOT NULL, note VARCHAR(200) NOT NULL)`,
      ...fill.map((rows) => `INSERT INTO ${database}.orders VALUES ${rows}`),
      `CREATE INDEX ix_total ON ${database}.orders (total)`,
      `CREATE INDEX ix_status ON ${database}.orders (status)`,
      `ANALYZE ${isMysql ? 'TABLE ' : ''}${database}.orders`,
    )
    await service.connections.use(connectionId, database, signal)
  }, 60_000)
  afterAll(async () => {
    if (connectionId !== '') await send(drop)
  })

  const planned = (
    request: Omit<Parameters<ReturnType<typeof analyzeMethods>['analyze.valueSets']>[0], 'connectionId'>,
  ) => analyzeMethods(service)['analyze.valueSets']({ connectionId, trace: false, ...request }, context)

  test('given sets are grouped by their plans', async () => {
    const analysis = await planned({
      sql: 'SELECT * FROM orders WHERE total > ?',
      sets: [...given([0]), ...given([19_990]).map((set) => ({ ...set, name: 'few' })), ...given([5])],
    })
    expect(analysisSchema.safeParse(JSON.parse(JSON.stringify(analysis))).error).toBeUndefined()
    const { text, sets, shapes } = analysis.valueSets ?? {}
    expect(text).toMatch(/^The plan changes with the values: 2 plans for 3 value sets\./)
    expect(sets?.map(({ name }) => name)).toEqual(['A', 'few', 'C'])
    expect(sets?.map(({ values }) => values)).toEqual([
      [{ placeholder: '?', literal: '0' }],
      [{ placeholder: '?', literal: '19990' }],
      [{ placeholder: '?', literal: '5' }],
    ])
    expect(shapes?.map((one) => one.sets)).toEqual([['A', 'C'], ['few']])
    expect(shapes?.map(({ accesses }) => accesses.map(({ indexes }) => indexes))).toEqual([[[]], [['ix_total']]])
    expect(shapes?.[0]?.summary).toBe('orders as a whole')
    const reads = sets?.map(({ rowsRead }) => rowsRead ?? 0) ?? []
    expect(reads[1]).toBeLessThan(100)
    expect(reads[0]).toBeGreaterThan(10_000)
    // The analysis is that of the first set.
    expect(analysis.values).toEqual([{ placeholder: '?', literal: '0' }])
    expect(analysis.sql).toContain('?')
    for (const { onlyFor = [] } of analysis.findings)
      for (const name of onlyFor) expect(['A', 'few', 'C']).toContain(name)
  })

  test.runIf(isMysql)('advice that would hurt the rare value is only for the common ones', async () => {
    const text = (value: string) => ({ kind: 'text' as const, value })
    const { findings, valueSets } = await planned({
      sql: 'SELECT * FROM orders FORCE INDEX (ix_status) WHERE (status = ? OR status = ?) ORDER BY id DESC LIMIT 20',
      sets: [
        { name: 'common', values: { positional: [text('sent'), text('paid')] } },
        { name: 'rare', values: { positional: [text('new'), text('new')] } },
      ],
    })
    expect(valueSets?.sets.map(({ name }) => name)).toEqual(['common', 'rare'])
    const found = findings.filter(({ rule }) => rule === 'order-limit-prefer-ordered-index')
    expect(found.map(({ onlyFor }) => onlyFor)).toEqual([['common']])
    expect(found[0]?.advice[0]?.variant.sql).toContain('FORCE INDEX (`PRIMARY`)')
  })

  test('places of findings are those of the statement as it was asked', async () => {
    const number = (value: number) => ({ kind: 'number' as const, value })
    // MySQL reads no table where it sees that no row can pass; PostgreSQL refuses to compare texts with numbers.
    const [conditions, values, expected] = isMysql
      ? ['total > ? AND note = ?', [number(19_000), number(5)], ['note = ?']]
      : ['total > ? AND total < ?', [number(19_000), number(5)], ['total > ?', 'total < ?']]
    const { findings, sql } = await planned({
      sql: `SELECT note FROM orders WHERE ${conditions}`,
      sets: [{ values: { positional: values } }],
    })
    const fault = findings.find(({ rule }) => /^(?:impossible-condition|unsearchable-comparison)$/.test(rule))
    const places = (fault?.evidence ?? []).flatMap(({ sqlSpan }) =>
      sqlSpan ? [sql.slice(sqlSpan.start, sqlSpan.end)] : [],
    )
    expect(places).toEqual(expected)
  })

  test('sets from statistics: commonest, rarest and middle values', async () => {
    const ranges = await planned({ sql: 'SELECT * FROM orders WHERE total > ?' })
    const sets = new Map(ranges.valueSets?.sets.map((set) => [set.name, set]))
    expect([...sets.keys()]).toEqual(['commonest', 'rarest', 'median'])
    const value = (name: string) => Number(sets.get(name)?.values[0]?.literal)
    expect(value('commonest')).toBeLessThan(value('median'))
    expect(value('median')).toBeLessThan(value('rarest'))
    expect(sets.get('rarest')?.from).toBe('statistics')

    const equal = await planned({
      sql: 'SELECT COUNT(*) FROM orders WHERE status = :status AND id < :id LIMIT :n',
      values: { named: { id: { kind: 'number', value: 9000 } } },
    })
    const [commonest, rarest] = equal.valueSets?.sets ?? []
    expect(commonest?.values.map(({ placeholder, literal }) => `${placeholder} ${literal}`)).toEqual([
      ":status 'sent'",
      ':id 9000',
      ':n 10',
    ])
    expect(commonest?.why).toMatch(/^status sent \(9\d %/)
    expect(rarest?.values[0]?.literal).toBe("'new'")
  })

  test('a set that cannot be planned says why, and the others go on', async () => {
    const { valueSets } = await planned({
      sql: 'SELECT * FROM orders WHERE total > ?',
      sets: [{ values: { positional: [] } }, ...given([3])],
    })
    expect(valueSets?.sets[0]).toMatchObject({ name: 'A', values: [] })
    expect(valueSets?.sets[0]?.error?.message).toMatch(/value/)
    expect(valueSets?.sets[1]?.shape).toBe(valueSets?.shapes[0]?.shape)
    expect(valueSets?.text).toMatch(/One set was refused/)
    await expect(planned({ sql: 'SELECT * FROM orders WHERE total + ? > 5', sets: [{ values: {} }] })).rejects.toThrow()
    await expect(planned({ sql: "SELECT * FROM orders WHERE CHAR_LENGTH(CONCAT(?, 'x')) > 5" })).rejects.toMatchObject({
      fault: { code: 'bad-request' },
    })
  })

  test('measuring counts what an advice wants to know; planning does not', async () => {
    const run = (measure: boolean) =>
      analyzeMethods(service)['analyze.run'](
        {
          connectionId,
          sql: "SELECT note FROM orders WHERE customer_id = 5 AND status = 'new'",
          measure,
          trace: false,
        },
        context,
      )
    expect((await run(false)).statistics).toBeUndefined()
    const counted = (await run(true)).statistics?.find(({ table }) => table === 'orders')
    // PostgreSQL keeps it; MySQL and MariaDB know nothing of a column without an index.
    if (isMysql) expect(counted?.columns.find(({ column }) => column === 'customer_id')?.distinct).toBe(400)
    else expect(counted === undefined || counted.from === 'counted').toBe(true)
  })

  test('several sets are judged by one count', async () => {
    const { statistics, findings } = await planned({
      sql: 'SELECT note FROM orders WHERE customer_id = ? AND total + 1 > 5',
      sets: given([5, 7]),
      count: true,
    })
    if (isMysql) expect(statistics?.[0]?.columns.find(({ column }) => column === 'customer_id')?.distinct).toBe(400)
    expect(findings.filter(({ rule }) => rule === 'index-missing-prefix').map(({ onlyFor }) => onlyFor)).toEqual([
      undefined,
    ])
  })

  test('counting on production asks first', async () => {
    const kept = connectionId
    connectionId = await open({ production: true })
    try {
      const request = { connectionId, table: { schema: database, name: 'orders' }, columns: ['status'] }
      const count = (consent: boolean) =>
        statisticsMethods(service)['statistics.count']({ ...request, consent }, context)
      await expect(count(false)).rejects.toMatchObject({ fault: { code: 'needs-consent' } })
      expect((await count(true)).statistics?.columns[0]?.distinct).toBe(3)
    } finally {
      await connectionMethods(service)['connections.close']({ connectionId }, context)
      connectionId = kept
    }
  })

  test.runIf(server.id === 'pg18')('the plan for unknown values is the one that GENERIC_PLAN tells', async () => {
    const client = await connectPostgres(server)
    try {
      for (const where of ['status = $1', 'total = $1', 'total > $1', 'status = $1 AND total BETWEEN $2 AND $3']) {
        const sql = `SELECT * FROM orders WHERE ${where}`
        const { valueSets } = await planned({
          sql,
          sets: [
            {
              values: {
                positional: [
                  { kind: 'text', value: '7' },
                  { kind: 'number', value: 1 },
                  { kind: 'number', value: 5 },
                ],
              },
            },
          ],
        })
        await client.query(`SET search_path TO ${database}`)
        const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${sql}`)
        const told = rows[0]['QUERY PLAN'][0]['Plan']
        expect(Math.abs((valueSets?.generic?.rowsReturned ?? -1) - told['Plan Rows']), where).toBeLessThanOrEqual(1)
        expect(valueSets?.generic?.cost, where).toBeCloseTo(told['Total Cost'], -1)
      }
    } finally {
      await client.end()
    }
  })
})
