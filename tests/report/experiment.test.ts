// Protects reports of experiments: they say what the document says, run no script, carry the document, and leave values out when asked.
import { Window } from 'happy-dom'
import { describe, expect, test } from 'vitest'
import type { ExperimentDocument, Sample } from '../../src/core/experiment/model'
import { reportedExperiment } from '../../src/core/experiment/reported'
import { readPlans } from '../../src/core/plan/read'
import { experimentReport } from '../../src/report/experiment/index'

const planText = `+----+-------------+-------+------+---------------+------+---------+------+------+-------------+
| id | select_type | table | type | possible_keys | key  | key_len | ref  | rows | Extra       |
+----+-------------+-------+------+---------------+------+---------+------+------+-------------+
|  1 | SIMPLE      | t     | ALL  | NULL          | NULL | NULL    | NULL | 1000 | Using where |
+----+-------------+-------+------+---------------+------+---------+------+------+-------------+
`
const [plan] = readPlans(planText, {})

function sample(pair: number, variant: string, clientMs: number, rowsExamined: number): Sample {
  return { pair, variant, place: 0, clientMs, rows: 1, counters: { rowsExamined } }
}

const document: ExperimentDocument = {
  sargable: 1,
  kind: 'experiment',
  id: '1',
  startedAt: '2026-05-10T14:22:31.000Z',
  engine: { family: 'mysql', product: 'mysql', version: { major: 9, minor: 7, patch: 4 }, versionText: '9.7.4' },
  spec: {
    variants: [
      { name: 'A', sql: "SELECT * FROM t WHERE name = '</script><b>x'", session: [], ddl: [] },
      {
        name: 'B',
        label: 'with the | index',
        sql: "SELECT * FROM t FORCE INDEX (k) WHERE name = '</script><b>x'",
        session: [{ name: 'optimizer_switch', value: 'mrr=on' }],
        ddl: [{ apply: "ALTER TABLE t ADD KEY k (name), COMMENT 'secret'", undo: 'ALTER TABLE t DROP KEY k' }],
      },
    ],
    warmupRounds: 2,
    minPairs: 10,
    maxPairs: 80,
    budgetMs: 30_000,
    seed: 7,
    threshold: 0.05,
    runTimeoutMs: 10_000,
  },
  samples: Array.from({ length: 12 }, (_, pair) => [
    sample(pair, 'A', 200 + pair, 1000),
    sample(pair, 'B', 9 + pair / 10, 40),
  ]).flat(),
  stoppedBecause: 'decided',
  comparisons: [
    {
      variant: 'B',
      clocks: { client: { ratio: 0.046, low: 0.04, high: 0.05 } },
      decidedBy: 'client',
      ratio: 0.046,
      low: 0.04,
      high: 0.05,
      confidence: 0.99,
      pairs: 12,
      verdict: 'faster',
      workRatio: { rowsExamined: 0.04 },
      sameResult: 'different',
      firstDifferences: [{ only: 'variant', row: ['secret value', null] }],
    },
  ],
  cautions: ["B: the value 'secret' was refused once."],
  plans: plan ? [plan, plan] : [],
  verdict: { text: 'B is 21.7× faster than A.', facts: [] },
}

const page = experimentReport(document, 'html')
const masked = { dialect: 'mysql' } as const

function open(text: string) {
  const window = new Window()
  window.document.write(text)
  return window.document
}

describe('the page', () => {
  test('opens with the verdict, and says work, time and sameness in figures', () => {
    const opened = open(page)
    expect(opened.querySelector('h1')?.textContent).toBe('B is 21.7× faster than A.')
    const tiles = [...opened.querySelectorAll('.tiles div')].map((tile) => tile.textContent)
    expect(tiles).toEqual([
      'Rows examined1,000 → 40 ÷25',
      'Time, median206 ms → 9.55 ms ÷21.5 by elapsed time at the client',
      'Same rowsNO ',
    ])
  })

  test('has no script that runs, and asks nobody for anything', () => {
    const scripts = [...open(page).querySelectorAll('script')]
    expect(scripts.map((script) => script.getAttribute('type'))).toEqual(['application/json'])
    expect(page).not.toMatch(/\b(?:src|href)=/)
    expect(page).toContain("default-src 'none'")
  })

  test('texts of statements are text, whatever is in them', () => {
    const opened = open(page)
    expect(opened.querySelector('pre')?.textContent).toBe("SELECT * FROM t WHERE name = '</script><b>x'")
    expect(opened.querySelectorAll('b b')).toHaveLength(0)
  })

  test('marks what the baseline does not have', () => {
    expect([...open(page).querySelectorAll('ins')].map((one) => one.textContent)).toEqual(['FORCE INDEX (k) '])
  })

  test('has a dot for every run', () => {
    expect(open(page).querySelectorAll('circle')).toHaveLength(24)
  })

  test('carries the document', () => {
    expect(reportedExperiment(page)).toEqual(document)
  })
})

test('JSON is the document', () => {
  expect(reportedExperiment(experimentReport(document, 'json'))).toEqual(document)
})

test.each(['', '{}', '<html></html>', '{"sargable": 1, "kind": "plan"}'])('%j is no report', (text) => {
  expect(() => reportedExperiment(text)).toThrow('This is no report of an experiment')
})

test('Markdown keeps its tables whole', () => {
  const lines = experimentReport(document, 'markdown').split('\n')
  expect(lines).toContain('# B is 21.7× faster than A.')
  expect(lines).toContain('## B: with the \\| index')
  expect(lines).toContain('| Rows examined | 1,000 | 40 ÷25 |')
  expect(lines).toContain('only in B: secret value | NULL')
})

describe('masked', () => {
  test.each(['html', 'markdown', 'json'] as const)(
    '%s has no value of the statements, the rows or the plans',
    (format) => {
      const text = experimentReport(document, format, () => masked)
      expect(text).not.toContain('secret')
      expect(text).not.toContain('<b>x')
      expect(text).not.toContain('Using where')
      expect(text).toContain('name = ?')
    },
  )

  test('a statement whose literals cannot be told is left out', () => {
    const other = {
      ...document,
      spec: { ...document.spec, variants: document.spec.variants.map((one) => ({ ...one, sql: "CALL p('secret')" })) },
    }
    const text = experimentReport(other, 'html', () => masked)
    expect(text).not.toContain('secret')
    expect(text).toContain('left out: its literals could not be masked')
  })
})
