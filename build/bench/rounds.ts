import { performance } from 'node:perf_hooks'

/** Milliseconds of each contender in interleaved rounds, after one unmeasured round. */
export function rounds<Name extends string>(
  contenders: Readonly<Record<Name, () => unknown>>,
  count: number,
): Readonly<Record<Name, readonly number[]>> {
  const names = Object.keys(contenders) as Name[]
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round <= count; round++)
    for (const name of names) {
      const startedAt = performance.now()
      contenders[name]()
      if (round > 0) times[name].push(performance.now() - startedAt)
    }
  return times
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[middle - 1] ?? Number.NaN, sorted[middle] ?? Number.NaN]
  return sorted.length % 2 === 0 ? (low + high) / 2 : high
}

/** Median over rounds of `name`'s time divided by the baseline's of the same round. */
export function ratio(times: readonly number[], baseline: readonly number[]): number {
  return median(times.map((time, round) => time / (baseline[round] ?? Number.NaN)))
}
