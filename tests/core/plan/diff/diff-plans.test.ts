// Protects what a plan diff says: changes named by hand on plans recorded from real servers.
import { describe, expect, test } from 'vitest'
import { diffTexts } from '../../../../src/core/plan/diff/diff-texts'
import type { PlanDiff } from '../../../../src/core/plan/diff/model'
import { recordedPlan } from './recorded'

const diff = (a: string, b: string) => diffTexts(recordedPlan(a), recordedPlan(b), {})

/** Every change as one line: `n0.1~n0.1 ACCESS index ix_cust → none`. */
function lines({ matches }: PlanDiff): string[] {
  return matches.flatMap(({ a, b, changes }) =>
    changes.map(
      ({ change, field, before, after }) => `${a}~${b} ${change} ${field} ${before ?? 'none'} → ${after ?? 'none'}`,
    ),
  )
}

/** Without numbers, which differ from run to run of ANALYZE. */
const means = (found: PlanDiff) => lines(found).filter((line) => !/ (ESTIMATE|WORK) /.test(line))

describe('what the statement’s author changed is what is told', () => {
  test.each([
    {
      what: 'one more key part of the same index',
      a: 'mysql80/one-part.json',
      b: 'mysql80/two-parts.json',
      // 10 rows of customer 7, 3 of them new: 5 bytes are a nullable int, 48 = 5 + 10 × 4 + 2 + 1.
      changes: [
        'n0~n0 ACCESS usedKeyParts customer_id → customer_id, status',
        'n0~n0 ACCESS keyLengthBytes 5 → 48',
        'n0~n0 ESTIMATE rowsExaminedPerLoop 10 → 3',
        'n0~n0 ESTIMATE rowsPerLoop 10 → 3',
        'n0~n0 ESTIMATE subtreeCost 3.5 → 1.05',
      ],
      says: '`o` now uses 2 key parts of `ix_cust_status` instead of 1; 10 → 3 rows examined by estimate, ÷3.3.',
    },
    {
      what: 'the same in tables of rows, which print bytes only',
      a: 'mysql80/one-part.table',
      b: 'mysql80/two-parts.table',
      changes: [
        'n0~n0 ACCESS keyLengthBytes 5 → 48',
        'n0~n0 ESTIMATE rowsExaminedPerLoop 10 → 3',
        'n0~n0 ESTIMATE rowsPerLoop 10 → 3',
      ],
      says: '`o` now uses 48 bytes of `ix_cust_status` instead of 5; 10 → 3 rows examined by estimate, ÷3.3.',
    },
    {
      what: 'a sort put on top',
      a: 'mysql80/unsorted.tree',
      b: 'mysql80/sorted.tree',
      changes: [],
      says: 'Added: `Sort`.',
    },
    {
      what: 'a sort that no longer fits in memory',
      a: 'pg18/sort-mem.text',
      b: 'pg18/sort-disk.text',
      changes: ['n0~n0 SPILL tempBlocks 0 → 1302', 'n0~n0 SPILL sortSpace Memory → Disk'],
      says: '`Sort` writes and reads 1,302 temporary blocks instead of 0; 50,000 rows examined in both.',
    },
  ])('$what', ({ a, b, changes, says }) => {
    const found = diff(a, b)
    expect(lines(found)).toEqual(changes)
    expect(found.verdict.text).toBe(says)
  })

  test.each([
    ['mysql57', 'table'],
    ['mysql57', 'json'],
    ['mysql80', 'table'],
    ['mysql80', 'json'],
    ['mysql80', 'tree'],
    ['mysql97', 'table'],
    ['mysql97', 'json'],
    ['mysql97', 'tree'],
  ])('an ignored index turns the join round, %s %s', (server, form) => {
    const found = diff(`${server}/free.${form}`, `${server}/ignored.${form}`)
    expect(means(found).filter((line) => !/ (usedKeyParts|keyLengthBytes|covering) /.test(line))).toEqual([
      'n0~n0 ORDER tableOrder c, o → o, c',
      expect.stringMatching(/^n0\.0~\S+ ACCESS method lookup → unique-lookup$/),
      expect.stringMatching(/^n0\.0~\S+ ACCESS index ix_city → PRIMARY$/),
      expect.stringMatching(/^n0\.1~\S+ ACCESS method lookup → full-scan$/),
      expect.stringMatching(/^n0\.1~\S+ ACCESS index ix_cust → none$/),
    ])
    expect(found.sameShape).toBe(false)
    expect(found.onlyA).toEqual([])
  })

  test('a hash join that was forbidden', () => {
    const found = diff('pg18/free.text', 'pg18/nohash.text')
    expect(means(found)).toEqual([
      'n0~n0 JOIN algorithm hash join → nested loop',
      'n0~n0 ORDER tableOrder o, c → c, o',
      'n0.0~n0.1 ACCESS method full-scan → lookup',
      'n0.0~n0.1 ACCESS index none → ix_cust',
    ])
    expect(found.onlyA).toEqual(['n0.1'])
    expect(found.verdict.text).toContain('52,000 → 4,500 rows examined, ÷11.6')
  })

  test('another way to aggregate', () => {
    const found = diff('pg18/hashagg.plain', 'pg18/groupagg.plain')
    expect(means(found)).toContain('n0~n0 STRATEGY operator HashAggregate → GroupAggregate')
    expect(found.sameShape).toBe(false)
  })

  test('fewer partitions are the same plan with less work; those that are gone are counted', () => {
    const found = diff('pg18/parts-3.text', 'pg18/parts-2.text')
    expect(found.sameShape).toBe(true)
    expect(found.onlyA).toEqual(['n0.0'])
    expect(found.verdict.text).toBe('Gone: partitions of `m`; 9,000 → 6,000 rows examined, ÷1.5.')
    const one = diff('pg18/parts-2.text', 'pg18/parts-1.plain')
    expect(one.sameShape).toBe(true)
    // m_c is the second of two parts before, and alone after.
    expect(one.matches.map(({ a, b }) => `${a}~${b}`)).toEqual(['n0.1~n0'])
  })
})

describe('worked cases: the label of each variant is what is told', () => {
  test.each([
    {
      // "reorder: string prefix first, ranged INT last": key length 11 = 5 × 1 + 2 + 4 instead of 4.
      what: 'columns in another order',
      a: 'mariadb114/equality-like-prefix/query.analyze',
      b: 'mariadb114/equality-like-prefix/a-better-index.analyze',
      told: [
        'index t_msg → better_multicolumn_index',
        'usedKeyParts t2send → msg_type, t2send',
        'keyLengthBytes 4 → 11',
        'rowsExamined 3813 → 157',
      ],
      says: '3,813 → 157 rows examined, ÷24.3.',
    },
    {
      // "the bad plan of the story: range on col1 + filesort"
      what: 'a forced index that sorts',
      a: 'mysql80/enum-or-order-limit/query.analyze',
      b: 'mysql80/enum-or-order-limit/0-force-col1.analyze',
      told: ['method index-scan → range', 'index PRIMARY → col1', 'direction backward → forward'],
      says: 'added: `Sort`',
    },
    {
      // "equality columns first, then the ORDER BY column: no filesort, covering with the hidden PK"
      what: 'an index that gives the order',
      a: 'mysql80/dbt2-customer-by-name/query.analyze',
      b: 'mysql80/dbt2-customer-by-name/a-index-extended.analyze',
      told: ['index PRIMARY → c_name', 'usedKeyParts c_w_id, c_d_id → c_w_id, c_d_id, c_last', 'covering false → true'],
      says: 'gone: `Sort`, `Filter`; 3,000 → 2 rows examined, ÷1,500.',
    },
    {
      // "index without c_first still sorts"
      what: 'the sort comes with the index that lacks a column',
      a: 'mysql97/dbt2-customer-by-name/a-index-extended.tree',
      b: 'mysql97/dbt2-customer-by-name/b-index-without-order.json',
      told: ['index c_name → c_name3', 'covering true → false'],
      says: 'added: `Sort`',
    },
    {
      // "STRAIGHT_JOIN dimension -> fact" against "STRAIGHT_JOIN fact -> dimension"
      what: 'a join order forced the other way',
      a: 'mysql80/ssb-star-join/q1_1-straight-dim-first.table',
      b: 'mysql80/ssb-star-join/q1_1-straight-fact-first.table',
      told: [
        'tableOrder dim_date, lineorder → lineorder, dim_date',
        'method full-scan → unique-lookup',
        'index none → PRIMARY',
        'method lookup → full-scan',
        'index LO_OrderDateKey → none',
      ],
      says: 'Tables are joined in the order `lineorder, dim_date` instead of `dim_date, lineorder`',
    },
  ])('$what', ({ a, b, told, says }) => {
    const found = diff(a, b)
    const words = lines(found).map((line) => line.split(' ').slice(2).join(' '))
    expect(told.filter((line) => !words.includes(line))).toEqual([])
    expect(found.verdict.text).toContain(says)
    expect(found.sameShape).toBe(false)
  })

  test('the same story on MySQL and MariaDB has the same shapes', () => {
    for (const variant of ['query', 'a-better-index']) {
      const found = diff(
        `mysql97/equality-like-prefix/${variant}.tree`,
        `mariadb114/equality-like-prefix/${variant}.json`,
      )
      expect(found.sameShape).toBe(true)
    }
  })
})

describe('formats and versions of one plan are no difference', () => {
  test.each([
    ['mysql57/free.json', 'mysql80/free.tree'],
    ['mysql80/free.table', 'mysql97/free.json'],
    ['mysql80/free.table', 'mariadb114/free.json'],
    ['mysql97/ignored.tree', 'mysql57/ignored.table'],
    ['pg15/nested.text', 'pg18/nested.json'],
    ['pg15/hashagg.json', 'pg18/hashagg.plain'],
  ])('%s, %s', (a, b) => {
    const found = diff(a, b)
    expect(means(found).filter((line) => !/ (covering|usedKeyParts) /.test(line))).toEqual([])
    expect(found.sameShape).toBe(true)
    expect(
      [...found.onlyA, ...found.onlyB].filter((id) => ![...found.unprintedA, ...found.unprintedB].includes(id)),
    ).toEqual([])
  })
})

describe('what is not compared', () => {
  test('costs of different servers', () => {
    expect(lines(diff('mysql80/free.json', 'mariadb114/ignored.json')).filter((line) => line.includes('Cost'))).toEqual(
      [],
    )
  })
  test('counts of a plan that was run with estimates of one that was not', () => {
    expect(lines(diff('mysql80/free.analyze', 'mysql80/ignored.tree')).filter((line) => line.includes('WORK'))).toEqual(
      [],
    )
  })
  test('a filter that a table of rows never prints', () => {
    const found = diff('mysql80/ignored.tree', 'mysql80/ignored.table')
    expect(found.onlyA).toEqual(found.unprintedA)
    expect(found.onlyA.length).toBe(2)
  })
})

test('the plan before cannot be read: the message says which one', () => {
  expect(() => diffTexts('hello', recordedPlan('mysql80/free.tree'), {})).toThrow(/^Plan A: /)
  expect(() => diffTexts(recordedPlan('mysql80/free.tree'), 'hello', {})).toThrow(/^Plan B: /)
})
