// Protects the matching of steps by the tables that they read, on plans drawn by hand.
import { describe, expect, test } from 'vitest'
import { diffPlans } from '../../../../src/core/plan/diff/diff-plans'
import type { PlanDiff } from '../../../../src/core/plan/diff/model'
import type { Plan } from '../../../../src/core/plan/model'
import { readPlans } from '../../../../src/core/plan/read'
import { planShape } from '../../../../src/core/plan/shape'

/** A PostgreSQL plan without costs; indent is two blanks, as `->` would have it. */
function plan(lines: string): Plan {
  const rows = lines.trim().split('\n')
  const text = rows
    .map((row) => {
      const depth = (row.length - row.trimStart().length) / 2
      return depth === 0 ? row : `${' '.repeat(depth * 6 - 4)}->  ${row.trim()}`
    })
    .join('\n')
  const [read] = readPlans(text, {})
  if (!read) throw new Error('the drawn plan was not read')
  return read
}

const diff = (a: Plan, b: Plan): PlanDiff => diffPlans({ plan: a }, { plan: b })
const pairs = ({ matches }: PlanDiff) => matches.map(({ a, b }) => `${a}~${b}`)

const joined = plan(`
Nested Loop
  Seq Scan on orders o
  Index Scan using c_pkey on customers c
`)

describe('steps that were put between keep the rest matched', () => {
  test('a sort and a limit above', () => {
    const found = diff(
      joined,
      plan(`
Limit
  Sort
    Nested Loop
      Seq Scan on orders o
      Index Scan using c_pkey on customers c
`),
    )
    expect(pairs(found)).toEqual(['n0~n0.0.0', 'n0.0~n0.0.0.0', 'n0.1~n0.0.0.1'])
    expect(found.onlyB).toEqual(['n0', 'n0.0'])
    expect(found.verdict.text).toBe('Same join order; added: `Limit`, `Sort`.')
  })

  test('a materialized inner side', () => {
    const found = diff(
      joined,
      plan(`
Nested Loop
  Seq Scan on orders o
  Materialize
    Index Scan using c_pkey on customers c
`),
    )
    expect(pairs(found)).toEqual(['n0~n0', 'n0.0~n0.0', 'n0.1~n0.1.0'])
    expect(found.onlyB).toEqual(['n0.1'])
  })
})

describe('tables', () => {
  test('a renamed alias is the same table', () => {
    const found = diff(
      joined,
      plan(`
Nested Loop
  Seq Scan on orders x
  Index Scan using c_pkey on customers y
`),
    )
    expect(pairs(found)).toEqual(['n0~n0', 'n0.0~n0.0', 'n0.1~n0.1'])
    expect(found.matches.flatMap(({ changes }) => changes)).toEqual([])
  })

  test('the same alias of another table is not', () => {
    const found = diff(
      plan('Seq Scan on orders t'),
      plan('Nested Loop\n  Seq Scan on invoices t\n  Seq Scan on orders o'),
    )
    expect(pairs(found)).toEqual(['n0~n0.1'])
    expect(found.onlyB).toEqual(['n0', 'n0.0'])
  })

  test('two reads of one table are told apart by their aliases, in whatever order', () => {
    const found = diff(
      plan('Nested Loop\n  Seq Scan on t a\n  Index Scan using i on t b'),
      plan('Nested Loop\n  Index Scan using i on t b\n  Seq Scan on t a'),
    )
    expect(pairs(found)).toEqual(['n0~n0', 'n0.0~n0.1', 'n0.1~n0.0'])
    expect(found.matches[0]?.changes).toEqual([{ field: 'tableOrder', before: 'a, b', after: 'b, a', change: 'ORDER' }])
    expect(found.matches.slice(1).flatMap(({ changes }) => changes)).toEqual([])
  })

  test('of three tables joined anew only the lowest join with another order is told', () => {
    const found = diff(
      plan('Hash Join\n  Nested Loop\n    Seq Scan on a\n    Seq Scan on b\n  Hash\n    Seq Scan on c'),
      plan('Hash Join\n  Nested Loop\n    Seq Scan on b\n    Seq Scan on a\n  Hash\n    Seq Scan on c'),
    )
    expect(found.matches.filter(({ changes }) => changes.length > 0)).toEqual([
      { a: 'n0.0', b: 'n0.0', changes: [{ field: 'tableOrder', before: 'a, b', after: 'b, a', change: 'ORDER' }] },
    ])
  })

  test('the index scans of a bitmap belong to the access that uses it', () => {
    const found = diff(
      plan('Seq Scan on orders o'),
      plan(`
Bitmap Heap Scan on orders o
  BitmapOr
    Bitmap Index Scan on ix_cust
    Bitmap Index Scan on ix_total
`),
    )
    expect(found.matches).toEqual([
      {
        a: 'n0',
        b: 'n0',
        changes: [
          { field: 'method', before: 'full-scan', after: 'bitmap', change: 'ACCESS' },
          { field: 'index', after: 'ix_cust, ix_total', change: 'ACCESS' },
        ],
      },
    ])
    expect(found.verdict.text).toBe('`o` is now read by a bitmap of `ix_cust`, `ix_total` instead of a full scan.')
  })

  test('a subquery that became a join keeps its table', () => {
    const [before] = readPlans(
      [
        'Seq Scan on orders o',
        '  Filter: (ANY (customer_id = (SubPlan 1).col1))',
        '  SubPlan 1',
        '    ->  Seq Scan on customers c',
      ].join('\n'),
      {},
    )
    if (!before) throw new Error('the drawn plan was not read')
    const found = diff(before, plan('Hash Semi Join\n  Seq Scan on orders o\n  Hash\n    Seq Scan on customers c'))
    expect(pairs(found)).toEqual(['n0~n0.0', 'n0.0~n0.1.0'])
    expect(found.matches[1]?.changes).toEqual([
      { field: 'relation', before: 'subquery', after: 'input', change: 'STRATEGY' },
    ])
    expect([found.onlyA, found.onlyB]).toEqual([[], ['n0', 'n0.1']])
  })
})

describe('the shape', () => {
  test.each([
    ['another join order', 'Nested Loop\n  Index Scan using c_pkey on customers c\n  Seq Scan on orders o'],
    ['another index', 'Nested Loop\n  Seq Scan on orders o\n  Index Scan using c_other on customers c'],
    ['another join', 'Hash Join\n  Seq Scan on orders o\n  Index Scan using c_pkey on customers c'],
    ['a sort', 'Sort\n  Nested Loop\n    Seq Scan on orders o\n    Index Scan using c_pkey on customers c'],
  ])('changes with %s', (_what, lines) => expect(planShape(plan(lines))).not.toBe(planShape(joined)))

  test('does not change with literals, costs, rows and runs', () => {
    const [measured] = readPlans(
      [
        'Nested Loop  (cost=0.15..99.10 rows=7 width=8) (actual time=1.0..2.0 rows=5 loops=1)',
        '  ->  Seq Scan on orders o  (cost=0.00..41.88 rows=13 width=4) (actual time=0.1..0.2 rows=5 loops=1)',
        '        Filter: (total > 17)',
        '  ->  Index Scan using c_pkey on customers c  (cost=0.15..4.40 rows=1 width=4) (actual time=0.1..0.1 rows=1 loops=5)',
        '        Index Cond: (id = o.customer_id)',
      ].join('\n'),
      {},
    )
    expect(measured && planShape(measured)).toBe(planShape(joined))
  })

  test('is a plain value that guards keep: version 1', () => expect(planShape(joined)).toMatch(/^[0-9a-f]{16}$/))
})

test('a join of two thousand tables in another order is matched whole', () => {
  const deep = (step: number) => {
    const count = 2_000
    const open = '{"Node Type":"Nested Loop","Join Type":"Inner","Plans":['.repeat(count - 1)
    const scan = (at: number) =>
      `{"Node Type":"Seq Scan","Relation Name":"t${(at * step) % count}","Alias":"t${(at * step) % count}"}`
    const closed = Array.from({ length: count - 1 }, (_, at) => `,${scan(at + 1)}]}`).join('')
    return readPlans(`[{"Plan":${open}${scan(0)}${closed}}]`, {})
  }
  const [a] = deep(1)
  const [b] = deep(333)
  if (!a || !b) throw new Error('the drawn plan was not read')
  const found = diff(a, b)
  expect([found.matches.length, found.onlyA.length, found.onlyB.length]).toEqual([3_999, 0, 0])
})
