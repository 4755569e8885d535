import type { Amounts } from './metrics-own'
import type { PlanNode } from './model'

/** Plans whose time (or blocks) is not simply that of an input; nodes by place in the order. */
export interface RunOnce {
  /**
   * InitPlans and CTEs: printed below the node that owns them, run where they are first needed. Also MySQL's subqueries
   * in select lists and those that run only once.
   */
  readonly plans: ReadonlySet<number>
  /** What to take off a node because some of them ran inside it. */
  readonly charged: ReadonlyMap<number, Charge>
  /** Each of them that ran in a node, and that node. */
  readonly ranIn: ReadonlyMap<number, number>
  /** Those of them that ran in no node. */
  readonly apart: ReadonlySet<number>
}

/** An amount, and how much it may be off. */
export interface Charge {
  readonly amount: number
  readonly slack: number
}

/**
 * PostgreSQL prints an InitPlan or CTE as a child of the node at the top of its query, and runs it when a node below
 * first needs its value. That node's time, and that of all above it, contain the plan's time.
 *
 *     Merge Join                   (actual time=1.1..1.69)
 *       CTE t
 *         -> HashAggregate         (actual time=..1.04)
 *       -> Sort                    (actual time=..1.34)
 *            -> CTE Scan on t x    (actual time=..1.15)    the aggregate ran in here
 *
 * The reader is found by name (`CTE t`: a scan of t; `InitPlan 1 (returns $0)`: a condition or output with `$0`, from
 * version 17 `(InitPlan 1).col1`). Below a Gather it is the Gather, which works InitPlans out before it starts the
 * workers. Of several readers it is the first with enough time of its own; without any, it is the parent. A CTE that
 * writes and that nobody reads runs when the root has finished (nodeModifyTable.c, ExecPostprocessPlan): apart.
 *
 * MySQL prints a subquery of a select list as a child of the topmost step of its query. It runs when that step's rows
 * are handed on: in the step above (a temporary table being filled), in the step itself, or while rows go to the
 * client, in no step. One that runs only once runs in the step that needs it, or before the first step begins.
 */
export function runOnce(nodes: readonly PlanNode[], parents: Int32Array, amounts: Amounts): RunOnce {
  const plans = new Set<number>()
  for (let index = 1; index < nodes.length; index++) {
    const node = nodes[index]
    if (node && isRunOnce(node, nodes[parents[index] ?? -1])) plans.add(index)
  }
  const charged = new Map<number, Charge>()
  const ranIn = new Map<number, number>()
  const apart = new Set<number>()
  if (plans.size === 0) return { plans, charged, ranIn, apart }
  const inputs = inputSums(nodes, parents, amounts.totals, plans)
  for (const index of plans) {
    const amount = amounts.totals[index] ?? Number.NaN
    if (Number.isNaN(amount)) continue
    const hasRoom = (place: number) => {
      const own = (amounts.totals[place] ?? Number.NaN) - (inputs[place] ?? 0) - (charged.get(place)?.amount ?? 0)
      return own + amounts.slack(place) + amounts.slack(index) >= amount
    }
    let place: number | undefined
    for (const candidate of placesOf(index, nodes, parents)) {
      if (!hasRoom(candidate)) continue
      place = candidate
      break
    }
    place ??= fallback(index, nodes, parents)
    if (place === undefined) apart.add(index)
    else {
      const before = charged.get(place) ?? { amount: 0, slack: 0 }
      charged.set(place, { amount: before.amount + amount, slack: before.slack + amounts.slack(index) })
      ranIn.set(index, place)
    }
  }
  return { plans, charged, ranIn, apart }
}

function isRunOnce(node: PlanNode, parent: PlanNode | undefined): boolean {
  if (node.relation === 'init-plan' || node.relation === 'cte') return true
  return isOfMysql(node) && (node.rest.cacheable === true || isOfSelectList(node, parent))
}

function isOfMysql(node: PlanNode): boolean {
  return node.relation === 'subquery' && node.rest.subquery_location !== undefined
}

/** Window functions work their arguments out themselves. */
function isOfSelectList(node: PlanNode, parent: PlanNode | undefined): boolean {
  return node.rest.subquery_location === 'projection' && parent?.operator !== 'window'
}

/** What the inputs of each node add up to; an input without an amount is looked through. */
function inputSums(
  nodes: readonly PlanNode[],
  parents: Int32Array,
  totals: Float64Array,
  plans: ReadonlySet<number>,
): Float64Array {
  const sums = new Float64Array(nodes.length)
  for (let index = nodes.length - 1; index > 0; index--) {
    if (plans.has(index)) continue
    const own = totals[index] ?? Number.NaN
    const parent = parents[index] ?? -1
    if (parent !== -1) sums[parent] = (sums[parent] ?? 0) + (Number.isNaN(own) ? (sums[index] ?? 0) : own)
  }
  return sums
}

/** The nodes in which a plan may have run, the likeliest first. */
function* placesOf(index: number, nodes: readonly PlanNode[], parents: Int32Array): Generator<number> {
  const node = nodes[index]
  const parent = parents[index] ?? -1
  if (!node || parent === -1) return
  if (!isOfMysql(node)) {
    yield* readersOf(index, nodes, parents)
    return
  }
  const above = parents[parent] ?? -1
  if (isOfSelectList(node, nodes[parent]) && above !== -1) yield above
  yield parent
}

/** Where a plan of PostgreSQL ran when no node that reads it has room for it; undefined: in none. */
function fallback(index: number, nodes: readonly PlanNode[], parents: Int32Array): number | undefined {
  const node = nodes[index]
  if (!node || isOfMysql(node)) return undefined
  const writes = /^(?:insert|update|delete)$/.test(node.operator) || node.rest.Operation === 'Merge'
  return writes && readersOf(index, nodes, parents).next().done ? undefined : (parents[index] ?? 0)
}

/** The nodes below the plan's owner that read its result, and the Gathers above them. */
function* readersOf(plan: number, nodes: readonly PlanNode[], parents: Int32Array): Generator<number> {
  const owner = parents[plan] ?? 0
  const node = nodes[plan]
  const name = String(node?.rest['Subplan Name'] ?? '')
  const reads = node?.relation === 'cte' ? scans(name.replace(/^CTE /, '')) : mentions(name)
  if (name === '') return
  for (let index = owner + 1; index < nodes.length; index++) {
    // The first node whose parent stands before the owner is no longer below it.
    if ((parents[index] ?? -1) < owner) break
    const each = nodes[index]
    if (!each || index === plan || !reads(each)) continue
    const gather = gatherAbove(index, owner, nodes, parents)
    if (gather !== undefined) yield gather
    yield index
  }
}

function gatherAbove(
  index: number,
  owner: number,
  nodes: readonly PlanNode[],
  parents: Int32Array,
): number | undefined {
  for (let at = parents[index] ?? -1; at > owner; at = parents[at] ?? -1) {
    if (nodes[at]?.operator === 'gather') return at
  }
  return undefined
}

function scans(cte: string): (node: PlanNode) => boolean {
  return (node) => node.access?.accessType === 'CTE Scan' && node.access.table === cte
}

function mentions(name: string): (node: PlanNode) => boolean {
  const words = [...name.matchAll(/\$\d+/g)].map((match) => match[0])
  if (words.length === 0) words.push(`(${name})`)
  return (node) => {
    const texts = [...node.conditions.map((each) => each.text), String(node.rest.Output ?? '')]
    return texts.some((text) => words.some((word) => occurs(text, word)))
  }
}

/** `$1` does not occur in `$12`. */
function occurs(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!/\d/.test(text[at + word.length] ?? '')) return true
  }
  return false
}
