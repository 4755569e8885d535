import { runOnce } from './metrics-run-once'
import type { NodeMetrics, Plan, PlanMetrics, PlanNode } from './model'
import { preorder } from './walk'

/** Sums of the server's rounded numbers may exceed their whole by this much before they are called contradictory. */
const roundingShare = 0.02
/** PostgreSQL prints milliseconds per loop with three decimals: each may be off by half of the last one. */
const printedMs = 0.0005
/** Costs are printed with two decimals. */
const printedCost = 0.02

type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] }

/**
 * The derived numbers of a plan, by node id. A number that the plan does not tell is absent.
 *
 * - `totalRows` = rows per loop × loops. PostgreSQL and MariaDB print averages per loop (PostgreSQL documentation,
 *   "Using EXPLAIN"), so the product is rounded to whole rows.
 * - `totalMs` = milliseconds to the last row per loop × loops ÷ processes: the time that passed. Below a Gather several
 *   processes work at once; its child runs once in each of them, so their number is that child's loops per loop of the
 *   Gather. Elsewhere it is one.
 * - `selfMs` = `totalMs` − Σ `totalMs` of the inputs; an input without a time of its own is looked through. An InitPlan
 *   or CTE runs once, inside the node that first asks for it: its time is taken off there and nowhere else; a subquery
 *   in a select list of MySQL runs in the step above its query's topmost one (metrics-run-once.ts).
 * - `selfTimeFraction` = `selfMs` ÷ Σ `selfMs` of all nodes.
 * - `rowsRatio` = actual ÷ estimated rows per loop; absent where nothing was estimated or the node never ran. An
 *   estimate below one row counts as one, as planners do.
 * - `selfCost` = cost with all below − Σ the same of the inputs. Absent where these are not all known, or cost more
 *   than the node itself: the inner side of PostgreSQL's nested loop is priced for one run of many, a Limit for less
 *   than all of its input.
 */
export function metricsOf(plan: Plan): PlanMetrics {
  const { nodes, parents } = preorder(plan.root)
  const totalMs = elapsed(nodes, parents)
  const once = runOnce(nodes, parents, totalMs)
  const metrics: Record<string, Writable<NodeMetrics>> = {}
  const inputMs = new Float64Array(nodes.length)
  const inputCost = new Float64Array(nodes.length)
  /** 1 where some input has neither a cost nor inputs that have one. */
  const unknownCost = new Uint8Array(nodes.length)
  let allSelfMs = 0
  // Children stand behind their parents, so going backwards every sum is complete when it is needed.
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index]
    if (!node) continue
    const parent = parents[index] ?? -1
    const own: Writable<NodeMetrics> = {}
    metrics[node.id] = own
    rowsInto(own, node)

    const ms = totalMs[index] ?? Number.NaN
    const belowMs = inputMs[index] ?? 0
    if (!Number.isNaN(ms)) {
      own.totalMs = ms
      if (once.plans.has(index)) {
        const reader = nodes[once.ranIn.get(index) ?? -1]
        if (!reader) own.apart = true
        else if (reader !== nodes[parent]) own.ranIn = reader.id
      }
      const slackMs = printedMs * (loopsOf(node) + node.children.reduce((sum, child) => sum + loopsOf(child), 0))
      const selfMs = difference(ms, belowMs + (once.chargedMs.get(index) ?? 0), slackMs)
      if (selfMs !== undefined) {
        own.selfMs = selfMs
        allSelfMs += selfMs
      }
    }
    if (parent !== -1 && !once.plans.has(index)) {
      inputMs[parent] = (inputMs[parent] ?? 0) + (Number.isNaN(ms) ? belowMs : ms)
    }

    const cost = node.estimate.subtreeCost
    const belowCost = inputCost[index] ?? 0
    if (cost !== undefined && unknownCost[index] === 0) {
      const selfCost = difference(cost, belowCost, printedCost)
      if (selfCost !== undefined) own.selfCost = selfCost
    }
    if (parent !== -1) {
      inputCost[parent] = (inputCost[parent] ?? 0) + (cost ?? belowCost)
      if (cost === undefined && (unknownCost[index] === 1 || node.children.length === 0)) unknownCost[parent] = 1
    }
  }
  if (allSelfMs > 0) {
    for (const id in metrics) {
      const own = metrics[id]
      if (own?.selfMs !== undefined) own.selfTimeFraction = own.selfMs / allSelfMs
    }
  }
  return metrics
}

function loopsOf(node: PlanNode): number {
  return node.actual?.loops ?? 1
}

function rowsInto(own: Writable<NodeMetrics>, { actual, estimate }: PlanNode): void {
  if (!actual) return
  own.totalRows = Math.round(actual.rowsPerLoop * actual.loops)
  const expected = estimate.rowsPerLoop
  if (expected !== undefined && !actual.neverExecuted) own.rowsRatio = actual.rowsPerLoop / Math.max(expected, 1)
}

/** Elapsed milliseconds by the nodes' places in the order; NaN where the plan does not tell. */
function elapsed(nodes: readonly PlanNode[], parents: Int32Array): Float64Array {
  const times = new Float64Array(nodes.length).fill(Number.NaN)
  const processes = new Float64Array(nodes.length).fill(1)
  for (const [index, node] of nodes.entries()) {
    const parent = parents[index] ?? -1
    const above = nodes[parent]
    const count = above ? processesBelow(above, node, processes[parent] ?? 1) : 1
    processes[index] = count
    const ms = node.actual?.lastRowMsPerLoop
    if (ms !== undefined && node.actual) times[index] = (ms * node.actual.loops) / count
  }
  return times
}

function processesBelow(node: PlanNode, child: PlanNode, here: number): number {
  if (node.operator !== 'gather' || child.relation !== 'input') return here
  const loops = node.actual?.loops
  const childLoops = child.actual?.loops
  return loops && childLoops ? Math.max(1, childLoops / loops) * here : here
}

/** Whole minus parts; undefined when the parts are clearly more than the whole, so that they cannot be in it. */
function difference(whole: number, parts: number, slack: number): number | undefined {
  const rest = whole - parts
  if (rest >= 0) return rest
  return -rest <= Math.max(whole * roundingShare, slack) ? 0 : undefined
}
