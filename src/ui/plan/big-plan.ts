import type { Plan } from '../../core/plan/model'
import { orderOf } from '../../core/plan/walk'

/** What stands beside smaller plans is quicker drawn with them than after them. */
const manyNodes = 2000

/** The picture of a big plan is painted first; verdict, inspector and proofs follow in the next frames. */
export function isBigPlan(plan: Plan | undefined): boolean {
  return plan !== undefined && orderOf(plan).nodes.length >= manyNodes
}
