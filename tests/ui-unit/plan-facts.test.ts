// Protects the panels of what a plan says by itself: widths are the rows, orders sort, and one press goes to the next step.
import { describe, expect, test } from 'vitest'
import { insightOf } from '../../src/core/plan/insight/plan-insight'
import { statisticsOf } from '../../src/core/plan/insight/statistics'
import { metricsOf } from '../../src/core/plan/metrics'
import { readPlans } from '../../src/core/plan/read'
import { badgesOf, badgeTitle, badgeWord, isProblem } from '../../src/ui/plan/badges'
import { coveragePercent } from '../../src/ui/plan-facts/coverage-percent'
import { stageBars, tableBars } from '../../src/ui/plan-facts/flow-bars'
import { columnsOf, ordered, turned } from '../../src/ui/plan-facts/statistics-order'
import { nextOf } from '../../src/ui/plan-facts/use-select-nodes'
import { node } from './plan-trees'

function looked(lines: readonly string[]) {
  const [plan] = readPlans(lines.join('\n'), {})
  if (plan === undefined) throw new Error('no plan')
  return insightOf({ plan, metrics: metricsOf(plan) })
}

const insight = looked([
  'Nested Loop  (cost=0..9 rows=10 width=8) (actual time=1..20 rows=50 loops=1)',
  '  ->  Seq Scan on a  (cost=0..1 rows=20 width=8) (actual time=0.1..9 rows=50 loops=1)',
  '        Filter: (x = 1)',
  '        Rows Removed by Filter: 150',
  '  ->  Materialize  (cost=0..1 rows=1 width=8) (actual time=0.01..0.02 rows=1 loops=50)',
  '        ->  Index Scan using b_pkey on b  (cost=0..1 rows=1 width=8) (actual time=0.5..0.5 rows=1 loops=1)',
  '              Index Cond: (y = 1)',
])

describe('bars', () => {
  test('stages are as wide as their rows, relative to the widest', () => {
    // Read 200 + 1, left 50 + 1, joined 50, returned 50.
    const bars = stageBars(insight.flow)
    expect(bars.map(({ stage, width }) => [stage.kind, Number(width?.toFixed(4))])).toEqual([
      ['read', 1],
      ['filtered', 0.2537],
      ['joined', 0.2488],
      ['returned', 0.2488],
    ])
    expect(bars[1]?.kept).toBeCloseTo(51 / 201, 9)
  })

  test('a table is as wide as what it reads, and filled by what it passes on', () => {
    expect(tableBars(insight.flow).map(({ table, width, passed }) => [table.access.table, width, passed])).toEqual([
      ['a', 1, 0.25],
      ['b', 1 / 200, 1],
    ])
  })

  test('what is not told has no width', () => {
    const { flow } = looked([
      'Index Scan using ix on t  (cost=0.1..3 rows=7 width=4)',
      '  Index Cond: (a = 1)',
      '  Filter: (b = 2)',
    ])
    expect(stageBars(flow).map(({ width }) => width)).toEqual([undefined, 1, 1])
    expect(tableBars(flow).map(({ width, passed }) => [width, passed])).toEqual([[undefined, undefined]])
  })
})

describe('statistics', () => {
  const { byKind } = statisticsOf(insight.frame, insight.flow.tables)
  const names = (order: Parameters<typeof ordered>[1]) => ordered(byKind, order).map((line) => line.name)

  test('a press on a head sorts: numbers from the largest, names from the first, then the other way', () => {
    expect(turned(undefined, 'rows')).toEqual({ column: 'rows', descending: true })
    expect(turned({ column: 'rows', descending: true }, 'rows')).toEqual({ column: 'rows', descending: false })
    expect(turned({ column: 'rows', descending: true }, 'name')).toEqual({ column: 'name', descending: false })
    expect(names({ column: 'name', descending: false })).toEqual([
      'Index Scan',
      'Materialize',
      'Nested Loop',
      'Seq Scan',
    ])
    // 1 row of the index scan comes last, 50 of the others before it.
    expect(names({ column: 'rows', descending: true }).at(-1)).toBe('Index Scan')
  })

  test('columns without any number are left out, lines without one come last', () => {
    expect(columnsOf(byKind)).toEqual(['name', 'steps', 'loops', 'rows', 'time', 'share', 'cost'])
    const [first, second] = byKind
    if (first === undefined || second === undefined) throw new Error('too few lines')
    const lines = [{ ...first, rows: undefined }, second]
    expect(ordered(lines, { column: 'rows', descending: true }).at(-1)?.rows).toBeUndefined()
    expect(ordered(lines, { column: 'rows', descending: false }).at(-1)?.rows).toBeUndefined()
  })

  test('each press selects the next step of a line, and starts again', () => {
    expect(nextOf(['n0', 'n0.1'], undefined)).toBe('n0')
    expect(nextOf(['n0', 'n0.1'], 'n0')).toBe('n0.1')
    expect(nextOf(['n0', 'n0.1'], 'n0.1')).toBe('n0')
    expect(nextOf(['n0', 'n0.1'], 'n7')).toBe('n0')
    expect(nextOf([], 'n0')).toBeUndefined()
  })
})

describe('badges of an estimate', () => {
  const actual = { loops: 1, rowsPerLoop: 5000, neverExecuted: false }
  const step = node('Sort', [], { actual, estimate: { rowsPerLoop: 50 } })
  const badge = (role: Parameters<typeof badgesOf>[3]) => badgesOf(step, { rowsRatio: 100 }, false, role)[0]

  test.each([
    ['starts', '×100 rows', true, 'The server counted 100 times more rows than it expected.'],
    [
      'inherits',
      '×100 inherited',
      false,
      'The server counted 100 times more rows than it expected, because an input was misjudged already.',
    ],
    ['right', undefined, undefined, undefined],
  ] as const)('%s', (role, word, problem, title) => {
    const found = badge(role)
    expect(found && badgeWord(found)).toBe(word)
    expect(found && isProblem(found)).toBe(problem)
    expect(found && badgeTitle(found)).toBe(title)
  })
})

test('never 100 % of a text in which something was not understood', () => {
  expect(coveragePercent({ fraction: 1, notUnderstood: 0 })).toBe(100)
  expect(coveragePercent({ fraction: 0.99999, notUnderstood: 3 })).toBe(99.9)
  expect(coveragePercent({ fraction: 0.9487, notUnderstood: 133 })).toBe(94.8)
})
