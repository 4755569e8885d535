// Protects: percentiles are within 1 % of the exact ones, and histories have the same buckets however they were added up.
import { describe, expect, test } from 'vitest'
import { ShapeTally } from '../../../src/core/digest/shape-tally'
import { bucketOf, bucketValue, gamma, percentile } from '../../../src/core/digest/sketch'
import { bucketSecondsFor, isoOfMicros, maxBuckets, microsOfIso } from '../../../src/core/digest/time-buckets'
import { Randomness } from '../../../src/core/randomness'

test('percentiles of a million times are within 1 % of the exact ones', () => {
  const random = new Randomness(7)
  const shape = new ShapeTally('x', 'x', 'mysql')
  const times = new Float64Array(1_000_000)
  for (let i = 0; i < times.length; i++) {
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
    times[i] = Math.round(Math.exp(9 + 2 * normal))
    shape.addTime(times[i] ?? 0)
  }
  times.sort()
  for (const fraction of [0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999]) {
    const exact = times[Math.ceil(fraction * times.length) - 1] ?? 0
    const found = percentile(shape.buckets(), times.length, fraction, times[0] ?? 0, times[times.length - 1] ?? 0)
    // Half a microsecond is rounding.
    expect(Math.abs(found - exact), `${fraction}: ${found} for ${exact}`).toBeLessThanOrEqual(exact * 0.01 + 0.5)
  }
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
