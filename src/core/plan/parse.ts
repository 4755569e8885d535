import { verdictOf } from '../analysis/verdict'
import type { PlanDocument } from './document'
import type { PlanContext } from './format'
import { metricsOf } from './metrics'
import { readPlans } from './read'

/**
 * A pasted text as a plan document: every plan in it, derived numbers beside them, and one sentence about the first.
 * @throws SargableError `unreadable-plan` with the place, when there is no plan in the text.
 */
export function parsePlans(text: string, context: PlanContext): PlanDocument {
  const plans = readPlans(text, context)
  const metrics = plans.map((plan) => metricsOf(plan))
  const [first] = plans
  return {
    sargable: 1,
    kind: 'plan',
    plans,
    metrics,
    verdict: first
      ? verdictOf({ plan: first, metrics: metrics[0] ?? {}, keyUse: [], catalog: { tables: [] } })
      : { text: 'There is no plan in this text.', facts: [] },
  }
}
