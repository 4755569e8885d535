import type { NodeMetrics, Plan, PlanMetrics, PlanNode } from './model'
import { upward } from './walk'

/** Sums of the server's rounded numbers may exceed their whole by this much before they are called contradictory. */
const roundingSlack = 0.02

/** What lies below a node in milliseconds or cost, and whether all of it is known. */
interface Below {
  sum: number
  known: boolean
}

/**
 * The derived numbers of a plan, by node id. A number that the plan does not tell is absent.
 *
 * - `totalRows` = rows per loop × loops. PostgreSQL and MariaDB print averages per loop (PostgreSQL documentation,
 *   "Using EXPLAIN": multiply by loops), so the product is rounded to whole rows.
 * - `totalMs` = time to the last row per loop × loops. In a parallel plan this is the sum over workers, as PostgreSQL
 *   counts it.
 * - `selfMs` = `totalMs` − Σ `totalMs` of the nodes below. InitPlans and CTEs run once, inside the first node that
 *   needs them, and each time of a node above contains them: they are taken off at their parent only, once. A child
 *   without a time of its own is looked through. Absent for a node that waits for workers (Gather), whose children's
 *   times are sums over processes.
 * - `selfTimeFraction` = `selfMs` ÷ Σ `selfMs` of all nodes.
 * - `rowsRatio` = actual ÷ estimated rows per loop; absent where nothing was estimated or the node never ran. An
 *   estimate below one row counts as one, as planners do.
 * - `selfCost` = cost of the node with all below it − Σ the same of its children (times nothing: costs are totals of
 *   one execution in PostgreSQL, and of all loops in MySQL and MariaDB). In PostgreSQL the inner side of a nested loop
 *   is priced once but runs often, so it is absent where the children cost more than the node.
 */
export function metricsOf(plan: Plan): PlanMetrics {
  const metrics: Record<string, Writable<NodeMetrics>> = {}
  const times = new Map<PlanNode, Below>()
  const costs = new Map<PlanNode, Below>()
  let allSelfMs = 0
  for (const node of upward(plan.root)) {
    const own: Writable<NodeMetrics> = {}
    const { actual, estimate } = node
    if (actual) {
      own.totalRows = Math.round(actual.rowsPerLoop * actual.loops)
      if (actual.lastRowMsPerLoop !== undefined) own.totalMs = actual.lastRowMsPerLoop * actual.loops
      const expected = estimate.rowsPerLoop
      if (expected !== undefined && !actual.neverExecuted) own.rowsRatio = actual.rowsPerLoop / Math.max(expected, 1)
    }
    const belowMs = below(node, times)
    if (own.totalMs !== undefined && node.operator !== 'gather') {
      const self = difference(own.totalMs, belowMs)
      if (self !== undefined) {
        own.selfMs = self
        allSelfMs += self
      }
    }
    times.set(node, own.totalMs === undefined ? belowMs : { sum: own.totalMs, known: true })

    const belowCost = below(node, costs)
    const cost = estimate.subtreeCost
    if (cost !== undefined) {
      const self = difference(cost, belowCost)
      if (self !== undefined && belowCost.known) own.selfCost = self
    }
    costs.set(node, cost === undefined ? belowCost : { sum: cost, known: true })
    metrics[node.id] = own
  }
  if (allSelfMs > 0) {
    for (const own of Object.values(metrics)) {
      if (own.selfMs !== undefined) own.selfTimeFraction = own.selfMs / allSelfMs
    }
  }
  return metrics
}

type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] }

function below(node: PlanNode, values: ReadonlyMap<PlanNode, Below>): Below {
  let sum = 0
  let known = true
  for (const child of node.children) {
    const value = values.get(child)
    sum += value?.sum ?? 0
    if (!value?.known) known = false
  }
  return { sum, known: known }
}

/** Whole minus parts; undefined when the parts are clearly more than the whole, so that they cannot be in it. */
function difference(whole: number, parts: Below): number | undefined {
  const rest = whole - parts.sum
  if (rest >= 0) return rest
  return -rest <= Math.max(whole * roundingSlack, roundingSlack) ? 0 : undefined
}
