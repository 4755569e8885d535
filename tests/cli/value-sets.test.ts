// Protects `analyze` with several sets of values, and what decides its exit code.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readValueSets } from '../../src/cli/values-file'
import { analysisSchema } from '../../src/core/analysis/model'
import { sargable } from '../kit/cli'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sargable-cli-sets-'))
  const files = {
    'a.sql': 'SELECT relname FROM pg_class WHERE oid > :least',
    'lists.json': '[[1], [4000000000]]',
    'objects.json': '[{"least": 1}, {"least": {"kind": "number", "value": "4000000000"}}]',
    'named.json':
      '{"sets": [{"name": "all", "why": "from the log", "values": {"least": 1}}, {"name": "few", "values": {"least": 4000000000}}]}',
    'wrong.json': '{"sets": [{"nam": "x", "values": {}}]}',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const analyze = (file: string, values: string) =>
  sargable(['analyze', 'pglite:', '--sql', file, '--values', values], { cwd: folder })

describe('files of sets', () => {
  test.each([
    ['a list of lists', 'lists.json', [{ positional: [1] }, { positional: [4_000_000_000] }]],
    ['a list of objects', 'objects.json', [{ named: { least: 1 } }, { named: { least: '4000000000' } }]],
    ['sets with names', 'named.json', [{ named: { least: 1 } }, { named: { least: 4_000_000_000 } }]],
  ])('%s', async (_says, name, expected) => {
    const read = await readValueSets(join(folder, name))
    const sets = 'sets' in read ? read.sets : []
    const kinds = expected.map((set) =>
      'positional' in set
        ? { positional: set.positional?.map((value) => ({ kind: 'number', value })) }
        : { named: { least: { kind: 'number', value: set.named?.least } } },
    )
    expect(sets.map(({ values }) => values)).toEqual(kinds)
    expect(sets.map((set) => ('name' in set ? set.name : undefined))).toEqual(
      name === 'named.json' ? ['all', 'few'] : [undefined, undefined],
    )
  })
  test.each([
    ['a list of values', '[1, "a", {"kind": "null"}]'],
    ['an object of values', '{"a": 1}'],
  ])('%s is one set', async (_says, text) => {
    await writeFile(join(folder, 'one.json'), text)
    expect(await readValueSets(join(folder, 'one.json'))).toHaveProperty('one')
  })
  test('a file that holds none is refused', async () => {
    await expect(readValueSets(join(folder, 'wrong.json'))).rejects.toMatchObject({ fault: { code: 'bad-request' } })
  })
})

test('for people: a table of sets, then the plans', { timeout: 120_000 }, async () => {
  const { stdout, code } = await analyze('a.sql', 'named.json')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^(?:The plan changes with the values: 2 plans|One plan) for (?:all )?2 value sets\./m)
  expect(stdout).toMatch(/^ {2}values {2}plan +reads +returns +cost$/m)
  expect(stdout).toMatch(/^ {2}all +\d .*from the log$/m)
  expect(stdout).toMatch(/^ {2}few +\d .*:least = 4000000000$/m)
  expect(stdout).toMatch(/^ {2}plan 1 \(.*\): pg_class /m)
  expect(stdout).toMatch(/^ {2}for unknown values: /m)
})

test('sets from statistics, and a problem is exit code 1', { timeout: 120_000 }, async () => {
  const run = await sargable(
    ['analyze', 'pglite:', '--values-from', 'statistics', '--json', '--fail-on', 'findings.severity == problem'],
    { input: 'SELECT relname FROM pg_class WHERE relkind = ? AND relpages > 5 AND relpages < 3' },
  )
  const { valueSets, findings } = analysisSchema.parse(JSON.parse(run.stdout))
  const literals = valueSets?.sets.map((set) => set.values[0]?.literal) ?? []
  expect(literals.length).toBeGreaterThan(1)
  expect(new Set(literals).size).toBe(literals.length)
  expect(findings.map(({ severity }) => severity)).toContain('problem')
  expect(run.code).toBe(1)
})

test('--fail-on with a field that there is not is a wrong call', { timeout: 120_000 }, async () => {
  const run = await sargable(['analyze', 'pglite:', '--json', '--fail-on', 'verdict.loudness == problem'], {
    input: 'SELECT relname FROM pg_class WHERE oid = 1259',
  })
  expect(JSON.parse(run.stdout)).toMatchObject({ kind: 'error', code: 'unknown-field' })
  expect(run.code).toBe(2)
})
