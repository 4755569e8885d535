// Protects shares of values and ranges: what servers keep is read as they mean it, and compared in the column's own type.
import { describe, expect, test } from 'vitest'
import { columnStatistics } from '../../../src/core/advisor/statistics/from-tables'
import type { ColumnDistribution, TableStatistics } from '../../../src/core/advisor/statistics/model'
import { readMariadbColumn } from '../../../src/core/advisor/statistics/read-mariadb-column'
import { readMysqlHistogram } from '../../../src/core/advisor/statistics/read-mysql-histogram'
import { readPgGroups, readPgStats } from '../../../src/core/advisor/statistics/read-pg-stats'
import type { Table } from '../../../src/core/catalog/model'

interface Shown {
  readonly type: string
  readonly collation?: string
  readonly known: ColumnDistribution | undefined
}

function asked({ type, collation, known }: Shown) {
  if (known === undefined) throw new Error('nothing was read')
  const table: Table = {
    schema: 's',
    name: 't',
    rows: 3000,
    columns: [{ name: 'c', type, nullable: true, ...(collation !== undefined && { collation }) }],
    indexes: [],
    foreignKeys: [],
  }
  const source: TableStatistics = {
    schema: 's',
    table: 't',
    from: 'kept',
    columns: [known],
    groups: [],
    prefixes: [],
  }
  const statistics = columnStatistics([source])
  if (statistics === undefined) throw new Error('no statistics')
  return {
    of: (value: string) => statistics.shareOf(table, 'c', value),
    between: (from?: string, to?: string) => statistics.shareBetween(table, 'c', from, to),
    distinct: () => statistics.distinct(table, 'c'),
    commonest: () => statistics.commonest(table, 'c'),
  }
}

/** As MySQL 9.7 prints them of 3,000 rows. */
const mysql = (type: string, text: string, collation?: string) =>
  asked({ type, known: readMysqlHistogram('c', type, text), ...(collation !== undefined && { collation }) })
const ofEnum =
  '{"buckets":[[1,0.059],[2,0.37266666666666665],[3,1]],"data-type":"enum","auto-update":false,"null-values":0,"collation-id":255,"last-updated":"2026-11-20 17:48:04.078823","sampling-rate":1,"histogram-type":"singleton","number-of-buckets-specified":8}'
const ofInt =
  '{"buckets":[[0,19,0.13333333333333333,20],[20,27,0.2613333333333333,8],[28,33,0.38533333333333336,6],[34,38,0.507,5],[39,42,0.6163333333333333,4],[43,46,0.7363333333333333,4],[47,50,0.867,4],[51,54,1,4]],"data-type":"int","null-values":0,"sampling-rate":1,"histogram-type":"equi-height","number-of-buckets-specified":8}'
const ofText =
  '{"buckets":[["base64:type254:YWJjOjEwMDQ=","base64:type254:YWJjOjI2MDg=",0.119,357],["base64:type254:YWJjOjI2MTI=","base64:type254:YWJkOjE0MDU=",0.238,357],["base64:type254:YWJkOjE0MDk=","base64:type254:YWJkOjI2OQ==",0.357,357],["base64:type254:YWJkOjI2OTM=","base64:type254:QsOkcjoxMjc5",0.476,357],["base64:type254:QsOkcjoxMjgz","base64:type254:QsOkcjoyNTY3",0.595,357],["base64:type254:QsOkcjoyNTcx","base64:type254:eHl6OjExNDY=",0.714,357],["base64:type254:eHl6OjExNTA=","base64:type254:eHl6OjI0MzA=",0.833,357],["base64:type254:eHl6OjI0MzQ=","base64:type254:eHl6Ojk5OA==",0.95,351]],"data-type":"string","null-values":0.05,"sampling-rate":1,"histogram-type":"equi-height","number-of-buckets-specified":8}'

describe('MySQL', () => {
  test('members of an ENUM are their numbers, in the order of the type', () => {
    const state = mysql("enum('new','open','closed')", ofEnum)
    expect(state.of('new')).toBeCloseTo(0.059, 5)
    expect(state.of('CLOSED')).toBeCloseTo(0.62733, 4)
    expect(state.of('lost')).toBe(0)
    expect(state.between('open', undefined)).toBeCloseTo(0.941, 4)
    expect(state.commonest()).toBeCloseTo(0.62733, 4)
    expect(state.distinct()).toBe(3)
  })
  test('buckets of numbers, ends included', () => {
    const number = mysql('int', ofInt)
    expect(number.of('20')).toBeCloseTo(0.128 / 8, 4)
    expect(number.of('20.0')).toBeCloseTo(0.128 / 8, 4)
    expect(number.between('20', '27')).toBeCloseTo(0.128, 4)
    expect(number.between('20', '23')).toBeCloseTo(0.064, 4)
    expect(number.between('55', undefined)).toBe(0)
    expect(number.between(undefined, '-1')).toBe(0)
    expect(number.between(undefined, undefined)).toBeCloseTo(1, 6)
    expect(number.of('55')).toBe(0)
    expect(number.between('30', '20')).toBe(0)
  })
  test('texts by their collation, without those that are NULL', () => {
    const text = mysql('varchar(40)', ofText, 'utf8mb4_0900_ai_ci')
    expect(text.between('ABC', 'abd')).toBeGreaterThan(0.119)
    expect(text.between('ABC', 'abd')).toBeLessThan(0.238)
    // `Bär` stands between `abd` and `xyz` where accents and case do not count: one bucket whole, parts of two.
    expect(text.between('b', 'c')).toBeGreaterThan(0.119)
    expect(text.between('b', 'c')).toBeLessThan(0.357)
    expect(text.between(undefined, undefined)).toBeCloseTo(0.95, 6)
    expect(text.of('abc:1004')).toBeCloseTo(0.119 / 357, 6)
  })
  test('an order that is not the server’s tells nothing', () => {
    expect(mysql('varchar(40)', ofText, 'utf8mb4_bin').between('b', 'c')).toBeUndefined()
  })
})

const mariadb = (type: string, row: readonly (string | null)[]) =>
  asked({ type, known: readMariadbColumn(row, type, 3000) })

describe('MariaDB', () => {
  test('JSON histograms are of the rows that are not NULL', () => {
    const json = JSON.stringify({
      histogram_hb: [
        { start: 'new', size: 0.1, ndv: 1 },
        { start: 'open', size: 0.3, ndv: 1 },
        { start: 'shut', end: 'shut', size: 0.6, ndv: 1 },
      ],
    })
    const state = mariadb('varchar(9)', ['c', 'new', 'shut', '0.5', '4', '500', 'JSON_HB', json, null])
    expect(state.of('open')).toBeCloseTo(0.15, 6)
    expect(state.distinct()).toBe(3)
    expect(state.of('lost')).toBe(0)
  })
  test('widths of buckets are read as places between the smallest and the largest value', () => {
    // Four buckets of a quarter: 0 to 10, 10 to 20, all 20, 20 to 100.
    const number = mariadb('int', ['c', '0', '100', '0', '4', '30', 'DOUBLE_PREC_HB', null, '0.1,0.1,0.0,0.8'])
    expect(number.of('20')).toBeCloseTo(0.25, 6)
    expect(number.between(undefined, '10')).toBeGreaterThan(0.24)
    expect(number.between(undefined, '10')).toBeLessThan(0.3)
    expect(number.between('21', undefined)).toBeGreaterThan(0.2)
    expect(number.between('101', undefined)).toBe(0)
  })
  test('dates are placed by their digits', () => {
    const date = mariadb('date', ['c', '2020-01-01', '2022-01-01', '0', '3', '3', 'DOUBLE_PREC_HB', null, '0.5,0.5'])
    expect(date.between(undefined, '2020-12-31')).toBeGreaterThan(0.45)
    expect(date.between(undefined, '2020-12-31')).toBeLessThan(0.55)
  })
  test('without a histogram values lie evenly between the ends', () => {
    const number = mariadb('int', ['c', '1', '100', '0', '4', '30', null, null, null])
    expect(number.between('1', '50')).toBeCloseTo(0.5, 6)
    expect(number.of('7')).toBeCloseTo(0.01, 6)
  })
})

const postgres = (type: string, row: readonly (string | null)[]) => asked({ type, known: readPgStats(row, 3000) })

describe('PostgreSQL', () => {
  test('common values, then the histogram of the others', () => {
    const number = postgres('integer', ['c', '0.1', '102', '{7,9}', '{0.4,0.1}', '{0,10,50,100}', '0.3', '4'])
    expect(number.of('7')).toBe(0.4)
    expect(number.of('8')).toBeCloseTo(0.4 / 100, 6)
    expect(number.between('0', '10')).toBeCloseTo(0.4 + 0.1 + 0.4 / 3 + 0.4 / 3 / 41, 3)
    expect(number.between('50', undefined)).toBeCloseTo(0.4 / 3 + 0.4 / 3 / 41, 3)
    expect(number.commonest()).toBe(0.4)
  })
  test('distinct values as a part of the rows', () => {
    const unique = postgres('uuid', ['c', '0', '-1', null, null, null, null, '16'])
    expect(unique.distinct()).toBe(3000)
    expect(unique.of('6f9619ff-8b86-d011-b42d-00cf4fc964ff')).toBeCloseTo(1 / 3000, 8)
    expect(unique.between('0', '1')).toBeUndefined()
  })
  test('a beginning is a range of texts', () => {
    const text = postgres('text', ['c', '0', '-1', null, null, '{abc:1000,abc:2000}', null, '8'])
    expect(text.between('abc:15', 'abc:15\u{ffff}')).toBeCloseTo(0.1, 1)
    expect(text.between('abc:1', 'abc:1\u{ffff}')).toBeGreaterThan(0.8)
    expect(text.between('abd', 'abd\u{ffff}')).toBe(0)
  })
  test('booleans and every value known', () => {
    const flag = postgres('boolean', ['c', '0', '2', '{t,f}', '{0.9,0.1}', null, null, '1'])
    expect(flag.of('true')).toBe(0.9)
    expect(flag.of('0')).toBe(0.1)
    const state = postgres('text', ['c', '0', '2', '{open,"a b"}', '{0.9,0.1}', null, null, '5'])
    expect(state.of('a b')).toBe(0.1)
    expect(state.of('lost')).toBe(0)
  })
  test('moments, whatever zone is printed', () => {
    const moment = postgres('timestamp with time zone', [
      'c',
      '0',
      '-1',
      null,
      null,
      '{"2024-01-01 00:00:00+00","2024-01-11 00:00:00+00"}',
      null,
      '8',
    ])
    expect(moment.between('2024-01-06', undefined)).toBeCloseTo(0.5, 3)
  })
  test.each([
    ['up to 18', '{"2, 4": 500, "2, -1": 7}'],
    ['from 19', '[{"attributes": [2, 4], "ndistinct": 500}, {"attributes": [2, -1], "ndistinct": 7}]'],
  ])('combinations of columns, as printed %s', (_version, text) => {
    expect(readPgGroups(['{a,b}', '2 4', text])).toEqual([
      { columns: ['a', 'b'], distinct: 500, source: 'pg_stats_ext' },
    ])
  })
})

test('parts of a range add up to the whole of it', () => {
  const shown = [mysql('int', ofInt), postgres('integer', ['c', '0', '500', '{7}', '{0.2}', '{0,25,54}', null, '4'])]
  for (const { between } of shown) {
    for (let cut = 0; cut < 54; cut++) {
      const parts = (between('0', String(cut)) ?? 0) + (between(String(cut + 1), '54') ?? 0)
      expect(parts).toBeCloseTo(between('0', '54') ?? 0, 1)
      expect(between('0', String(cut))).toBeLessThanOrEqual(between('0', String(cut + 1)) ?? 0)
    }
  }
})
