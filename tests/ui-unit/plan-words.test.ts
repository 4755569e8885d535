// Protects what a plan node says: its title, its sentence for screen readers, its badges, remarks and heat.
import { describe, expect, test } from 'vitest'
import { cutShort } from '../../src/core/plan/insight/cut-short'
import { shortCondition } from '../../src/core/plan/insight/short-condition'
import type { Access, NodeMetrics, PlanNode } from '../../src/core/plan/model'
import { badgesOf, badgeTitle, badgeWord } from '../../src/ui/plan/badges'
import { flattenMetrics, flattenPlan } from '../../src/ui/plan/flat-plan'
import { heatOf, heatWords, offeredMetrics, stepOfRatio, stepOfShare, usableMetric } from '../../src/ui/plan/heat'
import { indexNames, nodeDetail, nodeSentence, nodeTitle } from '../../src/ui/plan/node-text'
import { foundNodes, nextStop, problemNodes } from '../../src/ui/plan/problems'
import { rowsHandled, rowsOut, thrownAway } from '../../src/ui/plan/rows'
import { sideNoteOf } from '../../src/ui/plan/side-notes'
import { drawn, node } from './plan-trees'

function access(more: Partial<Access> = {}): Access {
  return {
    table: 'infamous_table',
    method: 'range',
    accessType: 'range',
    indexes: [{ name: 't_msg', use: 'main' }],
    covering: false,
    direction: 'forward',
    multiRangeRead: false,
    indexCondition: false,
    ...more,
  }
}

const actual = { loops: 1, rowsPerLoop: 0, neverExecuted: false }

describe('titles and sentences', () => {
  test.each([
    { label: 'range', with: access(), title: 'Index range scan' },
    { label: 'ALL', with: access({ method: 'full-scan', indexes: [] }), title: 'Table scan' },
    { label: 'eq_ref', with: access({ method: 'unique-lookup' }), title: 'Unique index lookup' },
    { label: 'ref|filter', with: access({ method: 'lookup' }), title: 'Index lookup' },
    { label: 'infamous_table', with: access(), title: 'Index range scan' },
    { label: 'Index Scan Backward', with: access({ method: 'lookup' }), title: 'Index Scan Backward' },
    { label: 'ordering_operation', with: undefined, title: 'Ordering operation' },
    { label: 'Hash Left Join', with: undefined, title: 'Hash Left Join' },
    { label: '', with: undefined, title: 'Step' },
  ])('$label is called $title', ({ label, with: own, title }) => {
    expect(nodeTitle(node(label, [], { access: own }))).toBe(title)
  })

  const cases: { title: string; node: PlanNode; metrics?: NodeMetrics; sentence: string }[] = [
    {
      title: 'an estimate says about',
      node: node('range', [], { access: access(), estimate: { rowsPerLoop: 3813 } }),
      sentence: 'Index range scan on infamous_table by t_msg, about 3,813 rows',
    },
    {
      title: 'measured rows are counted over all loops, with the share of time',
      node: node('Index Scan', [], {
        access: access({ table: 'order_line', alias: 'ol', method: 'lookup', accessType: 'Index Scan' }),
        actual: { ...actual, loops: 6028, rowsPerLoop: 8 },
      }),
      metrics: { totalRows: 48224, selfTimeFraction: 0.43 },
      sentence: 'Index Scan on order_line ol by t_msg, 48,224 rows, 43 percent of the time',
    },
    {
      title: 'the inner side of a join is counted each time',
      node: node('eq_ref', [], {
        access: access({ method: 'unique-lookup' }),
        relation: 'inner',
        estimate: { rowsPerLoop: 1 },
      }),
      sentence: 'Unique index lookup on infamous_table by t_msg, about 1 row each time',
    },
    {
      title: 'badges are read too, a misestimate in words',
      node: node('Sort', [], { actual: { ...actual, rowsPerLoop: 3014, sortMethod: 'external merge' } }),
      metrics: { rowsRatio: 97 },
      sentence: 'Sort, 3,014 rows, The server counted 97 times more rows than it expected, sorts on disk',
    },
    {
      title: 'what never ran has no rows',
      node: node('Result', [], { actual: { ...actual, loops: 0, neverExecuted: true }, estimate: { rowsPerLoop: 5 } }),
      sentence: 'Result, never executed',
    },
  ]
  test.each(cases)('$title', ({ node: own, metrics, sentence }) => {
    expect(nodeSentence(own, metrics)).toBe(sentence)
  })

  test('merged indexes and rowid filters are named apart', () => {
    const merged = access({
      indexes: [
        { name: 'a', use: 'merge' },
        { name: 'b', use: 'merge' },
        { name: 'c', use: 'rowid-filter' },
      ],
    })
    expect(indexNames(merged)).toBe('a + b, filter c')
    expect(nodeDetail(node('x', [], { access: merged }))).toBe('infamous_table · a + b, filter c')
  })

  test('a step without a table shows its condition', () => {
    const filter = node('Filter', [], { conditions: [{ text: '(count(*) > 3)', checkedAt: 'having' }] })
    expect(nodeDetail(filter)).toBe('count(*) > 3')
    expect(nodeDetail(node('Limit'))).toBeUndefined()
  })
})

describe('conditions as people write them', () => {
  test.each([
    { text: '(`planui`.`infamous_table`.`t2send` > 1234)', short: 't2send > 1234' },
    { text: "(`infamous_table`.`msg_type` like 'a`b')", short: "msg_type like 'a`b'" },
    { text: '(`shop`.`infamous_table`.`id` = `shop`.`o`.`member_id`)', short: 'id = shop.o.member_id' },
    { text: '(a = 1) or (b = 2)', short: '(a = 1) or (b = 2)' },
    { text: '((a = 1) or (b = 2))', short: '(a = 1) or (b = 2)' },
    { text: '`odd name` = 1', short: '`odd name` = 1' },
    { text: "(x = ')')", short: "x = ')'" },
    { text: 'my_infamous_table.id = 1', short: 'my_infamous_table.id = 1' },
    { text: 'שם = 1', short: 'שם = 1' },
  ])('$text becomes $short', ({ text, short }) => {
    expect(shortCondition(text, access())).toBe(short)
  })
})

describe('badges', () => {
  const cases: { title: string; node: PlanNode; metrics?: NodeMetrics; words: string[]; looks: string[] }[] = [
    {
      title: 'a full scan of many rows is a warning',
      node: node('ALL', [], {
        access: access({ method: 'full-scan', indexes: [] }),
        estimate: { rowsExaminedPerLoop: 1_000_000 },
      }),
      words: ['full scan'],
      looks: ['warn'],
    },
    {
      title: 'of ten rows it is told calmly',
      node: node('ALL', [], {
        access: access({ method: 'full-scan', indexes: [] }),
        estimate: { rowsExaminedPerLoop: 10 },
      }),
      words: ['full scan'],
      looks: ['plain'],
    },
    {
      title: 'a scan of a derived table is no full scan',
      node: node('ALL', [], { access: access({ method: 'full-scan', derived: true }) }),
      words: [],
      looks: [],
    },
    {
      title: 'ten times too few is a misestimate',
      node: node('x', [], { actual: { ...actual, rowsPerLoop: 1000 } }),
      metrics: { rowsRatio: 10 },
      words: ['×10 rows'],
      looks: ['bad'],
    },
    {
      title: 'nine times is not',
      node: node('x', [], { actual: { ...actual, rowsPerLoop: 900 } }),
      metrics: { rowsRatio: 9 },
      words: [],
      looks: [],
    },
    {
      title: 'a tenth is one too, but among few rows it does no harm',
      node: node('x', [], { actual: { ...actual, rowsPerLoop: 5 }, estimate: { rowsPerLoop: 50 } }),
      metrics: { rowsRatio: 0.1 },
      words: ['÷10 rows'],
      looks: ['plain'],
    },
    {
      title: 'Extra tells filesort and temporary',
      node: node('ALL', [], { rest: { Extra: 'Using where; Using temporary; Using filesort' } }),
      words: ['filesort', 'temporary'],
      looks: ['warn', 'warn'],
    },
    {
      title: 'a temporary table that is a step of its own is told there only',
      node: node('grouping_operation', [node('Using temporary table', [], { operator: 'temporary-table' })], {
        rest: { using_temporary_table: true },
      }),
      words: [],
      looks: [],
    },
    {
      title: 'blocks written below are told at the lowest node',
      node: node('Hash Join', [node('Hash', [], { actual: { ...actual, tempWrittenBlocks: 85 } })], {
        actual: { ...actual, tempWrittenBlocks: 85 },
      }),
      words: [],
      looks: [],
    },
  ]
  test.each(cases)('$title', ({ node: own, metrics, words, looks }) => {
    const badges = badgesOf(own, metrics)
    expect(badges.map(badgeWord)).toEqual(words)
    expect(badges.map((badge) => badge.look)).toEqual(looks)
  })

  test.each([
    {
      title: 'the input of a limit gave few rows because few were asked for',
      tree: 'limit',
      stopped: [false, true, true],
    },
    { title: 'a sort below it reads all of its own input', tree: 'limit-sort', stopped: [false, true, false] },
  ])('$title', ({ tree, stopped }) => {
    const scan = node('scan')
    const between = node('x', [scan], { operator: tree === 'limit' ? 'nested-loop' : 'sort' })
    const flat = flattenPlan(node('limit', [between], { operator: 'limit' }))
    expect(cutShort(flat)).toEqual(stopped)
  })

  test('too few rows below a limit are no misestimate, too many are', () => {
    const own = node('x', [], { actual: { ...actual, rowsPerLoop: 20 }, estimate: { rowsPerLoop: 12_543 } })
    expect(badgesOf(own, { rowsRatio: 20 / 12_543 }, true)).toEqual([])
    expect(badgesOf(own, { rowsRatio: 20 / 12_543 }, false).map((badge) => badge.kind)).toEqual(['misestimate'])
    expect(badgesOf(own, { rowsRatio: 40 }, true).map((badge) => badge.kind)).toEqual(['misestimate'])
  })

  test('the sentence of a full scan tells how many rows', () => {
    const scan = node('ALL', [], {
      access: access({ method: 'full-scan', indexes: [] }),
      estimate: { rowsExaminedPerLoop: 54321 },
    })
    expect(badgesOf(scan, undefined).map(badgeTitle)).toEqual(['Every row of infamous_table is read: ≈ 54,321.'])
  })
})

describe('rows', () => {
  const filter = node('Filter', [], { actual: { ...actual, loops: 2, rowsPerLoop: 2358, rowsFilteredPerLoop: 51381 } })

  test('measured: what comes out, what was handled, what was thrown away', () => {
    const metrics = { totalRows: 4716 }
    expect(rowsOut(filter, metrics)).toEqual({ value: 4716, measured: true })
    expect(rowsHandled(filter, metrics)).toEqual({ value: 107_478, measured: true })
    expect(thrownAway(filter, metrics)?.rows).toBe(102_762)
    expect(thrownAway(filter, metrics)?.fraction).toBeCloseTo(0.9561, 4)
  })

  test('estimated: examined rows times the part that is dropped', () => {
    const scan = node('ALL', [], { estimate: { rowsPerLoop: 100, rowsExaminedPerLoop: 1000, keptFraction: 0.1 } })
    expect(rowsHandled(scan, undefined)).toMatchObject({ value: 1000, measured: false })
    expect(thrownAway(scan, undefined)).toEqual({ fraction: 0.9, rows: 900, measured: false })
  })

  test('the remark rounds the share down, so that 99.96 % never reads as all', () => {
    expect(sideNoteOf(filter, { totalRows: 4716 }, { tables: [] })).toEqual({
      head: { text: '95.6 % thrown away', look: 'bad' },
      lines: ['103 k rows read for nothing'],
    })
  })

  test.each([
    { engine: 'InnoDB', covering: false, index: 't_msg', lines: ['one PRIMARY look-up per entry'] },
    { engine: 'InnoDB', covering: true, index: 't_msg', lines: undefined },
    { engine: 'InnoDB', covering: false, index: 'PRIMARY', lines: undefined },
    { engine: 'MyISAM', covering: false, index: 't_msg', lines: undefined },
  ])('$engine, covering $covering, $index: $lines', ({ engine, covering, index, lines }) => {
    const scan = node('range', [], { access: access({ covering, indexes: [{ name: index, use: 'main' }] }) })
    const table = { schema: 's', name: 'infamous_table', engine, columns: [], indexes: [], foreignKeys: [] }
    expect(sideNoteOf(scan, undefined, { tables: [table] })?.lines).toEqual(lines)
  })
})

describe('heat', () => {
  test.each([
    { share: 0, step: 0 },
    { share: 0.0049, step: 0 },
    { share: 0.005, step: 1 },
    { share: 0.03, step: 2 },
    { share: 0.08, step: 3 },
    { share: 0.15, step: 4 },
    { share: 0.3, step: 5 },
    { share: 0.5, step: 6 },
    { share: 1, step: 6 },
  ])('a share of $share has step $step', ({ share, step }) => {
    expect(stepOfShare(share)).toBe(step)
  })

  test.each([
    { ratio: 1, step: 0 },
    { ratio: 2, step: 1 },
    { ratio: 0.25, step: 2 },
    { ratio: 10, step: 3 },
    { ratio: 97, step: 4 },
    { ratio: 0.001, step: 6 },
    { ratio: 0, step: 6 },
  ])('an estimate off by $ratio has step $step', ({ ratio, step }) => {
    expect(stepOfRatio(ratio)).toBe(step)
  })

  test('a plan without actuals offers no time, and falls back to what it has', () => {
    const root = node('a', [node('b', [], { estimate: { rowsPerLoop: 30 } })], { estimate: { rowsPerLoop: 10 } })
    const flat = flattenPlan(root)
    const metrics = flattenMetrics(flat, {})
    const offered = offeredMetrics(flat, metrics)
    expect(offered).toEqual(['rows'])
    expect(usableMetric('time', offered)).toBe('rows')
    const words = heatOf('rows', flat, metrics).map((cell) => cell && heatWords(cell))
    expect(words.map((one) => one && [one.text, one.detail])).toEqual([
      ['≈ 10', '25 %'],
      ['≈ 30', '75 %'],
    ])
  })

  test('own time is shown with its share', () => {
    const flat = flattenPlan(node('a'))
    const [cell] = heatOf('time', flat, [{ selfMs: 203, selfTimeFraction: 0.96 }])
    expect(cell && [cell.step, heatWords(cell).text, heatWords(cell).detail]).toEqual([6, '203 ms', '96 %'])
  })
})

describe('problems and search', () => {
  const flat = flattenPlan(drawn('a(b(c) d)'))
  const cell = (weight: number) => ({ metric: 'time' as const, step: 0 as const, value: 0, weight, measured: true })
  const warn = { kind: 'filesort' as const, look: 'warn' as const }

  test('badges and findings are stops, the hottest first; hints are none', () => {
    const badges = [[], [warn], [], [{ kind: 'temporary' as const, look: 'plain' as const }]]
    const findings = [
      { nodes: ['c'], severity: 'problem' as const },
      { nodes: ['d'], severity: 'hint' as const },
    ]
    expect(problemNodes(flat, badges, [cell(0), cell(0.2), cell(0.7), cell(0.1)], findings)).toEqual([2, 1])
  })

  test.each([
    { from: undefined, step: 1, to: 2 },
    { from: 2, step: 1, to: 1 },
    { from: 1, step: 1, to: 2 },
    { from: 0, step: -1, to: 1 },
  ] as const)('from $from by $step to $to', ({ from, step, to }) => {
    expect(nextStop([2, 1], from, step)).toBe(to)
  })

  test('no stops lead nowhere', () => {
    expect(nextStop([], 0)).toBeUndefined()
  })

  test('search ignores case and blanks around; nothing typed finds nothing', () => {
    const words = (at: number) => ['Index Scan orders', 'Hash', 'Seq Scan ORDERS', 'Sort'][at] ?? ''
    expect(foundNodes(flat, ' orders', words)).toEqual([0, 2])
    expect(foundNodes(flat, '  ', words)).toEqual([])
  })
})
