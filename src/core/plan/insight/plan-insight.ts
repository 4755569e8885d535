import type { Access, Plan, PlanMetrics, PlanNode } from '../model'
import { type Coverage, coverageOf } from './coverage'
import { type EstimateError, estimateErrorsOf } from './estimate-errors'
import { frameOf, type PlanFrame } from './frame'
import { type Hottest, hottestOf } from './hottest'
import type { RowCount } from './row-count'
import { type RowFlow, rowFlowOf } from './row-flow'
import { tableFlowsOf } from './table-flow'

/** What a plan says by itself, worked out once for verdict, findings, panels and command line. */
export interface PlanInsight {
  readonly plan: Plan
  readonly metrics: PlanMetrics
  readonly frame: PlanFrame
  readonly coverage: Coverage
  readonly flow: RowFlow
  readonly hottest: Hottest | undefined
  readonly errors: readonly EstimateError[]
  /** Milliseconds of the whole plan, where measured. */
  readonly totalMs: number | undefined
  /** Rows that all accesses to tables read. */
  readonly totalRead: RowCount | undefined
  find(id: string): PlanNode | undefined
}

export interface InsightInput {
  readonly plan: Plan
  readonly metrics: PlanMetrics
  /** Rows of a stored table, where a catalog knows them. */
  readonly tableRows?: ((access: Access) => number | undefined) | undefined
  /** Rows that the client got, where somebody counted them. */
  readonly returned?: RowCount | undefined
}

export function insightOf({ plan, metrics, tableRows, returned }: InsightInput): PlanInsight {
  const frame = frameOf(plan, metrics)
  const tables = tableFlowsOf(frame, tableRows)
  const flow = rowFlowOf(frame, tables, returned)
  let byId: ReadonlyMap<string, PlanNode> | undefined
  return {
    plan,
    metrics,
    frame,
    coverage: coverageOf(plan),
    flow,
    hottest: hottestOf(frame, tables),
    errors: estimateErrorsOf(frame, tables),
    totalMs: totalMsOf(frame),
    totalRead: flow.stages[0]?.kind === 'read' ? flow.stages[0].rows : undefined,
    find(id) {
      byId ??= new Map(frame.nodes.map((node) => [node.id, node]))
      return byId.get(id)
    },
  }
}

/** The sum of own times: the root's time alone leaves out what MySQL runs while rows go to the client. */
function totalMsOf(frame: PlanFrame): number | undefined {
  let total: number | undefined
  for (const own of frame.numbers) {
    const ms = own?.selfMs
    if (ms !== undefined) total = (total ?? 0) + ms
  }
  return total
}
