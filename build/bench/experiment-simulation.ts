import { looksOf } from '../../src/core/experiment/statistics/looks'
import { decide } from '../../src/core/experiment/statistics/paired-comparison'
import { type SimulatedWorld, simulatedRuns } from '../../tests/kit/simulated-runs'

const plan = { minPairs: 10, maxPairs: 80, threshold: 0.05 }
export const noiseLevels: readonly number[] = [0.015, 0.05, 0.13]
export const troubles: readonly SimulatedWorld['trouble'][] = ['none', 'bursts', 'neighbours', 'drift']

/** What many experiments in one world came to. Shares of the experiments. */
export interface SimulationCell {
  readonly world: SimulatedWorld
  /** The interval at the end holds the true ratio. */
  readonly coverage: number
  readonly winners: number
  /** Decided for the right side by 20, 40 and 80 pairs. */
  readonly foundBy: Readonly<Record<20 | 40 | 80, number>>
  readonly noDifference: number
  readonly meanPairs: number
}

/** Runs `count` experiments with the seeds 1, 2, …, looked at after 10, 20, 40 and 80 pairs. */
export function simulate(world: SimulatedWorld, count: number): SimulationCell {
  const found = { 20: 0, 40: 0, 80: 0 }
  let covered = 0
  let winners = 0
  let same = 0
  let pairs = 0
  const looks = looksOf(plan.minPairs, plan.maxPairs)
  for (let seed = 1; seed <= count; seed++) {
    const { baseline, variant } = simulatedRuns(world, plan.maxPairs, seed)
    const end = decide(baseline, variant, { ...plan, seed })
    if (!end) continue
    const { result, verdict, look } = end
    if (result.low <= world.effect && world.effect <= result.high) covered++
    if (verdict === 'faster' || verdict === 'slower') winners++
    if (verdict === 'no-difference') same++
    pairs += result.pairs
    const right = world.effect > 1 ? 'slower' : world.effect < 1 ? 'faster' : 'no-difference'
    if (verdict !== right) continue
    const at = looks[look]?.pairs ?? plan.maxPairs
    for (const by of [20, 40, 80] as const) if (at <= by) found[by]++
  }
  return {
    world,
    coverage: covered / count,
    winners: winners / count,
    foundBy: { 20: found[20] / count, 40: found[40] / count, 80: found[80] / count },
    noDifference: same / count,
    meanPairs: pairs / count,
  }
}

/** The table of the documentation. */
export function benchSimulation(count = 10_000): readonly string[] {
  const lines = ['noise  trouble     effect  coverage  winners  found by 20 / 40 / 80 pairs  pairs']
  for (const relativeMad of noiseLevels) {
    for (const trouble of troubles) {
      for (const effect of [1, 1.05, 1.2]) {
        const cell = simulate({ relativeMad, trouble, effect }, count)
        const share = (value: number) => `${(value * 100).toFixed(1)} %`.padStart(7)
        lines.push(
          `${share(relativeMad)}  ${trouble.padEnd(10)}  ${effect.toFixed(2)}  ${share(cell.coverage)}  ${share(cell.winners)}  ${share(cell.foundBy[20])} ${share(cell.foundBy[40])} ${share(cell.foundBy[80])}  ${cell.meanPairs.toFixed(0)}`,
        )
      }
    }
  }
  return lines
}
