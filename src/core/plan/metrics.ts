import { runOnce } from './metrics-run-once'
import type { NodeMetrics, Plan, PlanMetrics, PlanNode } from './model'
import { upward } from './walk'

/** Sums of the server's rounded numbers may exceed their whole by this much before they are called contradictory. */
const roundingShare = 0.02
/** PostgreSQL prints milliseconds per loop with three decimals, and costs are printed with two. */
const printedMs = 0.002
const printedCost = 0.02

/** What lies below a node, in milliseconds or cost, and whether all of it is known. */
interface Below {
  readonly sum: number
  readonly known: boolean
}

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
 *   or CTE runs once, inside the node that first asks for it: its time is taken off there and nowhere else
 *   (metrics-run-once.ts).
 * - `selfTimeFraction` = `selfMs` ÷ Σ `selfMs` of all nodes.
 * - `rowsRatio` = actual ÷ estimated rows per loop; absent where nothing was estimated or the node never ran. An
 *   estimate below one row counts as one, as planners do.
 * - `selfCost` = cost with all below − Σ the same of the inputs. Absent where these are not all known, or cost more
 *   than the node itself: the inner side of PostgreSQL's nested loop is priced for one run of many, a Limit for less
 *   than all of its input.
 */
export function metricsOf(plan: Plan): PlanMetrics {
  const order = upward(plan.root)
  const times = totalTimes(plan.root, order)
  const once = runOnce(plan.root, times)
  const metrics: Record<string, Writable<NodeMetrics>> = {}
  const msBelow = new Map<PlanNode, Below>()
  const costBelow = new Map<PlanNode, Below>()
  let allSelfMs = 0
  for (const node of order) {
    const own: Writable<NodeMetrics> = {}
    metrics[node.id] = own
    const { actual, estimate } = node
    if (actual) {
      own.totalRows = Math.round(actual.rowsPerLoop * actual.loops)
      const expected = estimate.rowsPerLoop
      if (expected !== undefined && !actual.neverExecuted) own.rowsRatio = actual.rowsPerLoop / Math.max(expected, 1)
    }
    const totalMs = times.get(node)
    const inputsMs = below(node, msBelow, (child) => !once.plans.has(child))
    if (totalMs !== undefined) {
      own.totalMs = totalMs
      const slackMs = printedMs * Math.max(1, node.actual?.loops ?? 1)
      const selfMs = difference(totalMs, inputsMs.sum + (once.chargedMs.get(node) ?? 0), slackMs)
      if (selfMs !== undefined) {
        own.selfMs = selfMs
        allSelfMs += selfMs
      }
    }
    msBelow.set(node, totalMs === undefined ? inputsMs : { sum: totalMs, known: true })

    const cost = estimate.subtreeCost
    const inputsCost = below(node, costBelow, () => true)
    if (cost !== undefined && inputsCost.known) {
      const selfCost = difference(cost, inputsCost.sum, printedCost)
      if (selfCost !== undefined) own.selfCost = selfCost
    }
    // A leaf without a cost has nothing below that could stand for it.
    const known = cost !== undefined || (inputsCost.known && node.children.length > 0)
    costBelow.set(node, { sum: cost ?? inputsCost.sum, known })
  }
  if (allSelfMs > 0) {
    for (const own of Object.values(metrics)) {
      if (own.selfMs !== undefined) own.selfTimeFraction = own.selfMs / allSelfMs
    }
  }
  return metrics
}

/** Elapsed milliseconds of each node that has a time. */
function totalTimes(root: PlanNode, order: readonly PlanNode[]): ReadonlyMap<PlanNode, number> {
  const times = new Map<PlanNode, number>()
  const processes = new Map<PlanNode, number>([[root, 1]])
  for (let index = order.length - 1; index >= 0; index--) {
    const node = order[index]
    if (!node) continue
    const here = processes.get(node) ?? 1
    for (const child of node.children) processes.set(child, processesBelow(node, child, here))
    const ms = node.actual?.lastRowMsPerLoop
    if (ms !== undefined && node.actual) times.set(node, (ms * node.actual.loops) / here)
  }
  return times
}

function processesBelow(node: PlanNode, child: PlanNode, here: number): number {
  const loops = node.actual?.loops
  const childLoops = child.actual?.loops
  if (node.operator !== 'gather' || child.relation !== 'input') return here
  return loops && childLoops ? Math.max(1, childLoops / loops) * here : here
}

function below(node: PlanNode, values: ReadonlyMap<PlanNode, Below>, counts: (child: PlanNode) => boolean): Below {
  let sum = 0
  let known = true
  for (const child of node.children) {
    if (!counts(child)) continue
    const value = values.get(child)
    sum += value?.sum ?? 0
    if (!value?.known) known = false
  }
  return { sum, known }
}

/** Whole minus parts; undefined when the parts are clearly more than the whole, so that they cannot be in it. */
function difference(whole: number, parts: number, slack: number): number | undefined {
  const rest = whole - parts
  if (rest >= 0) return rest
  return -rest <= Math.max(whole * roundingShare, slack) ? 0 : undefined
}
