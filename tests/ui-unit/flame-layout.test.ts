// Protects the widths of the icicle: hand-worked layouts, and that no node is wider than the one above it unsaid.
import { describe, expect, test } from 'vitest'
import { metricsOf } from '../../src/core/plan/metrics'
import type { PlanNode } from '../../src/core/plan/model'
import { axisTicks } from '../../src/ui/flame/flame-axis'
import { layoutFlame, levelsBelow, runOf } from '../../src/ui/flame/flame-layout'
import { type FlameMetric, flameValues, offeredFlameMetrics } from '../../src/ui/flame/flame-values'
import { flameBox, flameNeighbour, nodeAt, rowHeightPx, scaleOf } from '../../src/ui/flame/flame-view'
import { flattenMetrics, flattenPlan } from '../../src/ui/plan/flat-plan'
import { generatedTree, node } from './plan-trees'

const none = Number.NaN
function laidOut(parent: readonly number[], value: readonly number[]) {
  return layoutFlame({ parent: Int32Array.from(parent), value: Float64Array.from(value) })
}

describe('layout', () => {
  test.each([
    {
      title: 'one node takes the whole',
      parent: [-1],
      value: [7],
      start: [0],
      width: [7],
      basis: ['told'],
    },
    {
      title: 'inputs stand side by side from the left, the rest is the step’s own',
      parent: [-1, 0, 0],
      value: [10, 6, 3],
      start: [0, 0, 6],
      width: [10, 6, 3],
      basis: ['told', 'told', 'told'],
    },
    {
      title: 'inputs that say twice as much as the step above are drawn at half their width, all below too',
      parent: [-1, 0, 1, 0],
      value: [10, 15, 6, 5],
      start: [0, 0, 0, 7.5],
      width: [10, 7.5, 3, 2.5],
      basis: ['told', 'told', 'told', 'told'],
    },
    {
      title: 'a step without a number is as wide as its inputs',
      parent: [-1, 0, 1, 1],
      value: [10, none, 3, 4],
      start: [0, 0, 0, 3],
      width: [10, 7, 3, 4],
      basis: ['told', 'inputs', 'told', 'told'],
    },
    {
      title: 'without any number below it is a mark of at most 3 % in the free room',
      parent: [-1, 0, 0],
      value: [100, 60, none],
      start: [0, 0, 60],
      width: [100, 60, 3],
      basis: ['told', 'told', 'unknown'],
    },
    {
      title: 'marks share what is free, and take nothing from the known',
      parent: [-1, 0, 0, 0],
      value: [100, 97, none, none],
      start: [0, 0, 97, 98],
      width: [100, 97, 1, 1],
      basis: ['told', 'told', 'unknown', 'unknown'],
    },
    {
      title: 'no room, no mark',
      parent: [-1, 0, 0],
      value: [100, 100, none],
      start: [0, 0, 100],
      width: [100, 100, 0],
      basis: ['told', 'told', 'unknown'],
    },
    {
      title: 'a mark’s inputs share it',
      parent: [-1, 0, 1, 1],
      value: [100, none, none, none],
      start: [0, 0, 0, 1.5],
      width: [100, 3, 1.5, 1.5],
      basis: ['told', 'unknown', 'unknown', 'unknown'],
    },
    {
      title: 'two roots stand beside each other',
      parent: [-1, 0, -1],
      value: [10, 4, 5],
      start: [0, 0, 10],
      width: [10, 4, 5],
      basis: ['told', 'told', 'told'],
    },
    {
      title: 'without any number there is nothing to draw',
      parent: [-1, 0],
      value: [none, none],
      start: [0, 0],
      width: [0, 0],
      basis: ['unknown', 'unknown'],
    },
  ])('$title', ({ parent, value, start, width, basis }) => {
    const layout = laidOut(parent, value)
    expect([...layout.start]).toEqual(start)
    expect([...layout.width]).toEqual(width)
    expect(layout.basis).toEqual(basis)
  })

  test('says who made a node narrow, and by how much', () => {
    const layout = laidOut([-1, 0, 1, 0], [10, 15, 6, 5])
    expect([...layout.fit]).toEqual([1, 0.5, 0.5, 0.5])
    expect([...layout.narrowedBy]).toEqual([-1, 0, 0, 0])
  })

  test('calls 2 % rounding', () => {
    const layout = laidOut([-1, 0, 0], [10, 5, 5.1])
    expect([...layout.narrowedBy]).toEqual([-1, -1, -1])
    expect((layout.width[1] ?? 0) + (layout.width[2] ?? 0)).toBeCloseTo(10, 12)
  })

  test('finds levels and subtrees, also where a later node stands below an earlier one', () => {
    // Node 1 stands below node 3, as a plan that runs once does.
    const layout = laidOut([-1, 3, 0, 0, 3], [10, 1, 2, 6, 4])
    expect([...layout.level]).toEqual([0, 2, 1, 1, 2])
    expect([...layout.levels]).toEqual([0, 2, 3, 1, 4])
    expect(runOf(layout, 2, 3)).toEqual({ from: 3, to: 5 })
    expect(runOf(layout, 2, 2)).toEqual({ from: 3, to: 3 })
    expect([levelsBelow(layout, undefined), levelsBelow(layout, 3), levelsBelow(layout, 2)]).toEqual([3, 2, 1])
  })

  test.each([1, 2, 3])('nothing overlaps and nothing is wider than what is above it, 20,000 nodes, seed %d', (seed) => {
    const flat = flattenPlan(generatedTree(20_000, seed))
    let state = seed
    const value = Float64Array.from(flat.nodes, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state % 7 === 0 ? none : state % 1000
    })
    const layout = layoutFlame({ parent: flat.parent, value })
    const slack = layout.total * 1e-9
    for (let at = 1; at < flat.nodes.length; at++) {
      const above = flat.parent[at] ?? 0
      const left = layout.start[at] ?? 0
      const right = left + (layout.width[at] ?? 0)
      if (left < (layout.start[above] ?? 0) - slack) throw new Error(`${at} begins before ${above}`)
      if (right > (layout.start[above] ?? 0) + (layout.width[above] ?? 0) + slack) throw new Error(`${at} is too wide`)
    }
    for (let place = 1; place < layout.levels.length; place++) {
      const at = layout.levels[place] ?? 0
      const before = layout.levels[place - 1] ?? 0
      if (layout.level[at] !== layout.level[before]) continue
      if ((layout.start[before] ?? 0) + (layout.width[before] ?? 0) > (layout.start[at] ?? 0) + slack)
        throw new Error(`${before} covers ${at}`)
    }
  })

  test('a chain of 10,000', () => {
    const parent = Int32Array.from({ length: 10_000 }, (_, at) => at - 1)
    const layout = layoutFlame({ parent, value: Float64Array.from(parent, (above) => 20_000 - above) })
    expect(layout.level[9_999]).toBe(9_999)
    expect(levelsBelow(layout, 5_000)).toBe(5_000)
  })
})

const timed = (ms: number, loops = 1) => ({
  actual: { loops, rowsPerLoop: 1, lastRowMsPerLoop: ms, neverExecuted: false },
})

function valuesOf(metric: FlameMetric, root: PlanNode) {
  const flat = flattenPlan(root)
  const source = { format: 'postgres-json', text: '', measured: true, span: { start: 0, end: 0 } } as const
  const metrics = metricsOf({ source, root, statement: { triggers: [], settings: {} }, notes: [] })
  const flatMetrics = flattenMetrics(flat, metrics)
  const values = flameValues(metric, flat, flatMetrics)
  return { flat, values, layout: layoutFlame(values), offered: offeredFlameMetrics(flat, flatMetrics) }
}

describe('numbers', () => {
  test('time is per loop × loops, and a Gather’s processes work at the same time', () => {
    const root = node('Gather', [node('Seq Scan', [], timed(8, 3))], { ...timed(10), operator: 'gather' })
    const { values, layout } = valuesOf('time', root)
    expect([...values.value]).toEqual([10, 8])
    expect([...layout.width]).toEqual([10, 8])
  })

  test('a CTE stands below the scan in whose time it ran, so that nothing is counted twice', () => {
    const root = node(
      'Join',
      [
        node('Aggregate', [], { ...timed(6), relation: 'cte', rest: { 'Subplan Name': 'CTE t' } }),
        node('CTE Scan', [], {
          ...timed(7),
          access: {
            table: 't',
            method: 'other',
            accessType: 'CTE Scan',
            indexes: [],
            covering: false,
            direction: 'forward',
            multiRangeRead: false,
            indexCondition: false,
          },
        }),
      ],
      timed(10),
    )
    const { values, layout } = valuesOf('time', root)
    expect([...values.parent]).toEqual([-1, 2, 0])
    expect([...layout.start]).toEqual([0, 0, 0])
    expect([...layout.width]).toEqual([10, 6, 7])
    expect([...values.own]).toEqual([3, 6, 1])
    expect(values.ranIn.get(1)).toBe(2)
  })

  test('a subquery of MySQL’s select list that runs while rows go to the client stands beside the plan', () => {
    const select = node('Aggregate', [], {
      ...timed(4),
      relation: 'subquery',
      rest: { subquery_location: 'projection' },
    })
    const { values, layout } = valuesOf('time', node('Scan', [select], timed(3)))
    expect([...values.parent]).toEqual([-1, -1])
    expect([...layout.start]).toEqual([0, 3])
    expect(layout.total).toBe(7)
  })

  test('a limit is priced for a part of its input: the input is drawn narrower', () => {
    const scan = node('Seq Scan', [], { estimate: { subtreeCost: 400 } })
    const { layout } = valuesOf('cost', node('Limit', [scan], { operator: 'limit', estimate: { subtreeCost: 100 } }))
    expect([...layout.width]).toEqual([100, 100])
    expect([...layout.narrowedBy]).toEqual([-1, 0])
    expect(layout.fit[1]).toBe(0.25)
  })

  test('a cost below zero is none: the step is as wide as its inputs, and the one above has no own part', () => {
    const inputs = [node('Limit', [], { estimate: { subtreeCost: 1.75 } })]
    const made = node('Materialize', inputs, { estimate: { subtreeCost: -1e12 } })
    const { values, layout } = valuesOf('cost', node('Table scan', [made], { estimate: { subtreeCost: 2.54 } }))
    expect([...layout.width]).toEqual([2.54, 1.75, 1.75])
    expect(layout.basis).toEqual(['told', 'inputs', 'told'])
    expect(values.own[0]).toBeNaN()
  })

  test('rows are those that each step looks at, summed upwards past steps that tell none', () => {
    const scan = node('Seq Scan', [], {
      actual: { loops: 2, rowsPerLoop: 10, rowsFilteredPerLoop: 40, neverExecuted: false },
    })
    const { values, layout } = valuesOf(
      'rows',
      node('Sort', [node('Hash', [scan])], { actual: { loops: 1, rowsPerLoop: 20, neverExecuted: false } }),
    )
    // 2 × (10 + 40) looked at below, 20 sorted.
    expect([...values.value]).toEqual([120, none, 100])
    expect([...layout.width]).toEqual([120, 100, 100])
    expect(layout.basis).toEqual(['told', 'inputs', 'told'])
  })

  test('offers what the plan has numbers for', () => {
    expect(valuesOf('cost', node('Scan', [], { estimate: { subtreeCost: 4 } })).offered).toEqual(['cost'])
    expect(valuesOf('rows', node('Scan', [], { estimate: { rowsPerLoop: 4, subtreeCost: 4 } })).offered).toEqual([
      'rows',
      'cost',
    ])
    expect(valuesOf('rows', node('Scan')).offered).toEqual([])
  })

  test('what never ran is a mark, not nothing', () => {
    const never = node('Seq Scan', [], { actual: { loops: 0, rowsPerLoop: 0, neverExecuted: true } })
    const { layout } = valuesOf('time', node('Append', [node('Scan', [], timed(50)), never], timed(100)))
    expect([...layout.width]).toEqual([100, 50, 3])
  })
})

describe('view', () => {
  const layout = laidOut([-1, 0, 1, 0, 3], [10, 6, 2, 3, 3])

  test('a node that is zoomed into takes the whole width and the first row', () => {
    const scale = scaleOf(layout, 1, 600, 20)
    expect(flameBox(layout, scale, 1)).toEqual({ x: 0, y: 0, width: 600, height: 19 })
    expect(flameBox(layout, scale, 2)).toEqual({ x: 0, y: 20, width: 200, height: 19 })
  })

  test.each([
    { x: 10, y: 5, at: 0 },
    { x: 599, y: 25, at: 1 },
    { x: 601, y: 25, at: 3 },
    { x: 902, y: 25, at: 3 }, // two pixels beside it
    { x: 950, y: 25, at: undefined },
    { x: 700, y: 45, at: 4 },
    { x: 10, y: 65, at: undefined },
  ])('the point $x, $y is on node $at', ({ x, y, at }) => {
    expect(nodeAt(layout, scaleOf(layout, undefined, 1000, 20), x, y)).toBe(at)
  })

  test.each([
    { from: 0, key: 'ArrowDown', to: 1, top: undefined },
    { from: 1, key: 'ArrowRight', to: 3, top: undefined },
    { from: 1, key: 'ArrowRight', to: undefined, top: 1 },
    { from: 4, key: 'ArrowLeft', to: 2, top: undefined },
    { from: 1, key: 'ArrowUp', to: 0, top: undefined },
    { from: 1, key: 'ArrowUp', to: undefined, top: 1 },
    { from: 4, key: 'ArrowDown', to: undefined, top: undefined },
  ] as const)('$key from $from leads to $to', ({ from, key, to, top }) => {
    expect(flameNeighbour(layout, Int32Array.from([-1, 0, 1, 0, 3]), top, from, key)).toBe(to)
  })

  test.each([
    { levels: 3, room: 200, height: 33 },
    { levels: 10, room: 260, height: 25 },
    { levels: 10_000, room: 400, height: 19 },
  ])('$levels levels in $room px have rows of $height px', ({ levels, room, height }) => {
    expect(rowHeightPx(levels, room)).toBe(height)
  })

  test.each([
    { metric: 'time', length: 965, width: 1000, last: '900 ms', count: 10 },
    { metric: 'time', length: 965, width: 500, last: '800 ms', count: 5 },
    { metric: 'time', length: 0.004, width: 200, last: '4 µs', count: 3 },
    { metric: 'time', length: 114_940, width: 620, last: '100 s', count: 6 },
    { metric: 'rows', length: 7_655_749, width: 620, last: '6 M rows', count: 4 },
    { metric: 'cost', length: 2884, width: 300, last: '2,000', count: 3 },
  ] as const)('the axis of $length $metric over $width px ends at $last', ({ metric, length, width, last, count }) => {
    const ticks = axisTicks(metric, length, width)
    expect(ticks.at(-1)?.label).toBe(last)
    expect(ticks.length).toBe(count)
  })
})
