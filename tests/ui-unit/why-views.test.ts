// Protects what "Why this plan" shows: ways whose costs can be compared, the tree of join orders, the words of the answer card, the window on millions of lines.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chosenAccesses, plannedBlocks } from '../../src/core/trace/chosen'
import { readTrace } from '../../src/core/trace/read'
import { whyNotIndex } from '../../src/core/trace/why-not'
import { type ConsideredRow, consideredRows } from '../../src/ui/why/considered-rows'
import { firstLineAt, lineTopPx, scrollRange, scrollTopFor } from '../../src/ui/why/line-window'
import { orderLayout } from '../../src/ui/why/order-layout'
import { childNodes, orderTrees, shownTree } from '../../src/ui/why/order-tree'
import { orderSentence, underBox } from '../../src/ui/why/order-words'
import { whyModel, whyOverview } from '../../src/ui/why/overview'
import { answerRows, answerText, indexChoices } from '../../src/ui/why/why-not-view'
import { wordDiff } from '../../src/ui/why/word-diff'

const root = join(import.meta.dirname, '../..')
const servers = ['mysql56', 'mysql57', 'mysql80', 'mysql97', 'mariadb1011', 'mariadb114']

/** A trace of two tables, as MySQL 8 writes it: two whole orders, one beginning given up. */
const twoTables = `{"steps":[{"join_optimization":{"select#":1,"steps":[
{"rows_estimation":[
 {"table":"\`orders\` \`o\`","range_analysis":{"table_scan":{"rows":5000,"cost":500},
  "potential_range_indexes":[{"index":"PRIMARY","usable":false,"cause":"not_applicable"},{"index":"ix_status","usable":true,"key_parts":["status","id"]}],
  "analyzing_range_alternatives":{"range_scan_alternatives":[{"index":"ix_status","ranges":["status = 'new'"],"rows":100,"cost":50,"chosen":true}]},
  "chosen_range_access_summary":{"range_access_plan":{"type":"range_scan","index":"ix_status","rows":100,"ranges":["status = 'new'"]},"rows_for_plan":100,"cost_for_plan":50,"chosen":true}}},
 {"table":"\`customers\` \`c\`","table_scan":{"rows":1000,"cost":10}}]},
{"considered_execution_plans":[
 {"plan_prefix":[],"table":"\`orders\` \`o\`","best_access_path":{"considered_access_paths":[
   {"access_type":"ref","index":"ix_cust","usable":false,"chosen":false},
   {"access_type":"ref","index":"ix_status","rows":100,"cost":40,"chosen":true},
   {"rows_to_scan":5000,"access_type":"scan","resulting_rows":5000,"cost":480,"chosen":false}]},
  "rows_for_plan":100,"cost_for_plan":40,"rest_of_plan":[
   {"plan_prefix":["\`orders\` \`o\`"],"table":"\`customers\` \`c\`","best_access_path":{"considered_access_paths":[
     {"access_type":"eq_ref","index":"PRIMARY","rows":1,"cost":100,"chosen":true,"cause":"clustered_pk_chosen_by_heuristics"},
     {"rows_to_scan":1000,"access_type":"scan","resulting_rows":1000,"cost":9000,"chosen":false}]},
    "rows_for_plan":100,"cost_for_plan":140,"chosen":true}]},
 {"plan_prefix":[],"table":"\`customers\` \`c\`","best_access_path":{"considered_access_paths":[
   {"rows_to_scan":1000,"access_type":"scan","resulting_rows":1000,"cost":10,"chosen":true}]},
  "rows_for_plan":1000,"cost_for_plan":10,"rest_of_plan":[
   {"plan_prefix":["\`customers\` \`c\`"],"table":"\`orders\` \`o\`","best_access_path":{"considered_access_paths":[
     {"access_type":"ref","index":"ix_cust","rows":5,"cost":2000,"chosen":true}]},
    "rows_for_plan":5000,"cost_for_plan":2010,"pruned_by_cost":true}]}]}]}}]}`
const model = whyModel(readTrace(twoTables))
const overview = whyOverview(model, twoTables.length)
const shownRows = (more: Partial<Parameters<typeof consideredRows>[1]> = {}) =>
  consideredRows(overview.tables, { filter: 'all', turned: new Set(), loaded: new Map(), ...more })

/** A row as a person reads it. */
function read(row: ConsideredRow): string {
  switch (row.kind) {
    case 'table':
      return `${row.table.table} ${row.table.name ?? ''}`
    case 'point':
      return `  ${row.point.title}`
    case 'way':
      return `    ${row.way.label} ${row.way.index ?? '-'} ${row.way.rows ?? '-'} ${row.way.cost ?? '-'}: ${row.way.outcome}`
    case 'detail':
      return `    ${row.way.details.join('; ')}`
    case 'more':
      return `  ${row.left} more`
  }
}

test('ways stand at the point at which they were weighed, the taken one first, then by cost', () => {
  expect(shownRows().map(read)).toEqual([
    'o orders',
    '  as the first table',
    '    ref ix_status 100 40: cheapest',
    '    full scan - 5000 480: 12 times the cost',
    '    ref ix_cust - -: needs a table that is read later',
    '  alone, as the range optimizer saw it',
    '    range ix_status 100 50: cheapest alone',
    '    full scan - 5000 500: 10 times the cost',
    '    range PRIMARY - -: no condition restricts its first column',
    '  1 more',
    'c customers',
    '  after o',
    '    eq_ref PRIMARY 1 100: taken: a lookup by the whole primary key is always taken',
    '    full scan - 1000 9000: 90 times the cost',
    '  alone, as the range optimizer saw it',
    '  1 more',
  ])
})

test.each([
  {
    filter: 'chosen' as const,
    says: ['cheapest', 'cheapest alone', 'taken: a lookup by the whole primary key is always taken'],
  },
  {
    filter: 'rejected' as const,
    says: [
      '12 times the cost',
      'needs a table that is read later',
      '10 times the cost',
      'no condition restricts its first column',
      '90 times the cost',
    ],
  },
])('only the $filter ways', ({ filter, says }) => {
  const ways = shownRows({ filter }).flatMap((row) => (row.kind === 'way' ? [row.way.outcome] : []))
  expect(ways).toEqual(says)
})

test('a table folds, and a picked way says its ranges and key parts', () => {
  expect(shownRows({ turned: new Set(['table 0']) }).map(read)[1]).toBe('c customers')
  const range = shownRows().find(
    (row) => row.kind === 'way' && row.way.label === 'range' && row.way.index === 'ix_status',
  )
  const detailed = range?.kind === 'way' ? range.way.key : ''
  expect(shownRows({ detailed }).map(read)).toContain("    Key parts: status, id; status = 'new'")
})

test('a point that the search came to twice tells each way once', () => {
  const again = twoTables.replace(
    '{"plan_prefix":[],"table":"`customers` `c`"',
    '{"plan_prefix":[],"table":"`orders` `o`","best_access_path":{"considered_access_paths":[{"access_type":"ref","index":"ix_status","rows":100,"cost":40,"chosen":true}]},"rows_for_plan":100,"cost_for_plan":40,"pruned_by_heuristic":true},{"plan_prefix":[],"table":"`customers` `c`"',
  )
  const { tables } = whyOverview(whyModel(readTrace(again)), again.length)
  expect(tables[0]?.points[0]?.ways.map(({ label, index, state }) => `${label} ${index} ${state}`)).toEqual([
    'ref ix_status taken',
    'full scan undefined rejected',
    'ref ix_cust refused',
  ])
})

test('points of other orders come when they are asked for', () => {
  const others = (model.points[0] ?? [])
    .filter((one) => one.kind === 'other')
    .map((one) => ({ ...one, ways: one.ways() }))
  const rows = shownRows({ loaded: new Map([[0, others]]) }).map(read)
  expect(rows.slice(9, 11)).toEqual([
    '  after c',
    '    ref ix_cust 5 2000: cheapest after c, but that order was not taken',
  ])
})

test('the headline says which order won, and why nothing stood against it', () => {
  expect(overview.headline.text).toBe(
    'The optimizer starts at `o`: `o → c` costs 140, and every other order was given up before its end.',
  )
})

describe('the tree of join orders', () => {
  const [tree] = orderTrees(model.trace)
  if (!tree) throw new Error('two tables have a tree')

  test('beginnings stand under what they go on from; the taken order is on top', () => {
    expect(shownTree(tree).nodes.map(({ order, onPath, prunedBy }) => [order.join(' '), onPath, prunedBy])).toEqual([
      ['o', true, undefined],
      ['o c', true, undefined],
      ['c', false, undefined],
      ['c o', false, 'cost'],
    ])
  })

  test('what was given up says what for', () => {
    const pruned = tree.all.find((one) => one.prunedBy)
    expect(pruned && orderSentence(pruned)).toBe(
      'c → o, cost 2,010, 5,000 rows, given up: dearer than the best order so far (140)',
    )
    expect(pruned && underBox(pruned)).toBe('> 140')
  })

  test('one order runs straight, leaves stand below each other', () => {
    const { placed } = orderLayout(shownTree(tree).nodes)
    expect(placed.map(({ x, y }) => [x, y])).toEqual([
      [68, 8],
      [218, 8],
      [68, 54],
      [218, 54],
    ])
    expect(placed.map(({ parent, hidden }) => [parent, hidden])).toEqual([
      [-1, 0],
      [0, 0],
      [-1, 0],
      [2, 0],
    ])
  })

  test('of thousands only what says most is drawn, and the rest unfolds', () => {
    const names = Array.from({ length: 8 }, (_, at) => `t${at}`)
    const orders = names.flatMap((first) =>
      names.flatMap((second) =>
        second === first
          ? []
          : names.flatMap((third) => (third === first || third === second ? [] : [[first, second, third]])),
      ),
    )
    const beginnings = [...names.map((one) => [one]), ...orders.map(([one = '', two = '']) => [one, two]), ...orders]
    const unique = [...new Map(beginnings.map((order) => [order.join(), order])).values()]
    const [wide] = orderTrees({
      joinOrders: unique.map((order, at) => ({
        selectId: 1,
        stage: 'join-search' as const,
        search: 0,
        order,
        cost: at,
        complete: order.length === 3,
        chosen: order.join() === 't0,t1,t2',
        span: { start: at, end: at + 1 },
      })),
    })
    if (!wide) throw new Error('it has a tree')
    // 8 + 8×7 + 8×7×6 beginnings.
    expect(wide.total).toBe(400)
    const { nodes } = shownTree(wide)
    expect(nodes.length).toBeLessThan(80)
    expect(nodes[0]?.order).toEqual(['t0'])
    // Three columns fit 500 px with boxes a little narrower; in 300 px they would hold no cost, so the pane scrolls.
    expect(orderLayout(nodes, 500)).toMatchObject({ boxPx: 122, widthPx: 500 })
    expect([orderLayout(nodes, 300).boxPx, orderLayout(nodes, 2000).boxPx]).toEqual([128, 128])
    const { placed } = orderLayout(nodes)
    const folded = placed.find(({ node }) => node.order.join() === 't3')
    expect(folded?.hidden).toBe(7)
    expect(folded && childNodes(wide, folded.node.id).map(({ table }) => table)).toEqual([
      't0',
      't1',
      't2',
      't4',
      't5',
      't6',
      't7',
    ])
  })
})

describe.each(servers)('every recorded trace of %s', (server) => {
  const folder = join(root, 'fixtures', server)
  const traces = readdirSync(folder).flatMap((name) => {
    try {
      return [{ name, text: readFileSync(join(folder, name, 'trace.json'), 'utf8') }]
    } catch {
      return []
    }
  })

  test('shows each table that has a plan, with the way that was taken exactly once', () => {
    expect(traces.length).toBeGreaterThan(10)
    for (const { name, text } of traces) {
      const trace = readTrace(text)
      const { tables } = whyOverview(whyModel(trace), text.length)
      const taken = plannedBlocks(trace)
        .flatMap((block) => chosenAccesses(trace, block))
        .filter((one) => one.alternative)
      const marked = tables.flatMap(({ points }) =>
        points.flatMap(({ ways }) => ways.filter((way) => way.state === 'taken')),
      )
      expect(marked.map(({ span }) => span.start).sort(), name).toEqual(
        taken.flatMap(({ alternative }) => alternative?.span.start ?? []).sort(),
      )
      expect(tables.length, name).toBe(trace.tables.length)
    }
  })

  test('has a sentence first, and every place lies in the text', () => {
    for (const { name, text } of traces) {
      const { headline, tables, trees, rewritings } = whyOverview(whyModel(readTrace(text)), text.length)
      expect(headline.text, name).toMatch(/\.$/)
      const spans = [
        ...tables.flatMap(({ points }) => points.flatMap(({ ways }) => ways.map((way) => way.span))),
        ...trees.flatMap(({ nodes }) => nodes.map((node) => node.span)),
        ...rewritings.map(({ span }) => span),
      ]
      expect(
        spans.every(({ start, end }) => start < end && end <= text.length),
        name,
      ).toBe(true)
    }
  })
})

describe('the answer card', () => {
  test('asks about every index of the trace, and those that only the catalog knows', () => {
    const catalog = {
      tables: [
        {
          schema: 's',
          name: 'orders',
          columns: [],
          foreignKeys: [],
          indexes: [{ name: 'ix_hidden', unique: false, visible: false, parts: [] }],
        },
      ],
    }
    expect(indexChoices(overview, catalog).map(({ title }) => title)).toEqual([
      'PRIMARY on o',
      'ix_status on o',
      'ix_cust on o',
      'ix_hidden on o',
      'PRIMARY on c',
    ])
  })

  const side = (ms: readonly number[], planCost: number, rowsExamined: number, index: string) => ({
    sql: `select /* ${index} */ 1`,
    planCost,
    indexes: [index],
    runs: ms.map((clientMs) => ({ clientMs, rowsExamined, rowsReturned: 20 })),
  })
  const measured = {
    table: 'o',
    index: 'ix_cust',
    hint: 'force' as const,
    notes: [],
    asIs: side([10, 12], 100, 500, 'ix_status'),
    changed: side([4, 5], 310, 100, 'ix_cust'),
  }

  test('the winner and the one asked about stand beside each other, with medians and the factor', () => {
    const answer = whyNotIndex(model.trace, { table: 'o', index: 'ix_cust' })
    expect(answerRows(answer, measured)).toMatchObject([
      { name: 'ix_status', says: 'taken', base: true, rows: 100, cost: 40, medianMs: 11 },
      { name: 'ix_cust', base: false, medianMs: 4.5, timeRatio: 4.5 / 11 },
    ])
  })

  test('the copy holds question, answer and both statements', () => {
    const text = answerText(whyNotIndex(model.trace, { table: 'o', index: 'ix_cust' }), measured)
    expect(text).toMatch(/^Why not index ix_cust on o\?\n/)
    expect(text).toContain('Expected to be 3.1× dearer; with ix_cust it was 2.4× faster: 4.5 ms against 11 ms.')
    expect(text).toContain('Changed: select /* ix_cust */ 1')
  })
})

describe('the difference of two texts by words', () => {
  test.each([
    { before: 'a = 1', after: 'a = 1', says: 'a = 1' },
    { before: 'a = 1 and b = 2', after: 'a = 1', says: 'a = 1[- and b = 2]' },
    { before: '(a = b)', after: 'multiple equal(a, b)', says: '[+multiple equal](a[- =][+,] b)' },
    { before: '', after: 'new', says: '[+new]' },
  ])('$before → $after', ({ before, after, says }) => {
    const marks = { same: '', gone: '-', new: '+' }
    const told = wordDiff(before, after).map(({ kind, text }) => (kind === 'same' ? text : `[${marks[kind]}${text}]`))
    expect(told.join('')).toBe(says)
  })

  test('what is in both and what is new make the text after, whatever the texts', () => {
    const [before, after] = ["x `a b` y, 'it' z(1,2)", "y `a b` (2,1) 'it' w"]
    const pieces = wordDiff(before, after)
    expect(
      pieces
        .filter(({ kind }) => kind !== 'gone')
        .map(({ text }) => text)
        .join(''),
    ).toBe(after)
    expect(
      pieces
        .filter(({ kind }) => kind !== 'new')
        .map(({ text }) => text)
        .join(''),
    ).toBe(before)
  })
})

describe('the window on many lines', () => {
  test('up to what a browser scrolls, a line stands where it belongs', () => {
    const range = scrollRange(1000, 400)
    expect(range).toMatchObject({ bodyPx: 18_000, factor: 1 })
    expect(firstLineAt(180, range)).toBe(10)
    expect(lineTopPx(10, 180, range)).toBe(180)
  })

  test('beyond, the bar moves by more, and both ends can be reached', () => {
    const range = scrollRange(1000, 400, 9_000)
    expect(range.bodyPx).toBe(9_000)
    expect(firstLineAt(0, range)).toBe(0)
    // At the lowest scroll position the last line ends with the view.
    const lowest = 9_000 - 400
    expect(lineTopPx(999, lowest, range) + 18).toBeCloseTo(9_000)
    const to = scrollTopFor(500, 0, range, 'middle')
    const top = lineTopPx(500, to, range)
    expect(top - to).toBeGreaterThan(150)
    expect(top - to).toBeLessThan(250)
  })

  test('a line in view scrolls nothing', () => {
    expect(scrollTopFor(12, 180, scrollRange(1000, 400), 'near')).toBe(180)
    expect(scrollTopFor(2, 180, scrollRange(1000, 400), 'near')).toBe(36)
  })
})
