// Protects the numbers derived from plans, the walks over them, their outline, and names put in place of aliases.
import { describe, expect, test } from 'vitest'
import type { KeyUse } from '../../../src/core/keyparts/model'
import { postgresJson } from '../../../src/core/plan/formats/postgres-json'
import { metricsOf } from '../../../src/core/plan/metrics'
import type { NodeMetrics, Plan } from '../../../src/core/plan/model'
import { outline } from '../../../src/core/plan/outline'
import { planTextOf, readPlans } from '../../../src/core/plan/read'
import { resolveTables } from '../../../src/core/plan/resolve-tables'
import { each, find, parents, upward } from '../../../src/core/plan/walk'

interface Drawn {
  readonly type: string
  /** Milliseconds to the last row and loops. */
  readonly ms?: number
  readonly loops?: number
  readonly rows?: number
  readonly planned?: number
  readonly cost?: number
  readonly more?: Readonly<Record<string, unknown>>
  readonly below?: readonly Drawn[]
}

function printed({ type, ms, loops = 1, rows = 1, planned, cost, more, below }: Drawn): object {
  return {
    'Node Type': type,
    ...(cost === undefined ? {} : { 'Total Cost': cost }),
    ...(planned === undefined ? {} : { 'Plan Rows': planned }),
    ...(ms === undefined ? {} : { 'Actual Total Time': ms, 'Actual Rows': rows, 'Actual Loops': loops }),
    ...more,
    ...(below ? { Plans: below.map(printed) } : {}),
  }
}

function drawn(root: Drawn): Plan {
  return postgresJson.parse(JSON.stringify([{ Plan: printed(root) }]), {})
}

function metric(plan: Plan, name: Exclude<keyof NodeMetrics, 'apart' | 'ranIn'>): Record<string, number | undefined> {
  return Object.fromEntries(
    Object.entries(metricsOf(plan)).map(([id, own]) => {
      const value = own[name]
      return [id, value === undefined ? undefined : Math.round(value * 1000) / 1000]
    }),
  )
}

const initPlan = { 'Parent Relationship': 'InitPlan', 'Subplan Name': 'InitPlan 1 (returns $0)' }

describe('own time', () => {
  test('is the total over loops without that of the inputs', () => {
    const plan = drawn({
      type: 'Nested Loop',
      ms: 10,
      below: [
        { type: 'Seq Scan', ms: 2 },
        { type: 'Index Scan', ms: 0.5, loops: 12 },
      ],
    })
    expect(metric(plan, 'totalMs')).toEqual({ n0: 10, 'n0.0': 2, 'n0.1': 6 })
    expect(metric(plan, 'selfMs')).toEqual({ n0: 2, 'n0.0': 2, 'n0.1': 6 })
    expect(metric(plan, 'selfTimeFraction')).toEqual({ n0: 0.2, 'n0.0': 0.2, 'n0.1': 0.6 })
  })

  test('an InitPlan is taken off where its value is read, and only there', () => {
    const plan = drawn({
      type: 'Limit',
      ms: 10,
      below: [
        { type: 'Aggregate', ms: 4, more: initPlan },
        { type: 'Sort', ms: 9, below: [{ type: 'Seq Scan', ms: 7, more: { Filter: '(total > $0)' } }] },
      ],
    })
    expect(metric(plan, 'selfMs')).toEqual({ n0: 1, 'n0.0': 4, 'n0.1': 2, 'n0.1.0': 3 })
  })

  test('an InitPlan of version 17 and later is read by its name', () => {
    const plan = drawn({
      type: 'Append',
      ms: 10,
      below: [
        { type: 'Result', ms: 4, more: { 'Parent Relationship': 'InitPlan', 'Subplan Name': 'InitPlan 1' } },
        { type: 'Seq Scan', ms: 7, more: { Filter: '(d = (InitPlan 1).col1)' } },
        { type: 'Seq Scan', ms: 3, more: { Filter: '(d = (InitPlan 1).col1)' } },
      ],
    })
    expect(metric(plan, 'selfMs')).toEqual({ n0: 0, 'n0.0': 4, 'n0.1': 3, 'n0.2': 3 })
  })

  test('an InitPlan that no node below reads ran in its parent', () => {
    const plan = drawn({ type: 'Seq Scan', ms: 10, below: [{ type: 'Aggregate', ms: 4, more: initPlan }] })
    expect(metric(plan, 'selfMs')).toEqual({ n0: 6, 'n0.0': 4 })
  })

  test('a CTE is taken off its first scan whose time is enough', () => {
    const cte = { 'Parent Relationship': 'InitPlan', 'Subplan Name': 'CTE t' }
    const plan = drawn({
      type: 'Merge Join',
      ms: 1.7,
      below: [
        { type: 'Aggregate', ms: 1, more: cte },
        { type: 'CTE Scan', ms: 1.2, more: { 'CTE Name': 't', Alias: 'x' } },
        { type: 'CTE Scan', ms: 0.1, more: { 'CTE Name': 't', Alias: 'y' } },
      ],
    })
    expect(metric(plan, 'selfMs')).toEqual({ n0: 0.4, 'n0.0': 1, 'n0.1': 0.2, 'n0.2': 0.1 })
  })

  test('below a Gather the time that passed is that of one process', () => {
    const plan = drawn({
      type: 'Gather',
      ms: 10,
      below: [{ type: 'Aggregate', ms: 8, loops: 3, below: [{ type: 'Seq Scan', ms: 5, loops: 3, rows: 100 }] }],
    })
    expect(metric(plan, 'totalMs')).toEqual({ n0: 10, 'n0.0': 8, 'n0.0.0': 5 })
    expect(metric(plan, 'selfMs')).toEqual({ n0: 2, 'n0.0': 3, 'n0.0.0': 5 })
    expect(metric(plan, 'totalRows')['n0.0.0']).toBe(300)
  })

  test('rounding of the printed numbers does not make it negative, a contradiction makes it absent', () => {
    const rounded = drawn({ type: 'Memoize', ms: 0, loops: 100, below: [{ type: 'Index Scan', ms: 0.003, loops: 10 }] })
    expect(metric(rounded, 'selfMs').n0).toBe(0)
    const wrong = drawn({ type: 'Sort', ms: 1, below: [{ type: 'Seq Scan', ms: 5 }] })
    expect(metric(wrong, 'selfMs').n0).toBeUndefined()
  })

  test('without times there is none', () => {
    expect(metric(drawn({ type: 'Seq Scan', planned: 3, cost: 2 }), 'selfMs')).toEqual({ n0: undefined })
  })
})

describe('a plan that runs once', () => {
  test('below a Gather is worked out by the Gather before the workers start', () => {
    const plan = drawn({
      type: 'Aggregate',
      ms: 20,
      below: [
        { type: 'Seq Scan', ms: 8, more: initPlan },
        {
          type: 'Gather',
          ms: 19,
          below: [{ type: 'Seq Scan', ms: 9, loops: 3, more: { Filter: '(id > $0)' } }],
        },
      ],
    })
    expect(metric(plan, 'selfMs')).toEqual({ n0: 1, 'n0.0': 8, 'n0.1': 2, 'n0.1.0': 9 })
    expect(metricsOf(plan)['n0.0']?.ranIn).toBe('n0.1')
  })

  test('and writes rows that nobody reads ran when the root had finished', () => {
    const plan = drawn({
      type: 'Aggregate',
      ms: 5,
      below: [
        {
          type: 'ModifyTable',
          ms: 30,
          more: { Operation: 'Update', 'Parent Relationship': 'InitPlan', 'Subplan Name': 'CTE gone' },
          below: [{ type: 'Seq Scan', ms: 10 }],
        },
        { type: 'Seq Scan', ms: 4 },
      ],
    })
    expect(metric(plan, 'selfMs')).toEqual({ n0: 1, 'n0.0': 20, 'n0.0.0': 10, 'n0.1': 4 })
    expect(metric(plan, 'selfTimeFraction')['n0.0']).toBe(0.571)
    expect(
      Object.entries(metricsOf(plan))
        .filter(([, own]) => own.apart)
        .map(([id]) => id),
    ).toEqual(['n0.0'])
  })

  test.each([
    ['of a select list at the top ran while rows went to the client', 'projection; dependent', 100, 5, true],
    ['in a condition ran before the first step', 'condition; run only once', 1, 5, true],
    ['in a condition ran in the step that needs it', 'condition; run only once', 1, 0.5, false],
  ])('%s', (_name, words, loops, ms, apart) => {
    // The server prints those of a select list beside the topmost step.
    const indent = words.startsWith('projection') ? '' : '    '
    const text = `-> Filter: (t.a > (select #2))  (cost=1.00 rows=1) (actual time=0.010..1.000 rows=1 loops=1)
    -> Table scan on t  (cost=1.00 rows=9) (actual time=0.010..0.400 rows=9 loops=1)
${indent}-> Select #2 (subquery in ${words})
${indent}    -> Table scan on u  (cost=1.00 rows=9) (actual time=0.001..${ms.toFixed(3)} rows=9 loops=${loops})`
    const [plan] = readPlans(text, {})
    if (!plan) throw new Error('not read')
    const own = metricsOf(plan)
    expect([own['n0.1']?.apart ?? false, own.n0?.selfMs?.toFixed(3)]).toEqual([apart, apart ? '0.600' : '0.100'])
  })

  test('may be printed below a hash and be worked out by the join too', () => {
    const plan = drawn({
      type: 'Hash Join',
      ms: 10,
      below: [
        { type: 'Seq Scan', ms: 1 },
        {
          type: 'Hash',
          ms: 2,
          below: [
            { type: 'Seq Scan', ms: 0.5 },
            { type: 'Aggregate', ms: 0.08, loops: 100, more: { 'Parent Relationship': 'SubPlan' } },
          ],
        },
      ],
    })
    expect(metric(plan, 'selfMs')).toEqual({ n0: 0.5, 'n0.0': 1, 'n0.1': 0, 'n0.1.0': 0.5, 'n0.1.1': 8 })
  })
})

describe('own work', () => {
  const blocks = (hit: number, written: number) => ({ 'Shared Hit Blocks': hit, 'Temp Written Blocks': written })

  test('blocks are those with all below without those of the inputs; an InitPlan is taken off once', () => {
    const plan = drawn({
      type: 'Sort',
      ms: 9,
      more: blocks(100, 30),
      below: [
        { type: 'Seq Scan', ms: 2, more: { ...initPlan, ...blocks(20, 0) } },
        { type: 'Seq Scan', ms: 7, more: { Filter: '(a > $0)', ...blocks(100, 0) } },
      ],
    })
    expect(metric(plan, 'selfSharedHitBlocks')).toEqual({ n0: 0, 'n0.0': 20, 'n0.1': 80 })
    expect(metric(plan, 'selfTempWrittenBlocks')).toEqual({ n0: 30, 'n0.0': 0, 'n0.1': 0 })
  })

  test.each([
    ['a sort', { 'Sort Space Type': 'Disk', 'Sort Space Used': 40 }, 40_960],
    ['a sort in memory', { 'Sort Space Type': 'Memory', 'Sort Space Used': 40 }, undefined],
    ['a hash aggregate', { 'Disk Usage': 16 }, 16_384],
    ['a hash aggregate in memory', { 'Disk Usage': 0 }, undefined],
    ['a store of rows', { Storage: 'Disk', 'Maximum Storage': 8 }, 8_192],
    ['a hash of several batches', { 'Hash Batches': 4, ...blocks(9, 3) }, 24_576],
    ['a hash of one batch', { 'Hash Batches': 1, ...blocks(9, 3) }, undefined],
  ])('%s says what it wrote to disk', (_name, more, expected) => {
    expect(metric(drawn({ type: 'Sort', ms: 1, more }), 'spilledBytes')).toEqual({ n0: expected })
  })

  test('what conditions keep is rows left of rows seen', () => {
    const plan = drawn({ type: 'Seq Scan', ms: 1, rows: 25, more: { 'Rows Removed by Filter': 75 } })
    expect(metric(plan, 'keptFraction')).toEqual({ n0: 0.25 })
  })

  test('pages of a table are those of its engine; none is zero', () => {
    const table = (stats: string) => {
      const [plan] = readPlans(
        `{"query_block": {"select_id": 1, "r_loops": 1, "nested_loop": [{"table": {"table_name": "c", "access_type": "ALL",
          "r_loops": 1, "rows": 9, "r_rows": 9, "r_engine_stats": ${stats}, "filtered": 100, "r_filtered": 100}}]}}`,
        {},
      )
      if (!plan) throw new Error('not read')
      return [metric(plan, 'selfPagesAccessed').n0, metric(plan, 'selfPagesRead').n0]
    }
    expect(table('{"pages_accessed": 84, "pages_read_count": 3, "pages_read_time_ms": 0.5}')).toEqual([84, 3])
    expect(table('{}')).toEqual([0, 0])
  })

  test('the cost of a table has a part for reading and one for checking', () => {
    const [plan] = readPlans(
      `{"query_block": {"select_id": 1, "cost_info": {"query_cost": "16.57"}, "table": {"table_name": "c",
        "access_type": "ALL", "rows_examined_per_scan": 160, "rows_produced_per_join": 160, "filtered": "100.00",
        "cost_info": {"read_cost": "0.57", "eval_cost": "16.00", "prefix_cost": "16.57", "data_read_per_join": "58K"}}}}`,
      {},
    )
    if (!plan) throw new Error('not read')
    expect([metric(plan, 'readCost'), metric(plan, 'evalCost')]).toEqual([{ n0: 0.57 }, { n0: 16 }])
  })
})

describe('rows and cost', () => {
  test.each([
    ['as believed', 10, 10, 1, 1],
    ['a hundred times more', 10, 1000, 1, 100],
    ['a tenth', 100, 10, 1, 0.1],
    ['of nothing expected counts against one row', 0, 5, 1, 5],
    ['of a node that never ran is absent', 10, 0, 0, undefined],
  ])('the ratio of rows %s', (_name, planned, rows, loops, ratio) => {
    expect(metric(drawn({ type: 'Seq Scan', ms: 1, planned, rows, loops }), 'rowsRatio').n0).toBe(ratio)
  })

  test('a cost below zero is a mark of MySQL 9 and unknown: for the step itself, and for the own part of the one above', () => {
    const [plan] = readPlans(
      [
        '-> Nested loop left join  (cost=370 rows=260)',
        "    -> Covering index lookup on c using ix_city (city = 'Graz')  (cost=13.5 rows=130)",
        '    -> Table scan on x  (cost=2.54 rows=2)',
        '        -> Materialize (invalidate on row from c)  (cost=-1e+12 rows=2)',
        '            -> Limit: 2 row(s)  (cost=1.75 rows=2)',
      ].join('\n'),
      {},
    )
    expect(plan && metric(plan, 'selfCost')).toEqual({
      n0: 353.96,
      'n0.0': 13.5,
      'n0.1': undefined,
      'n0.1.0': undefined,
      'n0.1.0.0': 1.75,
    })
  })

  test('own cost is the cost without that of the inputs, absent where these cost more or are unknown', () => {
    const plan = drawn({ type: 'Sort', cost: 10, below: [{ type: 'Seq Scan', cost: 4 }] })
    expect(metric(plan, 'selfCost')).toEqual({ n0: 6, 'n0.0': 4 })
    expect(
      metric(drawn({ type: 'Limit', cost: 1, below: [{ type: 'Seq Scan', cost: 40 }] }), 'selfCost').n0,
    ).toBeUndefined()
    expect(metric(drawn({ type: 'Sort', cost: 10, below: [{ type: 'Seq Scan' }] }), 'selfCost').n0).toBeUndefined()
  })
})

describe('walks', () => {
  const plan = drawn({ type: 'Append', below: [{ type: 'Sort', below: [{ type: 'Result' }] }, { type: 'Limit' }] })

  test('go in the printed order, and back', () => {
    expect([...each(plan.root)].map((node) => `${node.id} ${node.label}`)).toEqual([
      'n0 Append',
      'n0.0 Sort',
      'n0.0.0 Result',
      'n0.1 Limit',
    ])
    expect(upward(plan.root).map((node) => node.id)).toEqual(['n0.1', 'n0.0.0', 'n0.0', 'n0'])
  })

  test('find a node by its path and know its parent', () => {
    const sort = find(plan.root, 'n0.0')
    const result = find(plan.root, 'n0.0.0')
    expect([sort?.label, result?.label]).toEqual(['Sort', 'Result'])
    expect(result && parents(plan.root).get(result)).toBe(sort)
    expect(parents(plan.root).get(plan.root)).toBeUndefined()
    expect([find(plan.root, 'n0.7'), find(plan.root, 'n1'), find(plan.root, 'n0.0.0.0')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('the outline', () => {
  test('shows rows believed and found, loops, time, index and key parts', () => {
    const plan = drawn({
      type: 'Nested Loop',
      ms: 4.2,
      planned: 120,
      rows: 118,
      below: [
        {
          type: 'Index Only Scan',
          ms: 1.1,
          planned: 120,
          rows: 118,
          more: {
            'Parent Relationship': 'Outer',
            'Relation Name': 'orders',
            Alias: 'o',
            'Index Name': 'ix',
            'Index Cond': '(a > 1)',
            'Scan Direction': 'Backward',
          },
        },
        {
          type: 'Seq Scan',
          ms: 0,
          loops: 0,
          rows: 0,
          planned: 3,
          more: { 'Parent Relationship': 'SubPlan', 'Relation Name': 'c' },
        },
      ],
    })
    const roles = ['equality', 'in-list', 'range', 'skipped', 'index-filter', 'order', 'cover', 'unused'] as const
    const use: KeyUse = {
      planIndex: 0,
      nodeId: 'n0.0',
      table: 'orders',
      index: 'ix',
      chosen: true,
      parts: [
        ...roles.map((role, index) => ({
          position: index + 1,
          column: `k${index}`,
          ...(index === 1 ? { prefixChars: 5 } : {}),
          descending: false,
          appended: false,
          role,
          basis: 'stated' as const,
          narrows: 'none' as const,
        })),
        {
          position: 9,
          column: 'id',
          descending: false,
          appended: true,
          role: 'unused',
          basis: 'inferred',
          narrows: 'none',
        },
      ],
    }
    expect(outline(plan, [use])).toBe(
      [
        'nested-loop  120→118 rows  4.2 ms',
        '  o range  ix(k0= k1(5)[] k2.. k3~ k4? k5^ k6+ k7-)  covering  backward  120→118 rows  1.1 ms',
        '  subquery: c full-scan  3→0 rows  never executed',
      ].join('\n'),
    )
    expect(outline(plan).split('\n')[1]).toBe('  o range  ix  covering  backward  120→118 rows  1.1 ms')
  })
})

describe('names for aliases', () => {
  const rows = (tables: readonly string[]) =>
    readPlans(
      planTextOf(
        ['id', 'select_type', 'table', 'type', 'rows', 'Extra'],
        tables.map((table) => ['1', 'SIMPLE', table, 'ALL', '3', null]),
      ),
      {},
    )[0]
  const named = (tables: readonly string[], references: Parameters<typeof resolveTables>[1]) => {
    const plan = rows(tables)
    if (!plan) throw new Error('no plan')
    const before = JSON.stringify(plan)
    const resolved = resolveTables(plan, references)
    expect(JSON.stringify(plan)).toBe(before)
    return [...each(resolved.root)].flatMap(({ access }) =>
      access ? [`${access.schema ?? ''}.${access.table} ${access.alias ?? '-'}`] : [],
    )
  }

  test('the real name replaces the alias, with its schema where the statement has one', () => {
    expect(
      named(
        ['o', 'c'],
        [
          { name: 'orders', alias: 'o' },
          { schema: 'shop', name: 'customers', alias: 'c' },
        ],
      ),
    ).toEqual(['.orders o', 'shop.customers c'])
  })

  test('a table without an alias keeps its name', () => {
    expect(named(['orders'], [{ name: 'orders' }])).toEqual(['.orders orders'])
  })

  test('an alias with two meanings, an unknown one, and a derived table stay as they are', () => {
    expect(
      named(
        ['o', 'x', '<derived2>'],
        [
          { name: 'orders', alias: 'o' },
          { name: 'offers', alias: 'o' },
          { name: 'y', alias: '<derived2>' },
        ],
      ),
    ).toEqual(['.o o', '.x x', '.<derived2> -'])
  })

  test('nothing to name gives the same plan', () => {
    const plan = rows(['orders'])
    expect(plan && resolveTables(plan, [])).toBe(plan)
  })
})
