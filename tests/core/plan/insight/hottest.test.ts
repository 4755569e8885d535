// Protects the hottest step: by which number, with which share, and why in words.
import { describe, expect, test } from 'vitest'
import type { PlanInsight } from '../../../../src/core/plan/insight/plan-insight'
import { whyHot } from '../../../../src/core/plan/insight/why-hot'
import { stepText } from '../../../../src/core/plan/insight/words'
import { insightOfText, recordedInsight } from './recorded'

function told(insight: PlanInsight) {
  const { hottest, frame, flow } = insight
  if (hottest === undefined) return undefined
  return {
    step: stepText(hottest.node),
    basis: hottest.basis,
    share: Number(hottest.share.toFixed(3)),
    why: whyHot(frame, hottest, flow.tables),
  }
}

describe('the hottest step', () => {
  test('by own time: the sort, not the scan below it', () => {
    // Sort 38.631 − 3.032 = 35.599, Seq Scan 3.032, Aggregate 40.452 − 38.631 = 1.821, of 40.452.
    const insight = insightOfText([
      'Aggregate  (cost=9..9 rows=1 width=8) (actual time=40.452..40.452 rows=1 loops=1)',
      '  ->  Sort  (cost=9..9 rows=60000 width=8) (actual time=30.1..38.631 rows=60000 loops=1)',
      '        Sort Key: v',
      '        Sort Method: external merge  Disk: 3936kB',
      '        ->  Seq Scan on big  (cost=0..9 rows=60000 width=8) (actual time=0.1..3.032 rows=60000 loops=1)',
    ])
    expect(told(insight)).toEqual({
      step: 'the Sort',
      basis: 'time',
      share: 0.88,
      why: 'sorts 60,000 rows on disk',
    })
  })

  test('a look-up in many loops says how many and how long each takes', () => {
    // 2000 × 0.003 = 6 ms of 10.
    const insight = insightOfText([
      'Nested Loop  (cost=0..9 rows=2000 width=8) (actual time=0.1..10 rows=2000 loops=1)',
      '  ->  Seq Scan on a  (cost=0..1 rows=2000 width=8) (actual time=0.1..1 rows=2000 loops=1)',
      '  ->  Index Scan using b_pkey on b  (cost=0..1 rows=1 width=8) (actual time=0.001..0.003 rows=1 loops=2000)',
    ])
    expect(told(insight)).toEqual({
      step: 'the Index Scan on `b`',
      basis: 'time',
      share: 0.6,
      why: 'reads roughly 2,000 rows of `b`, in 2,000 loops of 3 µs',
    })
  })

  test('above its workers a Gather waits', () => {
    // 9.584 − 2.714 = 6.87 of 9.935.
    expect(told(recordedInsight('pg18', 'parallel', 'postgres-text', true))).toMatchObject({
      step: 'the Gather Merge',
      share: 0.691,
      why: 'waits for parallel workers and collects 8,571 rows from them',
    })
  })

  test('without times by rows read', () => {
    // 150 + 750 + 1200.
    expect(told(recordedInsight('mysql57', 'join-three', 'mysql-table', false))).toEqual({
      step: 'the Index lookup on `i`',
      basis: 'rows',
      share: 0.571,
      why: 'reads about 1,200 rows of `i`',
    })
  })

  test('where rows are not told by cost', () => {
    const insight = insightOfText([
      'Sort  (cost=90.00..95.00 rows=70 width=4)',
      '  Sort Key: a',
      '  ->  Index Scan using ix on orders  (cost=0.28..80.00 rows=70 width=4)',
      '        Index Cond: (a = 1)',
      '        Filter: (b = 2)',
    ])
    expect(told(insight)).toMatchObject({ step: 'the Index Scan on `orders`', basis: 'cost', share: 0.842 })
  })

  test('nothing is hot where there are no numbers', () => {
    expect(insightOfText(['Sort', '  Sort Key: a', '  ->  Seq Scan on orders']).hottest).toBeUndefined()
  })
})
