import type { Analysis } from '../../analysis/model'
import { rowsReadOf } from '../../analysis/rows-read'
import type { Access, NodeId } from '../../plan/model'
import type { TriedPlan } from './model'

/**
 * How many rows of the original one row of an estimate stands for: 1 where the server estimated by the statistics of the
 * whole table, more where it counted in a sample of it.
 */
export type RowCorrection = (access: Access) => number

/** What the server said about a statement, and rows that it told in answer to questions of their own. */
export interface PlannedStatement extends Pick<Analysis, 'plans' | 'keyUse' | 'catalog'> {
  /** Rows that an access reads in all its executions, where the plan does not say it. */
  readonly reads?: ReadonlyMap<NodeId, number> | undefined
}

/** The best plan of an analysis with what the server expects it to read. */
export function triedPlan(
  { plans, keyUse, catalog, reads }: PlannedStatement,
  correction?: RowCorrection,
): TriedPlan | undefined {
  const [plan] = plans
  if (plan === undefined) return undefined
  let rows = 0
  let known = true
  let corrected = false
  for (const { nodeId, access, rows: told } of rowsReadOf(plan, catalog)) {
    const read = told ?? reads?.get(nodeId)
    if (read === undefined) known = false
    const factor = correction?.(access) ?? 1
    if (factor !== 1) corrected = true
    rows += (read ?? 0) * factor
  }
  const cost = plan.root.estimate.subtreeCost
  return {
    plan,
    keyUse: keyUse.filter(({ planIndex }) => planIndex === 0),
    ...(known && { rowsExamined: Math.round(rows) }),
    rowsFrom: corrected ? 'corrected' : 'estimated',
    ...(cost !== undefined && cost >= 0 && { cost }),
  }
}

/**
 * MySQL and MariaDB look into the copy's own B-tree for ranges and for values that the statement says; everything else
 * is worked out from the statistics, which are those of the original where they were put in place.
 */
export function countedInIndex({ method, ref }: Access): boolean {
  if (method === 'range' || method === 'index-merge') return true
  return method === 'lookup' && (ref ?? []).length > 0 && (ref ?? []).every((one) => one === 'const')
}
