// Protects what is counted on request: the numbers are the server's own, NULL is a value in combinations, samples say their error.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnStatistics } from '../../../src/core/advisor/statistics/from-tables'
import type { TableStatistics } from '../../../src/core/advisor/statistics/model'
import { type CountOrder, countTable } from '../../../src/service/statistics/count'
import { never } from '../../kit/mysql'
import { places, type SkewedTable } from './skewed-table'

const wanted = {
  columns: ['k', 'e', 's', 'u'],
  together: [
    ['e', 'k'],
    ['s', 'e'],
  ],
  prefixes: [{ column: 's', chars: [1, 3, 5, 6, 8, 12] }],
}

describe.each(places)('$id', (place) => {
  let made: SkewedTable
  beforeAll(async () => {
    made = await place.make(`colstats_counted_${process.pid}`)
  }, 120_000)
  afterAll(() => made?.close())

  const count = async (more: Partial<CountOrder> = {}): Promise<TableStatistics> => {
    const order = { table: made.table, wanted, timeoutMs: 60_000, ...more }
    const { statistics, cautions } = await countTable(made.session, order, never)
    if (statistics === undefined) throw new Error(cautions.join())
    return statistics
  }
  const left = (chars: number) => (place.family === 'mysql' ? `LEFT(s, ${chars})` : `left(s, ${chars})`)

  test('counts of the whole table are exact', async () => {
    const counted = await count()
    const known = columnStatistics([counted])
    if (known === undefined) throw new Error('nothing was counted')
    const { table, number, share } = made
    expect(counted.sampledRows).toBeUndefined()
    expect(counted.rows).toBe(20_000)
    for (const column of ['k', 'e', 's', 'u'])
      expect(known.distinct(table, column), column).toBe(await number(`SELECT COUNT(DISTINCT ${column}) FROM v`))
    for (const chars of [1, 3, 5, 6, 8])
      expect(known.distinct(table, 's', chars)).toBe(await number(`SELECT COUNT(DISTINCT ${left(chars)}) FROM v`))
    expect(known.shareOf(table, 'e', 'new')).toBeCloseTo(await share("e = 'new'"), 10)
    expect(known.shareOf(table, 'k', '7')).toBeCloseTo(await share('k = 7'), 10)
    expect(known.shareOf(table, 'e', 'lost')).toBe(0)
    expect(known.commonest(table, 'k')).toBeCloseTo(await share('k = 7'), 10)
    expect(known.counted).toBe(true)
    expect(known.source(table, 'k')).toBe('counted in 20,000 rows')
  })

  test('combinations count NULL as a value', async () => {
    const counted = await count()
    const groups = await made.number('SELECT COUNT(*) FROM (SELECT s, e FROM v GROUP BY s, e) AS g')
    expect(counted.groups.find(({ columns }) => columns.join() === 's,e')?.distinct).toBe(groups)
    const withValue = await made.number(
      'SELECT COUNT(*) FROM (SELECT s, e FROM v WHERE s IS NOT NULL GROUP BY s, e) AS g',
    )
    expect(groups).toBeGreaterThan(withValue)
  })

  test('the selectivity curve, with the commonest beginning where it is nearly whole', async () => {
    const { prefixes } = await count()
    expect(prefixes.map(({ chars }) => chars)).toEqual([1, 3, 5, 6, 8, 12])
    const whole = await made.number('SELECT COUNT(DISTINCT s) FROM v')
    for (const { chars, selectivity } of prefixes) {
      const distinct = await made.number(`SELECT COUNT(DISTINCT ${left(chars)}) FROM v`)
      expect(selectivity, String(chars)).toBeCloseTo(distinct / whole, 10)
    }
    const asked = prefixes.filter(({ commonest }) => commonest !== undefined)
    expect(asked.every(({ selectivity }) => (selectivity ?? 0) >= 0.7)).toBe(true)
    for (const { chars, commonest } of asked) {
      const most = await made.number(
        `SELECT MAX(n) FROM (SELECT COUNT(*) AS n FROM v WHERE s IS NOT NULL GROUP BY ${left(chars)}) AS g`,
      )
      expect(commonest, String(chars)).toBeCloseTo(most / 20_000, 10)
    }
    expect(prefixes.some(({ commonest }) => commonest !== undefined)).toBe(true)
  })

  test('a sample says so, and its bounds hold the truth', async () => {
    const counted = await count({ limits: { mostRows: 10_000, sampleRows: 4000 } })
    expect(counted.sampledRows).toBeGreaterThan(2500)
    expect(counted.sampledRows).toBeLessThan(6000)
    expect(counted.columns[0]?.source).toMatch(/^estimated from a sample of [\d,]+ of about [\d,]+ rows$/)
    for (const { column, distinct, distinctBetween } of counted.columns) {
      const truth = await made.number(`SELECT COUNT(DISTINCT ${column}) FROM v`)
      expect(distinctBetween?.least ?? 0, column).toBeLessThanOrEqual(truth)
      // The catalog's number of rows is itself an estimate.
      expect(distinctBetween?.most ?? 0, column).toBeGreaterThanOrEqual(truth * 0.85)
      expect((distinct ?? 0) / truth, column).toBeGreaterThan(0.6)
      expect((distinct ?? 0) / truth, column).toBeLessThan(1.6)
    }
    for (const { chars, distinct, distinctBetween } of counted.prefixes) {
      const truth = await made.number(`SELECT COUNT(DISTINCT ${left(chars)}) FROM v`)
      expect(distinctBetween?.least, String(chars)).toBeLessThanOrEqual(truth)
      expect(distinctBetween?.most, String(chars)).toBeGreaterThanOrEqual(truth * 0.85)
      // Of few common and many rare beginnings a sample shows too few; never too many.
      expect(distinct / truth, String(chars)).toBeGreaterThan(0.25)
      expect(distinct / truth, String(chars)).toBeLessThan(1.6)
    }
    const [k] = counted.columns
    expect(k?.common[0]?.value).toBe('7')
    expect(Math.abs((k?.common[0]?.share ?? 0) - 0.5)).toBeLessThan(0.06)
  })

  test('when the time is over the rest is left out, and the session goes on', async () => {
    const { statistics, cautions } = await countTable(made.session, { table: made.table, wanted, timeoutMs: 1 }, never)
    expect(statistics).toBeUndefined()
    expect(cautions.join()).toMatch(/^v was not counted: it took longer than 0.001 s/)
    expect((await count()).rows).toBe(20_000)
  })
})
