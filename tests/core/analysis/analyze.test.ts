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
  text: "-> Filter: (infamous_table.msg_type like 'prefix%')  (cost=4572 rows=159)\n",
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
  test('JSON before the table, whatever the order asked; forms that are not read stay as text', () => {
    const found = analyze(input([table, tree, json]))
    expect(analysisSchema.safeParse(found).error).toBeUndefined()
    expect(found.plans.map((plan) => plan.source.format)).toEqual(['mysql-json-v1', 'mysql-table'])
    expect(found.explain).toHaveLength(3)
    expect(found.metrics).toHaveLength(2)
    expect(found.cautions).toEqual([])
    expect(found.verdict.text).toContain('1 of its 2 key parts (4 of 11 bytes)')
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
    ['only a form that is not read', [tree]],
    ['nothing', []],
  ])('%s is a failure with the code unreadable-plan', (_, explain) => {
    expect(() => analyze(input(explain))).toThrow(SargableError)
    expect(() => analyze(input(explain))).toThrow(
      expect.objectContaining({ fault: expect.objectContaining({ code: 'unreadable-plan' }) }),
    )
  })
})
