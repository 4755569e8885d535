/** A copy in ascending order. */
export function ascending(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b)
}

/** The middle value, or the mean of the two middle ones; NaN of nothing. */
export function median(values: readonly number[]): number {
  return medianOfSorted(ascending(values))
}

export function medianOfSorted(sorted: readonly number[]): number {
  const middle = sorted.length >> 1
  const high = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2
}

/** Linear between neighbours, as R's default (type 7). `share` 0..1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = ascending(values)
  const place = (sorted.length - 1) * share
  const below = Math.floor(place)
  const low = sorted[below] ?? Number.NaN
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN
  return low + (high - low) * (place - below)
}

/** Median of the distances from the median. */
export function medianAbsoluteDeviation(values: readonly number[]): number {
  const middle = median(values)
  return median(values.map((value) => Math.abs(value - middle)))
}

/** P(X ≤ `most`) for X of `trials` independent trials that succeed with `chance`. */
export function binomialAtMost(most: number, trials: number, chance: number): number {
  if (most < 0) return 0
  if (most >= trials || chance <= 0) return 1
  if (chance >= 1) return 0
  // In logarithms, so that no factor under- or overflows for the few hundred trials of an experiment.
  const [success, failure] = [Math.log(chance), Math.log1p(-chance)]
  let choose = 0
  let sum = 0
  for (let hits = 0; hits <= most; hits++) {
    sum += Math.exp(choose + hits * success + (trials - hits) * failure)
    choose += Math.log(trials - hits) - Math.log(hits + 1)
  }
  return Math.min(1, sum)
}
