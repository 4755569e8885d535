import { ascending, median } from './order-statistics'

/**
 * Wilcoxon's signed-rank test that the values lie around 0: the two-sided p. Zeros are dropped, ties get their mean
 * rank. Exact by counting up to 25 values without ties, else by the normal approximation with the correction for ties
 * (Hollander & Wolfe, Nonparametric Statistical Methods, 3.1). 1 when nothing is left.
 */
export function signedRankP(values: readonly number[]): number {
  const used = values.filter((value) => value !== 0)
  const count = used.length
  if (count === 0) return 1
  const order = used.map((value, at) => ({ size: Math.abs(value), at })).sort((a, b) => a.size - b.size)
  let positive = 0
  let ties = 0
  for (let from = 0; from < count; ) {
    let to = from
    while (to < count && order[to]?.size === order[from]?.size) to++
    const rank = (from + 1 + to) / 2
    for (let at = from; at < to; at++) if ((used[order[at]?.at ?? 0] ?? 0) > 0) positive += rank
    const tied = to - from
    ties += tied ** 3 - tied
    from = to
  }
  if (count <= 25 && ties === 0) return exactP(positive, count)
  const mean = (count * (count + 1)) / 4
  const variance = (count * (count + 1) * (2 * count + 1)) / 24 - ties / 48
  if (variance <= 0) return 1
  const distance = Math.max(0, Math.abs(positive - mean) - 0.5) / Math.sqrt(variance)
  return Math.min(1, 2 * (1 - standardNormal(distance)))
}

/** Share of the 2ⁿ sign patterns that lie at least as far from the middle. */
function exactP(positive: number, count: number): number {
  const most = (count * (count + 1)) / 2
  const ways = new Float64Array(most + 1)
  ways[0] = 1
  for (let rank = 1; rank <= count; rank++) {
    for (let sum = most; sum >= rank; sum--) ways[sum] = (ways[sum] ?? 0) + (ways[sum - rank] ?? 0)
  }
  const smaller = Math.min(positive, most - positive)
  let tail = 0
  for (let sum = 0; sum <= smaller; sum++) tail += ways[sum] ?? 0
  return Math.min(1, (2 * tail) / 2 ** count)
}

/** P(Z ≤ z), by Abramowitz & Stegun 7.1.26; error below 1.5e-7. */
export function standardNormal(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const tail =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x)
  return z >= 0 ? 1 - tail / 2 : tail / 2
}

/** Hodges–Lehmann estimate: the median of the means of all pairs of values (each with itself too). NaN of nothing. */
export function hodgesLehmann(values: readonly number[]): number {
  const sorted = ascending(values)
  const means: number[] = []
  sorted.forEach((one, at) => {
    for (let other = at; other < sorted.length; other++) means.push((one + (sorted[other] ?? one)) / 2)
  })
  return median(means)
}
