// Protects the numbers that every face of an experiment shows: the work per run and the times of each variant.
import { describe, expect, test } from 'vitest'
import type { ExperimentSpec, Sample } from '../../../src/core/experiment/model'
import { variantTimes } from '../../../src/core/experiment/summary/variant-times'
import { workRows } from '../../../src/core/experiment/summary/work-rows'

const spec: ExperimentSpec = {
  variants: ['A', 'B', 'C'].map((name) => ({ name, sql: 'SELECT 1', session: [], ddl: [] })),
  warmupRounds: 0,
  minPairs: 1,
  maxPairs: 3,
  budgetMs: 1000,
  seed: 1,
  threshold: 0.05,
  runTimeoutMs: 1000,
}

/** A ran three times, B twice, C never. */
const samples: readonly Sample[] = [
  run(0, 'A', 10, { rowsExamined: 100, Handler_read_next: 99, Sort_rows: 0 }),
  run(0, 'B', 4, { rowsExamined: 20, Handler_read_next: 19, buffers: 7 }),
  run(1, 'B', 6, { rowsExamined: 30, Handler_read_next: 29, buffers: 7 }),
  run(1, 'A', 30, { rowsExamined: 100, Handler_read_next: 99, Sort_rows: 0 }),
  run(2, 'A', 20, { rowsExamined: 100, Handler_read_next: 99, Sort_rows: 0 }),
]

function run(pair: number, variant: string, clientMs: number, counters: Sample['counters']): Sample {
  return { pair, variant, place: 0, clientMs, rows: 1, counters, ...(variant === 'A' && { serverCpuMs: clientMs / 2 }) }
}

describe('work per run', () => {
  const rows = workRows({ spec, samples })

  test('ours come first, then the server’s; what is nothing everywhere is left out', () => {
    expect(rows.map(({ counter }) => counter)).toEqual(['rowsExamined', 'buffers', 'Handler_read_next'])
  })

  test.each([
    ['rowsExamined', 'Rows examined', 'rows', [100, 25, undefined], [undefined, 0.25, undefined]],
    ['buffers', 'Pages touched', 'pages', [0, 7, undefined], [undefined, undefined, undefined]],
    ['Handler_read_next', 'Handler_read_next', 'times', [99, 24, undefined], [undefined, 24 / 99, undefined]],
  ])('%s', (counter, title, unit, perRun, ratios) => {
    expect(rows.find((row) => row.counter === counter)).toEqual({ counter, title, unit, perRun, ratios, differs: true })
  })

  test('alike work does not differ', () => {
    const alike = samples.filter(({ variant }) => variant === 'A')
    expect(workRows({ spec, samples: alike }).map(({ differs }) => differs)).toEqual([false, false])
  })
})

describe('times', () => {
  test('the median, the 95th percentile and each run; few runs have no interval', () => {
    expect(variantTimes({ spec, samples }, 'client')).toEqual([
      {
        variant: 'A',
        runs: [
          { pair: 0, place: 0, ms: 10 },
          { pair: 1, place: 0, ms: 30 },
          { pair: 2, place: 0, ms: 20 },
        ],
        medianMs: 20,
        p95Ms: 29,
      },
      {
        variant: 'B',
        runs: [
          { pair: 0, place: 0, ms: 4 },
          { pair: 1, place: 0, ms: 6 },
        ],
        medianMs: 5,
        p95Ms: 5.9,
      },
    ])
  })

  test('a clock that timed only one variant', () => {
    expect(variantTimes({ spec, samples }, 'cpu').map(({ variant, medianMs }) => [variant, medianMs])).toEqual([
      ['A', 10],
    ])
    expect(variantTimes({ spec, samples }, 'serverWall')).toEqual([])
  })

  test('enough runs bound the median by two of them', () => {
    const many = Array.from({ length: 15 }, (_, pair) => run(pair, 'A', pair + 1, {}))
    // Sign test of 15 at 5 %: between the 4th and the 12th.
    expect(variantTimes({ spec, samples: many }, 'client')[0]?.interval).toEqual([4, 12])
  })
})
