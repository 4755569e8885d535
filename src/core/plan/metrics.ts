import { ownAmounts } from './metrics-own'
import { blocksInto, selfBlocksOf, workInto } from './metrics-work'
import type { NodeMetrics, Plan, PlanMetrics, PlanNode } from './model'
import { orderOf } from './walk'

/** Sums of the server's rounded numbers may exceed their whole by this much before they are called contradictory. */
const roundingShare = 0.02
/** PostgreSQL prints milliseconds per loop with three decimals: each may be off by half of the last one. */
const printedMs = 0.0005
/** MySQL's tree of 9.x has three digits of each number. */
const threeDigitsShare = 0.005
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
 * - `selfMs` = `totalMs` − Σ `totalMs` of the inputs (metrics-own.ts). An InitPlan or CTE runs once, inside the node that
 *   first asks for it: its time is taken off there and nowhere else; so is that of MySQL's subqueries in select lists
 *   (metrics-run-once.ts).
 * - `apart`: the time of this subtree is in no node above it. Σ `selfMs` of all nodes is the root's `totalMs` and those of
 *   the subtrees apart.
 * - `ranIn`: the node whose `totalMs` holds that of this subtree, where it is not the node above.
 * - `selfTimeFraction` = `selfMs` ÷ Σ `selfMs` of all nodes.
 * - `rowsRatio` = actual ÷ estimated rows per loop; absent where nothing was estimated or the node never ran. An
 *   estimate below one row counts as one, as planners do.
 * - `selfCost` = cost with all below − Σ the same of the inputs. Absent where these are not all known, or cost more
 *   than the node itself: the inner side of PostgreSQL's nested loop is priced for one run of many, a Limit for less
 *   than all of its input. A cost below zero is MySQL's mark
 *   for one that it did not work out, and unknown too.
 * - own blocks, spilled bytes, kept fraction, cost parts: metrics-work.ts.
 */
export function metricsOf(plan: Plan): PlanMetrics {
  const list = numbersOf(plan)
  const metrics: Record<string, NodeMetrics> = {}
  const { nodes } = orderOf(plan)
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]
    const own = list[index]
    if (node && own) metrics[node.id] = own
  }
  listed.set(metrics, list)
  return metrics
}

const listed = new WeakMap<PlanMetrics, readonly NodeMetrics[]>()
const lists = new WeakMap<Plan, readonly NodeMetrics[]>()

/** The same numbers by the nodes' places in the printed order, worked out once for each plan. */
export function numbersOf(plan: Plan): readonly NodeMetrics[] {
  const known = lists.get(plan)
  if (known) return known
  const list = workedOut(plan)
  lists.set(plan, list)
  return list
}

/**
 * Numbers by id as a list in the printed order. Those that `metricsOf` made of this plan are handed out as they are:
 * looking each of them up by its id, which is long in deep plans, costs as much as making it.
 */
export function metricsInOrder(plan: Plan, metrics: PlanMetrics): readonly (NodeMetrics | undefined)[] {
  const known = lists.get(plan)
  if (known !== undefined && listed.get(metrics) === known) return known
  return orderOf(plan).nodes.map((node) => metrics[node.id])
}

function workedOut(plan: Plan): readonly NodeMetrics[] {
  const { nodes, parents } = orderOf(plan)
  const count = nodes.length
  const { totalMs, processes } = elapsed(nodes, parents)
  const printedShare = plan.source.format === 'mysql-tree' ? threeDigitsShare : 0
  const {
    own: selfMs,
    apart,
    ranIn,
  } = ownAmounts(nodes, parents, {
    totals: totalMs,
    slack: (index) =>
      Math.max(
        (printedMs * (nodes[index]?.actual?.loops ?? 1)) / (processes[index] ?? 1),
        printedShare * (totalMs[index] ?? 0),
      ),
    share: roundingShare,
  })
  const blocks = selfBlocksOf(nodes, parents)
  const selfCost = ownCosts(nodes, parents)
  let allSelfMs = 0
  for (let index = 0; index < count; index++) {
    const ms = selfMs[index] ?? Number.NaN
    if (!Number.isNaN(ms)) allSelfMs += ms
  }
  const list: NodeMetrics[] = []
  for (let index = 0; index < count; index++) {
    const node = nodes[index]
    if (!node) continue
    const own: Writable<NodeMetrics> = {}
    rowsInto(own, node)
    workInto(own, node, plan.source.format)
    const ms = totalMs[index] ?? Number.NaN
    if (!Number.isNaN(ms)) own.totalMs = ms
    const ownMs = selfMs[index] ?? Number.NaN
    if (!Number.isNaN(ownMs)) {
      own.selfMs = ownMs
      if (allSelfMs > 0) own.selfTimeFraction = ownMs / allSelfMs
    }
    if (apart.size > 0 && apart.has(index)) own.apart = true
    if (ranIn.size > 0) {
      const reader = nodes[ranIn.get(index) ?? -1]
      if (reader && reader !== nodes[parents[index] ?? -1]) own.ranIn = reader.id
    }
    const cost = selfCost[index] ?? Number.NaN
    if (!Number.isNaN(cost)) own.selfCost = cost
    if (blocks) blocksInto(own, blocks, index, node)
    list.push(own)
  }
  return list
}

function rowsInto(own: Writable<NodeMetrics>, { actual, estimate }: PlanNode): void {
  if (!actual) return
  own.totalRows = Math.round(actual.rowsPerLoop * actual.loops)
  const expected = estimate.rowsPerLoop
  if (expected !== undefined && !actual.neverExecuted) own.rowsRatio = actual.rowsPerLoop / Math.max(expected, 1)
}

/** Own costs by the nodes' places; NaN where they are not known. */
function ownCosts(nodes: readonly PlanNode[], parents: Int32Array): Float64Array {
  const own = new Float64Array(nodes.length).fill(Number.NaN)
  const inputCost = new Float64Array(nodes.length)
  /** 1 where some input has neither a cost nor inputs that have one, or a mark instead of a cost. */
  const unknownCost = new Uint8Array(nodes.length)
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index]
    if (!node) continue
    const parent = parents[index] ?? -1
    const { subtreeCost } = node.estimate
    // MySQL 9 prints -1e+12 for a derived table that depends on the outer row: nothing costs less than nothing.
    const isMark = subtreeCost !== undefined && subtreeCost < 0
    const cost = isMark ? undefined : subtreeCost
    const belowCost = inputCost[index] ?? 0
    if (cost !== undefined && unknownCost[index] === 0) own[index] = difference(cost, belowCost, printedCost)
    if (parent === -1) continue
    inputCost[parent] = (inputCost[parent] ?? 0) + (cost ?? belowCost)
    const isUnknown = cost === undefined && (unknownCost[index] === 1 || node.children.length === 0)
    if (isMark || isUnknown) unknownCost[parent] = 1
  }
  return own
}

/** Elapsed milliseconds by the nodes' places in the order, NaN where the plan does not tell; and processes at work. */
function elapsed(nodes: readonly PlanNode[], parents: Int32Array) {
  const totalMs = new Float64Array(nodes.length).fill(Number.NaN)
  const processes = new Float64Array(nodes.length).fill(1)
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]
    const parent = parents[index] ?? -1
    const above = nodes[parent]
    const count = above && node ? processesBelow(above, node, processes[parent] ?? 1) : 1
    processes[index] = count
    const ms = node?.actual?.lastRowMsPerLoop
    if (ms !== undefined && node?.actual) totalMs[index] = (ms * node.actual.loops) / count
  }
  return { totalMs, processes }
}

function processesBelow(node: PlanNode, child: PlanNode, here: number): number {
  if (node.operator !== 'gather' || child.relation !== 'input') return here
  const loops = node.actual?.loops
  const childLoops = child.actual?.loops
  return loops && childLoops ? Math.max(1, childLoops / loops) * here : here
}

/** Whole minus parts; NaN when the parts are clearly more than the whole, so that they cannot be in it. */
function difference(whole: number, parts: number, slack: number): number {
  const rest = whole - parts
  if (rest >= 0) return rest
  return -rest <= Math.max(whole * roundingShare, slack) ? 0 : Number.NaN
}
