// Protects what is said of waiting: only where the time that is no work changed, and beside work only as what it is.
import { expect, test } from 'vitest'
import { compareSamples } from '../../../src/core/experiment/compare-samples'
import type { ExperimentSpec, Sample } from '../../../src/core/experiment/model'

const spec: ExperimentSpec = {
  variants: ['A', 'B'].map((name) => ({ name, sql: 'SELECT 1', session: [], ddl: [] })),
  warmupRounds: 0,
  minPairs: 10,
  maxPairs: 20,
  budgetMs: 1000,
  seed: 1,
  threshold: 0.05,
  runTimeoutMs: 1000,
}

type Times = readonly [cpuMs: number, waitMs: number]

function pairs(before: Times, after: Times, pagesRead: readonly [number, number] = [0, 0]): readonly Sample[] {
  return Array.from({ length: 20 }, (_, pair) => [
    sample(pair, 'A', before, pagesRead[0]),
    sample(pair, 'B', after, pagesRead[1]),
  ]).flat()
}

/** The same but for a hundredth, as runs are. */
function sample(pair: number, variant: string, [cpuMs, waitMs]: Times, pagesRead: number): Sample {
  const wobble = 1 + ((pair * 7) % 10) / 1000
  const serverCpuMs = cpuMs * wobble
  const serverWallMs = serverCpuMs + waitMs * wobble
  return {
    pair,
    variant,
    place: 0,
    clientMs: serverWallMs,
    serverCpuMs,
    serverWallMs,
    rows: 1,
    counters: { pagesRead },
  }
}

test.each([
  [
    'a sleep',
    [10, 0],
    [10, 50],
    [0, 0],
    'It waits more, for a lock, the disk or a pause. The work itself is not more.',
  ],
  [
    'more pages',
    [10, 5],
    [10, 50],
    [10, 900],
    'It waits more: more pages are read from disk. The work itself is not more.',
  ],
  [
    'fewer pages',
    [10, 500],
    [10, 5],
    [900, 10],
    'It waits less: fewer pages are read from disk. The work itself is not less.',
  ],
  [
    'fewer pages and less work',
    [100, 5000],
    [10, 50],
    [900, 10],
    'It waits less besides: fewer pages are read from disk.',
  ],
  ['more of both', [10, 5], [20, 500], [0, 0], 'It waits more besides, for a lock, the disk or a pause.'],
  ['less work behind the same wait', [100, 50], [10, 50], [0, 0], undefined],
  ['more work before the same wait', [10, 50], [100, 50], [0, 0], undefined],
  ['no wait at all', [10, 0], [20, 0], [0, 0], undefined],
] as const)('%s', (_says, before, after, pages, words) => {
  const [found] = compareSamples(pairs(before, after, pages), { spec, clock: 'cpu' })
  expect(found?.waiting).toBe(words)
})
