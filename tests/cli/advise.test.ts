// Protects `sargable advise` and the project's file: advice without a connection, by the contract, and rules that can be switched off.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2020'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonSchemaOf } from '../../src/core/contract'
import { sargable } from '../kit/cli'

const schema = `CREATE TABLE o (id INT NOT NULL PRIMARY KEY, customer_id INT NOT NULL, amount INT NOT NULL) ENGINE=InnoDB;`
const sql = 'SELECT amount FROM o WHERE customer_id = 7'
const plan = [
  'id\tselect_type\ttable\ttype\tpossible_keys\tkey\tkey_len\tref\trows\tExtra',
  '1\tSIMPLE\to\tALL\tNULL\tNULL\tNULL\tNULL\t90000\tUsing where',
].join('\n')

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sargable-cli-advise-'))
  await mkdir(join(folder, 'inner/deep'), { recursive: true })
  await writeFile(join(folder, 'schema.sql'), schema)
  await writeFile(join(folder, 'q.sql'), sql)
  await writeFile(join(folder, 'plan.txt'), plan)
  await writeFile(
    join(folder, 'inner/sargable.json'),
    '{"rules": {"index-missing-prefix": false, "covering-index": false}}',
  )
  await writeFile(join(folder, 'wrong.json'), '{"rules": {"index-misssing-prefix": false}}')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function documentOf(stdout: string) {
  const document = JSON.parse(stdout)
  const validate = new Ajv({ strict: false }).compile(jsonSchemaOf('advice') as object)
  expect(validate(document) ? [] : validate.errors).toEqual([])
  return document
}
const rulesIn = (document: { findings: readonly { rule: string }[] }) => document.findings.map(({ rule }) => rule)

describe('advise', () => {
  test('a statement and its tables, by files', async () => {
    const run = await sargable(['advise', '--sql', 'q.sql', '--schema', 'schema.sql', '--json'], { cwd: folder })
    const document = documentOf(run.stdout)
    expect(run.code).toBe(0)
    expect(document).toMatchObject({ sql, dialect: 'mysql', catalog: { tables: [{ name: 'o' }] } })
    expect(document.findings[0]).toMatchObject({ rule: 'index-missing-prefix', confidence: 'structural', nodes: [] })
    expect(document.findings[0].advice[0].index.parts[0]).toBe('customer_id')
  })

  test('a pasted text that holds both, for people', async () => {
    const run = await sargable(['advise'], { input: `${schema}\n${sql}` })
    expect(run.stdout).toMatch(/^warning {2}No index of o serves its conditions as \(customer_id/)
    expect(run.stdout).toMatch(/^ +try: Add an index on o \(customer_id/m)
    expect(run.stdout).toMatch(/^ +ALTER TABLE `o` ADD KEY .*;$/m)
    expect(run.stdout).toMatch(/^not checked: no plan: /m)
    expect(run.stdout).toMatch(/^note: No server was asked/m)
  })

  test('with a pasted plan its rows are told', async () => {
    const run = await sargable(['advise', '--sql', 'q.sql', '--schema', 'schema.sql', '--plan', 'plan.txt', '--json'], {
      cwd: folder,
    })
    const document = documentOf(run.stdout)
    expect(document.plans).toHaveLength(1)
    expect(document.findings[0]).toMatchObject({ rule: 'index-missing-prefix', nodes: ['n0'] })
    expect(document.findings[0].advice[0].expected.rowsBefore).toBe(90_000)
  })

  test('PostgreSQL', async () => {
    const run = await sargable(['advise', '--dialect', 'postgres', '--json'], {
      input: 'CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, b text); SELECT b FROM t WHERE a = 5',
    })
    expect(documentOf(run.stdout).findings[0].advice[0].variant.ddl[0].apply).toMatch(
      /^CREATE INDEX .* ON "public"."t" \("a"\)/,
    )
  })

  test('many at once: one document for each line, errors too', async () => {
    const lines = [
      { id: 1, text: sql },
      { id: 'two', text: '' },
      { id: 3, text: plan, sql, schema },
    ]
    const run = await sargable(['advise', '--ndjson', '--schema', schema], {
      input: lines.map((line) => JSON.stringify(line)).join('\n'),
    })
    const documents = run.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(documents.map(({ id, kind }) => [id, kind])).toEqual([
      [1, 'advice'],
      ['two', 'error'],
      [3, 'advice'],
    ])
    expect(documents[2].plans).toHaveLength(1)
    expect(run.code).toBe(3)
  })

  test('nothing to advise on is a wrong call', async () => {
    const run = await sargable(['advise', '--json'], { input: '  ' })
    expect(JSON.parse(run.stdout)).toMatchObject({ kind: 'error', code: 'empty-statement' })
    expect(run.code).toBe(2)
  })
})

describe('the project’s file', () => {
  const words = ['advise', '--sql', join('../..', 'q.sql'), '--schema', join('../..', 'schema.sql'), '--json']
  test('the nearest one above counts', async () => {
    const run = await sargable(words, { cwd: join(folder, 'inner/deep') })
    expect(rulesIn(documentOf(run.stdout))).not.toContain('index-missing-prefix')
  })
  test('one that is named counts instead; what is misspelt in it is refused', async () => {
    const run = await sargable([...words, '--config', '../../wrong.json'], { cwd: join(folder, 'inner/deep') })
    expect(JSON.parse(run.stdout)).toMatchObject({ code: 'bad-request' })
    expect(JSON.parse(run.stdout).message).toContain('index-misssing-prefix')
    expect(run.code).toBe(2)
  })
  test('the app’s own folder has one too', async () => {
    const data = join(folder, 'data')
    await mkdir(data, { recursive: true })
    await writeFile(join(data, 'sargable.json'), '{"rules": {"index-missing-prefix": false}}')
    const run = await sargable(['advise', '--sql', 'q.sql', '--schema', 'schema.sql', '--json'], {
      cwd: folder,
      env: { SARGABLE_DATA: data },
    })
    expect(rulesIn(documentOf(run.stdout))).not.toContain('index-missing-prefix')
  })
})
