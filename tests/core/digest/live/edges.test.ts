// What servers' statistics leave open: texts that are not the statement, sums that were begun anew, bounds, years.
import { describe, expect, test } from 'vitest'
import { digestDiff } from '../../../../src/core/digest/diff/diff'
import { digestBytes } from '../../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../../src/core/digest/document'
import { keptBetween } from '../../../../src/core/digest/live/difference'
import { isCut, statementOfDigestText } from '../../../../src/core/digest/live/digest-text'
import { sumsOfDigests } from '../../../../src/core/digest/live/digests'
import { digestOfKept, type KeptSums } from '../../../../src/core/digest/live/kept-sums'
import { statementColumns } from '../../../../src/core/digest/live/model'
import { microsOfPicos, microsOfSeconds, microsOfTime } from '../../../../src/core/digest/live/numbers'
import { statementOfPostgres, sumsOfPgStatStatements } from '../../../../src/core/digest/live/pg-stat-statements'
import { syslogYear, YearOfMonths } from '../../../../src/core/digest/readers/syslog-year'
import { encodeUtf8 } from '../../../../src/core/digest/utf8'

test.each([
  ['SELECT `o` . `id` FROM `orders` `o` WHERE `o` . `id` IN (...)', 'select o . id from orders o where o . id in (?)'],
  ['SELECT `select` , `a b` , `x``y` FROM `t`', 'select `select` , `a b` , `x``y` from t'],
  ['SELECT `größe` FROM `1x`', 'select größe from `1x`'],
  ['SELECT SUBSTRING ( `note` , ?, ... ) , NOW ( )', 'select substring ( note , ? , ? ) , now ( )'],
  ['INSERT INTO `t` VALUES (...) /* , ... */ ', 'insert into t values (?) /* , ... */ '],
  ['SELECT CAST ( ? AS INTEGER ) FROM `t` LIMIT ?, ...', 'select cast ( ? as int ) from t limit ? , ?'],
  ['SELECT `a` FROM `t` WHERE `b` != ? AND `c` ...', 'select a from t where b <> ? and c'],
])('%s as a statement', (text, statement) => {
  expect(statementOfDigestText(text, 'mysql')).toBe(statement)
})

test.each([
  ['SELECT 1 ...', true],
  ['SELECT a...', true],
  ['SELECT ?, ...', false],
  ['SELECT a FROM t WHERE b IN (...)', false],
  ['INSERT INTO `t` VALUES (...) /* , ... */', false],
])('%s is cut: %s', (text, cut) => {
  expect(isCut(text)).toBe(cut)
})

test.each([
  ['DATE $1 + interval $2 WHERE "a$1" = $10 AND x = \'$3\'', "DATE '' + interval '' WHERE \"a$1\" = '' AND x = '$3'"],
  ['SELECT $tag$ $1 $tag$ /* $2 */', 'SELECT $tag$ $1 $tag$ /* $2 */'],
])('a literal again for each parameter of %s', (text, statement) => {
  expect(statementOfPostgres(text)).toBe(statement)
})

test('figures beyond 2^53 picoseconds stay exact to the microsecond', () => {
  expect(microsOfPicos('18446744073709551615')).toBeCloseTo(18_446_744_073_709.55, 1)
  expect(microsOfPicos('9007199254740993000001')).toBe(2 ** 53)
  expect(microsOfSeconds('1795154400.000001')).toBe(1_795_154_400_000_001)
  expect(microsOfSeconds('0')).toBeUndefined()
  expect(microsOfTime('838:59:59.000123')).toBe(3_020_399_000_123)
  expect(microsOfTime('00:00:02')).toBe(2_000_000)
})

const kept = (more: Partial<KeptSums>): KeptSums => ({
  key: 'a',
  statement: 'SELECT 1',
  count: 10,
  totalMicros: 1000,
  minMicros: 10,
  maxMicros: 500,
  flags: {},
  counters: {},
  histogram: [],
  ...more,
})

describe('the difference of two readings', () => {
  const between = (before: Partial<KeptSums>, after: Partial<KeptSums>) =>
    keptBetween([kept(before)], [kept(after)]).rows[0]

  test('a new longest and shortest call are exact', () => {
    expect(between({}, { count: 12, totalMicros: 1705, minMicros: 5, maxMicros: 700 })).toMatchObject({
      count: 2,
      totalMicros: 705,
      minMicros: 5,
      maxMicros: 700,
      extremesAreBounds: false,
    })
  })

  test('else they are bounds: no call took more than all of them, or than the record', () => {
    expect(between({}, { count: 12, totalMicros: 1100 })).toMatchObject({ maxMicros: 100, extremesAreBounds: true })
    expect(between({}, { count: 110, totalMicros: 91_000 })).toMatchObject({ minMicros: 10, maxMicros: 900 })
  })

  test('a histogram narrows them', () => {
    const bucket = (lowMicros: number, count: number) => ({ lowMicros, highMicros: lowMicros * 2, count })
    expect(
      between(
        { histogram: [bucket(10, 5), bucket(40, 4), bucket(400, 1)] },
        { count: 13, totalMicros: 1150, histogram: [bucket(10, 5), bucket(40, 7), bucket(400, 1)] },
      ),
    ).toMatchObject({ minMicros: 40, maxMicros: 80, histogram: [{ lowMicros: 40, count: 3 }] })
  })

  test('one call is its own longest and shortest', () => {
    expect(between({}, { count: 11, totalMicros: 1042 })).toMatchObject({
      minMicros: 42,
      maxMicros: 42,
      extremesAreBounds: false,
    })
  })

  test.each([
    ['its count went down', { count: 50 }, { count: 4, totalMicros: 80 }],
    ['its time went down', { totalMicros: 9000 }, { count: 11, totalMicros: 80 }],
    ['it was born again', { born: '1' }, { born: '2', count: 40, totalMicros: 4000 }],
  ])('a statement is taken from zero when %s', (_, before, after) => {
    const { rows, cautions } = keptBetween([kept(before)], [kept(after)])
    expect(rows).toEqual([kept(after)])
    expect(cautions).toEqual([expect.stringContaining('1 statements were counted anew')])
  })

  test('what did not run is not there, and what is gone is told', () => {
    const { rows, cautions } = keptBetween([kept({}), kept({ key: 'b' })], [kept({})])
    expect(rows).toEqual([])
    expect(cautions).toEqual([expect.stringContaining('1 statements of the first reading were gone')])
  })
})

test('percentiles are only there where the distribution is known, also beside a log', () => {
  const source = { name: 'server', cautions: [] }
  const server = () => digestOfKept([kept({ statement: 'SELECT * FROM t WHERE id = 1' })], { source, dialect: 'mysql' })
  expect(digestDocument(server()).shapes[0]?.p50Micros).toBeUndefined()
  const log =
    '# Time: 2026-11-20T06:00:00.000000Z\n# User@Host: a[a] @ h [1]  Id: 1\n# Query_time: 0.000300  Lock_time: 0 Rows_sent: 1  Rows_examined: 1\nSET timestamp=1795154400;\nSELECT * FROM t WHERE id = 2;\n'
  const both = digestBytes('log', encodeUtf8(log))
  both.absorb(server())
  const [shape, ...others] = digestDocument(both).shapes
  expect(others).toEqual([])
  expect(shape).toMatchObject({ count: 11, totalMicros: 1300, maxMicros: 500 })
  expect(shape?.p50Micros).toBeUndefined()
})

test('sums without a distribution are compared by the deviation that the server keeps', () => {
  const digestWith = (meanMicros: number, deviation: number | undefined) =>
    digestDocument(
      digestOfKept(
        [
          kept({
            count: 100,
            totalMicros: 100 * meanMicros,
            squares: deviation === undefined ? undefined : 100 * (deviation ** 2 + meanMicros ** 2),
          }),
        ],
        { source: { name: 'server', cautions: [] }, dialect: 'postgres' },
      ),
    )
  const before = digestWith(1000, 100)
  expect(before.shapes[0]?.deviationMicros).toBe(100)
  expect(digestDiff(before, digestWith(1500, 100)).worse).toHaveLength(1)
  expect(digestDiff(before, digestWith(1500, 9000)).worse).toHaveLength(0)
  expect(digestDiff(before, digestWith(1500, undefined)).worse).toHaveLength(0)
})

describe('pg_stat_statements', () => {
  const row = (values: Partial<Record<(typeof statementColumns)['pg-stat-statements'][number], string>>) =>
    statementColumns['pg-stat-statements'].map((name) => values[name] ?? null)
  const read = (...rows: ReturnType<typeof row>[]) => sumsOfPgStatStatements({ dialect: 'postgres', atMicros: 0, rows })

  test('of an old version without extremes: a call takes no more than all of them', () => {
    const { rows } = read(row({ id: '1', text: 'SELECT 1', calls: '4', total: '10.5', rows: '4' }))
    expect(rows[0]).toMatchObject({ minMicros: 0, maxMicros: 10_500, extremesAreBounds: true, rowsSent: 4 })
  })

  test('hidden statements are one, whose sums two readings share', () => {
    const hidden = (calls: string, total: string) =>
      row({ user: 'b', database: 'd', text: '<insufficient privilege>', calls, total, min: '1', max: '2' })
    const before = read(hidden('3', '5'), hidden('4', '6'))
    const after = read(hidden('4', '6'), hidden('5', '9'), hidden('1', '1'))
    expect(before.rows).toHaveLength(1)
    expect(keptBetween(before.rows, after.rows).rows).toMatchObject([{ count: 3, totalMicros: 5000 }])
    expect(after.cautions[0]).toContain('3 statements of other accounts are hidden')
  })

  test.each([
    ['/* x */ INSERT INTO t VALUES ($1)', 'rowsAffected'],
    ['WITH a AS (SELECT 1) SELECT * FROM a', 'rowsSent'],
    ['-- y\nupdate t set a = $1', 'rowsAffected'],
  ] as const)('%s: its rows are %s', (text, field) => {
    expect(read(row({ id: '1', text, calls: '1', total: '1', rows: '7' })).rows[0]?.[field]).toBe(7)
  })
})

test('a sample that was cut does not make the shape', () => {
  const names: readonly string[] = statementColumns.digests
  const values: Record<string, string> = {
    digest: 'x',
    text: 'SELECT `a` FROM `t` WHERE `b` = ?',
    sample: 'SELECT a FROM t WHE...',
    count: '1',
  }
  const reading = { dialect: 'mysql' as const, atMicros: 0, rows: [names.map((name) => values[name] ?? null)] }
  expect(sumsOfDigests(reading).rows[0]?.statement).toBe('select a from t where b = ?')
})

describe('the year of a syslog', () => {
  test.each([
    ['Nov 20 06:52:22 host postgres[1]: [1-1] x', '2026-11-20T07:00:00Z', 2026],
    ['Dec 31 23:59:59 host postgres[1]: [1-1] x', '2027-01-02T00:00:00Z', 2026],
    // A clock ahead of ours by a zone.
    ['Jan  1 09:00:00 host postgres[1]: [1-1] x', '2026-12-31T22:00:00Z', 2027],
    ['<134>Feb  3 09:00:00 host postgres[1]: [1-1] x', '2026-02-03T09:10:00Z', 2026],
    ['2026-11-20T06:52:22Z host postgres 1 - - [1-1] x', '2026-11-20T07:00:00Z', undefined],
  ])('%s, written to last at %s', (head, modified, year) => {
    expect(syslogYear(head, Date.parse(modified))).toBe(year)
  })

  test('turns with December, not with a line that comes late', () => {
    const years = new YearOfMonths(2025)
    expect([11, 12, 12, 1, 12, 1, 2, 12, 1].map((month) => years.yearOf(month))).toEqual([
      2025, 2025, 2025, 2026, 2025, 2026, 2026, 2025, 2026,
    ])
  })

  test('reaches the digest', () => {
    const line = (when: string, n: number) =>
      `${when} host postgres[7]: [${n}-1] LOG:  duration: 5.000 ms  statement: SELECT ${n}\n`
    const text = line('Dec 31 23:59:58', 1) + line('Jan  1 00:00:02', 2)
    const log = { flavor: 'postgres-syslog', year: 2025 } as const
    const document = digestDocument(digestBytes('syslog', encodeUtf8(text), { log }))
    expect([document.from, document.to]).toEqual(['2025-12-31T23:59:58Z', '2026-01-01T00:00:02Z'])
  })
})
