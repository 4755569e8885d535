// Protects what is made of the statistics that servers keep: shares of values and ranges near the server's own counts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ColumnStatistics } from '../../../src/core/advisor/facts'
import { columnStatistics } from '../../../src/core/advisor/statistics/from-tables'
import type { TableStatistics } from '../../../src/core/advisor/statistics/model'
import { Randomness } from '../../../src/core/randomness'
import { mysqlEngine } from '../../../src/engines/mysql'
import { keptStatistics } from '../../../src/service/statistics/kept'
import { never, targetOf, witness } from '../../kit/mysql'
import { mysqlServers } from '../../kit/servers'
import { places, type SkewedTable } from './skewed-table'

/** Histograms have about 100 buckets, PostgreSQL's are of a sample: a bucket and a half, or a fifth of the share. */
const tolerance = (share: number) => Math.max(0.015, share * 0.2)

const quoted = (column: string, value: string) => (column === 'k' || column === 'n' ? value : `'${value}'`)

const byNumber = (one: string, other: string) => [one, other].sort((a, b) => Number(a) - Number(b))

describe.each(places)('$id', (place) => {
  let made: SkewedTable
  let statistics: ColumnStatistics
  beforeAll(async () => {
    made = await place.make(`colstats_kept_${process.pid}`)
    const kept = await keptStatistics(made.session, { tables: [made.table] }, 'SELECT id, k, d, dt, s, e, n, u', never)
    const found = columnStatistics(kept)
    if (found === undefined) throw new Error('nothing is kept')
    statistics = found
  }, 120_000)
  afterAll(() => made?.close())

  test.runIf(place.keepsValues).each([
    ['k', '7'],
    ['k', '3'],
    ['e', 'closed'],
    ['e', 'open'],
    ['e', 'new'],
    ['d', '2015-01-01'],
    ['d', '2019-03-04'],
    ['n', '0.10'],
    ['n', '100'],
  ])('%s = %s', async (column, value) => {
    const counted = await made.share(`${column} = ${quoted(column, value)}`)
    const share = statistics.shareOf(made.table, column, value)
    expect(share).toBeDefined()
    expect(Math.abs((share ?? 0) - counted)).toBeLessThanOrEqual(tolerance(counted))
  })

  test.runIf(place.keepsValues).each([
    ['k', '0', '6'],
    ['k', '7', '7'],
    ['k', '8', undefined],
    ['k', '100', '120'],
    ['d', undefined, '2015-06-30'],
    ['d', '2018-01-01', '2018-12-31'],
    ['d', '2030-01-01', undefined],
    ['dt', '2021-01-01', '2021-02-01 12:00:00'],
    ['dt', '2020-03-01 06:00:00', undefined],
    ['n', '1', '4'],
    ['n', undefined, '250.5'],
    ['n', '900', '5000'],
  ])('%s between %s and %s', async (column, from, to) => {
    const counted = await made.share(
      [
        ...(from === undefined ? [] : [`${column} >= ${quoted(column, from)}`]),
        ...(to === undefined ? [] : [`${column} <= ${quoted(column, to)}`]),
      ].join(' AND '),
    )
    const share = statistics.shareBetween(made.table, column, from, to)
    expect(share).toBeDefined()
    expect(Math.abs((share ?? 0) - counted)).toBeLessThanOrEqual(tolerance(counted))
  })

  test.runIf(place.ordersTexts).each([
    ['s', 'abc:', 'abc:99999'],
    ['s', 'm', 'n'],
    ['s', 'q-q 1', 'q-q 2'],
    ['s', 'x', undefined],
    ['u', '40000000', '7fffffff'],
    ['u', 'c', undefined],
    ['s', 'xyz:1', 'xyz:1\u{ffff}'],
    ['u', '3', '3\u{ffff}'],
  ])('texts: %s between %s and %s', async (column, from, to) => {
    const counted = await made.share(
      to?.endsWith('\u{ffff}')
        ? `${column} LIKE '${from}%'`
        : `${column} >= '${from}'${to === undefined ? '' : ` AND ${column} <= '${to}'`}`,
    )
    const share = statistics.shareBetween(made.table, column, from, to)
    expect(share).toBeDefined()
    expect(Math.abs((share ?? 0) - counted)).toBeLessThanOrEqual(Math.max(0.03, counted * 0.25))
  })

  test.runIf(place.keepsValues)('random ranges of numbers and moments', async () => {
    const randomness = new Randomness(7)
    const random = () => randomness.next()
    const ends: Readonly<Record<string, () => string>> = {
      k: () => String(Math.floor(random() * 520) - 10),
      n: () => (random() * 1010 - 5).toFixed(2),
      d: () => new Date(Date.UTC(2014, 11, 1) + random() * 3100 * 86_400_000).toISOString().slice(0, 10),
      dt: () =>
        new Date(Date.UTC(2020, 0, 1) + random() * 840 * 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
    }
    for (const [column, end] of Object.entries(ends)) {
      for (let at = 0; at < 12; at++) {
        const [one, other] = [end(), end()]
        const [from, to] = column === 'k' || column === 'n' ? byNumber(one, other) : [one, other].sort()
        if (from === undefined || to === undefined) continue
        const condition = `${column} BETWEEN ${quoted(column, from)} AND ${quoted(column, to)}`
        const counted = await made.share(condition)
        const share = statistics.shareBetween(made.table, column, from, to)
        expect(Math.abs((share ?? -1) - counted), condition).toBeLessThanOrEqual(tolerance(counted))
      }
    }
  })

  test('distinct values, alone and together', async () => {
    const near = async (found: number | undefined, sql: string) => {
      const counted = await made.number(sql)
      expect(found, sql).toBeDefined()
      // From some pages of an index, or a sample of rows.
      expect((found ?? 0) / counted, sql).toBeGreaterThan(0.4)
      expect((found ?? 0) / counted, sql).toBeLessThan(2.5)
    }
    await near(statistics.distinct(made.table, 'id'), 'SELECT COUNT(DISTINCT id) FROM v')
    await near(statistics.distinct(made.table, 'e'), 'SELECT COUNT(DISTINCT e) FROM v')
    await near(
      statistics.together(made.table, ['k', 'e']),
      place.family === 'mysql' ? 'SELECT COUNT(DISTINCT e, k) FROM v' : 'SELECT COUNT(DISTINCT (e, k)) FROM v',
    )
    if (place.keepsValues) await near(statistics.distinct(made.table, 'k'), 'SELECT COUNT(DISTINCT k) FROM v')
    if (place.family === 'mysql')
      await near(statistics.distinct(made.table, 's', 3), 'SELECT COUNT(DISTINCT LEFT(s, 3)) FROM v')
    expect(statistics.together(made.table, ['d', 'n'])).toBeUndefined()
    expect(statistics.counted).toBe(false)
  })

  test.runIf(place.keepsValues)('the commonest value, and where it is known from', () => {
    expect(statistics.commonest(made.table, 'e')).toBeGreaterThan(place.id === 'mariadb1011' ? 0.4 : 0.65)
    expect(statistics.commonest(made.table, 'e')).toBeLessThan(0.75)
    expect(statistics.source(made.table, 'e')).toMatch(/histogram|column_stats|pg_stats/)
  })
})

describe.each(mysqlServers)('$id: an account that may read its tables only', (server) => {
  const database = `colstats_low_${process.pid}`
  // MySQL 5.6 takes names of 16 characters.
  const user = `low_${process.pid}`
  const account = `'${user}'@'%'`
  const asRoot = async (...statements: readonly string[]) => {
    const connection = await witness(server)
    for (const statement of statements) await connection.query(statement)
    await connection.end()
  }
  afterAll(() => asRoot(`DROP DATABASE IF EXISTS ${database}`, `DROP USER ${account}`))

  test('gets what it may read, without an error; the catalog tells distinct values', async () => {
    await asRoot(
      `CREATE DATABASE ${database}`,
      `CREATE TABLE ${database}.t (a INT NOT NULL, b INT NOT NULL, KEY ab (a, b))`,
      `INSERT INTO ${database}.t VALUES ${Array.from({ length: 600 }, (_, at) => `(${at % 3}, ${at % 200})`).join(', ')}`,
      `ANALYZE TABLE ${database}.t`,
      `CREATE USER ${account} IDENTIFIED BY 'low-Secret-1'`,
      `GRANT SELECT ON ${database}.* TO ${account}`,
    )
    const target = targetOf(server, { database, user })
    const session = await mysqlEngine.connect(target, { password: 'low-Secret-1' }, never)
    try {
      const catalog = await session.catalog([{ name: 't' }], never)
      const kept = await keptStatistics(session, catalog, 'SELECT a, b FROM t', never)
      expect(kept.flatMap(({ groups }) => groups)).toEqual([])
      const [table] = catalog.tables
      const known = columnStatistics(kept.length > 0 ? kept : [emptyOf(database)])
      // MariaDB rounds the rows of each value.
      expect(table && known?.distinct(table, 'a')).toBeGreaterThanOrEqual(3)
      expect(table && known?.distinct(table, 'a')).toBeLessThanOrEqual(6)
      expect(table && known?.together(table, ['b', 'a'])).toBeGreaterThan(200)
    } finally {
      await session.close()
    }
  })
})

function emptyOf(schema: string): TableStatistics {
  return { schema, table: 't', from: 'kept', columns: [], groups: [], prefixes: [] }
}
