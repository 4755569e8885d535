// Protects where an estimate goes wrong: the step whose inputs were right, what is no error, and what it matters for.
import { describe, expect, test } from 'vitest'
import type { PlanInsight } from '../../../../src/core/plan/insight/plan-insight'
import { stepText } from '../../../../src/core/plan/insight/words'
import { insightOfText, recordedInsight } from './recorded'

const starts = ({ errors }: PlanInsight) =>
  errors.map(
    ({ node, ratio, inheritedBy }) => `${stepText(node)} ${Number(ratio.toPrecision(3))} (${inheritedBy.join(' ')})`,
  )

describe('the start', () => {
  test('the scan starts it, sort and gather inherit it, the aggregate guessed right again', () => {
    const insight = recordedInsight('pg15', 'parallel', 'postgres-text', true)
    // 2857 ÷ 125 = 22.856. Groups: 95 → 100. Gather Merge: 190 → 300, less than 10 times.
    expect(starts(insight)).toEqual(['the Parallel Seq Scan on `big` 22.9 (n0.0.0.0)'])
    expect(insight.errors[0]?.conditions.map((one) => one.text)).toEqual(['((big.id % 7) = 0)'])
  })

  test('two inputs that are right and an output that is not: the join starts it', () => {
    const insight = insightOfText([
      'Aggregate  (cost=0..20 rows=1 width=8) (actual time=9..9 rows=1 loops=1)',
      '  ->  Hash Join  (cost=0..10 rows=10 width=8) (actual time=1..8 rows=90000 loops=1)',
      '        Hash Cond: (a.x = b.x)',
      '        ->  Seq Scan on a  (cost=0..1 rows=900 width=8) (actual time=0.1..1 rows=1000 loops=1)',
      '        ->  Hash  (cost=0..1 rows=110 width=8) (actual time=0.5..0.5 rows=100 loops=1)',
      '              ->  Seq Scan on b  (cost=0..1 rows=110 width=8) (actual time=0.1..0.4 rows=100 loops=1)',
    ])
    expect(starts(insight)).toEqual(['the Hash Join 9000 ()'])
    // Above the join only the aggregate depends on it: 9 − 8 = 1 ms of 9.
    expect(insight.errors[0]?.workShare).toBeCloseTo(1 / 9, 6)
  })

  test('a join of two wrong sides inherits from the worse one', () => {
    const insight = insightOfText([
      'Aggregate  (cost=0..20 rows=1 width=8) (actual time=99..99 rows=1 loops=1)',
      '  ->  Nested Loop  (cost=0..10 rows=10 width=8) (actual time=1..90 rows=50000 loops=1)',
      '        ->  Seq Scan on a  (cost=0..1 rows=2 width=8) (actual time=0.1..1 rows=1000 loops=1)',
      '              Filter: (a.y = 1)',
      '        ->  Index Scan using b_x on b  (cost=0..1 rows=5 width=8) (actual time=0.01..0.08 rows=50 loops=1000)',
      '              Index Cond: (b.x = a.x)',
    ])
    // a: 500 times, b: 10 times; together the 5,000 of the join.
    expect(starts(insight)).toEqual(['the Seq Scan on `a` 500 (n0.0)', 'the Index Scan on `b` 10 ()'])
    // On a depend the loop (9 ms), the inner side (80 ms) and the aggregate (9 ms): all but its own millisecond.
    expect(insight.errors[0]?.workShare).toBeCloseTo(98 / 99, 6)
  })

  test('a filter of MySQL starts it, the scan below it was right', () => {
    const insight = insightOfText([
      '-> Nested loop inner join  (cost=9 rows=100) (actual time=1..9 rows=20000 loops=1)',
      '    -> Filter: (c.city = 1)  (cost=1 rows=100) (actual time=1..2 rows=20000 loops=1)',
      '        -> Table scan on c  (cost=1 rows=99000) (actual time=1..2 rows=100000 loops=1)',
      '    -> Single-row index lookup on o using PRIMARY (id = c.id)  (cost=1 rows=1) (actual time=1e-4..1e-4 rows=1 loops=20000)',
    ])
    expect(starts(insight)).toEqual(['the Filter 200 (n0)'])
  })
})

describe('what is no error', () => {
  test.each<[string, readonly string[], string?]>([
    [
      'too few rows below a limit',
      [
        'Limit  (cost=0..1 rows=10 width=8) (actual time=0.1..5 rows=10 loops=1)',
        '  ->  Nested Loop  (cost=0..99 rows=5000 width=8) (actual time=0.1..5 rows=10 loops=1)',
        '        ->  Seq Scan on a  (cost=0..1 rows=5000 width=8) (actual time=0.1..1 rows=12 loops=1)',
        '        ->  Index Scan using b_x on b  (cost=0..1 rows=1 width=8) (actual time=0.01..0.3 rows=1 loops=12)',
      ],
    ],
    [
      'an incremental sort below a limit reads only what it needs',
      [
        'Limit  (cost=0..1 rows=5 width=8) (actual time=0.1..5 rows=5 loops=1)',
        '  ->  Incremental Sort  (cost=0..99 rows=5000 width=8) (actual time=0.1..5 rows=5 loops=1)',
        '        Sort Key: total, note',
        '        Presorted Key: total',
        '        ->  Index Scan using ix_total on orders  (cost=0..9 rows=5000 width=8) (actual time=0.1..4 rows=6 loops=1)',
      ],
    ],
    [
      'a semi join stops at the first match',
      [
        'Nested Loop Semi Join  (cost=0..99 rows=1000 width=8) (actual time=0.1..5 rows=1000 loops=1)',
        '  ->  Seq Scan on a  (cost=0..1 rows=1000 width=8) (actual time=0.1..1 rows=1000 loops=1)',
        '  ->  Index Scan using b_x on b  (cost=0..1 rows=500 width=8) (actual time=0.001..0.003 rows=1 loops=1000)',
      ],
    ],
    [
      'PostgreSQL prints 0 rows for what combines bitmaps',
      [
        'Bitmap Heap Scan on o  (cost=0..9 rows=500 width=8) (actual time=0.1..5 rows=500 loops=1)',
        '  Recheck Cond: ((a = 1) OR (b = 2))',
        '  ->  BitmapOr  (cost=0..1 rows=500 width=0) (actual time=1..1 rows=0 loops=1)',
        '        ->  Bitmap Index Scan on ix_a  (cost=0..1 rows=250 width=0) (actual time=0.5..0.5 rows=250 loops=1)',
        '              Index Cond: (a = 1)',
        '        ->  Bitmap Index Scan on ix_b  (cost=0..1 rows=250 width=0) (actual time=0.5..0.5 rows=250 loops=1)',
        '              Index Cond: (b = 2)',
      ],
    ],
    [
      'the inner side of a merge join is read again for equal values',
      [
        'Merge Join  (cost=0..9 rows=90000 width=8) (actual time=0.1..50 rows=90000 loops=1)',
        '  Merge Cond: (a.x = b.x)',
        '  ->  Sort  (cost=0..1 rows=300 width=8) (actual time=1..1 rows=300 loops=1)',
        '        Sort Key: a.x',
        '        ->  Seq Scan on a  (cost=0..1 rows=300 width=8) (actual time=0.1..0.5 rows=300 loops=1)',
        '  ->  Sort  (cost=0..1 rows=300 width=8) (actual time=1..9 rows=90000 loops=1)',
        '        Sort Key: b.x',
        '        ->  Seq Scan on b  (cost=0..1 rows=300 width=8) (actual time=0.1..0.5 rows=300 loops=1)',
      ],
    ],
    [
      'few rows on both sides',
      [
        'Hash Join  (cost=0..9 rows=1 width=8) (actual time=0.1..50 rows=90 loops=1)',
        '  ->  Seq Scan on a  (cost=0..1 rows=1 width=8) (actual time=1..1 rows=90 loops=1)',
        '  ->  Hash  (cost=0..1 rows=1 width=8) (actual time=1..9 rows=1 loops=1)',
        '        ->  Seq Scan on b  (cost=0..1 rows=1 width=8) (actual time=0.1..0.5 rows=1 loops=1)',
      ],
    ],
    [
      'MySQL counts behind the index condition and estimates before it',
      [
        '-> Sort: o.c  (cost=9 rows=9000) (actual time=9..9 rows=10 loops=1)',
        '    -> Index range scan on o using ix over (a < 9), with index condition: (o.b = 1)  (cost=9 rows=9000) (actual time=1..8 rows=10 loops=1)',
      ],
    ],
    [
      'MySQL 9 makes no estimate for a range on a forced index',
      [
        '-> Sort: o.c  (cost=9 rows=1) (actual time=9..9 rows=9000 loops=1)',
        '    -> Index range scan on o using ix over (a < 9)  (cost=9 rows=1) (actual time=1..8 rows=9000 loops=1)',
      ],
      'SELECT * FROM o FORCE INDEX (ix) WHERE a < 9 ORDER BY c',
    ],
  ])('%s', (_title, lines, sql) => {
    const found = starts(insightOfText(lines, { sql })).filter((one) => !one.startsWith('the Sort '))
    expect(found).toEqual([])
  })

  test('a batched look-up is estimated for one row and counted for all', () => {
    expect(starts(recordedInsight('mysql97', 'mrr-bka', 'mysql-tree', true))).toEqual([])
  })

  test('a window that ends by itself', () => {
    expect(starts(recordedInsight('pg18', 'window-run-condition', 'postgres-text', true))).toEqual([])
  })

  test('an estimate alone is right or wrong, nobody knows', () => {
    expect(recordedInsight('pg15', 'parallel', 'postgres-text', false).errors).toEqual([])
  })
})
