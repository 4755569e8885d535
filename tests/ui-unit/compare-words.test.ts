// Protects what is said of a comparison: ratios with their direction, and never the verdict of one clock beside the times of another.
import { describe, expect, test } from 'vitest'
import type { Comparison } from '../../src/core/experiment/model'
import { byClock, comparisonTold, factorText, intervalText, ratioText, samenessTold } from '../../src/ui/compare/words'

const comparison: Comparison = {
  variant: 'B',
  clocks: { cpu: { ratio: 0.5, low: 0.4, high: 0.625 }, client: { ratio: 0.9, low: 0.8, high: 1.1 } },
  decidedBy: 'cpu',
  ratio: 0.5,
  low: 0.4,
  high: 0.625,
  confidence: 0.95,
  pairs: 20,
  verdict: 'faster',
  workRatio: {},
  sameResult: 'same',
}

test.each([
  [0.5, '÷2.00'],
  [1 / 21.8, '÷21.8'],
  [1.31, '×1.31'],
  [1 / 4034, '÷4,034'],
  [1, '×1.00'],
])('%s of the baseline is %s', (ratio, text) => expect(ratioText(ratio)).toBe(text))

test.each([
  ['less', { ratio: 0.5, low: 0.4, high: 0.625 }, '[1.60 – 2.50]'],
  ['more', { ratio: 1.2, low: 1.1, high: 1.3 }, '[1.10 – 1.30]'],
])('the interval of %s goes in the direction of its ratio', (_name, interval, text) =>
  expect(intervalText(interval)).toBe(text),
)

test('a ratio without an end says so', () => expect(factorText(Number.POSITIVE_INFINITY)).toBe('∞'))

describe('by the clock that is shown', () => {
  test('the verdict stands where that clock decided', () =>
    expect(byClock(comparison, 'cpu')).toEqual({ ratio: 0.5, low: 0.4, high: 0.625, decides: true }))
  test('another clock has its own interval and no verdict', () =>
    expect(byClock(comparison, 'client')).toEqual({ ratio: 0.9, low: 0.8, high: 1.1, decides: false }))
  test('a clock that did not time both has nothing', () => expect(byClock(comparison, 'serverWall')).toBeUndefined())
  test('work decides whatever clock is shown', () =>
    expect(byClock({ ...comparison, decidedBy: 'work' }, 'client')?.decides).toBe(true))
})

test.each([
  ['faster', {}, 'faster'],
  ['less work where work decides', { decidedBy: 'work' }, 'less work'],
  ['slower', { verdict: 'slower' }, 'slower'],
  ['no difference', { verdict: 'no-difference' }, 'no difference'],
  ['cannot tell yet', { verdict: 'undecided' }, 'cannot tell yet'],
] as const)('a verdict is told as %s', (_name, part, text) =>
  expect(comparisonTold({ ...comparison, ...part })?.text).toBe(text),
)

test('pairs that are still needed are those beyond the ones that ran', () =>
  expect(comparisonTold({ ...comparison, verdict: 'undecided', pairsNeeded: 60 })?.title).toBe(
    'About 40 more pairs would decide.',
  ))

test('rows that differ look bad, and why they cannot be compared is said', () => {
  expect(samenessTold({ ...comparison, sameResult: 'different' }).look).toBe('bad')
  expect(samenessTold({ ...comparison, sameResult: 'not-comparable', sameResultBecause: 'LIMIT' })).toMatchObject({
    look: 'warn',
    title: 'LIMIT',
  })
})
