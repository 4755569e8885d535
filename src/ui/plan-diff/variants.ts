import type { Plan, PlanMetrics } from '../../core/plan/model'
import type { Result } from '../state/atoms'

/** One side of the comparison: a plan, and where it is from. */
export interface Variant {
  readonly name: string
  readonly from: 'pasted' | 'tab' | 'history' | 'file'
  readonly plan: Plan
  readonly metrics: PlanMetrics
  readonly sql?: string | undefined
  /** The optimizer trace of the same run. */
  readonly traceText?: string | undefined
  /** When it was recorded, for plans of History; ISO 8601. */
  readonly at?: string | undefined
}

/** A variant is known by its letter, not by a colour. */
export const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const

/** The plan that a tab shows, as a variant; undefined when it shows none. */
export function variantOfResult(result: Result, planIndex: number, name: string): Variant | undefined {
  if (result.state === 'analysis') {
    const { plans, metrics, sql, traceText } = result.analysis
    const plan = plans[planIndex] ?? plans[0]
    return plan && { name, from: 'tab', plan, metrics: metrics[plans.indexOf(plan)] ?? {}, sql, traceText }
  }
  if (result.state === 'plan') {
    const { plans, metrics } = result.document
    const plan = plans[planIndex] ?? plans[0]
    return plan && { name, from: 'tab', plan, metrics: metrics[plans.indexOf(plan)] ?? {}, sql: plan.source.sql }
  }
  return undefined
}
