import { type RunOnce, runOnce } from './metrics-run-once'
import type { PlanNode } from './model'

/** Amounts of the nodes, each with all that ran inside the node; NaN where the plan does not tell. */
export interface Amounts {
  readonly totals: Float64Array
  /** How much the amount of one node may be off, because servers print rounded numbers. */
  slack(index: number): number
  /** By which share of a node the inputs may exceed it before they are called contradictory. */
  readonly share: number
}

/** Own amounts by the nodes' places in the order, and the subtrees whose amount is in no node above them. */
export interface OwnAmounts {
  /** NaN where the plan does not tell, or its inputs have more than the node. */
  readonly own: Float64Array
  readonly apart: RunOnce['apart']
  /** Subtrees that ran in another node than the one above them, and that node. */
  readonly ranIn: RunOnce['ranIn']
}

/**
 * Own amount = total − Σ totals of the inputs; an input without an amount is looked through. What ran once is taken off
 * where it ran (metrics-run-once.ts). What a subquery has more than the node it is printed below is taken off the node
 * above: PostgreSQL prints a SubPlan once, below a Hash, when both the Hash and its join work it out. So the own amounts
 * add up to the root's total and those of the subtrees apart, save where rounding made a difference negative; that
 * one is 0.
 */
export function ownAmounts(nodes: readonly PlanNode[], parents: Int32Array, amounts: Amounts): OwnAmounts {
  const { totals, slack, share } = amounts
  const { plans, charged, ranIn, apart } = runOnce(nodes, parents, amounts)
  const own = new Float64Array(nodes.length).fill(Number.NaN)
  const below = new Float64Array(nodes.length)
  const belowSlack = new Float64Array(nodes.length)
  const subqueries = new Float64Array(nodes.length)
  // Children stand behind their parents, so going backwards every sum is complete when it is needed.
  for (let index = nodes.length - 1; index >= 0; index--) {
    const parent = parents[index] ?? -1
    const total = totals[index] ?? Number.NaN
    const charge = charged.size === 0 ? undefined : charged.get(index)
    const inside = (below[index] ?? 0) + (charge?.amount ?? 0)
    let excess = 0
    let mayBeOff = (belowSlack[index] ?? 0) + (charge?.slack ?? 0)
    if (!Number.isNaN(total)) {
      if (inside > total && parent !== -1) excess = Math.min(inside - total, subqueries[index] ?? 0)
      const rest = total - (inside - excess)
      if (rest >= 0) own[index] = rest
      else if (-rest <= Math.max(total * share, mayBeOff + slack(index))) own[index] = 0
      mayBeOff = slack(index) + (excess > 0 ? mayBeOff : 0)
    }
    if (parent === -1 || (plans.size > 0 && plans.has(index))) continue
    const inParent = (Number.isNaN(total) ? inside : total) + excess
    below[parent] = (below[parent] ?? 0) + inParent
    belowSlack[parent] = (belowSlack[parent] ?? 0) + mayBeOff
    if (nodes[index]?.relation === 'subquery') subqueries[parent] = (subqueries[parent] ?? 0) + inParent
  }
  return { own, apart, ranIn }
}
