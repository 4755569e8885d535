// Protects experiments on the command line without any server: on the embedded PostgreSQL they are decided by pages, and exit codes are the contract's.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { experimentDocumentSchema } from '../../src/core/experiment/model'
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

describe('refused', () => {
  const deletes = file('delete.sql', 'DELETE FROM pg_class')
  const wrong = file('wrong.sql', 'SELECT FROM FROM pg_class')
  test.each([
    ['one file', [once], 2, 'bad-request'],
    ['an unknown variant', [once, twice, '--set', 'C:work_mem=8MB'], 2, 'bad-request'],
    ['a statement that writes', [once, deletes], 3, 'not-allowed'],
    ['wrong SQL', [once, wrong], 3, 'syntax-error'],
    ['a production connection', [once, twice, '--production', '--yes'], 3, 'production-refused'],
    ['an unknown setting', [once, twice, '--set', 'B:no_such_thing=1'], 3, 'server-error'],
  ] as const)('%s', { timeout: 60_000 }, async (_says, words, code, fault) => {
    const run = await sargable(['compare', 'pglite:', ...words, '--json'])
    expect(JSON.parse(run.stdout)).toMatchObject({ kind: 'error', code: fault })
    expect(run.code).toBe(code)
  })

  test.each([
    ['--budget', 'soon'],
    ['--threshold', '0%'],
    ['--set', 'work_mem=8MB'],
  ])('%s %s', async (option, value) => {
    expect((await sargable(['compare', 'pglite:', once, twice, option, value])).code).toBe(2)
  })
})
