// Protects `plan diff A B`: files and standard input, the document by its schema, text for people, exit codes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2020'
import { afterAll, describe, expect, test } from 'vitest'
import { recordedPlan } from '../core/plan/diff/recorded'
import { sargable } from '../kit/cli'

const folder = mkdtempSync(join(tmpdir(), 'sargable-diff-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const free = file('free.txt', recordedPlan('mysql80/free.analyze'))
const ignored = file('ignored.txt', recordedPlan('mysql80/ignored.analyze'))

test('the document is what `schema planDiff` says', async () => {
  const { code, stdout } = await sargable(['plan', 'diff', '--json', free, ignored])
  expect(code).toBe(0)
  const schema = JSON.parse((await sargable(['schema', 'planDiff'])).stdout)
  const validate = new Ajv({ strict: false }).compile(schema)
  const document = JSON.parse(stdout)
  expect(validate(document) ? [] : validate.errors).toEqual([])
  expect(document).toMatchObject({
    sargable: 1,
    kind: 'planDiff',
    onlyA: [],
    onlyB: ['n0.0', 'n0.1'],
    sameShape: false,
    verdict: { facts: [{ name: 'rowsExamined', a: 275, b: 10_000, unit: 'rows' }, {}, {}] },
  })
  expect(document.matches[2]).toMatchObject({
    a: 'n0.1',
    b: 'n0.0.0',
    changes: [
      { change: 'ACCESS', field: 'method', before: 'lookup', after: 'full-scan' },
      { change: 'ACCESS', field: 'index', before: 'ix_cust' },
      { change: 'ESTIMATE', field: 'rowsExaminedPerLoop', before: 10, after: 5000 },
      { change: 'WORK', field: 'loops', before: 25, after: 1 },
      { change: 'WORK', field: 'rowsExamined', before: 250, after: 5000 },
      { change: 'WORK', field: 'totalRows', before: 250, after: 5000 },
    ],
  })
  expect(document.matches[2].changes[1]).not.toHaveProperty('after')
})

test('for people: the sentence, then one tree with marks', async () => {
  const { code, stdout } = await sargable(['plan', 'diff', free, ignored])
  expect(code).toBe(0)
  const [sentence, ...lines] = stdout.split('\n')
  expect(sentence).toMatch(/275 → 10,000 rows examined, ×36\.4\.$/)
  expect(lines.filter((line) => /^[~+>-] /.test(line))).toEqual([
    '~ Nested loop inner join',
    '>   c lookup ix_city (its place in A)',
    '+   Filter',
    '~     o full-scan',
    '+   Filter',
    '>     c unique-lookup PRIMARY (its place in B)',
  ])
})

test('one of the two can come from standard input, another format is no difference', async () => {
  const { stdout } = await sargable(['plan', 'diff', free, '-'], { input: recordedPlan('mysql80/free.table') })
  expect(stdout).toMatch(/^The same plan in two formats/)
})

test('documents that --json printed are taken too', async () => {
  const { stdout } = await sargable(['plan', 'parse', '--json', free])
  const { code, stdout: answer } = await sargable(['plan', 'diff', '--json', file('free.json', stdout), free])
  expect(code).toBe(0)
  expect(JSON.parse(answer)).toMatchObject({ sameShape: true, onlyA: [], onlyB: [] })
})

describe('what cannot be', () => {
  test('both from standard input: a wrong call', async () => {
    const { code, stdout } = await sargable(['plan', 'diff', '--json', '-', '-'])
    expect([code, JSON.parse(stdout).code]).toEqual([2, 'bad-request'])
  })
  test('one plan only: a wrong call', async () => expect((await sargable(['plan', 'diff', free])).code).toBe(2))
  test('a text without a plan: refused, and it says which', async () => {
    const { code, stdout } = await sargable(['plan', 'diff', '--json', free, file('no.txt', 'hello')])
    expect([code, JSON.parse(stdout).code]).toEqual([3, 'unreadable-plan'])
    expect(JSON.parse(stdout).message).toMatch(/^Plan B: /)
  })
  test('a file that is not there', async () => {
    const { code, stdout } = await sargable(['plan', 'diff', '--json', join(folder, 'none'), free])
    expect([code, JSON.parse(stdout).code]).toEqual([3, 'file-unreadable'])
  })
})
