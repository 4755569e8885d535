// Protects what adds up over a plan: statistics by table, index and kind, and how much of the text was understood.
import { describe, expect, test } from 'vitest'
import { coverageOf } from '../../../../src/core/plan/insight/coverage'
import { statisticsOf } from '../../../../src/core/plan/insight/statistics'
import { readPlans } from '../../../../src/core/plan/read'
import { insightOfText } from './recorded'

const lines = [
  'Hash Join  (cost=0..40 rows=300 width=8) (actual time=1..20 rows=300 loops=1)',
  '  ->  Index Scan using ix_a on orders o  (cost=0..10 rows=300 width=8) (actual time=0.1..4 rows=300 loops=1)',
  '  ->  Hash  (cost=0..20 rows=20 width=8) (actual time=9..9 rows=20 loops=1)',
  '        ->  Seq Scan on orders p  (cost=0..19 rows=20 width=8) (actual time=0.1..8 rows=20 loops=1)',
  '              Filter: (a = 1)',
  '              Rows Removed by Filter: 80',
]

describe('statistics', () => {
  const { frame, flow } = insightOfText(lines)
  const { byTable, byIndex, byKind } = statisticsOf(frame, flow.tables)

  test('both reads of one table are one line', () => {
    // Rows read: 300 + 100. Own time: 4 + 8 of 20.
    expect(byTable).toMatchObject([{ name: 'orders', loops: { rows: 2 }, rows: { rows: 400 }, selfMs: 12 }])
    expect(byTable[0]?.share).toBeCloseTo(12 / 20, 9)
    expect(byTable[0]?.nodeIds).toEqual(['n0.0', 'n0.1.0'])
  })

  test('an index is one of its table', () => {
    expect(byIndex).toMatchObject([{ name: 'ix_a (orders)', rows: { rows: 300 }, selfMs: 4 }])
  })

  test('kinds of step, those that take most first', () => {
    // 20 − 4 − 9 = 7, 9 − 8 = 1.
    expect(byKind.map(({ name, selfMs }) => [name, selfMs])).toEqual([
      ['Seq Scan', 8],
      ['Hash Join', 7],
      ['Index Scan', 4],
      ['Hash', 1],
    ])
  })
})

describe('coverage', () => {
  test('everything understood', () => {
    const [plan] = readPlans(lines.join('\n'), {})
    expect(plan && coverageOf(plan).fraction).toBe(1)
  })

  test('characters of the notes against all of the plan, blanks left out; the step is named', () => {
    const text = [
      'Sort  (cost=1..2 rows=3 width=4)',
      '  Sort Key: a',
      '  Frobnication: 7',
      '  ->  Seq Scan on t  (cost=0..1 rows=3 width=4)',
    ]
    const [plan] = readPlans(text.join('\n'), {})
    if (plan === undefined) throw new Error('no plan')
    const coverage = coverageOf(plan)
    // Line by line, without blanks: 28 + 9 + 14 + 36 = 87.
    expect(plan.notes.map((note) => plan.source.text.slice(note.span.start, note.span.end))).toEqual([
      'Frobnication: 7',
    ])
    expect([coverage.characters, coverage.notUnderstood]).toEqual([87, 14])
    expect(coverage.fraction).toBeCloseTo(73 / 87, 9)
    expect([...coverage.unclear]).toEqual(['n0'])
  })
})
