import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** What tests/core/experiment/simulation-table.json holds: the shares that later runs are held to. */
export interface SimulationTable {
  /** Experiments per cell. */
  readonly count: number
  readonly cells: readonly SimulationCell[]
}

export const effects: readonly number[] = [1, 1.05, 1.2]

/** Every world of the table. */
export function worlds(): readonly SimulatedWorld[] {
  return noiseLevels.flatMap((relativeMad) =>
    troubles.flatMap((trouble) => effects.map((effect) => ({ relativeMad, trouble, effect }))),
  )
}

/** Simulates every cell; writes the table that the tests hold later runs to, and the page of the documentation. */
export function benchSimulation(root: string, count = 10_000): readonly string[] {
  const table: SimulationTable = { count, cells: worlds().map((world) => simulate(world, count)) }
  writeFileSync(join(root, 'tests/core/experiment/simulation-table.json'), `${JSON.stringify(table, null, 2)}\n`)
  const lines = tableLines(table)
  writeFileSync(join(root, 'docs/experiment-simulation.md'), pageOf(table, lines))
  return lines
}

function tableLines({ cells }: SimulationTable): readonly string[] {
  const share = (value: number) => `${(value * 100).toFixed(1)} %`
  const rows = cells.map(({ world, coverage, winners, foundBy, meanPairs }) => [
    share(world.relativeMad),
    world.trouble,
    world.effect.toFixed(2),
    share(coverage),
    share(winners),
    share(foundBy[20]),
    share(foundBy[40]),
    share(foundBy[80]),
    meanPairs.toFixed(0),
  ])
  const head = ['noise', 'trouble', 'ratio', 'coverage', 'winners', 'by 20', 'by 40', 'by 80', 'pairs']
  const widths = head.map((word, at) => Math.max(word.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)]
}

function pageOf({ count }: SimulationTable, lines: readonly string[]): string {
  return `# Simulated experiments

Made by \`npm run bench -- simulation\`: ${count.toLocaleString('en')} experiments in each row, with the seeds 1, 2, …, looked at after 10, 20, 40 and 80 pairs.

- noise: median distance of one variant's times from their median, relative to it
- trouble: log-normal noise alone; one run in twenty up to four times as long; neighbours that share half of their noise; a machine that gets 10 % slower on the way
- ratio: true time of the variant ÷ that of the baseline
- coverage: the interval at the end holds the true ratio
- winners: called faster or slower; where the ratio is 1, by mistake
- by 20, 40, 80: decided rightly ("no difference" where the ratio is 1) after so many pairs
- pairs: mean number until the end

${lines.join('\n')}
`
}
