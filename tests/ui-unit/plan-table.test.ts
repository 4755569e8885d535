// Protects the tree table: which columns show, how they sort, and what a copy holds.
import { describe, expect, test } from 'vitest'
import { alikeSiblings } from '../../src/ui/plan/alike-siblings'
import { flattenPlan } from '../../src/ui/plan/flat-plan'
import { cardTree, nothingFolded } from '../../src/ui/plan/folding'
import { columnsOf, nextSorting, sortedRows, tableAsTsv, tableRows } from '../../src/ui/plan/table-columns'
import { foldedRows } from '../../src/ui/plan/table-stack'
import { part, use } from './key-uses'
import { node } from './plan-trees'

const scan = node('n0.0', [], {
  label: 'Index Scan',
  access: {
    table: 'orders',
    alias: 'o',
    method: 'lookup',
    accessType: 'Index Scan',
    indexes: [{ name: 'by_customer', use: 'main' }],
    covering: false,
    direction: 'forward',
    multiRangeRead: false,
    indexCondition: false,
  },
  estimate: { rowsPerLoop: 31.5 },
})
const root = node('n0', [scan, node('n0.1', [], { label: 'Sort\tx', estimate: { rowsPerLoop: 400 } })], {
  label: 'Nested Loop',
})
const flat = flattenPlan(root)
const chosen = use('by_customer', [part('customer', { role: 'equality', narrows: 'seek' }), part('at')], {
  nodeId: 'n0.0',
  chosen: true,
})
const rows = tableRows(flat, [], [chosen], 0)
const columns = columnsOf(rows, 1)

test('columns without a single value are left out', () => {
  expect(columns.map((column) => column.id)).toEqual([
    'number',
    'node',
    'table',
    'index',
    'key-parts',
    'estimated-rows',
    'heat',
  ])
})

test('a copy holds exact numbers and the tree, and no tab of a value breaks it', () => {
  expect(tableAsTsv(flat, rows, columns)).toBe(
    [
      '#\tNode\tTable\tIndex\tKey parts\tRows est.',
      '1\tNested Loop\t\t\t\t',
      '2\t  Index Scan\torders o\tby_customer\t1 of 2\t31.5',
      '3\t  Sort x\t\t\t\t400',
      '',
    ].join('\n'),
  )
})

test.each([
  { deepest: 1, px: 220 },
  // 10 levels of 14 px and 140 px for the name; from 24 levels on nothing more.
  { deepest: 10, px: 280 },
  { deepest: 24, px: 476 },
  { deepest: 9000, px: 476 },
])('the node column of a plan $deepest deep is at least $px px wide', ({ deepest, px }) => {
  expect(columnsOf(rows, deepest).find((column) => column.id === 'node')?.widthPx).toBe(px)
})

test('alike partitions are one row with sums, which single steps do not have', () => {
  const partition = (number: number) =>
    node(`n0.${number}`, [], {
      label: 'Seq Scan',
      operator: 'access',
      access: {
        table: `orders_p${number}`,
        method: 'full-scan',
        accessType: 'Seq Scan',
        indexes: [],
        covering: false,
        direction: 'forward',
        multiRangeRead: false,
        indexCondition: false,
      },
      estimate: { rowsPerLoop: 10, subtreeCost: 100 },
      actual: { loops: 1, rowsPerLoop: 20, neverExecuted: false },
    })
  const append = flattenPlan(node('n0', [1, 2, 3, 4, 5, 6].map(partition), { label: 'Append', operator: 'append' }))
  const metrics = append.nodes.map((_, at) => (at === 0 ? {} : { selfMs: 2, totalMs: 3, totalRows: 20 }))
  const all = tableRows(append, metrics, [], 0)
  const tree = cardTree(append, alikeSiblings(append), nothingFolded)
  expect(tableAsTsv(append, foldedRows(all, append, metrics, tree), columnsOf(all, 1))).toBe(
    [
      '#\tNode\tTable\tRows est.\tRows\tLoops\tTime own\tTime total\tCost',
      '1\tAppend\t\t\t\t\t\t\t',
      '2\t  Seq Scan × 6 partitions\torders_p*\t60\t120\t\t12\t18\t600',
      '',
    ].join('\n'),
  )
})

describe('sorting', () => {
  test.each([
    { column: 'estimated-rows', descending: true, order: [2, 1, 0] },
    { column: 'estimated-rows', descending: false, order: [1, 2, 0] },
    { column: 'node', descending: false, order: [1, 0, 2] },
    { column: 'table', descending: true, order: [1, 0, 2] },
    { column: 'heat', descending: true, order: [1, 2, 0] },
  ] as const)('by $column, descending $descending; absent cells last', ({ column, descending, order }) => {
    const weights = [undefined, 0.9, 0.1]
    expect(sortedRows(rows, { column, descending }, (at) => weights[at]).map((row) => row.at)).toEqual(order)
  })

  test('numbers start with the largest, a third press gives the order of the plan back', () => {
    const column = columns.find((one) => one.id === 'estimated-rows')
    if (!column) throw new Error('no column')
    const first = nextSorting(undefined, column)
    const second = nextSorting(first, column)
    expect([first?.descending, second?.descending, nextSorting(second, column)]).toEqual([true, false, undefined])
  })
})
