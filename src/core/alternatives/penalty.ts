import { atLeast, type Version } from '../engine'
import type { Estimate, Plan, PlanNode } from '../plan/model'
import { preorder } from '../plan/walk'
import { plannerMeans } from './settings'

/** What PostgreSQL up to 17 adds to the cost of each step that is switched off (costsize.c, disable_cost). */
export const disableCost = 1e10

/** Above this many penalties a double of 8 bytes no longer holds the hundredths of the cost beside them. */
const mostPenalties = 9000

export interface WithoutPenalty {
  /** The plan with its costs as they would be without the penalty. */
  readonly plan: Plan
  /** Cost of the whole statement; absent where the penalty cannot be taken out exactly. */
  readonly cost: number | undefined
  /** How many penalties were in the printed cost. */
  readonly penalties: number
}

/** A rest above this cannot be told from a penalty that was counted in part. */
const mostRealCost = 1e9

/**
 * Takes the artificial cost of switched-off steps out of a plan. PostgreSQL 18 and later keep none in their costs: they
 * count such steps apart and mark them `Disabled`. Up to 17 it stands in the start-up cost of the step and is added up
 * towards the root, once for each time that the step is started anew. Only plans that hold a step which their own
 * SETTINGS switch off have any; the others may really cost that much. A limit, a merge join or a subquery may count
 * only a share of the run costs below; where penalties are among those, costs are left out rather than guessed.
 */
export function withoutPenalty(plan: Plan, version: Version): WithoutPenalty {
  const printed = plan.root.estimate.subtreeCost
  if (atLeast(version, 18)) return { plan, cost: printed, penalties: 0 }
  const { nodes, parents } = preorder(plan.root)
  const off = plannerMeans.filter(({ name, off: value }) => plan.statement.settings[name] === value)
  const hasAny = nodes.some((node) => off.some(({ makes }) => makes?.(node)))
  if (!hasAny || nodes.every(({ estimate }) => penaltiesIn(estimate.subtreeCost) === 0))
    return { plan, cost: printed, penalties: 0 }
  const exact = isExact(nodes, parents)
  const copies: PlanNode[] = []
  const children: PlanNode[][] = nodes.map(() => [])
  for (let at = nodes.length - 1; at >= 0; at--) {
    const node = nodes[at]
    if (node === undefined) continue
    const copy = { ...node, estimate: cleaned(node.estimate, exact), children: (children[at] ?? []).reverse() }
    copies[at] = copy
    children[parents[at] ?? -1]?.push(copy)
  }
  const root = copies[0] ?? plan.root
  return { plan: { ...plan, root }, cost: root.estimate.subtreeCost, penalties: penaltiesIn(printed) }
}

function penaltiesIn(cost: number | undefined): number {
  return cost === undefined ? 0 : Math.round(cost / disableCost)
}

function cleaned(estimate: Estimate, exact: boolean): Estimate {
  const { startupCost, subtreeCost, ...others } = estimate
  const startup = realCost(startupCost, exact)
  const total = realCost(subtreeCost, exact)
  return {
    ...others,
    ...(startup !== undefined && { startupCost: startup }),
    ...(total !== undefined && { subtreeCost: total }),
  }
}

function realCost(cost: number | undefined, exact: boolean): number | undefined {
  if (cost === undefined) return undefined
  const penalties = penaltiesIn(cost)
  if (penalties === 0) return cost
  const rest = Math.round((cost - penalties * disableCost) * 100) / 100
  return exact && penalties <= mostPenalties && rest >= 0 && rest <= mostRealCost ? rest : undefined
}

/** False where a share of run costs with penalties in them may have been counted. */
function isExact(nodes: readonly PlanNode[], parents: Int32Array): boolean {
  return nodes.every((node, at) => {
    const { startupCost, subtreeCost } = node.estimate
    if (penaltiesIn(startupCost) === penaltiesIn(subtreeCost)) return true
    for (let above = parents[at] ?? -1, below = node; above >= 0; above = parents[above] ?? -1) {
      const parent = nodes[above]
      if (parent === undefined) break
      if (takesShare(parent) || below.relation === 'subquery') return false
      below = parent
    }
    return true
  })
}

/** Steps that may stop their input early, so that only a part of its run cost counts. */
function takesShare({ operator, label, rest }: PlanNode): boolean {
  return (
    operator === 'limit' ||
    operator === 'merge-join' ||
    /\b(?:Semi|Anti) Join\b/.test(label) ||
    rest['Inner Unique'] === true
  )
}
