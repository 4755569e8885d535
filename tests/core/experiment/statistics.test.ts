// Protects: what an experiment says rests on published statistics: each is held to worked examples from its source.
import { describe, expect, test } from 'vitest'
import { cautionsOf } from '../../../src/core/experiment/statistics/cautions'
import { looksOf } from '../../../src/core/experiment/statistics/looks'
import { lagOneCorrelation, medianInterval } from '../../../src/core/experiment/statistics/median-interval'
import { binomialAtMost, median, quantile } from '../../../src/core/experiment/statistics/order-statistics'
import { pairedRatio, pairsNeeded, verdictOf } from '../../../src/core/experiment/statistics/paired-comparison'
import { hodgesLehmann, signedRankP, standardNormal } from '../../../src/core/experiment/statistics/signed-rank'
import { Randomness } from '../../../src/core/randomness'

/** Hamilton depression scale before and after (Hollander & Wolfe 1973, p. 29 f.; also the example of R's wilcox.test). */
const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3]
const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
const differences = before.map((value, at) => value - (after[at] ?? 0))

describe('signed ranks', () => {
  test('the published example: p = 0.03906, estimate 0.46', () => {
    expect(signedRankP(differences)).toBeCloseTo(0.0390625, 7)
    expect(hodgesLehmann(differences)).toBeCloseTo(0.46, 3)
  })
  test('its interval between order statistics, 96.1 %', () => {
    // Hollander & Wolfe's sign interval of 9 values leaves one out at each side: 2·10/512 = 3.9 %.
    const sorted = [...differences].sort((a, b) => a - b)
    expect(medianInterval(differences, 0.04, 1)).toEqual({ low: sorted[1], high: sorted[7] })
    expect(medianInterval(differences, 0.039, 1)).toEqual({ low: sorted[0], high: sorted[8] })
  })
  test('so few values bound nothing', () => {
    expect(medianInterval([1, 2, 3, 4, 5], 0.05, 1)).toEqual({ low: -Infinity, high: Infinity })
  })
  test('nothing but zeros tells nothing', () => expect(signedRankP([0, 0, 0])).toBe(1))
})

test('the normal distribution at places of the tables', () => {
  for (const [z, p] of [
    [0, 0.5],
    [1, 0.8413447],
    [1.96, 0.9750021],
    [-2.5758, 0.005],
  ] as const) {
    expect(standardNormal(z)).toBeCloseTo(p, 5)
  }
})

test('binomial sums by hand', () => {
  expect(binomialAtMost(1, 9, 0.5)).toBeCloseTo(10 / 512, 12)
  expect(binomialAtMost(0, 3, 0.25)).toBeCloseTo(27 / 64, 12)
  expect(binomialAtMost(3, 3, 0.25)).toBe(1)
})

test('middle values and quantiles', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(quantile([1, 2, 3, 4], 0.25)).toBe(1.75)
})

test('neighbours that go together', () => {
  expect(lagOneCorrelation([1, 1, 1, 5, 5, 5])).toBeCloseTo(0.5, 12)
  expect(lagOneCorrelation([1, -1, 1, -1])).toBe(-0.75)
  expect(lagOneCorrelation([2, 2, 2])).toBe(0)
})

describe('looks', () => {
  test('after 10, 20, 40 and 80 pairs', () => {
    expect(looksOf(10, 80).map((look) => look.pairs)).toEqual([10, 20, 40, 80])
    expect(looksOf(10, 30).map((look) => look.pairs)).toEqual([10, 20, 30])
    expect(looksOf(10, 10)).toEqual([{ pairs: 10, level: 0.05 }])
  })
  test.each([20, 40, 80, 160])(
    'up to %i pairs, all looks together call a difference by chance in 5 %% of experiments',
    (most) => {
      const random = new Randomness(7)
      const looks = looksOf(10, most)
      const experiments = 20_000
      let crossed = 0
      for (let run = 0; run < experiments; run++) {
        let sum = 0
        let pairs = 0
        for (const look of looks) {
          for (; pairs < look.pairs; pairs++) sum += normal(random)
          const z = Math.abs(sum) / Math.sqrt(pairs)
          if (2 * (1 - standardNormal(z)) < look.level) {
            crossed++
            break
          }
        }
      }
      // Four standard errors of 20,000 experiments.
      expect(Math.abs(crossed / experiments - 0.05)).toBeLessThan(0.0062)
    },
  )
})

function normal(random: Randomness): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

describe('verdicts', () => {
  const cases: readonly (readonly [low: number, high: number, verdict: string])[] = [
    [0.4, 0.6, 'faster'],
    [1.1, 1.4, 'slower'],
    [0.97, 1.02, 'no-difference'],
    [0.9, 1.02, 'undecided'],
    [0.999, 1, 'no-difference'],
  ]
  test.each(cases)('%f to %f is %s', (low, high, verdict) => expect(verdictOf({ low, high }, 0.05)).toBe(verdict))

  test('twice the time in every pair', () => {
    const times = Array.from({ length: 20 }, (_, at) => 10 + at / 10)
    const result = pairedRatio(
      times,
      times.map((time) => time * 2),
      0.05,
      1,
    )
    expect(result).toMatchObject({ pairs: 20 })
    for (const value of [result.ratio, result.low, result.high, result.hodgesLehmann]) expect(value).toBeCloseTo(2, 12)
  })
  test('four times the pairs halve the interval', () => {
    const current = {
      ratio: 1.02,
      low: 0.98,
      high: 1.0616,
      confidence: 0.95,
      pairs: 40,
      hodgesLehmann: 1,
      signedRankP: 1,
    }
    // Half width 0.04 in logarithms; it fits below 5 % from 1.02 on when it is 0.029.
    expect(pairsNeeded(current, 0.05)).toBe(Math.ceil(40 * (0.04 / (Math.log(1.05) - Math.log(1.02))) ** 2))
  })
})

describe('cautions', () => {
  const steady = Array.from({ length: 20 }, (_, at) => 10 + (at % 3) / 10)
  const cases: readonly (readonly [what: string, times: readonly number[], cautions: readonly string[]])[] = [
    ['steady times', steady, []],
    ['a slower second half', steady.map((time, at) => (at < 10 ? time : time * 1.2)), ['drift']],
    ['two runs of twenty that took long', steady.map((time, at) => (at === 5 || at === 12 ? 80 : time)), ['outliers']],
    ['a first run that took long', steady.map((time, at) => (at === 0 ? 80 : time)), ['first-run']],
    ['times of 0.1 ms', steady.map((time) => time / 100), ['below-the-clock']],
  ]
  test.each(cases)('%s', (_, times, cautions) => expect(cautionsOf(times)).toEqual(cautions))
})

test('the same seed draws the same order', () => {
  const items = ['A', 'B', 'C', 'D']
  expect(new Randomness(5).shuffled(items)).toEqual(new Randomness(5).shuffled(items))
  expect([...new Randomness(5).shuffled(items)].sort()).toEqual(items)
})
