import { median, medianAbsoluteDeviation, quantile } from './order-statistics'

/** Spread of times as people say it: the median distance from the median, relative to it. */
export function relativeSpread(times: readonly number[]): number {
  return medianAbsoluteDeviation(times) / median(times)
}

/** What makes a comparison less certain than its interval says. */
export type Caution = 'drift' | 'outliers' | 'first-run' | 'noisy-machine' | 'below-the-clock'

/** The half of the runs that came later is slower or faster by this much. */
const driftFrom = 0.1
/** A run of more than this many times the median is an outlier. */
const outlierFrom = 3
const outlierShare = 0.05
const noisyFrom = 0.1
/** Times below this are mostly the way to the server and back. */
const clockMs = 0.5

/** Looks at one variant's times (milliseconds, in the order measured) for what an interval does not show. */
export function cautionsOf(times: readonly number[]): readonly Caution[] {
  if (times.length < 4) return []
  const cautions: Caution[] = []
  const middle = median(times)
  const half = times.length >> 1
  const early = median(times.slice(0, half))
  const late = median(times.slice(half))
  if (Math.abs(late / early - 1) > driftFrom) cautions.push('drift')
  if (times.filter((time) => time > outlierFrom * middle).length / times.length > outlierShare)
    cautions.push('outliers')
  const [first = 0] = times
  if (first > outlierFrom * quantile(times.slice(1), 0.9)) cautions.push('first-run')
  if (relativeSpread(times) > noisyFrom) cautions.push('noisy-machine')
  if (middle < clockMs) cautions.push('below-the-clock')
  return cautions
}
