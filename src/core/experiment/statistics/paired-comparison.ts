import { looksOf } from './looks'
import { medianInterval } from './median-interval'
import { median } from './order-statistics'
import { hodgesLehmann, signedRankP } from './signed-rank'

/** How a variant stands to the baseline; the words of the contract. */
export type ComparisonVerdict = 'faster' | 'slower' | 'no-difference' | 'undecided'

export interface PairedRatio {
  /** variant ÷ baseline, median over the pairs; below 1 is faster. */
  readonly ratio: number
  readonly low: number
  readonly high: number
  /** 1 − the level of the interval. */
  readonly confidence: number
  readonly pairs: number
  /** Hodges–Lehmann estimate of the same ratio. */
  readonly hodgesLehmann: number
  /** Wilcoxon's signed-rank test on the same pairs. */
  readonly signedRankP: number
}

/**
 * The ratio of paired times: one of each variant per pair, in the order measured. All positive.
 * @param level how often the interval may miss; 0.05 for a single look
 */
export function pairedRatio(
  baseline: readonly number[],
  variant: readonly number[],
  level: number,
  seed: number,
): PairedRatio {
  const logs = logRatios(baseline, variant)
  const { low, high } = medianInterval(logs, level, seed)
  return {
    ratio: Math.exp(median(logs)),
    low: Math.exp(low),
    high: Math.exp(high),
    confidence: 1 - level,
    pairs: logs.length,
    hodgesLehmann: Math.exp(hodgesLehmann(logs)),
    signedRankP: signedRankP(logs),
  }
}

/** Natural logarithms of variant ÷ baseline, pair by pair; a pair without two positive times is left out. */
export function logRatios(baseline: readonly number[], variant: readonly number[]): number[] {
  return baseline.flatMap((time, pair) => {
    const other = variant[pair]
    return other !== undefined && time > 0 && other > 0 ? [Math.log(other / time)] : []
  })
}

/**
 * faster or slower: the interval excludes 1. no-difference: it contains 1 and lies inside ± `threshold` (0.05 for 5 %).
 * Else undecided.
 */
export function verdictOf({ low, high }: Pick<PairedRatio, 'low' | 'high'>, threshold: number): ComparisonVerdict {
  if (high < 1) return 'faster'
  if (low > 1) return 'slower'
  return low >= 1 - threshold && high <= 1 + threshold ? 'no-difference' : 'undecided'
}

/**
 * About how many pairs it would take in all to decide, when the noise stays as it is: the interval's half width shrinks
 * with the root of the number of pairs. Undefined when nothing can be told yet, or when even 10,000 would not do.
 */
export function pairsNeeded(current: PairedRatio, threshold: number): number | undefined {
  const half = (Math.log(current.high) - Math.log(current.low)) / 2
  if (!Number.isFinite(half) || half <= 0) return undefined
  const distance = Math.abs(Math.log(current.ratio))
  // Either the interval leaves 1, or it fits between the thresholds.
  const reach = Math.max(distance, Math.log(1 + threshold) - distance)
  const needed = Math.ceil(current.pairs * (half / reach) ** 2)
  return needed > 10_000 ? undefined : Math.max(needed, current.pairs + 1)
}

export interface SequentialResult {
  readonly result: PairedRatio
  readonly verdict: ComparisonVerdict
  /** The look at which it was decided; 0-based. */
  readonly look: number
}

/** Goes through the looks in order and ends at the first that decides, else at the last one that the pairs reach. */
export function decide(
  baseline: readonly number[],
  variant: readonly number[],
  plan: { readonly minPairs: number; readonly maxPairs: number; readonly threshold: number; readonly seed: number },
): SequentialResult | undefined {
  let last: SequentialResult | undefined
  for (const [look, { pairs, level }] of looksOf(plan.minPairs, plan.maxPairs).entries()) {
    if (Math.min(baseline.length, variant.length) < pairs) break
    const result = pairedRatio(baseline.slice(0, pairs), variant.slice(0, pairs), level, plan.seed)
    last = { result, verdict: verdictOf(result, plan.threshold), look }
    if (last.verdict !== 'undecided') return last
  }
  return last
}
