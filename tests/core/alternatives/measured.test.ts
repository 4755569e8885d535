// Protects the word on the planner's choice when both plans were run: right, the same, rows misestimated, or prices wrong.
import { expect, test } from 'vitest'
import { measuredChoice } from '../../../src/core/alternatives/measured'
import { asItIs } from '../../../src/core/alternatives/questions'
import type { Plan } from '../../../src/core/plan/model'
import { readPlans } from '../../../src/core/plan/read'

const version = { major: 18, minor: 6, patch: 0 }
const question = { ...asItIs, id: 'enable_seqscan', taken: 'sequential scans', phrase: 'Without sequential scans' }

interface Run {
  readonly cost: number
  readonly ms: number
  readonly rows?: readonly [estimated: number, actual: number]
  readonly hit?: number
}

const scan = ({ cost, ms, rows: [estimated, actual] = [1000, 1000], hit = 100 }: Run, node: string): Plan => {
  const text = `${node}  (cost=0.00..${cost.toFixed(2)} rows=${estimated} width=8) (actual time=0.010..${ms.toFixed(3)} rows=${actual} loops=1)
  Buffers: shared hit=${hit}
Planning Time: 0.100 ms
Execution Time: ${ms.toFixed(3)} ms`
  const [plan] = readPlans(text, {})
  if (plan === undefined) throw new Error('There is no plan.')
  return plan
}
const chosenRun = (run: Run) => scan(run, 'Seq Scan on t')
const loserRun = (run: Run) => scan(run, 'Index Scan using t_a on t')

const cases: readonly {
  name: string
  chosen: readonly Run[]
  loser: readonly Run[]
  stoppedAfterMs?: number
  verdict: string
  says: RegExp
}[] = [
  {
    name: 'the loser is slower: right',
    chosen: [{ cost: 100, ms: 10 }],
    loser: [{ cost: 300, ms: 30 }],
    verdict: 'right',
    says: /^The planner was right: without sequential scans it takes 30 ms against 10 ms \(×3; the planner believed ×3\.0\)\.$/,
  },
  {
    name: 'the fastest run counts, not the one that read from disk',
    chosen: [
      { cost: 100, ms: 90 },
      { cost: 100, ms: 10 },
    ],
    loser: [
      { cost: 300, ms: 30 },
      { cost: 300, ms: 31 },
    ],
    verdict: 'right',
    says: /30 ms against 10 ms/,
  },
  {
    name: 'a fifth of difference is noise of a few runs',
    chosen: [{ cost: 100, ms: 10 }],
    loser: [{ cost: 300, ms: 8.2 }],
    verdict: 'same',
    says: /^Equally fast, as far as a few runs tell/,
  },
  {
    name: 'a twentieth of a millisecond is noise, whatever its factor',
    chosen: [{ cost: 100, ms: 0.08 }],
    loser: [{ cost: 300, ms: 0.03 }],
    verdict: 'same',
    says: /Equally fast/,
  },
  {
    name: 'the loser is faster and rows were estimated wrong',
    chosen: [{ cost: 100, ms: 40, rows: [1, 40_000] }],
    loser: [{ cost: 300, ms: 10, rows: [1, 40_000] }],
    verdict: 'misestimate',
    says: /^Without sequential scans it is faster: 10 ms against 40 ms \(÷4; .* Seq Scan on `t` was expected to give 1 and gave 40,000\.$/,
  },
  {
    name: 'the loser is faster and the rows were right: the prices are wrong',
    chosen: [{ cost: 100, ms: 40 }],
    loser: [{ cost: 300, ms: 10 }],
    verdict: 'cost-model',
    says: /The rows were estimated right, so the prices are wrong: look at random_page_cost/,
  },
  {
    name: 'the loser was stopped at its limit: right',
    chosen: [{ cost: 100, ms: 40 }],
    loser: [],
    stoppedAfterMs: 2000,
    verdict: 'right',
    says: /^The planner was right: without sequential scans the statement was stopped after 2 s, and its own plan takes 40 ms\.$/,
  },
]

test.each(cases)('$name', ({ chosen, loser, stoppedAfterMs, verdict, says }) => {
  const told = measuredChoice({
    version,
    question,
    chosen: chosen.map(chosenRun),
    loser: loser.map(loserRun),
    stoppedAfterMs,
    cautions: [],
  })
  expect(told.verdict).toBe(verdict)
  expect(told.text).toMatch(says)
})

test('a winner that reads more pages is told to win only in memory', () => {
  const told = measuredChoice({
    version,
    question,
    chosen: [chosenRun({ cost: 100, ms: 40, hit: 100 })],
    loser: [loserRun({ cost: 300, ms: 10, hit: 1000 })],
    cautions: [],
  })
  expect(told.cautions).toEqual([
    'Pages: 1,000 against 100 of the chosen plan. It reads more of them, so it wins only while they are in memory.',
  ])
})

test('the same plan under other settings is no comparison', () => {
  const run = chosenRun({ cost: 100, ms: 40 })
  const told = measuredChoice({
    version,
    question,
    chosen: [run],
    loser: [chosenRun({ cost: 100, ms: 10 })],
    cautions: [],
  })
  expect(told).toMatchObject({ verdict: 'same', text: expect.stringMatching(/nothing to compare/) })
})
