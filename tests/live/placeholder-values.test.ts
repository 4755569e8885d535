// Protects what placeholders get on real servers: values from statistics or a bounded sample, and plans with them in their places.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConnectionTarget } from '../../src/core/connection/model'
import { each } from '../../src/core/plan/walk'
import type { SuggestedValues } from '../../src/service/api'
import { createContext, type ServiceContext } from '../../src/service/context'
import { analyzeMethods } from '../../src/service/methods/analyze'
import { connectionMethods } from '../../src/service/methods/connections'
import { valueMethods } from '../../src/service/methods/values'
import { buildEmbeddedWorker } from '../kit/embedded-worker'
import { mysqlServers, postgresServers } from '../kit/servers'

const signal = new AbortController().signal
const context = { signal, progress: () => undefined }
const root = join(import.meta.dirname, '../..')
let folder = ''
let service: ServiceContext

beforeAll(async () => {
  await buildEmbeddedWorker()
  folder = await mkdtemp(join(tmpdir(), 'sargable-values-'))
  service = createContext({
    version: '0',
    secrets: 'memory',
    appFolder: root,
    dataFolder: folder,
    cacheFolder: folder,
  })
})
afterAll(async () => {
  await service?.close()
  await rm(folder, { recursive: true, force: true })
})

/** 1,000 rows: 900 sent, 90 paid, 10 new; no total in 50 of them; one customer each. */
const fill = Array.from({ length: 1000 }, (_, at) => {
  const status = at < 900 ? 'sent' : at < 990 ? 'paid' : 'new'
  return `(${at}, ${at}, '${status}', ${at % 20 === 0 ? 'NULL' : at / 2}, '2024-01-${String((at % 28) + 1).padStart(2, '0')} 00:00:00')`
}).join(', ')

interface Place {
  readonly id: string
  readonly target: ConnectionTarget
  readonly password?: string
  readonly database: string
  readonly family: 'mysql' | 'postgres'
  /** Statements that make the server gather statistics, and where values come from then. */
  readonly gather: readonly string[]
  readonly source: string
}

const database = 'sqlapp_values'
const places: readonly Place[] = [
  ...mysqlServers.map(
    (server): Place => ({
      id: server.id,
      target: {
        via: 'network',
        product: server.id.startsWith('maria') ? 'mariadb' : 'mysql',
        host: server.host,
        port: server.port,
        user: server.user,
        database: server.database,
      },
      password: server.password,
      database,
      family: 'mysql',
      gather: server.id.startsWith('maria')
        ? [`ANALYZE TABLE ${database}.orders PERSISTENT FOR ALL`]
        : ['mysql80', 'mysql97'].includes(server.id)
          ? [`ANALYZE TABLE ${database}.orders UPDATE HISTOGRAM ON status, total, placed WITH 16 BUCKETS`]
          : [],
      source: server.id.startsWith('maria')
        ? 'column-statistics'
        : ['mysql80', 'mysql97'].includes(server.id)
          ? 'histogram'
          : 'sample',
    }),
  ),
  ...postgresServers.map(
    (server): Place => ({
      id: server.id,
      target: {
        via: 'network',
        product: 'postgres',
        host: server.host,
        port: server.port,
        user: server.user,
        database: server.database,
      },
      password: server.password,
      database,
      family: 'postgres',
      gather: [`ANALYZE ${database}.orders`],
      source: 'pg-stats',
    }),
  ),
  {
    id: 'pglite',
    target: { via: 'pglite' },
    database,
    family: 'postgres',
    gather: [`ANALYZE ${database}.orders`],
    source: 'pg-stats',
  },
] // prettier-ignore

describe.each(places)('$id', (place) => {
  let connectionId = ''
  const { family } = place
  const table = { schema: place.database, name: 'orders' }
  const open = async (more: object = {}) => {
    const { password } = place
    const request = { target: { ...place.target, ...more }, ...(password === undefined ? {} : { password }) }
    return (await connectionMethods(service)['connections.open'](request, context)).connectionId
  }
  const send = (...statements: readonly string[]) =>
    service.connections.withSession(connectionId, signal, async (session) => {
      for (const statement of statements) await session.execute(statement, signal)
    })
  const suggest = (column: string, more: { send?: boolean } = { send: true }): Promise<SuggestedValues> =>
    valueMethods(service)['values.suggest']({ connectionId, table, column, ...more }, context)
  const analyze = (sql: string, values: Parameters<ReturnType<typeof analyzeMethods>['analyze.run']>[0]['values']) =>
    analyzeMethods(service)['analyze.run']({ connectionId, sql, values, trace: false }, context)

  const schemaWord = family === 'mysql' ? 'DATABASE' : 'SCHEMA'
  const drop = `DROP ${schemaWord} IF EXISTS ${place.database}${family === 'postgres' ? ' CASCADE' : ''}`
  beforeAll(async () => {
    connectionId = await open()
    const type = family === 'mysql' ? 'DATETIME' : 'timestamp'
    await send(
      drop,
      `CREATE ${schemaWord} ${place.database}`,
      `CREATE TABLE ${place.database}.orders (id INT PRIMARY KEY, customer_id INT NOT NULL, status VARCHAR(20) NOT NULL, total DECIMAL(9,2), placed ${type} NOT NULL)`,
      `CREATE INDEX ix_status ON ${place.database}.orders (status)`,
      `INSERT INTO ${place.database}.orders VALUES ${fill}`,
    )
    await service.connections.use(connectionId, place.database, signal)
  }, 60_000)
  afterAll(async () => {
    if (connectionId !== '') await send(drop)
  })

  test('before anything is sent it says what would be', async () => {
    const { says, sends, values, source } = await suggest('status', {})
    expect(says).toMatch(/^Reads .* one SELECT at a time, read only/)
    expect(sends.length).toBeGreaterThan(0)
    expect(sends.every((sql) => sql.startsWith('SELECT'))).toBe(true)
    expect([values, source]).toEqual([[], undefined])
  })

  test('a sample where the server has no statistics: frequent, rare, ends, NULL', async () => {
    const { values, source } = await suggest('status')
    expect(source).toBe('sample')
    const by = new Map(values.map((value) => [value.why, value]))
    expect(by.get('most-common')).toEqual({ value: 'sent', why: 'most-common', share: 0.9 })
    expect(values.map(({ value }) => value).sort()).toEqual(['new', 'paid', 'sent'])
    const totals = (await suggest('total')).values
    expect(totals.find(({ why }) => why === 'null')).toEqual({ why: 'null', share: 0.05 })
    expect(
      totals
        .map(({ value }) => Number(value ?? -1))
        .sort((a, b) => a - b)
        .slice(0, 2),
    ).toEqual([-1, 0.5]) // prettier-ignore
    expect(Math.max(...totals.map(({ value }) => Number(value ?? -1)))).toBe(499.5)
  })

  test.runIf(place.gather.length > 0)('statistics where it has some', async () => {
    await send(...place.gather)
    const { values, source } = await suggest('status')
    expect(source).toBe(place.source)
    expect(values.every(({ value }) => ['new', 'paid', 'sent'].includes(value ?? ''))).toBe(true)
    if (place.source !== 'column-statistics') expect(values[0]).toMatchObject({ value: 'sent', why: 'most-common' })
    const totals = (await suggest('total')).values
    expect(totals.some(({ why }) => why === 'null')).toBe(true)
    const numbers = totals.flatMap(({ value }) => (value === undefined ? [] : [Number(value)]))
    expect(Math.min(...numbers)).toBeLessThan(40)
    expect(Math.max(...numbers)).toBeGreaterThan(460)
    const dates = (await suggest('placed')).values.map(({ value }) => value ?? '')
    expect(dates.length).toBeGreaterThan(0)
    expect(dates.every((date) => /^2024-01-\d\d/.test(date))).toBe(true)
  })

  test('a column that is not there is refused', async () => {
    await expect(suggest('nothing')).rejects.toMatchObject({ fault: { code: 'unknown-table' } })
  })

  // Another connection to the embedded server is another, empty server.
  test.runIf(place.id !== 'pglite')('on production no rows are read', async () => {
    const kept = connectionId
    connectionId = await open({ production: true })
    try {
      const { sends, says } = await suggest('status', {})
      expect(sends.filter((sql) => sql.includes('LIMIT 5000'))).toEqual([])
      expect(says).toMatch(/on production/)
    } finally {
      await service.connections.close(connectionId)
      connectionId = kept
    }
  })

  test('a statement is planned with values, and its places are those of the statement as written', async () => {
    const sql = 'SELECT id FROM orders WHERE status = ? AND total > ? AND customer_id < 900'
    const analysis = await analyze(sql, {
      positional: [
        { kind: 'text', value: "it's new" },
        { kind: 'number', value: '12.50' },
      ],
    })
    expect(analysis.sql).toBe(sql)
    expect(analysis.values?.map(({ placeholder }) => placeholder)).toEqual(['?', '?'])
    expect(analysis.values?.[1]?.literal).toBe('12.50')
    expect(analysis.explain[0]?.statement).toContain("'it''s new'")
    const [plan] = analysis.plans
    const texts = plan
      ? [...each(plan.root)]
          .flatMap((node) => node.conditions)
          .flatMap(({ sqlSpan, sqlSpans = sqlSpan ? [sqlSpan] : [] }) => sqlSpans)
          .map(({ start, end }) => sql.slice(start, end))
      : []
    const known = ['status = ?', 'total > ?', 'customer_id < 900']
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.flatMap((text) => text.split(' AND ')).filter((text) => !known.includes(text))).toEqual([])
  })

  test('a placeholder without a value is refused', async () => {
    await expect(
      analyze('SELECT id FROM orders WHERE status = ? AND total > ?', { positional: [{ kind: 'null' }] }),
    ).rejects.toMatchObject({ fault: { code: 'unsupported' } })
  })
})
