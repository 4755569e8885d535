// Protects the pipeline: outputs of one server become one analysis, and a broken one beside a good one is a caution.
import { describe, expect, test } from 'vitest'
import { type AnalyzeInput, analyze } from '../../../src/core/analysis/analyze'
import { analysisSchema, type ExplainOutput } from '../../../src/core/analysis/model'
import { SargableError } from '../../../src/core/errors'
import { catalogFor, engineOf, recordsOf } from '../keyparts/recorded'

const [record] = recordsOf('equality-like-prefix', 'mysql97')
if (record === undefined) throw new Error('no record')

const json: ExplainOutput = {
  format: 'mysql-json-v1',
  statement: `EXPLAIN FORMAT=JSON ${record.sql}`,
  measured: false,
  text: record.text,
  warnings: [],
}
// As MySQL 9.7.4 prints it for the same statement.
const table: ExplainOutput = {
  format: 'mysql-table',
  statement: `EXPLAIN FORMAT=TRADITIONAL ${record.sql}`,
  measured: false,
  columns: [
    'id',
    'select_type',
    'table',
    'partitions',
    'type',
    'possible_keys',
    'key',
    'key_len',
    'ref',
    'rows',
    'filtered',
    'Extra',
  ], // prettier-ignore
  rows: [
    [
      '1',
      'SIMPLE',
      'infamous_table',
      null,
      'range',
      'msg_type,t_msg',
      't_msg',
      '4',
      null,
      '3813',
      '4.18',
      'Using index condition; Using where',
    ],
  ], // prettier-ignore
  warnings: [],
}
const tree: ExplainOutput = {
  format: 'mysql-tree',
  statement: `EXPLAIN FORMAT=TREE ${record.sql}`,
  measured: false,
  text: `-> Filter: (infamous_table.msg_type like 'prefix%')  (cost=1716 rows=159)
    -> Index range scan on infamous_table using t_msg over (1234 < t2send), with index condition: (infamous_table.t2send > 1234)  (cost=1716 rows=3813)
`,
  warnings: [],
}
// As MySQL 9.7.4 measured it.
const measured: ExplainOutput = {
  format: 'mysql-tree',
  statement: `EXPLAIN ANALYZE FORMAT=TREE ${record.sql}`,
  measured: true,
  text: `-> Filter: (infamous_table.msg_type like 'prefix%')  (cost=1716 rows=159) (actual time=0.711..6.28 rows=157 loops=1)
    -> Index range scan on infamous_table using t_msg over (1234 < t2send), with index condition: (infamous_table.t2send > 1234)  (cost=1716 rows=3813) (actual time=0.701..6.14 rows=3813 loops=1)
`,
  warnings: [],
}
const unreadText: ExplainOutput = {
  format: 'postgres-text',
  statement: `EXPLAIN ${record.sql}`,
  measured: false,
  text: 'The server answered something else.',
  warnings: [],
}
const input = (explain: readonly ExplainOutput[]): AnalyzeInput => ({
  engine: engineOf(record),
  capabilities: [],
  sql: record.sql,
  explain,
  catalog: catalogFor(record),
  cautions: [],
})

describe('analyze', () => {
  test('JSON before the tree and the table, whatever the order asked', () => {
    const found = analyze(input([table, tree, json]))
    expect(analysisSchema.safeParse(found).error).toBeUndefined()
    expect(found.plans.map((plan) => plan.source.format)).toEqual(['mysql-json-v1', 'mysql-tree', 'mysql-table'])
    expect(found.explain).toHaveLength(3)
    expect(found.metrics).toHaveLength(3)
    expect(found.cautions).toEqual([])
    expect(found.verdict.text).toContain('1 of its 2 key parts (4 of 11 bytes)')
  })

  test('a measured tree comes first, with the key parts that only the JSON tells', () => {
    const found = analyze(input([table, json, tree, measured]))
    expect(found.plans.map(({ source }) => [source.format, source.measured])).toEqual([
      ['mysql-tree', true],
      ['mysql-json-v1', false],
      ['mysql-tree', false],
      ['mysql-table', false],
    ])
    expect(found.verdict.text).toBe(
      'Reads 3,813 index entries to return 157 rows: `t_msg` is used for 1 of its 2 key parts (4 of 11 bytes).',
    )
    const chosen = found.keyUse.filter((use) => use.chosen)
    expect(
      chosen.map(({ planIndex, nodeId, index, keyLengthBytes, agrees }) => [
        planIndex,
        nodeId,
        index,
        keyLengthBytes,
        agrees,
      ]),
    ).toEqual([
      [0, 'n0.0', 't_msg', 4, true],
      [1, 'n0', 't_msg', 4, true],
      [2, 'n0.0', 't_msg', 4, true],
      [3, 'n0', 't_msg', 4, true],
    ])
    expect(chosen[0]?.parts).toEqual(chosen[1]?.parts)
  })

  test('without the JSON, the tree tells the parts by its ranges and not the bytes', () => {
    const found = analyze(input([measured]))
    expect(found.verdict.text).toBe(
      'Reads 3,813 index entries to return 157 rows: `t_msg` is used for 1 of its 2 key parts (4 of 11 bytes).',
    )
    expect(found.keyUse[0]?.keyLengthBytes).toBeUndefined()
    expect(found.keyUse[0]?.parts.map((part) => [part.column, part.role, part.basis])).toEqual([
      ['t2send', 'range', 'stated'],
      ['msg_type', 'unused', 'inferred'],
      ['id', 'unused', 'inferred'],
    ])
  })

  test('a measured tree that names no table stands behind a plan that does', () => {
    const constant = '-> Rows fetched before execution  (cost=0..0 rows=1) (actual time=92e-6..122e-6 rows=1 loops=1)\n'
    const found = analyze(input([json, { ...measured, text: constant }]))
    expect(found.plans.map((plan) => plan.source.format)).toEqual(['mysql-json-v1', 'mysql-tree'])
  })

  test('the table alone gives the same parts of the same index', () => {
    const parts = (explain: readonly ExplainOutput[]) =>
      analyze(input(explain)).keyUse[0]?.parts.map((part) => [part.column, part.role, part.narrows, part.reason?.code])
    expect(parts([table])).toEqual(parts([json]))
    expect(parts([table])).toEqual([
      ['t2send', 'range', 'seek', undefined],
      ['msg_type', 'unused', 'none', 'previous-part-is-range'],
      ['id', 'unused', 'none', 'not-in-condition'],
    ])
  })

  test('a cut JSON plan beside a table is a caution', () => {
    const found = analyze(input([{ ...json, text: record.text.slice(0, 300) }, table]))
    expect(found.plans.map((plan) => plan.source.format)).toEqual(['mysql-table'])
    expect(found.cautions).toHaveLength(1)
    expect(found.cautions[0]).toMatch(/^The mysql-json-v1 output could not be read: /)
  })

  test.each<[string, readonly ExplainOutput[]]>([
    ['only a cut plan', [{ ...json, text: record.text.slice(0, 300) }]],
    ['only a text without a plan', [unreadText]],
    ['nothing', []],
  ])('%s is a failure with the code unreadable-plan', (_, explain) => {
    expect(() => analyze(input(explain))).toThrow(SargableError)
    expect(() => analyze(input(explain))).toThrow(
      expect.objectContaining({ fault: expect.objectContaining({ code: 'unreadable-plan' }) }),
    )
  })
})
