import { Randomness } from '../../randomness'
import { ascending, binomialAtMost, medianOfSorted } from './order-statistics'

export interface Interval {
  readonly low: number
  readonly high: number
}

/** Neighbours that depend on each other this much (lag-1 correlation) are resampled in blocks. */
const correlatedFrom = 0.2
const blockLength = 5
const resamples = 1999
/** Below this many values the interval is that of the sign test, which needs no resampling. */
const fewValues = 20

/**
 * An interval for the median of `values`, in the order in which they were taken. `level` is the share of experiments in
 * which it may miss (0.05 for 95 %). Unbounded where so few values cannot bound it at that level.
 *
 * - below 20 values: exact, between two order statistics (sign test; Hollander & Wolfe, Nonparametric Statistical
 *   Methods, 3.6)
 * - else the wider of that and the percentile bootstrap, in its closed form: the distribution of a resampled order statistic is binomial
 *   (Maritz & Jarrett, JASA 73, 1978; Efron, The Jackknife, the Bootstrap, 1982, 10.3), so nothing is drawn
 * - where neighbours correlate: circular blocks are drawn from `seed` (Künsch, Annals of Statistics 17, 1989)
 */
export function medianInterval(values: readonly number[], level: number, seed: number): Interval {
  const sorted = ascending(values)
  if (sorted.length < fewValues) return signInterval(sorted, level)
  // The percentile bootstrap misses a little too often with few values or bursts: never narrower than the exact one.
  const single = wider(bootstrapInterval(sorted, level), signInterval(sorted, level))
  if (lagOneCorrelation(values) <= correlatedFrom) return single
  return wider(single, blockInterval(values, level, seed))
}

function wider(one: Interval, other: Interval): Interval {
  return { low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) }
}

/** How much a value says about the next one: −1..1; 0 for constant values. */
export function lagOneCorrelation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let together = 0
  let alone = 0
  values.forEach((value, at) => {
    const here = value - mean
    alone += here * here
    const before = values[at - 1]
    if (before !== undefined) together += here * (before - mean)
  })
  return alone === 0 ? 0 : together / alone
}

function signInterval(sorted: readonly number[], level: number): Interval {
  const count = sorted.length
  let skipped = -1
  while (skipped + 1 < count / 2 && 2 * binomialAtMost(skipped + 1, count, 0.5) <= level) skipped++
  if (skipped < 0) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
  return {
    low: sorted[skipped] ?? Number.NEGATIVE_INFINITY,
    high: sorted[count - 1 - skipped] ?? Number.POSITIVE_INFINITY,
  }
}

function bootstrapInterval(sorted: readonly number[], level: number): Interval {
  const count = sorted.length
  const lowerMiddle = Math.ceil(count / 2)
  const upperMiddle = Math.floor(count / 2) + 1
  // The resampled lower middle value is at most the k-th value when at least `lowerMiddle` draws are.
  let low = 1
  while (low < count && 1 - binomialAtMost(lowerMiddle - 1, count, low / count) <= level / 2) low++
  let high = count
  while (high > 1 && binomialAtMost(upperMiddle - 1, count, (high - 1) / count) <= level / 2) high--
  return { low: sorted[low - 1] ?? Number.NaN, high: sorted[high - 1] ?? Number.NaN }
}

function blockInterval(values: readonly number[], level: number, seed: number): Interval {
  const random = new Randomness(seed)
  const count = values.length
  const medians: number[] = []
  const drawn = new Array<number>(count)
  for (let sample = 0; sample < resamples; sample++) {
    for (let at = 0; at < count; ) {
      const start = random.below(count)
      for (let step = 0; step < blockLength && at < count; step++, at++) {
        drawn[at] = values[(start + step) % count] ?? Number.NaN
      }
    }
    medians.push(medianOfSorted(ascending(drawn)))
  }
  const sorted = ascending(medians)
  const cut = Math.floor((level / 2) * (resamples + 1))
  return {
    low: sorted[Math.max(0, cut - 1)] ?? Number.NaN,
    high: sorted[Math.min(resamples - 1, resamples - cut)] ?? Number.NaN,
  }
}
