// Protects "why this plan" on the command line without any server: the embedded PostgreSQL answers in the contract's words.
import { expect, test } from 'vitest'
import { analysisSchema } from '../../src/core/analysis/model'
import { sargable } from '../kit/cli'

/** pg_class has a unique index on oid; reading the table from end to end costs more. */
const sql = 'SELECT relname FROM pg_class WHERE oid = 1259'

test('--alternatives: the document holds each other plan with its cost', async () => {
  const { code, stdout } = await sargable(['analyze', 'pglite:', '--json', '--alternatives'], { input: sql })
  expect(code).toBe(0)
  const { alternatives } = analysisSchema.parse(JSON.parse(stdout))
  expect(alternatives?.chosen.words).toBe('`pg_class` by `pg_class_oid_index`')
  const scan = alternatives?.alternatives.find(({ words }) => words === '`pg_class` by a sequential scan')
  expect(scan?.question.taken).toBe('any index')
  expect(scan?.ratio).toBeGreaterThan(1)
  expect(alternatives?.measured).toBeUndefined()
})

test('--why-not: one answer in words', async () => {
  const words = ['analyze', 'pglite:', '--why-not', 'pg_class.pg_class_relname_nsp_index', '--alternatives']
  const { code, stdout } = await sargable(words, { input: sql })
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /why not pg_class_relname_nsp_index on pg_class\?\n {2}`pg_class_relname_nsp_index` cannot narrow/,
  )
})

test('--measure: the forced plan beside the chosen one, with a word on the choice', async () => {
  const measured = await sargable(['analyze', 'pglite:', '--alternatives', '--measure'], { input: sql })
  expect(measured.stdout).toMatch(/(The planner was right|Equally fast, as far as a few runs tell|it is faster): /)
})

test.each(['pg_class', 'pg_class.', ''])('--why-not %j names no index', async (text) => {
  const run = await sargable(['analyze', 'pglite:', '--json', '--why-not', text], { input: sql })
  expect(run.code).toBe(2)
  expect(JSON.parse(run.stdout)).toMatchObject({ kind: 'error', code: 'bad-request' })
})
