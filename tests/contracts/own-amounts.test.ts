// Protects that own times and own blocks add up to the whole, on every recorded run: nothing is counted twice or lost.
import { describe, expect, test } from 'vitest'
import { metricsOf } from '../../src/core/plan/metrics'
import type { Actual, NodeMetrics, Plan, PlanMetrics, PlanNode } from '../../src/core/plan/model'
import { readPlans } from '../../src/core/plan/read'
import { each } from '../../src/core/plan/walk'
import { type Recorded, recordedPlans } from './fixtures'

interface Run {
  readonly recorded: Recorded
  readonly plan: Plan
  readonly nodes: readonly PlanNode[]
  readonly metrics: PlanMetrics
}

const runs: readonly Run[] = recordedPlans()
  .filter(({ measured }) => measured)
  .flatMap((recorded) =>
    readPlans(recorded.text, recorded.context).map((plan) => ({
      recorded,
      plan,
      nodes: [...each(plan.root)],
      metrics: metricsOf(plan),
    })),
  )
const timed = runs.filter(({ plan, metrics }) => metrics[plan.root.id]?.totalMs !== undefined)
const counted = runs.filter(({ plan }) => plan.root.actual?.sharedHitBlocks !== undefined)

/**
 * Half of the last digit that a server prints of milliseconds per loop: PostgreSQL and MySQL 8.0 have three decimals,
 * the tree of MySQL 9.x three digits; JSON of MySQL and MariaDB has all, of which a billionth is left for sums.
 */
function halfDigitMs({ format, server }: Recorded, ms: number): number {
  if (format.startsWith('postgres') || (format === 'mysql-tree' && server === 'mysql80')) return 0.0005
  if (format !== 'mysql-tree') return 1e-9 * Math.max(ms, 1)
  return ms === 0 ? 0 : 0.5 * 10 ** (Math.floor(Math.log10(ms)) - 2)
}

/** By how much a node's milliseconds over all loops may be off. */
function toleranceMs(recorded: Recorded, node: PlanNode): number {
  const ms = node.actual?.lastRowMsPerLoop
  return ms === undefined ? 0 : (node.actual?.loops ?? 0) * halfDigitMs(recorded, ms)
}

/** What ran in no node above: the root, and the subtrees apart. */
function whole({ nodes, plan, metrics }: Run, of: (node: PlanNode) => number | undefined): number {
  return nodes.reduce((sum, node) => {
    const isWhole = node === plan.root || metrics[node.id]?.apart === true
    return isWhole ? sum + (of(node) ?? 0) : sum
  }, 0)
}

/**
 * Nodes whose inputs took longer than they did, by more than rounding: their own time was set to zero, or stands with
 * the node above. Why it is so stands beside each.
 */
const clamped: Readonly<Record<string, string>> = {
  'sub-plan-in-join Hash': 'the SubPlan printed below the Hash is worked out in the condition of the join as well',
}

describe('own times', () => {
  test('there are runs of every format that tells times', () => {
    const formats = new Set(timed.map(({ recorded }) => recorded.format))
    expect([...formats].sort()).toEqual([
      'mariadb-json',
      'mysql-json-v2',
      'mysql-tree',
      'postgres-json',
      'postgres-text',
      'postgres-xml',
      'postgres-yaml',
    ])
    expect(timed.length).toBeGreaterThan(2500)
  })

  test('add up to the total within the sum of loops × half the last printed digit', () => {
    const failures = timed.flatMap((run) => {
      const self = run.nodes.reduce((sum, node) => sum + (run.metrics[node.id]?.selfMs ?? 0), 0)
      const total = whole(run, (node) => run.metrics[node.id]?.totalMs)
      const tolerance = run.nodes.reduce((sum, node) => sum + toleranceMs(run.recorded, node), 1e-9)
      return Math.abs(self - total) <= tolerance ? [] : [`${run.recorded.name}: ${self} of ${total} ± ${tolerance}`]
    })
    expect(failures).toEqual([])
  })

  test('are there wherever a time is, and never negative', () => {
    const failures = timed.flatMap(({ recorded, nodes, metrics }) =>
      nodes.flatMap(({ id, label }) => {
        const { totalMs, selfMs } = metrics[id] ?? {}
        const isRight = totalMs === undefined ? selfMs === undefined : selfMs !== undefined && selfMs >= 0
        return isRight ? [] : [`${recorded.name} ${id} ${label}`]
      }),
    )
    expect(failures).toEqual([])
  })

  test('are the whole in fractions', () => {
    for (const { recorded, nodes, metrics } of timed) {
      const sum = nodes.reduce((all, { id }) => all + (metrics[id]?.selfTimeFraction ?? 0), 0)
      expect(sum === 0 || Math.abs(sum - 1) < 1e-9, recorded.name).toBe(true)
    }
  })

  test('were clamped at the nodes of the list, and at no other', () => {
    const found = new Map<string, number>()
    for (const { recorded, nodes, metrics } of timed) {
      for (const node of nodes) {
        const total = metrics[node.id]?.totalMs
        if (total === undefined) continue
        const inputs = node.children.filter(({ id }) => metrics[id]?.apart !== true && metrics[id]?.ranIn === undefined)
        const below = inputs.reduce((sum, { id }) => sum + (metrics[id]?.totalMs ?? 0), 0)
        const tolerance = [node, ...node.children].reduce((sum, each) => sum + toleranceMs(recorded, each), 1e-9)
        const name = `${recorded.name.split(' ')[0]?.split('/')[1] ?? ''} ${node.label}`
        if (below - total > tolerance) found.set(name, (found.get(name) ?? 0) + 1)
      }
    }
    expect([...found.keys()].sort()).toEqual(Object.keys(clamped).sort())
  })
})

type Count = 'sharedHitBlocks' | 'sharedReadBlocks' | 'tempReadBlocks' | 'tempWrittenBlocks'
const counts: readonly (readonly [Count & keyof Actual, keyof NodeMetrics])[] = [
  ['sharedHitBlocks', 'selfSharedHitBlocks'],
  ['sharedReadBlocks', 'selfSharedReadBlocks'],
  ['tempReadBlocks', 'selfTempReadBlocks'],
  ['tempWrittenBlocks', 'selfTempWrittenBlocks'],
]

describe('own blocks', () => {
  test.each(counts)('%s: the own ones of all nodes are exactly the total', (total, self) => {
    const failures = counted.flatMap((run) => {
      const own = run.nodes.reduce((sum, node) => sum + Number(run.metrics[node.id]?.[self] ?? 0), 0)
      const all = whole(run, (node) => node.actual?.[total])
      return own === all ? [] : [`${run.recorded.name}: ${own} of ${all}`]
    })
    expect(failures).toEqual([])
    expect(counted.length).toBeGreaterThan(1500)
  })

  test('some of each kind are in the recordings', () => {
    for (const [total, self] of counts) {
      const withSome = counted.filter(({ plan }) => (plan.root.actual?.[total] ?? 0) > 0)
      // What was read into the cache depends on the runs before.
      if (total !== 'sharedReadBlocks') expect([total, withSome.length > 4]).toEqual([total, true])
      for (const { nodes, metrics } of withSome) {
        expect(nodes.every((node) => Number(metrics[node.id]?.[self] ?? 0) >= 0)).toBe(true)
      }
    }
  })
})
