import type { DigestShape } from '../model'
import { bucketValue } from '../sketch'

/** A ratio of means with its 95 % interval. */
export interface RatioInterval {
  readonly ratio: number
  readonly low: number
  readonly high: number
}

/** With fewer calls on a side no interval is told. */
export const fewestCalls = 5

/**
 * Later mean time divided by the earlier one. The interval is that of the delta method on the logarithm of the ratio
 * (Casella and Berger, Statistical Inference, 5.5.4), with Student's quantile at Welch's degrees of freedom, and the
 * variances of the sketches. Undefined where a side has too few calls, or no time at all.
 */
export function ratioOfMeans(a: DigestShape, b: DigestShape): RatioInterval | undefined {
  if (a.count < fewestCalls || b.count < fewestCalls || a.meanMicros <= 0 || b.meanMicros <= 0) return undefined
  const ratio = b.meanMicros / a.meanMicros
  const [ofA, ofB] = [relativeVarianceOfMean(a), relativeVarianceOfMean(b)]
  if (ofA === undefined || ofB === undefined) return undefined
  const both = ofA + ofB
  if (both === 0) return { ratio, low: ratio, high: ratio }
  const freedom = both ** 2 / (ofA ** 2 / (a.count - 1) + ofB ** 2 / (b.count - 1))
  const spread = studentQuantile(freedom) * Math.sqrt(both)
  return { ratio, low: ratio * Math.exp(-spread), high: ratio * Math.exp(spread) }
}

/** From the server's own deviation, else from the sketch; undefined where nothing is known of the single times. */
function relativeVarianceOfMean(shape: DigestShape): number | undefined {
  if (shape.deviationMicros !== undefined) return shape.deviationMicros ** 2 / (shape.count - 1) / shape.meanMicros ** 2
  if (shape.buckets.length === 0) return undefined
  let squares = 0
  for (const [bucket, count] of shape.buckets) squares += count * (bucketValue(bucket) - shape.meanMicros) ** 2
  return squares / (shape.count - 1) / shape.count / shape.meanMicros ** 2
}

/** The 97.5 % quantile of Student's distribution, by the Cornish–Fisher expansion (Abramowitz and Stegun 26.7.5). */
export function studentQuantile(freedom: number): number {
  const z = 1.959964
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160,
  ]
  return terms.reduce((sum, term, i) => sum + term / freedom ** (i + 1), z)
}
