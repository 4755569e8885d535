// Protects how each format's words land in the model, on the shapes that recordings of one server do not all have.
import { describe, expect, test } from 'vitest'
import { mariadbJson } from '../../../src/core/plan/formats/mariadb-json'
import { mysqlJsonV1 } from '../../../src/core/plan/formats/mysql-json-v1'
import { postgresJson } from '../../../src/core/plan/formats/postgres-json'
import type { Plan, PlanNode } from '../../../src/core/plan/model'
import { outline } from '../../../src/core/plan/outline'
import { planTextOf, readPlans } from '../../../src/core/plan/read'
import { each } from '../../../src/core/plan/walk'

function only(plans: readonly Plan[]): Plan {
  const [plan, ...others] = plans
  if (!plan || others.length > 0) throw new Error(`${plans.length} plans`)
  return plan
}

function node(plan: Plan, is: (node: PlanNode) => boolean): PlanNode {
  const found = [...each(plan.root)].find(is)
  if (!found) throw new Error(`not in\n${outline(plan)}`)
  return found
}

const table = (rows: (string | null)[][]) =>
  planTextOf(
    [
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
    ],
    rows,
  )

describe('the tabular format', () => {
  test('every cell lands in its field', () => {
    const text = table([
      [
        '1',
        'SIMPLE',
        'o',
        'p0,p1',
        'ref',
        'ix_a,ix_b',
        'ix_a',
        '9',
        'const,shop.c.id',
        '200',
        '12.50',
        'Using index condition; Using where; Using MRR',
      ],
    ])
    const { root, source } = only(readPlans(text, {}))
    expect(root).toEqual({
      id: 'n0',
      operator: 'access',
      label: 'ref',
      relation: 'input',
      synthetic: false,
      span: { start: text.indexOf('\n') + 1, end: text.length },
      children: [],
      conditions: [],
      access: {
        table: 'o',
        alias: 'o',
        method: 'lookup',
        accessType: 'ref',
        indexes: [{ name: 'ix_a', keyLengthBytes: 9, use: 'main' }],
        possibleIndexes: ['ix_a', 'ix_b'],
        ref: ['const', 'shop.c.id'],
        covering: false,
        direction: 'forward',
        multiRangeRead: true,
        indexCondition: true,
        partitions: ['p0', 'p1'],
      },
      estimate: { rowsExaminedPerLoop: 200, keptFraction: 0.125, rowsPerLoop: 25 },
      rest: { select_type: 'SIMPLE', Extra: 'Using index condition; Using where; Using MRR' },
    })
    expect(source).toMatchObject({ format: 'mysql-table', measured: false })
  })

  test('unknown words are notes at their cells, and the row is read all the same', () => {
    const text = table([['1', 'ODD', 'o', null, 'quantum', null, null, null, null, 'many', '100.00', 'Using magic']])
    const plan = only(readPlans(text, {}))
    expect(plan.notes.map(({ message, span }) => [message, text.slice(span.start, span.end)])).toEqual([
      ['Unknown phrase "Using magic" in Extra', 'Using magic'],
      ['Unknown select_type "ODD"', 'ODD'],
      ['Unknown type "quantum"', 'quantum'],
      ['"rows" is not a number', 'many'],
    ])
    expect(plan.root.access?.method).toBe('other')
  })

  test('UNION with a result row is one union of the selects that it names', () => {
    const text = table([
      ['1', 'PRIMARY', 'a', null, 'ALL', null, null, null, null, '5', '100.00', null],
      ['2', 'DERIVED', 'b', null, 'ALL', null, null, null, null, '6', '100.00', null],
      ['3', 'UNION', 'c', null, 'ALL', null, null, null, null, '7', '100.00', null],
      ['4', 'UNION', 'd', null, 'ALL', null, null, null, null, '8', '100.00', null],
      [null, 'UNION RESULT', '<union2,3,4>', null, 'ALL', null, null, null, null, null, null, 'Using temporary'],
    ])
    // Row 1 does not read <derived2>, so the union hangs below the root.
    expect(outline(only(readPlans(text, {})))).toBe(
      [
        'a full-scan  5 rows',
        '  subquery: temporary-table',
        '    union',
        '      union-part: b full-scan  6 rows',
        '      union-part: c full-scan  7 rows',
        '      union-part: d full-scan  8 rows',
      ].join('\n'),
    )
  })

  test('a sort without a temporary table sorts the first table, with one the whole join', () => {
    const rows = (extra: string) =>
      table([
        ['1', 'SIMPLE', 'a', null, 'ALL', null, null, null, null, '5', '100.00', extra],
        ['1', 'SIMPLE', 'b', null, 'ALL', null, null, null, null, '6', '100.00', 'Using join buffer (hash join)'],
      ])
    expect(outline(only(readPlans(rows('Using filesort'), {})))).toBe(
      'hash-join  30 rows\n  sort  5 rows\n    a full-scan  5 rows\n  b full-scan  6 rows',
    )
    expect(outline(only(readPlans(rows('Using temporary; Using filesort'), {})))).toBe(
      'sort  30 rows\n  temporary-table\n    hash-join  30 rows\n      a full-scan  5 rows\n      b full-scan  6 rows',
    )
  })

  test('ANALYZE of MariaDB: loops are the rows before, and unknown behind a join buffer', () => {
    const text = planTextOf(
      [
        'id',
        'select_type',
        'table',
        'type',
        'possible_keys',
        'key',
        'key_len',
        'ref',
        'rows',
        'r_rows',
        'filtered',
        'r_filtered',
        'Extra',
      ],
      [
        ['1', 'SIMPLE', 'a', 'ALL', '', '', '', '', '100', '40.00', '100.00', '50.00', 'Using where'],
        [
          '1',
          'SIMPLE',
          'b',
          'ref|filter',
          'i,j',
          'i|j',
          '4|5',
          'x',
          '5 (4%)',
          '2.50',
          '4.00',
          '100.00',
          'Using rowid filter',
        ],
        [
          '1',
          'SIMPLE',
          'c',
          'ALL',
          '',
          '',
          '',
          '',
          '9',
          '9.00',
          '100.00',
          '100.00',
          'Using join buffer (flat, BNL join)',
        ],
      ],
    )
    const plan = only(readPlans(text, {}))
    expect(plan.source).toMatchObject({ format: 'mariadb-table', measured: true })
    expect(node(plan, (each) => each.access?.table === 'a').actual).toEqual({
      loops: 1,
      rowsPerLoop: 20,
      rowsFilteredPerLoop: 20,
      neverExecuted: false,
    })
    const b = node(plan, (each) => each.access?.table === 'b')
    expect(b.actual).toMatchObject({ loops: 20, rowsPerLoop: 2.5 })
    expect(b.estimate).toEqual({ rowsExaminedPerLoop: 5, keptFraction: 0.04, rowsPerLoop: 0.2 })
    expect(b.rest.rows).toBe('5 (4%)')
    expect(node(plan, (each) => each.access?.table === 'c').actual).toBeUndefined()
  })
})

describe('the first JSON format of MySQL', () => {
  test('numbers in quotes are numbers, percentages fractions, conditions keep their places', () => {
    const text = `{"query_block": {"select_id": 1, "cost_info": {"query_cost": "5.14"}, "table": {
      "table_name": "o", "access_type": "range", "possible_keys": ["ix"], "key": "ix", "used_key_parts": ["a", "b"],
      "key_length": "9", "rows_examined_per_scan": 30, "rows_produced_per_join": 10, "filtered": "33.33",
      "index_condition": "(\`o\`.\`a\` > 1)", "using_MRR": true, "backward_index_scan": true,
      "cost_info": {"read_cost": "4.14", "eval_cost": "1.00", "prefix_cost": "5.14", "data_read_per_join": "1K"},
      "used_columns": ["a", "b"], "attached_condition": "(\`o\`.\`c\` = 'x')"}}}`
    const plan = only(readPlans(text, {}))
    expect(plan.notes).toEqual([])
    expect(plan.root).toMatchObject({
      label: 'range',
      estimate: { rowsExaminedPerLoop: 30, keptFraction: 0.3333, rowsPerLoop: 9.999, subtreeCost: 5.14 },
      access: {
        method: 'range',
        indexes: [{ name: 'ix', keyLengthBytes: 9, usedKeyParts: ['a', 'b'], use: 'main' }],
        multiRangeRead: true,
        direction: 'backward',
        indexCondition: true,
      },
      rest: { used_columns: '["a","b"]', data_read_per_join: '1K', select_id: 1, query_cost: '5.14' },
    })
    expect(plan.root.conditions.map(({ checkedAt, span }) => [checkedAt, text.slice(span?.start, span?.end)])).toEqual([
      ['index-filter', '(`o`.`a` > 1)'],
      ['row-filter', "(`o`.`c` = 'x')"],
    ])
  })

  test('end markers and trailing blanks in keys are accepted', () => {
    const text =
      '{"query_block": {"select_id  ": 1, "table": {"table_name": "t", "access_type": "ALL"} /* table */} /* query_block */}'
    const plan = mysqlJsonV1.parse(text, {})
    expect([plan.notes, plan.root.access?.method]).toEqual([[], 'full-scan'])
  })

  test('an unknown access type is a note at its value', () => {
    const text = '{"query_block": {"table": {"table_name": "t", "access_type": "quantum"}}}'
    const plan = mysqlJsonV1.parse(text, {})
    expect(plan.root.access?.method).toBe('other')
    expect(plan.notes.map(({ message, span }) => [message, text.slice(span.start, span.end)])).toEqual([
      ['Unknown access_type "quantum"', '"quantum"'],
    ])
  })

  test('an order that an index delivers is no node, and its flags stay readable', () => {
    const text =
      '{"query_block": {"ordering_operation": {"using_filesort": false, "table": {"table_name": "t", "access_type": "index"}}}}'
    const { root } = mysqlJsonV1.parse(text, {})
    expect(root.operator).toBe('access')
    expect(root.rest['ordering_operation.using_filesort']).toBe(false)
  })

  test('DELETE stands above what finds its rows', () => {
    const text =
      '{"query_block": {"ordering_operation": {"using_filesort": true, "table": {"delete": true, "table_name": "t", "access_type": "ALL"}}}}'
    expect(outline(mysqlJsonV1.parse(text, {}))).toBe('delete\n  sort\n    t full-scan')
  })
})

describe('MariaDB JSON', () => {
  test('tables under repeated keys (before 10.11) are one join, in order', () => {
    const text = `{"query_block": {"select_id": 1,
      "table": {"table_name": "a", "access_type": "ALL", "rows": 3, "filtered": 100},
      "table": {"table_name": "b", "access_type": "ref", "key": "ix", "key_length": "4", "used_key_parts": ["x"], "ref": ["s.a.x"], "rows": 2, "filtered": 50},
      "block-nl-join": {"table": {"table_name": "c", "access_type": "ALL", "rows": 4, "filtered": 100},
        "buffer_type": "flat", "buffer_size": "128Kb", "join_type": "BNL", "attached_condition": "c.y = a.y"}}}`
    const plan = mariadbJson.parse(text, {})
    expect(plan.notes).toEqual([])
    expect(outline(plan)).toBe(
      [
        'block-nested-loop  12 rows',
        '  nested-loop  3 rows',
        '    a full-scan  3 rows',
        '    b lookup  ix(x)  1 rows',
        '  c full-scan  4 rows',
      ].join('\n'),
    )
    expect(plan.root.conditions).toMatchObject([{ text: 'c.y = a.y', checkedAt: 'join' }])
    expect(plan.root.rest).toMatchObject({ buffer_size: '128Kb', join_type: 'BNL' })
  })

  test('times are made per loop and contain what lies below; rows are those that pass the condition', () => {
    const text = `{"query_block": {"select_id": 1, "r_loops": 1, "r_total_time_ms": 3.5, "filesort": {
      "sort_key": "a.x", "r_loops": 1, "r_total_time_ms": 0.5, "r_output_rows": 20, "r_buffer_size": "2Kb", "r_sort_mode": "sort_key,rowid",
      "nested_loop": [
        {"table": {"table_name": "a", "access_type": "ALL", "rows": 40, "filtered": 100, "r_loops": 1, "r_rows": 40, "r_filtered": 50, "r_table_time_ms": 0.75, "r_other_time_ms": 0.25}},
        {"table": {"table_name": "b", "access_type": "eq_ref", "rows": 1, "filtered": 100, "r_loops": 20, "r_rows": 1, "r_filtered": 100, "r_table_time_ms": 1.5, "r_other_time_ms": 0.5}}]}}}`
    const plan = only(readPlans(text, {}))
    expect(plan.statement.executionMs).toBe(3.5)
    // 0.5 of its own + (0.75 + 0.25) + (1.5 + 0.5) below
    expect(plan.root.actual).toEqual({
      loops: 1,
      rowsPerLoop: 20,
      memoryBytes: 2048,
      sortMethod: 'sort_key,rowid',
      lastRowMsPerLoop: 3.5,
      neverExecuted: false,
    })
    expect(node(plan, (each) => each.access?.table === 'a').actual).toMatchObject({
      rowsPerLoop: 20,
      rowsFilteredPerLoop: 20,
      lastRowMsPerLoop: 1,
    })
    expect(node(plan, (each) => each.access?.table === 'b').actual).toMatchObject({ loops: 20, lastRowMsPerLoop: 0.1 })
  })

  test('a constant table prints zero loops and is not called never executed', () => {
    const text =
      '{"query_block": {"nested_loop": [{"table": {"table_name": "a", "access_type": "const", "r_loops": 0, "r_rows": null, "rows": 1}}]}}'
    expect(mariadbJson.parse(text, {}).root.actual).toBeUndefined()
  })
})

describe('PostgreSQL JSON', () => {
  const scan = (members: string) =>
    postgresJson.parse(
      `[{"Plan": {"Node Type": "Index Scan", "Relation Name": "t", "Index Name": "i", ${members}}}]`,
      {},
    )

  test.each([
    ['no condition', '"Plan Rows": 5', 'index-scan'],
    ['equalities', '"Index Cond": "((a = 1) AND (b = \'x > y\'::text))"', 'lookup'],
    ['a comparison', '"Index Cond": "((a = 1) AND (b > 2))"', 'range'],
    ['a list', '"Index Cond": "(a = ANY (\'{1,2}\'::integer[]))"', 'range'],
    ['IS NULL', '"Index Cond": "(a IS NULL)"', 'lookup'],
    ['IS NOT NULL', '"Index Cond": "(a IS NOT NULL)"', 'range'],
    ['a name with a comparison in it', '"Index Cond": "(\\"a>b\\" = 1)"', 'lookup'],
  ])('an index scan with %s', (_name, members, method) => {
    expect(scan(members).root.access?.method).toBe(method)
  })

  test('triggers, settings and times of the statement', () => {
    const text = `[{"Plan": {"Node Type": "Result"}, "Settings": {"work_mem": "64kB", "Any Key": "x"}, "Planning Time": 0.1,
      "Triggers": [{"Trigger Name": "tg", "Relation": "t", "Time": 1.5, "Calls": 3}, {"Trigger Name": "RI_x", "Constraint Name": "fk", "Relation": "t", "Calls": 2}],
      "Execution Time": 2.5, "Query Identifier": -7134896521378945123}]`
    const plan = postgresJson.parse(text, {})
    expect(plan.notes).toEqual([])
    expect(plan.statement).toEqual({
      planningMs: 0.1,
      executionMs: 2.5,
      triggers: [
        { name: 'tg on t', calls: 3, totalMs: 1.5 },
        { name: 'fk on t', calls: 2 },
      ],
      settings: { work_mem: '64kB', 'Any Key': 'x' },
    })
    expect(plan.root.rest['Query Identifier']).toBe('-7134896521378945123')
  })

  test('relations: init plan, CTE, subplan, sides of a join, parts of a union', () => {
    const child = (relationship: string, more = '') =>
      `{"Node Type": "Result", "Parent Relationship": "${relationship}"${more}}`
    const relations = (type: string, children: string[]) =>
      postgresJson
        .parse(`[{"Plan": {"Node Type": "${type}", "Plans": [${children.join()}]}}]`, {})
        .root.children.map((each) => each.relation)
    expect(
      relations('Hash Join', [
        child('InitPlan', ', "Subplan Name": "InitPlan 1 (returns $0)"'),
        child('InitPlan', ', "Subplan Name": "CTE t"'),
        child('Outer'),
        child('Inner'),
        child('SubPlan', ', "Subplan Name": "SubPlan 2"'),
      ]),
    ).toEqual(['init-plan', 'cte', 'outer', 'inner', 'subquery'])
    expect(relations('Sort', [child('Outer')])).toEqual(['input'])
    expect(relations('Append', [child('Member'), child('Member')])).toEqual(['union-part', 'union-part'])
    expect(relations('BitmapOr', [child('Member')])).toEqual(['input'])
  })

  test('an unknown node type is read as "other", with a note at its value', () => {
    const text = '[{"Plan": {"Node Type": "Quantum Scan", "Plan Rows": 3}}]'
    const plan = postgresJson.parse(text, {})
    expect([plan.root.operator, plan.root.label]).toEqual(['other', 'Quantum Scan'])
    expect(plan.notes.map(({ span }) => text.slice(span.start, span.end))).toEqual(['"Quantum Scan"'])
  })

  test('a known key with a value of another kind is a note, and null is not', () => {
    const text = '[{"Plan": {"Node Type": "Result", "Plan Rows": "x", "Total Cost": null}}]'
    const plan = postgresJson.parse(text, {})
    expect(plan.notes.map(({ message }) => message)).toEqual(['"Plan Rows" is not a number'])
    expect(plan.root.estimate).toEqual({})
  })
})
