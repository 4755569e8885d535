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
  const entry = (second: number, ms: string, name: string, pages: string) =>
    `2026-11-20 10:00:0${second}.000 UTC [41] LOG:  duration: ${ms} ms  statement: select relname from pg_class where relname = ${name} and relpages > ${pages};\n`
  await writeFile(
    join(folder, 'postgres.log'),
    entry(1, '12.500', "'pg_type'", '-1') + entry(2, '912.000', "'it''s'", '5') + entry(3, '13.000', "'pg_type'", '-1'),
  )
  await writeFile(join(folder, 'b.sql'), 'SELECT relname FROM pg_index WHERE relname = :name')
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

const fromLog = (file: string) =>
  sargable(['analyze', 'pglite:', '--sql', join(folder, file), '--values-from', join(folder, 'postgres.log'), '--json'])

test('values of a log’s slowest and middle call are planned side by side', { timeout: 60_000 }, async () => {
  const run = await fromLog('a.sql')
  const { valueSets } = analysisSchema.parse(JSON.parse(run.stdout))
  expect(valueSets?.sets.map(({ name, from, values }) => [name, from, values.map(({ literal }) => literal)])).toEqual([
    ['slowest', 'slow-log', ["'it''s'", '5']],
    ['median', 'slow-log', ["'pg_type'", '(-1)']],
  ])
  expect(run.code).toBe(0)
})

test('a log without the statement is refused', { timeout: 60_000 }, async () => {
  const run = await fromLog('b.sql')
  expect(JSON.parse(run.stdout)).toMatchObject({ kind: 'error', code: 'bad-request' })
  expect(run.code).toBe(2)
})
