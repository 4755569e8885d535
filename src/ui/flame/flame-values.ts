import { exhausted } from '../../core/errors'
import type { FlatMetrics, FlatPlan } from '../plan/flat-plan'
import { rowsHandled } from '../plan/rows'

/** What the widths can tell, in the order in which they are offered. */
export const flameMetrics = ['time', 'rows', 'cost'] as const
export type FlameMetric = (typeof flameMetrics)[number]

/** The numbers of one metric, by place in the flat plan; NaN where the plan has none. */
export interface FlameValues {
  readonly metric: FlameMetric
  /** The tree of the icicle: the plan's own, but plans that run once stand under the step in whose time they ran. */
  readonly parent: Int32Array
  /** With everything below. */
  readonly value: Float64Array
  readonly own: Float64Array
  readonly measured: boolean
  /** Figures of one run only, where the plan does not tell how often the step runs. */
  readonly oneRun: ReadonlySet<number>
  /** Plans that run once, by where they were drawn: the step in whose time they ran, or -1 for none. */
  readonly ranIn: ReadonlyMap<number, number>
}

type Source = Pick<FlatPlan, 'nodes' | 'parent' | 'indexOf'>

/** Metrics that the plan has numbers for: some node's number with everything below it is above zero. */
export function offeredFlameMetrics(flat: Source, metrics: FlatMetrics): readonly FlameMetric[] {
  return flameMetrics.filter((metric) => flameValues(metric, flat, metrics).value.some((value) => value > 0))
}

/**
 * The numbers that the icicle draws.
 *
 * - time: with all below `totalMs`, own `selfMs` of the metrics; measured.
 * - cost: with all below the optimizer's `subtreeCost`, own `selfCost`; estimated.
 * - rows: own the rows that the step looks at (given on and dropped), with all below their sum over the subtree.
 */
export function flameValues(metric: FlameMetric, flat: Source, metrics: FlatMetrics): FlameValues {
  switch (metric) {
    case 'time':
      return timeValues(flat, metrics)
    case 'cost':
      return costValues(flat, metrics)
    case 'rows':
      return rowValues(flat, metrics)
    default:
      return exhausted(metric)
  }
}

/** MySQL prints costs such as -1e+12 for a table that is made anew for each row: they are no costs, nor is what follows. */
function costValues(flat: Source, metrics: FlatMetrics): FlameValues {
  const value = numbers(flat, (at) => {
    const cost = flat.nodes[at]?.estimate.subtreeCost
    return cost !== undefined && cost < 0 ? undefined : cost
  })
  const own = numbers(flat, (at) => {
    const cost = metrics[at]?.selfCost
    return cost !== undefined && cost <= (value[at] ?? 0) ? cost : undefined
  })
  return { metric: 'cost', parent: flat.parent, value, own, measured: false, oneRun: new Set(), ranIn: new Map() }
}

function numbers(flat: Pick<FlatPlan, 'nodes'>, numberOf: (at: number) => number | undefined): Float64Array {
  return Float64Array.from(flat.nodes, (_, at) => numberOf(at) ?? Number.NaN)
}

function timeValues(flat: Source, metrics: FlatMetrics): FlameValues {
  // A step that never ran took no time, but a width of zero would hide it: it is drawn as one without a number.
  const value = numbers(flat, (at) => (flat.nodes[at]?.actual?.neverExecuted ? undefined : metrics[at]?.totalMs))
  const parent = flat.parent.slice()
  const ranIn = new Map<number, number>()
  metrics.forEach((own, plan) => {
    if (Number.isNaN(value[plan])) return
    const reader = own?.apart ? -1 : own?.ranIn === undefined ? undefined : flat.indexOf.get(own.ranIn)
    if (reader === undefined || (reader !== -1 && isAncestor(parent, plan, reader))) return
    ranIn.set(plan, reader)
    parent[plan] = reader
  })
  return {
    metric: 'time',
    parent,
    value,
    own: numbers(flat, (at) => metrics[at]?.selfMs),
    measured: true,
    oneRun: new Set(),
    ranIn,
  }
}

/** True when `above` is `at` or stands above it: moving it below `at` would make a ring. */
function isAncestor(parent: Int32Array, above: number, at: number): boolean {
  for (let one = at; one !== -1; one = parent[one] ?? -1) if (one === above) return true
  return false
}

function rowValues(flat: Source, metrics: FlatMetrics): FlameValues {
  const own = new Float64Array(flat.nodes.length).fill(Number.NaN)
  const oneRun = new Set<number>()
  let measured = false
  flat.nodes.forEach((node, at) => {
    const rows = rowsHandled(node, metrics[at])
    if (!rows) return
    own[at] = rows.value
    if (rows.measured) measured = true
    // Only a nested loop starts its inner side again and again; a hash join reads it once.
    if (rows.perLoop && flat.nodes[flat.parent[at] ?? -1]?.operator === 'nested-loop') oneRun.add(at)
  })
  const sum = own.map((rows) => (Number.isNaN(rows) ? 0 : rows))
  for (let at = flat.nodes.length - 1; at > 0; at--) {
    const above = flat.parent[at] ?? 0
    sum[above] = (sum[above] ?? 0) + (sum[at] ?? 0)
  }
  const value = sum.map((rows, at) => (Number.isNaN(own[at]) ? Number.NaN : rows))
  return { metric: 'rows', parent: flat.parent, value, own, measured, oneRun, ranIn: new Map() }
}
