// Protects what a plan shows by itself: each rule fires on its case, stays silent beside it, and never on what was not understood.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { planRules } from '../../../../src/core/plan/insight/findings'
import { planFindingsOf } from '../../../../src/core/plan/insight/plan-findings'
import { insightOfText, recordedInsight } from './recorded'

type Lines = readonly string[]

const found = (rule: string, lines: Lines) =>
  planFindingsOf(insightOfText(lines)).findings.filter((finding) => finding.rule === rule)

/** A scan of 50,000 rows that keeps `kept`, in `ms`. */
const scan = (kept: number, ms: number): Lines => [
  `Seq Scan on big  (cost=0.00..900.00 rows=${kept} width=8) (actual time=0.1..${ms} rows=${kept} loops=1)`,
  '  Filter: (a = 1)',
  `  Rows Removed by Filter: ${50_000 - kept}`,
]

/** A nested loop of `loops` look-ups of 0.01 ms each. */
const loop = (loops: number, total: number): Lines => [
  `Nested Loop  (cost=0..9 rows=${loops} width=8) (actual time=0.1..${total} rows=${loops} loops=1)`,
  `  ->  Seq Scan on a  (cost=0..1 rows=${loops} width=8) (actual time=0.1..1 rows=${loops} loops=1)`,
  `  ->  Index Scan using b_pkey on b  (cost=0..1 rows=1 width=8) (actual time=0.005..0.01 rows=1 loops=${loops})`,
]

const sorted = (method: string): Lines => [
  'Sort  (cost=9..9 rows=60000 width=8) (actual time=30..40 rows=60000 loops=1)',
  '  Sort Key: v',
  `  Sort Method: ${method}`,
  '  ->  Seq Scan on big  (cost=0..9 rows=60000 width=8) (actual time=0.1..4 rows=60000 loops=1)',
]

const misjudged = (actual: number): Lines => [
  `Aggregate  (cost=0..20 rows=1 width=8) (actual time=50..50 rows=1 loops=1)`,
  `  ->  Seq Scan on big  (cost=0..10 rows=500 width=8) (actual time=0.1..20 rows=${actual} loops=1)`,
  '        Filter: (a = 1)',
  `        Rows Removed by Filter: ${50_000 - actual}`,
]

describe('rules', () => {
  test.each<{ rule: string; fires: Lines; says: string; severity: string; silent: Lines; because: string }>([
    {
      rule: 'rows-thrown-away',
      fires: scan(500, 20),
      says: 'Reads 50,000 rows of `big` and drops 49,500 of them by `a = 1`, after they were read.',
      // The scan takes all the time, and 99 % of what it reads is dropped.
      severity: 'problem',
      silent: scan(40_000, 20),
      because: 'most rows are needed',
    },
    {
      rule: 'many-loops',
      fires: loop(5000, 60),
      // 5000 × 0.01 = 50 ms of 60.
      says: 'It ran 5,000 times, 0.01 ms each: 83 % of the time is in what is repeated.',
      severity: 'problem',
      silent: loop(900, 15),
      because: 'that is what nested loops are good at',
    },
    {
      rule: 'spill-to-disk',
      fires: sorted('external merge  Disk: 3936kB'),
      says: 'It wrote to temporary files for 60,000 rows: the server says "Sort Method: external merge (3936 kB)". The memory that it may use is set by `work_mem`.',
      severity: 'problem',
      silent: sorted('quicksort  Memory: 5000kB'),
      because: 'it fitted',
    },
    {
      rule: 'hottest-step',
      fires: sorted('quicksort  Memory: 5000kB'),
      says: '36 ms of 40 ms: it sorts 60,000 rows.',
      severity: 'warning',
      silent: scan(500, 20),
      because: 'a plan of one step has no hottest',
    },
    {
      rule: 'estimate-error',
      fires: misjudged(40_000),
      // 40,000 ÷ 500; the aggregate above takes 30 of 50 ms.
      says: 'The Seq Scan on `big` gave 40,000 rows; the optimizer expected 500 rows. Checked there: `a = 1`. 60 % of the time is in steps that depend on it.',
      severity: 'warning',
      silent: misjudged(4000),
      because: 'eight times is no misestimate',
    },
    {
      rule: 'never-executed',
      fires: [
        'Append  (cost=0..9 rows=30 width=8) (actual time=0.1..1 rows=10 loops=1)',
        '  ->  Seq Scan on p1  (cost=0..9 rows=10 width=8) (never executed)',
        '  ->  Seq Scan on p2  (cost=0..9 rows=10 width=8) (actual time=0.1..1 rows=10 loops=1)',
        '  ->  Seq Scan on p3  (cost=0..9 rows=10 width=8) (never executed)',
      ],
      says: 'Nothing reached these steps in this run. With other values they may run, and then they cost what this plan does not show.',
      severity: 'hint',
      silent: scan(500, 20),
      because: 'everything ran',
    },
  ])('$rule fires and says why; silent because $because', ({ rule, fires, says, severity, silent }) => {
    const [finding] = found(rule, fires)
    expect(finding?.explanation).toBe(says)
    expect(finding?.severity).toBe(severity)
    expect(found(rule, silent)).toEqual([])
  })

  test('what is fast is worth a hint at most', () => {
    const quick = planFindingsOf(recordedInsight('mysql97', 'join-three', 'mysql-tree', true))
    expect(quick.findings.map((finding) => finding.severity).filter((severity) => severity !== 'hint')).toEqual([])
  })

  test('a step of which something was not understood is not judged, and that is counted', () => {
    const lines = [...scan(500, 20), '  Frobnication: 7']
    const { findings, withheld } = planFindingsOf(insightOfText(lines))
    expect([findings, withheld]).toEqual([[], 1])
  })

  test('the list is the folder', () => {
    const folder = join(import.meta.dirname, '../../../../src/core/plan/insight/findings')
    const files = readdirSync(folder).map((name) => name.replace(/\.ts$/, ''))
    expect(planRules.map((rule) => rule.name)).toEqual(
      files.filter((name) => name !== 'index' && name !== 'rule').sort(),
    )
  })
})
