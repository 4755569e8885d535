// Protects the main job without any server: statements on the embedded PostgreSQL, by the command line.
import { describe, expect, test } from 'vitest'
import { analysisSchema } from '../../src/core/analysis/model'
import { sargable } from '../kit/cli'

async function analyze(sql: string, ...words: string[]) {
  const run = await sargable(['analyze', 'pglite:', '--json', ...words], { input: sql })
  return { ...run, document: JSON.parse(run.stdout) }
}

test('a statement is explained, without notes', async () => {
  const { code, document } = await analyze('SELECT relname FROM pg_class WHERE oid = 1259')
  expect(code).toBe(0)
  const analysis = analysisSchema.parse(document)
  expect(analysis.plans[0]?.notes).toEqual([])
  expect(analysis.keyUse.find((use) => use.chosen)).toMatchObject({
    index: 'pg_class_oid_index',
    parts: [{ column: 'oid', role: 'equality', narrows: 'seek' }],
  })
})

test('measured: rows as they were, and --fail-on decides the exit code', async () => {
  const { code, document } = await analyze(
    'SELECT * FROM generate_series(1, 1000) n WHERE n % 2 = 0',
    '--measure',
    '--fail-on',
    'counters.rowsReturned > 499',
  )
  expect(analysisSchema.parse(document).counters?.rowsReturned).toBe(500)
  expect(code).toBe(1)
})

describe('refused or safe, with a hint', () => {
  test.each([
    ['nothing', '  ', 2, 'empty-statement'],
    ['two statements', 'select 1; select 2', 2, 'not-one-statement'],
    ['a way out of the fence', 'select 1; commit; create table escaped (a int)', 2, 'not-one-statement'],
    ['DDL', 'create table t (a int)', 3, 'unsupported'],
    ['a missing table', 'select * from no_such_table', 3, 'unknown-table'],
    ['wrong SQL', 'select * form pg_class', 3, 'syntax-error'],
  ])('%s', async (_name, sql, code, fault) => {
    const run = await analyze(sql)
    expect(run.document).toMatchObject({ kind: 'error', code: fault })
    expect(run.document.hint ?? run.document.server?.message).toBeTruthy()
    expect(run.code).toBe(code)
  })

  test('measuring an UPDATE is refused', async () => {
    const { code, document } = await analyze('update pg_class set relname = relname', '--measure')
    expect(document).toMatchObject({ code: 'not-allowed' })
    expect(code).toBe(3)
  })

  test('production asks first, --yes agrees, measuring stays refused', async () => {
    const asked = await analyze('select 1 from pg_class', '--production')
    expect(asked.document).toMatchObject({ code: 'needs-consent' })
    expect(asked.document.card.sends.join('\n')).toContain('select 1 from pg_class')
    expect(asked.code).toBe(2)
    expect((await analyze('select 1 from pg_class', '--production', '--yes')).code).toBe(0)
    expect((await analyze('select 1 from pg_class', '--production', '--yes', '--measure')).document).toMatchObject({
      code: 'production-refused',
    })
  })
})

test('a statement that runs too long is stopped', async () => {
  const { code, document } = await analyze(
    'select count(*) from generate_series(1, 1000000000)',
    '--measure',
    '--timeout',
    '1',
  )
  expect(document).toMatchObject({ code: 'timed-out' })
  expect(code).toBe(4)
})
