// Protects `plan parse --schema`: definitions as text, as a file, or in a batch line give the key use of a pasted plan.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sargable } from '../kit/cli'

const plan = `Index Scan using t_pkey on t  (cost=0.15..8.17 rows=1 width=12)
  Index Cond: (a = 1)`
const schema = 'CREATE TABLE t (a int, b int, PRIMARY KEY (a, b))'
const folder = mkdtempSync(join(tmpdir(), 'sargable-schema-'))
const file = join(folder, 'schema.sql')
writeFileSync(file, schema)
afterAll(() => rmSync(folder, { recursive: true }))

const roles = (document: { keyUse: { parts: { role: string }[] }[] }) =>
  document.keyUse[0]?.parts.map((part) => part.role)

test.each([
  ['as text', schema],
  ['in a file', file],
])('%s', async (_where, value) => {
  const { code, stdout } = await sargable(['plan', 'parse', '--json', '--schema', value], { input: plan })
  expect(code).toBe(0)
  expect(roles(JSON.parse(stdout))).toEqual(['equality', 'unused'])
})

test('in each line of a batch; a line without has no key use', async () => {
  const lines = [
    { id: 1, text: plan, schema },
    { id: 2, text: plan },
  ]
  const { code, stdout } = await sargable(['plan', 'parse', '--ndjson'], {
    input: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
  expect(code).toBe(0)
  const [first, second] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(roles(first)).toEqual(['equality', 'unused'])
  expect(second).toMatchObject({ id: 2, kind: 'plan' })
  expect(second.keyUse).toBeUndefined()
})

test('a file that is not there is said', async () => {
  const { code, stdout } = await sargable(['plan', 'parse', '--json', '--schema', join(folder, 'none.sql')], {
    input: plan,
  })
  expect(code).toBe(3)
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'error', code: 'file-unreadable' })
})
