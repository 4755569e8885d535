// Protects `analyze --values`: values from a JSON file stand in the places of placeholders, and the document says which.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analysisSchema } from '../../src/core/analysis/model'
import { sargable } from '../kit/cli'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sargable-cli-values-'))
  await writeFile(join(folder, 'a.sql'), 'SELECT relname FROM pg_class WHERE relname = :name AND relpages > :pages')
  await writeFile(join(folder, 'named.json'), '{"name": "it\'s", "pages": 5}')
  await writeFile(join(folder, 'wrong.json'), '"five"')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const analyze = (values: string) =>
  sargable(['analyze', 'pglite:', '--sql', join(folder, 'a.sql'), '--values', join(folder, values), '--json'])

test('values by name are used and said', { timeout: 60_000 }, async () => {
  const run = await analyze('named.json')
  const analysis = analysisSchema.parse(JSON.parse(run.stdout))
  expect(analysis.values).toEqual([
    { placeholder: ':name', literal: "'it''s'" },
    { placeholder: ':pages', literal: '5' },
  ])
  expect(analysis.sql).toContain(':name')
  expect(analysis.explain[0]?.statement).toContain("relname = 'it''s'")
  expect(run.code).toBe(0)
})

test('a file that holds no values is refused', { timeout: 60_000 }, async () => {
  const run = await analyze('wrong.json')
  expect(JSON.parse(run.stdout)).toMatchObject({ kind: 'error', code: 'bad-request' })
  expect(run.code).toBe(2)
})
