// Protects the error rates of experiments: the seeds 1 to 1,000 give what the table of the documentation says, and the table holds what is promised.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type SimulationTable, simulate, worlds } from '../../../build/bench/experiment-simulation'

/** Written by `npm run bench -- simulation`. */
const table: SimulationTable = JSON.parse(readFileSync(join(import.meta.dirname, 'simulation-table.json'), 'utf8'))
const cells = table.cells.map((cell) => {
  const { relativeMad, trouble, effect } = cell.world
  return { name: `${relativeMad * 100} % noise, ${trouble}, ratio ${effect}`, ...cell }
})

/** Shares near 0 and 1 as those of errors: two to three standard errors of 1,000 experiments. */
const errorPoints = 0.015
/** Shares in the middle, found in noise of 5 % and 13 %: three standard errors of 1,000 experiments, sqrt(0.25 / 1000) each. */
const powerPoints = 0.048

test('the table is of ten thousand experiments in each of 36 worlds', () => {
  expect(table.count).toBe(10_000)
  expect(cells.map(({ world }) => world)).toEqual(worlds())
})

describe.each(cells)('$name', ({ world, coverage, winners, foundBy }) => {
  test('a thousand experiments are as the table says', { timeout: 60_000 }, () => {
    const found = simulate(world, 1000)
    expect(Math.abs(found.coverage - coverage)).toBeLessThanOrEqual(errorPoints)
    if (world.effect === 1) expect(Math.abs(found.winners - winners)).toBeLessThanOrEqual(errorPoints)
    const foundPoints = world.relativeMad === 0.015 ? errorPoints : powerPoints
    for (const by of [20, 40, 80] as const) {
      expect(Math.abs(found.foundBy[by] - foundBy[by])).toBeLessThanOrEqual(foundPoints)
    }
  })

  test('the table holds what is promised', () => {
    expect(coverage).toBeGreaterThanOrEqual(0.94)
    // A statement against itself has a winner in one of twenty experiments at most.
    if (world.effect === 1) expect(winners).toBeLessThanOrEqual(0.05)
    if (world.relativeMad !== 0.015) return
    if (world.effect === 1.2) expect(foundBy[20]).toBeGreaterThanOrEqual(0.95)
    if (world.effect === 1.05) expect(foundBy[40]).toBeGreaterThanOrEqual(0.95)
  })
})
