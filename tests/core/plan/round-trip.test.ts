// Protects reading from its own habits: drawn plans, printed by a small writer in every format, come back as drawn.
import { describe, expect, test } from 'vitest'
import { SargableError } from '../../../src/core/errors'
import { type Plan, planSchema } from '../../../src/core/plan/model'
import { readPlans } from '../../../src/core/plan/read'
import { each } from '../../../src/core/plan/walk'
import { type MysqlStep, mysqlJsonV2, mysqlTree } from '../../kit/plan-writers/mysql-steps'
import { type Members, postgresJson, postgresXml, postgresYaml } from '../../kit/plan-writers/postgres-document'
import { postgresText } from '../../kit/plan-writers/postgres-text'
import { boxed, markdown, type ResultTable, tabbed, vertical } from '../../kit/plan-writers/result-table'
import fc from '../../kit/seeded-check'

function only(text: string): Plan {
  const [plan, ...others] = readPlans(text, {})
  if (!plan || others.length > 0) throw new Error(`${others.length + 1} plans were read`)
  planSchema.parse(plan)
  return plan
}

const name = fc.constantFrom('orders', 'Order Lines', 'a"b', 't1', 'große', 'x.y')
const condition = fc.constantFrom(
  '(a = 1)',
  "((note ~~ '%x: -> y%'::text) AND (b > 2))",
  "(s <> 'it''s (one'::text)",
  '("Total" >= 5)',
  "(s = '<&>'::text)",
)
const count = fc.nat(1_000_000)
const hundredths = fc.nat(10_000_000).map((value) => value / 100)
const thousandths = fc.nat(10_000_000).map((value) => value / 1000)

const costs = fc.record({
  'Startup Cost': hundredths,
  'Total Cost': hundredths,
  'Plan Rows': count,
  'Plan Width': fc.nat(500),
})
const times = fc.record({
  'Actual Startup Time': thousandths,
  'Actual Total Time': thousandths,
  'Actual Rows': count,
  'Actual Loops': fc.integer({ min: 1, max: 50 }),
})

/** A PostgreSQL plan; every node was run or none was. */
function postgresPlans(measured: boolean): fc.Arbitrary<Members> {
  const numbers = measured ? fc.tuple(costs, times).map(([a, b]) => ({ ...a, ...b })) : costs
  const access = fc.oneof(
    fc.record({ 'Node Type': fc.constant('Seq Scan'), 'Relation Name': name, Alias: name, Filter: condition }),
    fc.record({
      'Node Type': fc.constant('Index Scan'),
      'Scan Direction': fc.constantFrom('Forward', 'Backward'),
      'Index Name': name,
      'Relation Name': name,
      Alias: name,
      'Index Cond': condition,
    }),
    fc.record({ 'Node Type': fc.constant('Function Scan'), 'Function Name': name, Alias: name }),
  )
  const { node } = fc.letrec<{ node: Members }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      fc.tuple(access, numbers).map(([own, more]): Members => ({ ...own, ...more })),
      fc.tuple(fc.constantFrom('Sort', 'Limit', 'Materialize', 'Unique'), numbers, tie('node')).map(
        ([type, more, child]): Members => ({
          'Node Type': type,
          ...more,
          ...(type === 'Sort' ? { 'Sort Key': ['a', 'lower(b)'] } : {}),
          Plans: [{ 'Parent Relationship': 'Outer', ...child }],
        }),
      ),
      fc.tuple(fc.constantFrom('Inner', 'Left', 'Anti'), condition, numbers, tie('node'), tie('node')).map(
        ([type, join, more, left, right]): Members => ({
          'Node Type': 'Hash Join',
          'Join Type': type,
          ...more,
          'Hash Cond': join,
          Plans: [
            { 'Parent Relationship': 'Outer', ...left },
            {
              'Parent Relationship': 'Inner',
              'Node Type': 'Hash',
              ...numbersOf(right),
              Plans: [{ 'Parent Relationship': 'Outer', ...right }],
            },
          ],
        }),
      ),
      fc.tuple(numbers, fc.array(tie('node'), { minLength: 1, maxLength: 4 })).map(
        ([more, parts]): Members => ({
          'Node Type': 'Append',
          ...more,
          Plans: parts.map((part) => ({ 'Parent Relationship': 'Member', ...part })),
        }),
      ),
    ),
  }))
  return node
}

function numbersOf(node: Members): Members {
  return Object.fromEntries(Object.entries(node).filter(([key]) => /^(?:Startup|Total|Plan R|Plan W|Actual)/.test(key)))
}

/** What the model must say of each drawn node, worked out here from the documented meaning of the keys. */
function drawnFacts(plan: Members): unknown[] {
  const facts: unknown[] = []
  const walk = (node: Members) => {
    const type = node['Node Type']
    const isScan = String(type).endsWith('Scan')
    facts.push({
      type,
      table: isScan ? (node['Relation Name'] ?? node['Function Name']) : undefined,
      alias: isScan ? node['Alias'] : undefined,
      index: node['Index Name'],
      direction: isScan ? (node['Scan Direction'] === 'Backward' ? 'backward' : 'forward') : undefined,
      conditions: [node['Filter'], node['Index Cond'], node['Hash Cond']].filter((each) => each !== undefined),
      estimate: [node['Startup Cost'], node['Total Cost'], node['Plan Rows'], node['Plan Width']],
      actual: [node['Actual Startup Time'], node['Actual Total Time'], node['Actual Rows'], node['Actual Loops']],
    })
    const children = node['Plans']
    if (Array.isArray(children)) for (const child of children as readonly Members[]) walk(child)
  }
  walk(plan)
  return facts
}

function readFacts(plan: Plan): unknown[] {
  return [...each(plan.root)].map((node) => ({
    type: node.label.replace(/ Backward$/, '').replace(/^Hash (?:Left|Anti) Join$/, 'Hash Join'),
    table: node.access?.table,
    alias: node.access?.alias,
    index: node.access?.indexes[0]?.name,
    direction: node.access?.direction,
    conditions: node.conditions.map(({ text }) => text),
    estimate: [
      node.estimate.startupCost,
      node.estimate.subtreeCost,
      node.estimate.rowsPerLoop,
      node.estimate.rowWidthBytes,
    ],
    actual: [
      node.actual?.firstRowMsPerLoop,
      node.actual?.lastRowMsPerLoop,
      node.actual?.rowsPerLoop,
      node.actual?.loops,
    ],
  }))
}

const postgresWriters = {
  JSON: postgresJson,
  text: postgresText,
  YAML: postgresYaml,
  XML: postgresXml,
}

describe('a drawn plan of PostgreSQL', () => {
  test.each(Object.entries(postgresWriters))('comes back from %s', (_format, write) => {
    fc.assert(
      fc.property(fc.boolean().chain(postgresPlans), (drawn) => {
        const plan = only(write({ Plan: drawn, 'Planning Time': 0.25, 'Execution Time': 12.5 }))
        expect(plan.notes).toEqual([])
        expect(readFacts(plan)).toEqual(drawnFacts(drawn))
        expect(plan.statement).toMatchObject({ planningMs: 0.25, executionMs: 12.5 })
      }),
      { numRuns: 60 },
    )
  })
})

const mysqlName = fc.constantFrom('o', 'orders', 'line_items')
const mysqlNumbers = fc.record({
  estimated_rows: fc.nat(1_000_000),
  estimated_total_cost: hundredths,
  actual_rows: fc.nat(1_000_000),
  actual_loops: fc.integer({ min: 1, max: 50 }),
  actual_first_row_ms: thousandths,
  actual_last_row_ms: thousandths,
})
const mysqlConditions = fc.constantFrom('(o.total > 5)', "(o.note = 'a -> b')", "((a.x = b.y) and (a.z like '%(%'))")

const { step: mysqlSteps } = fc.letrec<{ step: MysqlStep }>((tie) => ({
  step: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.tuple(mysqlName, mysqlNumbers).map(
      ([table, numbers]): MysqlStep => ({
        operation: `Table scan on ${table}`,
        table_name: table,
        alias: table,
        schema_name: 'shop',
        access_type: 'table',
        ...numbers,
      }),
    ),
    fc.tuple(mysqlConditions, mysqlNumbers, tie('step')).map(
      ([text, numbers, input]): MysqlStep => ({
        operation: `Filter: ${text}`,
        access_type: 'filter',
        condition: text,
        ...numbers,
        inputs: [input],
      }),
    ),
    fc.tuple(mysqlNumbers, tie('step'), tie('step')).map(
      ([numbers, outer, inner]): MysqlStep => ({
        operation: 'Nested loop inner join',
        access_type: 'join',
        join_type: 'inner join',
        join_algorithm: 'nested_loop',
        ...numbers,
        inputs: [outer, inner],
      }),
    ),
  ),
}))

function drawnSteps(root: MysqlStep): unknown[] {
  const own = {
    label: /^(?:Table scan|Filter|Nested loop inner join)/.exec(root.operation)?.[0],
    table: root['alias'],
    conditions: root['condition'] === undefined ? [] : [root['condition']],
    estimate: [root.estimated_rows, root.estimated_total_cost],
    actual: [root.actual_rows, root.actual_loops, root.actual_first_row_ms, root.actual_last_row_ms],
  }
  return [own, ...(root.inputs ?? []).flatMap(drawnSteps)]
}

describe('a drawn plan of MySQL', () => {
  test.each([
    ['JSON, version 2', mysqlJsonV2],
    ['a tree', mysqlTree],
  ])('comes back from %s', (_format, write) => {
    fc.assert(
      fc.property(mysqlSteps, (drawn) => {
        const plan = only(write(drawn))
        expect(plan.notes).toEqual([])
        const read = [...each(plan.root)].map((node) => ({
          label: node.label,
          table: node.access?.alias,
          conditions: node.conditions.map(({ text }) => text),
          estimate: [node.estimate.rowsPerLoop, node.estimate.subtreeCost],
          actual: [
            node.actual?.rowsPerLoop,
            node.actual?.loops,
            node.actual?.firstRowMsPerLoop,
            node.actual?.lastRowMsPerLoop,
          ],
        }))
        expect(read).toEqual(drawnSteps(drawn))
      }),
      { numRuns: 60 },
    )
  })
})

const columns = [
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
]
const tableRow = fc
  .record({
    table: fc.constantFrom('orders', 'o', 'línea'),
    type: fc.constantFrom('ALL', 'index', 'range', 'ref', 'eq_ref'),
    rows: fc.nat(1_000_000),
    filtered: fc.integer({ min: 1, max: 10_000 }).map((value) => value / 100),
    extra: fc.constantFrom(null, 'Using where', 'Using where; Using index', 'Using index condition'),
  })
  .map(({ table, type, rows, filtered, extra }) => {
    const key = type === 'ALL' ? null : 'ix_a'
    return ['1', 'SIMPLE', table, null, type, key, key, key && '4', null, String(rows), filtered.toFixed(2), extra]
  })

describe('a drawn table of MySQL', () => {
  test.each([
    ['with a frame', boxed],
    ['with \\G', vertical],
    ['parted by tabs', tabbed],
    ['as Markdown', markdown],
  ])('%s comes back row by row', (_style, write) => {
    fc.assert(
      fc.property(fc.array(tableRow, { minLength: 1, maxLength: 8 }), (rows) => {
        const drawn: ResultTable = { columns, rows }
        const plan = only(write(drawn))
        expect(plan.notes).toEqual([])
        const read = [...each(plan.root)]
          .filter((node) => node.access)
          .map((node) => [
            node.access?.table,
            node.access?.accessType,
            node.access?.indexes[0]?.name ?? null,
            String(node.estimate.rowsExaminedPerLoop),
            node.rest['Extra'] ?? null,
          ])
        expect(read).toEqual(rows.map((row) => [row[2], row[4], row[6], row[9], row[11]]))
      }),
      { numRuns: 60 },
    )
  })
})

const anyText = fc.oneof(
  fc
    .tuple(fc.boolean().chain(postgresPlans), fc.constantFrom(...Object.values(postgresWriters)))
    .map(([drawn, write]) => write({ Plan: drawn, 'Planning Time': 0.25 })),
  mysqlSteps.map(mysqlTree),
  mysqlSteps.map(mysqlJsonV2),
)

describe('damaged plans', () => {
  test('a cut or a letter out of place is refused with its place, or read with spans inside of the text', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.nat(),
        fc.nat(),
        fc.constantFrom('', '"', "'", '(', '\n', '{', '<', '->', ' '),
        (whole, from, to, put) => {
          const start = from % (whole.length + 1)
          const end = Math.min(whole.length, start + (to % 40))
          const text = `${whole.slice(0, start)}${put}${put === '' ? '' : whole.slice(end)}`
          try {
            for (const plan of readPlans(text, {})) {
              planSchema.parse(plan)
              for (const { span } of [...plan.notes, ...each(plan.root)]) {
                expect(span.start).toBeLessThanOrEqual(span.end)
                expect(span.end).toBeLessThanOrEqual(text.length)
              }
            }
          } catch (thrown) {
            if (!(thrown instanceof SargableError)) throw thrown
            expect([thrown.fault.code, typeof thrown.fault.line]).toEqual(['unreadable-plan', 'number'])
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a strange line in a text plan is a note at that line', () => {
    fc.assert(
      fc.property(fc.boolean().chain(postgresPlans), fc.nat(), (drawn, at) => {
        const lines = postgresText({ Plan: drawn }).split('\n')
        const place = 1 + (at % lines.length)
        const strange = '        Strange Thing: 5'
        const text = [...lines.slice(0, place), strange, ...lines.slice(place)].join('\n')
        const [plan] = readPlans(text, {})
        expect(plan?.notes.map(({ span }) => text.slice(span.start, span.end))).toEqual([strange.trim()])
        expect(plan && readFacts(plan)).toEqual(drawnFacts(drawn))
      }),
      { numRuns: 60 },
    )
  })
})
