// Protects the pictures of runs: dots at their times, none upon another, axes with round numbers, drift by rounds, cells in their places.
import { describe, expect, test } from 'vitest'
import type { Comparison, ExperimentSpec, Sample } from '../../src/core/experiment/model'
import { type VariantTimes, variantTimes } from '../../src/core/experiment/summary/variant-times'
import { matrixOf } from '../../src/ui/compare/matrix'
import { dotAt, dotsPath, roundsPlot, runPlot } from '../../src/ui/compare/run-plot'
import type { ShownRun } from '../../src/ui/compare/shown'

const timesOf = (variant: string, ...ms: number[]): VariantTimes => ({
  variant,
  runs: ms.map((one, pair) => ({ pair, place: 0, ms: one })),
  medianMs: [...ms].sort((a, b) => a - b)[Math.floor(ms.length / 2)] ?? 0,
  p95Ms: Math.max(...ms),
})
const space = { width: 800, rowHeight: 64 }

describe('every run is a dot', () => {
  test('of its variant’s row, further to the right the longer it took', () => {
    const { rows } = runPlot([timesOf('A', 10, 12, 11), timesOf('B', 5, 6, 5)], space)
    expect(rows.map(({ dots }) => dots.length)).toEqual([3, 3])
    const [first, second, third] = rows[0]?.dots.map(({ x }) => x) ?? []
    expect(first).toBeLessThan(third ?? 0)
    expect(third).toBeLessThan(second ?? 0)
    expect(rows[1]?.median).toBeLessThan(rows[0]?.median ?? 0)
  })
  test('equal times pile up instead of hiding each other, inside of the row', () => {
    const { rows } = runPlot([timesOf('A', 7, 7, 7, 7, 7)], space)
    const places = rows[0]?.dots.map(({ x, y }) => `${x} ${y}`) ?? []
    expect(new Set(places).size).toBe(5)
    expect(rows[0]?.dots.every(({ y }) => y > 0 && y < space.rowHeight)).toBe(true)
  })
  test.each([
    ['linear where times are near', [10, 11, 12], false],
    ['logarithmic where they are far apart', [10, 200, 11], true],
  ])('on an axis that is %s', (_name, ms, logarithmic) =>
    expect(runPlot([timesOf('A', ...ms)], space).logarithmic).toBe(logarithmic),
  )
  test('with round numbers under it that do not touch', () => {
    const { ticks } = runPlot([timesOf('A', 212, 208, 219), timesOf('B', 9.7, 9.5, 9.9)], space)
    expect(ticks.map(({ text }) => text)).toEqual(['10 ms', '20 ms', '50 ms', '100 ms', '200 ms'])
    expect(ticks.every(({ at }, place) => place === 0 || at - (ticks[place - 1]?.at ?? 0) >= 64)).toBe(true)
  })
  test('and the noise floor lies around the baseline’s median', () => {
    const { noise, rows } = runPlot([timesOf('A', 10, 11, 12), timesOf('B', 20, 21, 22)], space, 0.5)
    expect(noise?.[0]).toBeLessThan(rows[0]?.median ?? 0)
    expect(noise?.[1]).toBeGreaterThan(rows[0]?.median ?? 0)
    expect(noise?.[1]).toBeLessThan(rows[1]?.median ?? 0)
  })
  test('a noise floor wider than the plot ends with it', () => {
    const { noise } = runPlot([timesOf('A', 10, 11, 12)], space, 500)
    expect(noise?.[0]).toBeGreaterThanOrEqual(0)
    expect(noise?.[1]).toBeLessThanOrEqual(space.width)
  })
  test('nothing is drawn of nothing', () => expect(runPlot([], space).rows).toEqual([]))
  test('80 rounds of 8 variants are 8 paths', () => {
    const times = Array.from({ length: 8 }, (_, at) =>
      timesOf(String(at), ...Array.from({ length: 80 }, (_v, n) => 5 + (n % 7))),
    )
    const paths = runPlot(times, space).rows.map(({ dots }) => dotsPath(dots))
    expect(paths.map((path) => path.split('M').length - 1)).toEqual(Array(8).fill(80))
  })
  test('the dot under the pointer is found, and none far from it', () => {
    const dots = runPlot([timesOf('A', 10, 20)], space).rows[0]?.dots ?? []
    const [first] = dots
    expect(dotAt(dots, (first?.x ?? 0) + 3, first?.y ?? 0)).toBe(first)
    expect(dotAt(dots, 400, -80)).toBeUndefined()
  })
})

test('over time the runs stand in the order of their rounds, around their own median', () => {
  const { rows, most } = roundsPlot([timesOf('A', 10, 10, 20), timesOf('B', 100, 100, 100)], space)
  expect(most).toBeCloseTo(2)
  const xs = rows[0]?.dots.map(({ x }) => x) ?? []
  expect([...xs].sort((a, b) => a - b)).toEqual(xs)
  expect(rows[0]?.dots[2]?.y).toBeLessThan(rows[0]?.middle ?? 0)
  expect(rows[1]?.dots.every(({ y }) => y === rows[1]?.middle)).toBe(true)
})

describe('a matrix', () => {
  const cells = [
    ['A', 'off', '256 KiB', 100],
    ['B', 'forced', '4 MiB', 10],
    ['C', 'forced', '32 KiB', 50],
  ] as const
  const samples = cells.flatMap(([variant, , , ms]): Sample[] =>
    [0, 1, 2].map((pair) => ({ pair, variant, place: 0, clientMs: ms, rows: 1, counters: { pagesRead: ms * 10 } })),
  )
  const faster: Comparison = {
    variant: 'B',
    clocks: {},
    decidedBy: 'client',
    ratio: 0.1,
    low: 0.09,
    high: 0.11,
    confidence: 0.95,
    pairs: 3,
    verdict: 'faster',
    workRatio: {},
    sameResult: 'same',
  }
  const spec = {
    seed: 1,
    variants: cells.map(([name, row, column]) => ({ name, sql: 'x', session: [], ddl: [], cell: { row, column } })),
  } as unknown as ExperimentSpec
  const run: ShownRun = { spec, samples, comparisons: [faster], plans: [], live: false }
  const matrix = matrixOf(run, variantTimes(run, 'client'))

  test('has its sizes from small to large, whatever the order of the variants', () =>
    expect(matrix?.columns).toEqual(['32 KiB', '256 KiB', '4 MiB']))
  test('has each variant where its cell is, and nothing elsewhere', () =>
    expect(matrix?.rows.map(({ name, cells: own }) => [name, own.map((cell) => cell?.variant.name)])).toEqual([
      ['off', [undefined, 'A', undefined]],
      ['forced', ['C', undefined, 'B']],
    ]))
  test('colours the slowest most and the fastest not at all', () => {
    const heat = Object.fromEntries(
      (matrix?.rows ?? []).flatMap(({ cells: own }) =>
        own.flatMap((cell) => (cell ? [[cell.variant.name, cell.heat]] : [])),
      ),
    )
    expect(heat).toEqual({ A: 6, B: 0, C: 4 })
  })
  test('marks the best, and tells the pages that each read', () => {
    const best = matrix?.rows[1]?.cells[2]
    expect([best?.best, best?.pagesRead]).toEqual([true, 100])
  })
  test('is none where fewer than two variants have a cell', () => {
    const plain = { ...spec, variants: spec.variants.map(({ cell: _cell, ...one }) => one) }
    expect(matrixOf({ ...run, spec: plain }, [])).toBeUndefined()
  })
})
