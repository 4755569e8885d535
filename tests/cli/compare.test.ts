// Protects experiments on the command line without any server: on the embedded PostgreSQL they are decided by pages, and exit codes are the contract's.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { experimentDocumentSchema } from '../../src/core/experiment/model'
import { presetIdSchema } from '../../src/core/experiment/presets/model'
import { sargable } from '../kit/cli'

const folder = mkdtempSync(join(tmpdir(), 'sargable-compare-'))
function file(name: string, sql: string): string {
  const path = join(folder, name)
  writeFileSync(path, sql)
  return path
}
const twice = file('twice.sql', 'SELECT count(*) FROM pg_class a, pg_class b WHERE a.oid = b.oid')
const once = file('once.sql', 'SELECT count(*) FROM pg_class')
const few = ['--pairs', '10', '--seed', '3']

test('work decides on the embedded server, and its times are called no verdict', { timeout: 60_000 }, async () => {
  const run = await sargable(['compare', 'pglite:', twice, once, ...few, '--json'])
  expect(run.code).toBe(0)
  const document = experimentDocumentSchema.parse(JSON.parse(run.stdout))
  expect(document.comparisons).toMatchObject([
    { variant: 'B', decidedBy: 'work', verdict: 'faster', sameResult: 'same' },
  ])
  expect(document.samples).toHaveLength(20)
  expect(document.spec.seed).toBe(3)
  const text = await sargable(['compare', 'pglite:', twice, once, ...few])
  expect(text.stdout).toMatch(/^B does [\d.]+× less work than A\./)
  expect(text.stdout).toContain('embedded, no verdict')
})

test('--fail-on decides the exit code', { timeout: 60_000 }, async () => {
  const fails = ['--fail-on', 'comparisons.ratio > 1.5']
  expect((await sargable(['compare', 'pglite:', once, twice, ...few, ...fails])).code).toBe(1)
  expect((await sargable(['compare', 'pglite:', twice, once, ...few, ...fails])).code).toBe(0)
})

test('a setting holds for the variant that it names, by letter or file', { timeout: 60_000 }, async () => {
  const shows = ['one', 'two'].map((name) => file(`${name}.sql`, "SELECT current_setting('work_mem')"))
  const run = await sargable(['compare', 'pglite:', ...shows, '--set', 'two:work_mem=8MB', ...few, '--json'])
  const [found] = experimentDocumentSchema.parse(JSON.parse(run.stdout)).comparisons
  expect(found?.sameResult).toBe('different')
  expect(found?.firstDifferences?.map(({ only, row }) => `${only} ${row.join()}`)).toContain('variant 8MB')
})

test('one statement under two settings is two variants', { timeout: 60_000 }, async () => {
  const run = await sargable(['compare', 'pglite:', twice, '--set', 'B:enable_hashjoin=off', ...few, '--json'])
  const { spec } = experimentDocumentSchema.parse(JSON.parse(run.stdout))
  expect(spec.variants.map(({ name, sql }) => [name, sql])).toEqual([
    ['A', readFileSync(twice, 'utf8')],
    ['B', readFileSync(twice, 'utf8')],
  ])
  expect(spec.variants[1]?.session).toEqual([{ name: 'enable_hashjoin', value: 'off' }])
})

test('a report is written, and its experiment is run again from it', { timeout: 90_000 }, async () => {
  const [page, text, json] = ['.html', '.md', '.json'].map((ending) => join(folder, `report${ending}`)) as [
    string,
    string,
    string,
  ]
  const reports = [page, text, json].flatMap((path) => ['--report', path])
  const first = await sargable([
    'compare',
    'pglite:',
    twice,
    once,
    ...few,
    '--set',
    'B:work_mem=8MB',
    ...reports,
    '--json',
  ])
  expect(first.code).toBe(0)
  const document = experimentDocumentSchema.parse(JSON.parse(first.stdout))
  expect(readFileSync(page, 'utf8')).toContain(`<h1>${document.verdict.text}</h1>`)
  expect(readFileSync(text, 'utf8')).toContain('## A (baseline)')
  expect(experimentDocumentSchema.parse(JSON.parse(readFileSync(json, 'utf8')))).toEqual(document)
  for (const report of [page, json]) {
    const again = await sargable(['compare', 'pglite:', '--from', report, '--json'])
    const { spec, comparisons } = experimentDocumentSchema.parse(JSON.parse(again.stdout))
    expect(spec).toEqual({ ...document.spec })
    expect(comparisons).toMatchObject([{ verdict: 'faster', decidedBy: 'work' }])
  }
})

test('values stand in for placeholders', { timeout: 60_000 }, async () => {
  const asked = file('asked.sql', 'SELECT count(*) FROM pg_class WHERE relname < $1')
  const values = file('values.json', '["pg_b"]')
  const run = await sargable(['compare', 'pglite:', asked, asked, '--values', values, ...few, '--json'])
  expect(run.code, run.stdout).toBe(0)
  expect(experimentDocumentSchema.parse(JSON.parse(run.stdout)).comparisons[0]?.sameResult).toBe('same')
})

test('the presets are listed without a connection', async () => {
  const run = await sargable(['compare', '--preset', 'list'])
  expect(run.stdout.split('\n').map((line) => line.split(' ')[0])).toEqual([...presetIdSchema.options, ''])
})

describe('refused', () => {
  const deletes = file('delete.sql', 'DELETE FROM pg_class')
  const wrong = file('wrong.sql', 'SELECT FROM FROM pg_class')
  test.each([
    ['one file', [once], 2, 'bad-request'],
    ['an unknown variant', [once, twice, '--set', 'C:work_mem=8MB'], 2, 'bad-request'],
    ['no connection', [], 2, 'bad-request'],
    ['files beside a report', [once, '--from', once], 2, 'bad-request'],
    ['what is no report', ['--from', once], 3, 'unreadable-text'],
    ['a preset of two statements', [once, twice, '--preset', 'mrr'], 2, 'bad-request'],
    ['a preset that does not apply', [once, '--preset', 'mrr'], 3, 'not-allowed'],
    [
      'a variant elsewhere that does not answer',
      [once, '--on', 'B=postgres://nobody@127.0.0.1:1/x'],
      3,
      'cannot-connect',
    ],
    ['a statement that writes', [once, deletes], 3, 'not-allowed'],
    ['wrong SQL', [once, wrong], 3, 'syntax-error'],
    ['a production connection', [once, twice, '--production', '--yes'], 3, 'production-refused'],
    ['an unknown setting', [once, twice, '--set', 'B:no_such_thing=1'], 3, 'server-error'],
  ] as const)('%s', { timeout: 60_000 }, async (_says, words, code, fault) => {
    const run = await sargable(['compare', ...(words.length === 0 ? [] : ['pglite:']), ...words, '--json'])
    expect(JSON.parse(run.stdout)).toMatchObject({ kind: 'error', code: fault })
    expect(run.code).toBe(code)
  })

  test.each([
    ['--budget', 'soon'],
    ['--threshold', '0%'],
    ['--set', 'work_mem=8MB'],
    ['--ddl', 'CREATE INDEX i ON t (a)'],
    ['--on', 'B'],
    ['--preset', 'no-such'],
    ['--report', 'report.pdf'],
  ])('%s %s', async (option, value) => {
    expect((await sargable(['compare', 'pglite:', once, twice, option, value])).code).toBe(2)
  })
})
