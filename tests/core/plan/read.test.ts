// Protects pasting: plans are found in what clients print around them, and every place points into the pasted text.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SargableError } from '../../../src/core/errors'
import { outline } from '../../../src/core/plan/outline'
import { planTextOf, readPlans } from '../../../src/core/plan/read'
import { each } from '../../../src/core/plan/walk'

function printed(name: string): string {
  return readFileSync(join(import.meta.dirname, 'clients', `${name}.txt`), 'utf8')
}

function faultOf(text: string) {
  try {
    readPlans(text, {})
  } catch (thrown) {
    if (thrown instanceof SargableError) return thrown.fault
    throw thrown
  }
  throw new Error('It was read.')
}

/** All clients were asked for these two statements, on MySQL 8.0.31 and PostgreSQL 18.6. */
const mysqlJson = {
  outline: 'engine_cost index-scan  PRIMARY(cost_name engine_name device_type)  covering  1 rows',
  conditions: ["(`mysql`.`engine_cost`.`engine_name` = 'a')"],
}
const mysqlTable = {
  outline: [
    'nested-loop  1 rows',
    '  c index-scan  PRIMARY  covering  1 rows',
    '  s unique-lookup  PRIMARY  covering  1 rows',
  ].join('\n'),
  conditions: [],
}
const mysqlTree = {
  outline: [
    'nested-loop  1 rows',
    '  filter  1 rows',
    '    s full-scan  6 rows',
    '  c lookup  PRIMARY(cost_name engine_name)  1 rows',
  ].join('\n'),
  conditions: ['(mysql.s.cost_value is null)', 'cost_name=mysql.s.cost_name', "engine_name='a'"],
}
const postgres = { outline: 'pg_class lookup  pg_class_oid_index  1 rows', conditions: ["(oid = '3'::oid)"] }

describe('one plan, as a client prints it', () => {
  test.each([
    ['mysql, framed JSON', 'my-json-box', mysqlJson, '{', '}'],
    ['mysql --batch, line breaks as \\n', 'my-json-batch', mysqlJson, '{', '}'],
    ['mysql with \\G, JSON', 'my-json-stars', mysqlJson, '{', '}'],
    ['mysql, framed table', 'my-table-box', mysqlTable, '+', '+'],
    ['mysql --batch, table', 'my-table-batch', mysqlTable, 'id', 'NULL'],
    ['mysql with \\G, table', 'my-table-stars', mysqlTable, '***', 'Using index'],
    ['mysql, framed tree', 'my-join-tree-box', mysqlTree, '->', 'rows=1)'],
    ['mysql --batch, tree on one line', 'my-join-tree-batch', mysqlTree, '->', 'rows=1)'],
    ['mysql --batch --raw, tree', 'my-join-tree-raw', mysqlTree, '->', 'rows=1)'],
    ['mysql with \\G, tree', 'my-join-tree-stars', mysqlTree, '->', 'rows=1)'],
    ['psql', 'pg-aligned', postgres, '[', ']'],
    ['psql -A', 'pg-unaligned', postgres, '[', ']'],
    ['psql with a frame', 'pg-border2', postgres, '[', ']'],
    ['psql with a frame of lines', 'pg-unicode', postgres, '[', ']'],
    ['psql with lines and arrows', 'pg-unicode1', postgres, '[', ']'],
    ['psql with old line breaks', 'pg-old', postgres, '[', ']'],
    ['psql -x', 'pg-x', postgres, '[', ']'],
    ['psql --csv', 'pg-csv', postgres, '[', ']'],
  ])('%s', (_name, file, expected, first, last) => {
    const text = printed(file)
    const plans = readPlans(text, {})
    expect(plans.map((plan) => outline(plan))).toEqual([expected.outline])
    for (const plan of plans) {
      expect(plan.notes).toEqual([])
      expect(plan.source.text).toBe(text)
      const { start, end } = plan.source.span
      expect(text.slice(start, start + first.length)).toBe(first)
      expect(text.slice(start, end).trimEnd().endsWith(last) || text.slice(start, end).includes(last)).toBe(true)
      const there = [...each(plan.root)].flatMap((node) =>
        node.conditions.map(({ span }) => (span ? text.slice(span.start, span.end) : '')),
      )
      // In CSV quotes are doubled, and none stands in this condition.
      expect(there).toEqual(expected.conditions)
    }
  })

  test('Windows line ends, blank lines and a prompt around it do not matter', () => {
    const text = `mysql> EXPLAIN FORMAT=JSON SELECT 1;\n\n${printed('my-json-box')}`.replaceAll('\n', '\r\n')
    expect(readPlans(text, {}).map((plan) => outline(plan))).toEqual([mysqlJson.outline])
  })

  test('a Markdown table is a table', () => {
    const text = [
      '| id | select_type | table | type | possible_keys | key | key_len | ref | rows | Extra |',
      '|----|-------------|-------|------|---------------|-----|---------|-----|------|-------|',
      '| 1 | SIMPLE | o | ref\\|filter | a,b | a\\|b | 4\\|5 | const | 5 (4%) | Using where |',
    ].join('\n')
    const [plan] = readPlans(text.replaceAll('\\|', '|'), {})
    expect(plan && outline(plan)).toBe('o lookup  a  filter b  5 rows')
  })
})

describe('several plans in one text', () => {
  test('two results of one mysql session are two plans', () => {
    const text = printed('my-two')
    const plans = readPlans(text, {})
    expect(plans.map((plan) => outline(plan))).toEqual([mysqlTable.outline, mysqlTable.outline])
    const [first, second] = plans
    expect(first && second && first.source.span.end <= second.source.span.start).toBe(true)
  })

  test('two results of one psql session are two plans', () => {
    expect(readPlans(printed('pg-two'), {}).map((plan) => outline(plan))).toEqual([postgres.outline, postgres.outline])
  })

  test('two plans in one list (rules rewrote the statement) are two plans with their own places', () => {
    const one = '{"Plan": {"Node Type": "Seq Scan", "Relation Name": "a", "Filter": "(x > 1)"}}'
    const two = '{"Plan": {"Node Type": "Seq Scan", "Relation Name": "b", "Filter": "(y > 2)"}}'
    const text = `[${one},\n ${two}]`
    const plans = readPlans(text, {})
    expect(plans.map((plan) => plan.root.access?.table)).toEqual(['a', 'b'])
    expect(plans.map(({ source }) => text.slice(source.span.start, source.span.end))).toEqual([one, two])
    expect(plans.map(({ root }) => root.conditions.map(({ span }) => text.slice(span?.start, span?.end)))).toEqual([
      ['(x > 1)'],
      ['(y > 2)'],
    ])
  })

  test('a tree beside a table are two plans', () => {
    const plans = readPlans(`${printed('my-tree-box')}\n${printed('my-table-box')}`, {})
    expect(plans.map((plan) => outline(plan))).toEqual(['engine_cost index-scan  PRIMARY  2 rows', mysqlTable.outline])
  })
})

test('a cut plan behind a whole one is a note at the end of the text', () => {
  const text = `${printed('my-json-raw')}\n${printed('my-json-raw').slice(0, 200)}`
  const [plan, ...others] = readPlans(text, {})
  expect([plan && outline(plan), others]).toEqual([mysqlJson.outline, []])
  expect(plan?.notes).toMatchObject([{ span: { start: text.length, end: text.length } }])
})

describe('what cannot be read', () => {
  test.each([
    ['nothing', '', 'There is no execution plan in this text.', 1, 1],
    ['SQL', 'select * from orders where id = 1', 'There is no execution plan in this text.', 1, 1],
    ['JSON that is no plan', '{"steps": []}', 'There is no execution plan in this text.', 1, 1],
    [
      'a plan that was cut',
      '{\n  "query_block": {\n    "select_id": 1',
      'The plan is cut off: it ends where , or } was expected.',
      3,
      19,
    ],
    [
      'a damaged plan',
      '{\n  "query_block": {\n    "select_id": 1 "table": {}\n}}',
      'The plan is not valid JSON: , or } was expected, ""table": {}" stands there.',
      3,
      20,
    ],
    [
      'a damaged plan under a header',
      'EXPLAIN\n{\n  "query_block": {\n    "select_id": 1 "table": {}\n}}',
      'The plan is not valid JSON: , or } was expected, ""table": {}" stands there.',
      4,
      20,
    ],
    [
      'a table without rows',
      'id\tselect_type\ttable\ttype',
      'The plan is cut off: it ends behind its header, where the first row was expected.',
      1,
      26,
    ],
    [
      'YAML that is cut',
      '- Plan: \n    Node Type: "Seq',
      'The plan is cut off: it ends where the end of the text in quotes was expected.',
      2,
      20,
    ],
    [
      'XML that is cut',
      '<explain xmlns="http://www.postgresql.org/2009/explain">',
      'The plan is cut off: it ends where </explain> was expected.',
      1,
      57,
    ],
  ])('%s says so, with its place', (_name, text, message, line, column) => {
    expect(faultOf(text)).toMatchObject({ code: 'unreadable-plan', message, line, column, span: {} })
    expect(faultOf(text).hint).toBeTruthy()
  })

  test('nesting that no server prints is refused and not a crash', () => {
    const depth = 20_000
    const nested = `{"query_block": {"select_id": 1, ${'"ordering_operation": {"using_filesort": true, '.repeat(depth)}"x": 1${'}'.repeat(depth)}}}`
    expect(faultOf(nested).code).toBe('unreadable-plan')
  })

  test('a chain of 10,000 PostgreSQL nodes is read', () => {
    const depth = 10_000
    const chain = '{"Node Type": "Limit", "Plans": ['
    const text = `[{"Plan": ${chain.repeat(depth)}{"Node Type": "Result"}${']}'.repeat(depth)}}]`
    const [plan] = readPlans(text, {})
    let deepest = plan?.root
    let nodes = 1
    while (deepest?.children[0]) {
      deepest = deepest.children[0]
      nodes++
    }
    expect([nodes, deepest?.label]).toEqual([depth + 1, 'Result'])
  })
})

describe('rows of a result set as text', () => {
  test('cells are parted by tabs, NULL is NULL, and what would part cells is escaped', () => {
    expect(
      planTextOf(
        ['id', 'Extra'],
        [
          ['1', null],
          ['2', 'a\tb\nc\\d'],
        ],
      ),
    ).toBe('id\tExtra\n1\tNULL\n2\ta\\tb\\nc\\\\d')
  })

  test('escaped cells are read back', () => {
    const columns = ['id', 'select_type', 'table', 'type', 'rows', 'Extra']
    const text = planTextOf(columns, [['1', 'SIMPLE', 'a\tb\\n', 'ALL', '3', 'Using where']])
    expect(readPlans(text, {})[0]?.root.access?.table).toBe('a\tb\\n')
  })
})
