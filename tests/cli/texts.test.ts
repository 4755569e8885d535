// Protects the command line on texts: documents by the contract, exit codes, and clear words for bad input.
import Ajv from 'ajv/dist/2020'
import { describe, expect, test } from 'vitest'
import { type DocumentKind, documents, jsonSchemaOf } from '../../src/core/contract'
import { sargable } from '../kit/cli'

const plan = JSON.stringify({
  query_block: {
    select_id: 1,
    table: {
      table_name: 't',
      access_type: 'ALL',
      rows_examined_per_scan: 10,
      rows_produced_per_join: 1,
      filtered: '10.00',
      attached_condition: '(`d`.`t`.`a` > 1)',
    },
  },
})

function documentOf(kind: DocumentKind, stdout: string) {
  const document = JSON.parse(stdout)
  const validate = new Ajv({ strict: false }).compile(jsonSchemaOf(kind) as object)
  expect(validate(document) ? [] : validate.errors).toEqual([])
  expect(document).toMatchObject({ sargable: 1, kind })
  return document
}

describe('documents', () => {
  test('sql: two statements with kinds and fingerprints', async () => {
    const { code, stdout } = await sargable(['sql', '--json', '--dialect', 'mysql'], {
      input: "SELECT a FROM t WHERE b = 'x';\nDELETE FROM u",
    })
    expect(code).toBe(0)
    expect(documentOf('sql', stdout).statements).toMatchObject([
      { kind: 'select', readOnly: 'yes', fingerprint: 'select a from t where b = ?', tables: [{ name: 't' }] },
      { kind: 'delete', readOnly: 'no', tables: [{ name: 'u' }] },
    ])
  })

  test('plan parse: a MySQL plan without notes', async () => {
    const { code, stdout } = await sargable(['plan', 'parse', '-', '--json'], { input: plan })
    expect(code).toBe(0)
    expect(documentOf('plan', stdout).plans).toMatchObject([{ source: { format: 'mysql-json-v1' }, notes: [] }])
  })

  test.each([
    ['sql', 'SELECT 1'],
    ['sql', 'UPDATE t SET a = 1 WHERE b = 2'],
    ['plan', plan],
    ['ddl', 'CREATE TABLE t (a int PRIMARY KEY)'],
    [
      'trace',
      '{"steps": [{"join_preparation": {"select#": 1, "steps": []}}, {"join_optimization": {"select#": 1, "steps": []}}]}',
    ],
    ['unknown', 'The shop was slow again this morning, can somebody look?'],
  ])('paste: says %s', async (kind, input) => {
    const { code, stdout } = await sargable(['paste', '--json'], { input })
    expect(code).toBe(0)
    expect(documentOf('paste', stdout).parts.map((part: { kind: string }) => part.kind)).toEqual([kind])
  })

  test('schema: every kind is a JSON Schema', async () => {
    const { code, stdout } = await sargable(['schema'])
    expect(code).toBe(0)
    const schemas = JSON.parse(stdout)
    expect(Object.keys(schemas).sort()).toEqual(Object.keys(documents).sort())
    for (const schema of Object.values(schemas)) new Ajv({ strict: false }).compile(schema as object)
  })
})

describe('batches', () => {
  test('one document per line, in order; a bad line gives an error and the rest goes on', async () => {
    const lines = [
      JSON.stringify({ id: 'a', text: 'SELECT 1' }),
      'not json',
      JSON.stringify({ id: 'c' }),
      JSON.stringify({ id: 4, text: 'DELETE FROM t', dialect: 'postgres' }),
    ]
    const { code, stdout } = await sargable(['sql', '--ndjson'], { input: `${lines.join('\n')}\n` })
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers).toMatchObject([
      { id: 'a', kind: 'sql' },
      { kind: 'error', code: 'bad-request', line: 2 },
      { kind: 'error', code: 'bad-request', line: 3 },
      { id: 4, kind: 'sql', statements: [{ kind: 'delete' }] },
    ])
    expect(code).toBe(3)
  })

  test('a thousand plans come back in the order in which they went in', async () => {
    const input = Array.from({ length: 1000 }, (_, id) => `${JSON.stringify({ id, text: plan })}\n`).join('')
    const { code, stdout } = await sargable(['plan', 'parse', '--ndjson'], { input })
    const ids = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id)
    expect(ids).toEqual(Array.from({ length: 1000 }, (_, id) => id))
    expect(code).toBe(0)
  })
})

describe('bad input', () => {
  test.each([
    ['a plan that is cut', ['plan', 'parse'], plan.slice(0, 90), 3, 'unreadable-plan'],
    ['text that is no plan', ['plan', 'parse'], 'hello', 3, 'unreadable-plan'],
    ['an empty text as a plan', ['plan', 'parse'], '', 3, 'unreadable-plan'],
    ['bytes that are not UTF-8', ['sql'], new Uint8Array([0x53, 0x45, 0xff, 0xfe]), 3, 'unreadable-text'],
    ['a file that is not there', ['sql', 'no-such-file.sql'], '', 3, 'file-unreadable'],
    ['a kind that is not there', ['schema', 'nothing'], '', 2, 'bad-request'],
    ['a URL of no known kind', ['analyze', 'oracle://x'], 'select 1', 2, 'bad-request'],
    ['a closed port', ['analyze', 'mysql://x@127.0.0.1:1/d'], 'select 1', 3, 'cannot-connect'],
    ['an unknown host', ['analyze', 'postgres://x@no-such-host.invalid/d'], 'select 1', 3, 'unknown-host'],
    ['a sample that is not there', ['samples', 'run', 'nothing'], '', 2, 'unknown-sample'],
    ['a condition that is none', ['analyze', 'pglite:', '--fail-on', 'x'], '', 2, 'bad-request'],
  ] as const)('%s', async (_name, words, input, code, fault) => {
    const run = await sargable([...words, '--json'], { input })
    expect(documentOf('error', run.stdout)).toMatchObject({ code: fault })
    expect(run.code).toBe(code)
  })

  test('a NUL in a statement is text like any other', async () => {
    const { code, stdout } = await sargable(['sql', '--json'], { input: "SELECT 'a\u0000b'" })
    expect(code).toBe(0)
    expect(documentOf('sql', stdout).statements).toHaveLength(1)
  })

  test.each([
    ['no command', ['nothing']],
    ['an unknown option', ['sql', '--nothing']],
    ['a missing argument', ['analyze']],
  ])('%s is a wrong call', async (_name, words) => {
    const { code, stderr } = await sargable(words)
    expect(code).toBe(2)
    expect(stderr).toContain('error:')
  })
})
