// Protects the first sentence: work and index use in plain words, measured and estimated numbers never alike.
import { describe, expect, test } from 'vitest'
import type { Counters } from '../../../src/core/analysis/model'
import { verdictOf } from '../../../src/core/analysis/verdict'
import { verdictSchema } from '../../../src/core/analysis/verdict-model'
import { keyUseOf } from '../../../src/core/keyparts/key-use'
import { metricsOf } from '../../../src/core/plan/metrics'
import { parsePlans } from '../../../src/core/plan/parse'
import { catalogFor, engineOf, planOf, type RecordedPlan, recordedPlans, recordsOf } from '../keyparts/recorded'

function verdict(record: RecordedPlan, counters?: Counters) {
  const plan = planOf(record)
  const catalog = catalogFor(record)
  const keyUse = keyUseOf({ plans: [plan], catalog, engine: engineOf(record) })
  return verdictOf({ plan, metrics: metricsOf(plan), keyUse, counters, catalog })
}

const one = (name: string, server: string) => {
  const [record] = recordsOf(name, server)
  if (record === undefined) throw new Error(`no record ${name} ${server}`)
  return record
}

const run = (
  rowsExamined: number | undefined,
  rowsReturned: number,
  values: Record<string, number> = {},
): Counters => ({
  values,
  global: [],
  rowsReturned,
  clientMs: 5,
  ...(rowsExamined === undefined ? {} : { rowsExamined, rowsExaminedFrom: 'performance-schema' }),
})

describe('sentences', () => {
  test.each<[string, string, string]>([
    [
      'equality-like-prefix',
      'mysql97',
      'Expects to read about 3,813 index entries to return about 159 rows: `t_msg` is used for 1 of its 2 key parts (4 of 11 bytes).',
    ],
    [
      'equality-like-prefix',
      'mysql56',
      'Expects to read about 3,812 index entries: `t_msg` is used for 1 of its 2 key parts (4 of 11 bytes).',
    ],
    [
      'pg-measured',
      'pg15',
      'Reads 3,813 rows of `infamous_table` to return 157 rows: `t_msg` is used for 1 of its 2 key parts.',
    ],
    [
      'measured',
      'mariadb1011',
      'Reads 3,813 index entries to return 157 rows: `t_msg` is used for 1 of its 2 key parts (4 of 11 bytes).',
    ],
    [
      'short-literal',
      'mysql56',
      'Expects to read about 5,460 index entries: `better_multicolumn_index` is used for 1 of its 2 key parts (7 of 11 bytes). `t2send` narrows only the edges of the range.',
    ],
    [
      'enum-or-forced',
      'mysql97',
      'Expects to read about 126,256 index entries: `col1` is used for its only key part (2 of 2 bytes). Then sorts about 126,256 rows.',
    ],
    [
      'enum-or',
      'mysql97',
      'Expects to read about 20 index entries: no part of `PRIMARY` narrows the read, it is walked in its order.',
    ],
    [
      'stock-update',
      'mysql97',
      'Expects to read about 32,202 index entries to find the rows to update: `PRIMARY` is used for 1 of its 3 key parts (4 of 16 bytes).',
    ],
    ['const', 'mysql97', 'Reads at most one row of `parts`: `PRIMARY` is used for its only key part (4 of 4 bytes).'],
    ['no-table', 'mysql97', 'Reads no table: the server says "No tables used".'],
    ['impossible', 'mariadb114', 'Reads no table: the server says "Impossible WHERE".'],
    ['pg-no-table', 'pg18', 'Reads no table.'],
    ['pg-seq', 'pg15', 'Reads all 40,000 rows of `parts` to return 1 row: no index is used.'],
    ['pg-include', 'pg15', 'Reads 203 index entries to return 203 rows: it already reads only what it returns.'],
    ['pg-count', 'pg15', 'Reads 1,000 index entries to return 1 row: `ix` is used for 1 of its 3 key parts.'],
  ])('%s on %s', (name, server, expected) => {
    expect(verdict(one(name, server)).text).toBe(expected)
  })

  test('a join names the table that is read most', () => {
    expect(verdict(one('ssb-fact-first', 'mysql97')).text).toMatch(
      /^Expects to read about [\d,]+ rows from 2 tables, \d+ % of them from `lineorder` by a full scan\.$/,
    )
  })

  test('a skip scan names the part that it steps over', () => {
    expect(verdict(one('new-order', 'mysql97')).text).toMatch(
      /`PRIMARY` is used for 1 of its 3 key parts \(4 of 12 bytes\), stepping over `no_o_id` value by value\.$/,
    )
  })
})

describe('with counters of a run', () => {
  test('the counters speak, not the estimates', () => {
    const found = verdict(one('equality-like-prefix', 'mysql56'), run(3813, 157))
    expect(found.text).toBe(
      'Reads 3,813 index entries to return 157 rows: `t_msg` is used for 1 of its 2 key parts (4 of 11 bytes).',
    )
    expect(found.facts).toEqual([
      { name: 'usedKeyParts', value: 1, unit: 'key parts', nodeId: 'n0' },
      { name: 'keyParts', value: 2, unit: 'key parts', nodeId: 'n0' },
      { name: 'usedBytes', value: 4, unit: 'bytes', nodeId: 'n0' },
      { name: 'indexBytes', value: 11, unit: 'bytes', nodeId: 'n0' },
      { name: 'rowsExamined', value: 3813, unit: 'rows', nodeId: 'n0' },
      { name: 'rowsReturned', value: 157, unit: 'rows' },
    ])
  })

  test('rows examined of 0 beside handler reads is not no work', () => {
    const found = verdict(
      one('new-order', 'mysql97'),
      run(0, 300, { Handler_read_key: 1955, Handler_read_next: 19540 }),
    )
    expect(found.text).toContain('Reads 21,495 index entries to return 300 rows')
  })

  test('a good plan is told so', () => {
    expect(verdict(one('better-index', 'mysql97'), run(157, 157)).text).toBe(
      'Reads 157 index entries to return 157 rows: it already reads only what it returns.',
    )
  })
})

describe('a tree of MySQL alone', () => {
  test.each<[string, readonly string[], string]>([
    [
      'an index merge is one read, not one for each index',
      [
        '-> Filter: ((o.a = 1) or (o.b = 2))  (cost=5 rows=10) (actual time=0.1..0.2 rows=9 loops=1)',
        '    -> Deduplicate rows sorted by row ID  (cost=5 rows=10) (actual time=0.1..0.2 rows=10 loops=1)',
        '        -> Index range scan on o using ix_a over (a = 1)  (cost=1 rows=6) (actual time=0.1..0.1 rows=6 loops=1)',
        '        -> Index range scan on o using ix_b over (b = 2)  (cost=1 rows=6) (actual time=0.1..0.1 rows=6 loops=1)',
      ],
      'Reads 10 index entries to return 9 rows: `ix_a` and `ix_b` are merged.',
    ],
    [
      'the inner side of a loop counts as often as it ran; what never ran reads nothing',
      [
        '-> Nested loop left join  (cost=9 rows=4) (actual time=0.1..0.9 rows=20 loops=1)',
        '    -> Table scan on c  (cost=1 rows=4) (actual time=0.1..0.2 rows=4 loops=1)',
        '    -> Index lookup on o using ix (a = c.id)  (cost=1 rows=1) (actual time=0.1..0.2 rows=5 loops=4)',
        '    -> Select #2 (subquery in extra conditions; run only once)',
        '        -> Table scan on d  (cost=1 rows=99) (never executed)',
      ],
      'Reads roughly 24 rows from 2 tables to return 20 rows, 83 % of them from `o`: `ix` is used for its key part `a`.',
    ],
    [
      'the rows that a limit returns are known before it runs',
      ['-> Limit: 5 row(s)  (cost=9 rows=5)', '    -> Index scan on o using ix  (cost=9 rows=5)'],
      'Expects to read about 5 index entries: `ix` is walked in its order.',
    ],
    [
      'a count by the storage engine reads an unknown number of rows',
      ['-> Count rows in o  (actual time=1..2 rows=1 loops=1)'],
      'Lets the storage engine count the rows of `o`, which does not tell how many it reads for that.',
    ],
    [
      'no rows, and why',
      ['-> Zero rows (Impossible WHERE)  (cost=0..0 rows=0)'],
      'Reads no table: the server says "Impossible WHERE".',
    ],
    [
      'a change of one table is not printed',
      ['-> <not executable by iterator executor>'],
      'The server does not print in this format how it runs this statement.',
    ],
    [
      'a change of joined tables',
      ['-> Update o (immediate)  (cost=9 rows=4)', '    -> Index lookup on o using ix (a = 1)  (cost=9 rows=4)'],
      'Expects to read about 4 index entries to find the rows to update: `ix` is used for its key part `a`.',
    ],
  ])('%s', (_name, lines, expected) => {
    expect(parsePlans(lines.join('\n'), {}).verdict.text).toBe(expected)
  })
})

test('estimated and measured facts have different units', () => {
  const unit = (name: string, server: string) =>
    verdict(one(name, server)).facts.find((fact) => fact.name === 'rowsExamined')?.unit
  expect(unit('equality-like-prefix', 'mysql97')).toBe('estimated rows')
  expect(unit('pg-measured', 'pg15')).toBe('rows')
})

test('without a catalog the plan alone says what it can', () => {
  const plan = planOf(one('equality-like-prefix', 'mysql97'))
  expect(verdictOf({ plan, metrics: {}, keyUse: [], catalog: { tables: [] } }).text).toBe(
    'Expects to read about 3,813 index entries to return about 159 rows: `t_msg` is used for its key part `t2send` (4 bytes).',
  )
})

test.each(recordedPlans)('$case on $server: one sentence, and valid facts', (record) => {
  const found = verdict(record)
  expect(verdictSchema.safeParse(found).error).toBeUndefined()
  expect(found.text).toMatch(/^(Reads|Expects to read|Lets the storage engine count) .*[.]$/)
  expect(found.text).not.toMatch(/undefined|NaN|Infinity/)
  // Only a measured plan, or one that needs no number, may say "Reads".
  if (found.facts.some((fact) => fact.unit === 'estimated rows' && fact.name === 'rowsExamined'))
    expect(found.text).toMatch(/about|at most one row/)
})
