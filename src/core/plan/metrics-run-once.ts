import type { PlanNode } from './model'

/** Plans that run once for the whole statement, and the nodes in whose time theirs is; nodes by place in the order. */
export interface RunOnce {
  /** InitPlans and CTEs: printed below the node that owns them, run where they are first needed. Also MySQL's subqueries in select lists. */
  readonly plans: ReadonlySet<number>
  /** Milliseconds to take off a node because one of them ran inside it. */
  readonly chargedMs: ReadonlyMap<number, number>
  /** Each of these plans, and the node in whose time it ran; absent where that is no node's, or the plan has no time. */
  readonly ranIn: ReadonlyMap<number, number>
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
 * version 17 `(InitPlan 1).col1`). Of several readers it is the first whose time is enough; without any, it is the
 * parent. A plan that writes rows (a data-modifying CTE) that nobody reads runs at the parent too.
 */
export function runOnce(nodes: readonly PlanNode[], parents: Int32Array, totalMs: Float64Array): RunOnce {
  const plans = new Set<number>()
  const chargedMs = new Map<number, number>()
  const ranIn = new Map<number, number>()
  const charge = (plan: number, reader: number, ms: number) => {
    chargedMs.set(reader, (chargedMs.get(reader) ?? 0) + ms)
    ranIn.set(plan, reader)
  }
  for (const [index, node] of nodes.entries()) {
    if (isOfSelectList(node, nodes[parents[index] ?? -1])) {
      plans.add(index)
      const above = parents[parents[index] ?? -1] ?? -1
      const ms = totalMs[index] ?? Number.NaN
      if (above !== -1 && !Number.isNaN(ms)) charge(index, above, ms)
      continue
    }
    if (node.relation !== 'init-plan' && node.relation !== 'cte') continue
    plans.add(index)
    const ms = totalMs[index] ?? Number.NaN
    if (Number.isNaN(ms)) continue
    const owner = parents[index] ?? 0
    charge(index, readerOf(node, owner, ms, nodes, parents, totalMs) ?? owner, ms)
  }
  return { plans, chargedMs, ranIn }
}

/**
 * A subquery in MySQL's select list. Its node is a child of the topmost step of its query, but it runs when that step's
 * rows are handed on: in the step above (a temporary table being filled), or while rows go to the client, in no step.
 */
function isOfSelectList(node: PlanNode, parent: PlanNode | undefined): boolean {
  return node.relation === 'subquery' && node.rest.subquery_location === 'projection' && parent?.operator !== 'window'
}

/** The first node below `owner` that reads the plan's result and took long enough to contain it. */
function readerOf(
  plan: PlanNode,
  owner: number,
  ms: number,
  nodes: readonly PlanNode[],
  parents: Int32Array,
  totalMs: Float64Array,
): number | undefined {
  const name = String(plan.rest['Subplan Name'] ?? '')
  const reads = plan.relation === 'cte' ? scans(name.replace(/^CTE /, '')) : mentions(name)
  for (let index = owner + 1; index < nodes.length; index++) {
    // The first node whose parent stands before the owner is no longer below it.
    if ((parents[index] ?? -1) < owner) return undefined
    const node = nodes[index]
    if (node && node !== plan && (totalMs[index] ?? 0) >= ms && reads(node)) return index
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
