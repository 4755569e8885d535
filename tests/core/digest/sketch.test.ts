// Protects: percentiles are within 1 % of the exact ones, and histories have the same buckets however they were added up.
import { describe, expect, test } from 'vitest'
import { ShapeTally } from '../../../src/core/digest/shape-tally'
import { bucketOf, bucketValue, gamma, percentile } from '../../../src/core/digest/sketch'
import { bucketSecondsFor, isoOfMicros, maxBuckets, microsOfIso } from '../../../src/core/digest/time-buckets'
import { Randomness } from '../../../src/core/randomness'
import fc from '../../kit/seeded-check'

const gauss = (random: Randomness) =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

/** Microseconds, as they are distributed in logs and worse. */
const distributions: readonly (readonly [name: string, micros: (random: Randomness) => number])[] = [
  ['log-normal', (random) => Math.exp(9 + 2 * gauss(random))],
  ['with a tail so heavy that it has no mean (Pareto, 0.9)', (random) => 50 / (1 - random.next()) ** (1 / 0.9)],
  [
    'of two kinds: memory or disk',
    (random) => (random.chance(0.8) ? 200 + 9 * gauss(random) : 5e6 + 2e5 * gauss(random)),
  ],
  ['of hours beside microseconds', (random) => (random.chance(0.995) ? random.below(30) : 3.6e9 * (1 + random.next()))],
  ['even', (random) => random.below(10_000)],
  ['all the same', () => 4_711],
]
const fractions = [0.001, 0.01, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999, 1]

/** Fails for a percentile that is more than 1 % from the exact one. */
function expectPercentiles(times: Float64Array): void {
  const shape = new ShapeTally('x', 'x', 'mysql')
  for (const time of times) shape.addTime(time)
  times.sort()
  const buckets = shape.buckets()
  for (const fraction of fractions) {
    const exact = times[Math.ceil(fraction * times.length) - 1] ?? 0
    const found = percentile(buckets, times.length, fraction, times[0] ?? 0, times[times.length - 1] ?? 0)
    // Half a microsecond is rounding.
    const allowed = exact * 0.01 + 0.5
    if (!(Math.abs(found - exact) <= allowed)) expect.fail(`${fraction}: ${found} for ${exact}`)
  }
}

describe('percentiles are within 1 % of the exact ones', () => {
  test.each(distributions)('a million times, %s', (_name, micros) => {
    const random = new Randomness(7)
    expectPercentiles(Float64Array.from({ length: 1_000_000 }, () => Math.max(0, Math.round(micros(random)))))
  })

  test('any mixture of them', () => {
    const names = distributions.map((_, i) => i)
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 3000 }),
        fc.integer(),
        (parts, count, seed) => {
          const random = new Randomness(seed)
          const one = () => distributions[parts[random.below(parts.length)] ?? 0]?.[1](random) ?? 0
          expectPercentiles(Float64Array.from({ length: count }, () => Math.max(0, Math.round(one()))))
        },
      ),
    )
  })
})

test('a bucket holds what is above the one before and up to its own power', () => {
  for (const micros of [1, 2, 3, 99, 100, 12_345, 1_000_000, 86_400_000_000]) {
    const bucket = bucketOf(micros)
    expect(gamma ** (bucket - 1)).toBeLessThan(micros * (1 + 1e-12))
    expect(gamma ** bucket).toBeGreaterThanOrEqual(micros * (1 - 1e-12))
    expect(Math.abs(bucketValue(bucket) - micros) / micros).toBeLessThanOrEqual(0.0100001)
  }
  expect([bucketOf(0), bucketValue(-1)]).toEqual([-1, 0])
})

describe('buckets of time', () => {
  test.each([
    [0, 1],
    [239, 1],
    [240, 5],
    [3600, 30],
    [86_400, 600],
    [86_400 * 30, 21_600],
  ])('a span of %i seconds has buckets of %i', (span, seconds) => {
    expect(bucketSecondsFor(0, span * 1_000_000)).toBe(seconds)
    expect(Math.floor(span / seconds)).toBeLessThan(maxBuckets)
  })

  test('coarser buckets hold the same sums', () => {
    const shape = new ShapeTally('x', 'x', 'mysql')
    for (const [bucket, micros, lockMicros] of [
      [-7, 1, 0],
      [3, 2, 1],
      [4, 4, 2],
      [5, 8, 4],
      [100, 16, 8],
    ] as const)
      shape.addToHistory(bucket, 1, micros, lockMicros)
    shape.coarsenHistory(5)
    expect(shape.history()).toEqual([
      [-2, 1, 1, 0],
      [0, 2, 6, 3],
      [1, 1, 8, 4],
      [20, 1, 16, 8],
    ])
  })

  test.each(['2026-11-20T06:52:22Z', '2026-11-20T06:52:22.874Z', '2026-11-20T06:52:22.874194Z'])(
    '%s comes back',
    (text) => {
      expect(isoOfMicros(microsOfIso(text) ?? 0)).toBe(text)
    },
  )
})
