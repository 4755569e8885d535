// Protects what an experiment says: which clock decides, the sentence, and figures of few pairs that JSON can carry.
import { describe, expect, test } from 'vitest'
import { compareSamples } from '../../../src/core/experiment/compare-samples'
import { decidingClock } from '../../../src/core/experiment/deciding-clock'
import type { Comparison, ExperimentSpec, Sample } from '../../../src/core/experiment/model'
import { parseVariantSetting } from '../../../src/core/experiment/variant-setting'
import { comparisonSentence, experimentVerdict } from '../../../src/core/experiment/verdict'

const spec: ExperimentSpec = {
  variants: ['A', 'B'].map((name) => ({ name, sql: 'SELECT 1', session: [], ddl: [] })),
  warmupRounds: 0,
  minPairs: 10,
  maxPairs: 80,
  budgetMs: 1000,
  seed: 1,
  threshold: 0.05,
  runTimeoutMs: 1000,
}
const sample = (pair: number, variant: string, more: Partial<Sample>): Sample => ({
  pair,
  variant,
  place: 0,
  clientMs: 10,
  rows: 1,
  counters: {},
  ...more,
})
const pairs = (count: number, a: Partial<Sample>, b: Partial<Sample>) =>
  Array.from({ length: count }, (_, pair) => [sample(pair, 'A', a), sample(pair, 'B', b)]).flat()

describe('the clock that decides', () => {
  const mine = { from: 'CPU_TIME', wholeServer: false }
  const process = { from: 'SHOW PROFILE', wholeServer: true }
  const wall = { from: 'TIMER_WAIT' }
  const mysql = { product: 'mysql', cpu: mine, serverWall: wall } as const
  const whole = { ...mysql, cpu: process } as const
  const input = { servers: [mysql], busy: 0 } as const
  const full = { serverCpuMs: 2, serverWallMs: 3 }
  test.each([
    ['CPU of the statement', { ...input, samples: pairs(3, full, full), busy: 1 }, 'cpu'],
    ['CPU of a quiet server', { servers: [whole], samples: pairs(3, full, full), busy: 0.05 }, 'cpu'],
    ['CPU of a busy server', { servers: [whole], samples: pairs(3, full, full), busy: 0.5 }, 'serverWall'],
    ['CPU that is too coarse', { ...input, samples: pairs(3, full, { ...full, serverCpuMs: 0 }) }, 'serverWall'],
    ['no figures of the server', { ...input, samples: pairs(3, {}, {}) }, 'client'],
    [
      'no figures, and a short statement',
      { ...input, samples: pairs(3, { clientMs: 0.2 }, { clientMs: 0.2 }) },
      'work',
    ],
    [
      'no figures, and a short statement that was run many times inside the server',
      { ...input, samples: pairs(3, { clientMs: 0.2 }, { clientMs: 0.2 }), repeated: true },
      'client',
    ],
    ['the embedded server', { ...input, servers: [{ product: 'pglite' }], samples: pairs(3, full, full) }, 'work'],
    ['two servers with the same clocks', { ...input, servers: [mysql, mysql], samples: pairs(3, full, full) }, 'cpu'],
    [
      'two servers whose CPU clocks differ',
      { ...input, servers: [mysql, whole], samples: pairs(3, full, full) },
      'serverWall',
    ],
    [
      'two servers without a clock in common',
      { ...input, servers: [mysql, { ...whole, serverWall: { from: 'notices' } }], samples: pairs(3, full, full) },
      'client',
    ],
    [
      'a server beside the embedded one',
      { ...input, servers: [mysql, { product: 'pglite' }], samples: pairs(3, full, full) },
      'work',
    ],
  ] as const)('%s', (_says, given, clock) => expect(decidingClock(given).clock).toBe(clock))
})

describe('comparisons that JSON can carry', () => {
  test.each([0, 1, 2, 5])('of %i pairs', (count) => {
    const [found] = compareSamples(pairs(count, { clientMs: 10 }, { clientMs: 20 }), { spec, clock: 'client' })
    expect(found).toMatchObject({ verdict: 'undecided', pairs: count })
    expect([found?.ratio, found?.low, found?.high].every(Number.isFinite)).toBe(true)
  })

  test('two pairs lie between their ratios half of the time', () => {
    const samples = [...pairs(1, { clientMs: 10 }, { clientMs: 20 })]
    samples.push(sample(1, 'A', { clientMs: 10 }), sample(1, 'B', { clientMs: 40 }))
    const [found] = compareSamples(samples, { spec, clock: 'client' })
    expect([found?.low, found?.high, found?.confidence]).toEqual([2, 4, 0.5])
  })
})

describe('decided by work', () => {
  const judged = (a: Record<string, number>, b: Record<string, number>) =>
    compareSamples(pairs(2, { counters: a }, { counters: b }), { spec, clock: 'work' })[0]
  test.each([
    ['a tenth', { rowsExamined: 1000 }, { rowsExamined: 100 }, 'faster', 0.1],
    ['within the threshold', { rowsExamined: 1000 }, { rowsExamined: 1010 }, 'no-difference', 1.01],
    ['pages before rows', { rowsExamined: 100, buffers: 10 }, { rowsExamined: 100, buffers: 30 }, 'slower', 3],
    ['nothing counted', {}, {}, 'undecided', 1],
    ['none on one side', { rowsExamined: 10 }, { rowsExamined: 0 }, 'undecided', 1],
  ] as const)('%s', (_says, a, b, verdict, ratio) => {
    expect(judged(a, b)).toMatchObject({ verdict, ratio, low: ratio, high: ratio, decidedBy: 'work' })
  })
})

const comparison: Comparison = {
  variant: 'B',
  clocks: {},
  decidedBy: 'cpu',
  ratio: 0.05,
  low: 0.04,
  high: 0.0625,
  confidence: 0.99,
  pairs: 20,
  verdict: 'faster',
  workRatio: { rowsExamined: 0.04 },
  sameResult: 'same',
}
test.each<[string, Partial<Comparison>]>([
  [
    'B is 20.0× faster than A [16.0–25.0] by CPU time of the server, 20 pairs. 25.0× fewer rows examined. Same rows.',
    {},
  ],
  [
    'B takes 20.0 % [18.0–22.0 %] more CPU time of the server than A, 20 pairs. Same rows.',
    { ratio: 1.2, low: 1.18, high: 1.22, verdict: 'slower', workRatio: {} },
  ],
  [
    'B takes 10.0 % [8.0–12.0 %] less elapsed time on the server than A, 20 pairs. 20.0 % more rows examined.',
    {
      ratio: 0.9,
      low: 0.88,
      high: 0.92,
      decidedBy: 'serverWall',
      workRatio: { rowsExamined: 1.2 },
      sameResult: 'unchecked',
    },
  ],
  [
    'No difference between B and A by CPU time of the server: +1.0 % [−2.0 % to +3.0 %], 20 pairs. It waits more. Same rows.',
    { ratio: 1.01, low: 0.98, high: 1.03, verdict: 'no-difference', workRatio: {}, waiting: 'It waits more.' },
  ],
  [
    'Cannot tell yet how B compares with A: −5.0 % [−20.0 % to +10.0 %] by CPU time of the server after 20 pairs. About 30 more pairs would decide. The rows DIFFER from A’s. Less.',
    {
      ratio: 0.95,
      low: 0.8,
      high: 1.1,
      verdict: 'undecided',
      pairsNeeded: 50,
      workRatio: {},
      sameResult: 'different',
      sameResultBecause: 'Less.',
    },
  ],
  [
    'B does 25.0× less work than A. 25.0× fewer rows examined. Same rows.',
    { ratio: 0.04, low: 0.04, high: 0.04, decidedBy: 'work' },
  ],
])('%s', (sentence, more) => expect(comparisonSentence({ ...comparison, ...more }, 'A')).toBe(sentence))

test.each([
  [
    'B:optimizer_switch=mrr=on,mrr_cost_based=off',
    { variant: 'B', name: 'optimizer_switch', value: 'mrr=on,mrr_cost_based=off' },
  ],
  ['with-index: work_mem = 64MB', { variant: 'with-index', name: 'work_mem', value: '64MB' }],
])('%s', (text, setting) => expect(parseVariantSetting(text)).toEqual(setting))

test.each(['work_mem=1MB', 'B:=1', 'B:work mem=1', ''])('"%s" is no setting of a variant', (text) =>
  expect(() => parseVariantSetting(text)).toThrow('VARIANT:name=value'),
)

test('the numbers of the verdict are those of the variant that it speaks of', () => {
  const samples = [
    ...pairs(3, { rows: 5, counters: { rowsExamined: 1000 } }, { rows: 5, counters: { rowsExamined: 40 } }),
    sample(0, 'C', { rows: 6, counters: { rowsExamined: 900 } }),
  ]
  const three = { ...spec, variants: [...spec.variants, { name: 'C', sql: 'SELECT 1', session: [], ddl: [] }] }
  const slow: Comparison = { ...comparison, variant: 'C', ratio: 2, low: 1.9, high: 2.1, verdict: 'slower' }
  const verdict = experimentVerdict(three, [slow, comparison], samples)
  expect(verdict.text).toMatch(/^Of 2 variants B is the best/)
  expect(Object.fromEntries(verdict.facts.map(({ name, value }) => [name, value]))).toEqual({
    ratio: 0.05,
    ratioLow: 0.04,
    ratioHigh: 0.0625,
    pairs: 20,
    rowsExaminedBefore: 1000,
    rowsExamined: 40,
    rowsReturnedBefore: 5,
    rowsReturned: 5,
  })
})

describe('of several variants', () => {
  const variants = ['A', 'B', 'C'].map((name) => ({ name, sql: 'SELECT 1', session: [], ddl: [] }))
  const near: Comparison = { ...comparison, ratio: 1.3, low: 1.2, high: 1.4, verdict: 'slower' }
  const far: Comparison = { ...near, variant: 'C', ratio: 3, low: 2.8, high: 3.2 }

  test('when all are slower, the baseline is named as the fastest, with the nearest', () => {
    expect(experimentVerdict({ ...spec, variants }, [far, near]).text).toMatch(
      /^A is the fastest of 3\. The nearest: B /,
    )
  })

  test('a preset that asks what steps cost names the dearest', () => {
    const { text } = experimentVerdict({ ...spec, variants, preset: 'triggers' }, [near, far])
    expect(text).toMatch(/^Of 2 variants C costs most: C is 3\.00× slower than A/)
  })

  test('where some are alike, none is said to be faster', () => {
    const alike: Comparison = { ...near, ratio: 1.01, low: 0.99, high: 1.02, verdict: 'no-difference' }
    expect(experimentVerdict({ ...spec, variants }, [alike, far]).text).toMatch(/^No variant is faster than A\. /)
  })
})

test('without pairs there is no ratio', () => {
  const verdict = experimentVerdict(spec, [{ ...comparison, pairs: 0, verdict: 'undecided' }], [])
  expect(verdict.facts).toEqual([{ name: 'pairs', value: 0, unit: 'pairs' }])
})
