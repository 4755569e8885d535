import { metricsOf } from '../../core/plan/metrics'
import type { Plan } from '../../core/plan/model'
import { showPlans } from '../compare/tabs'
import { fillSlot } from '../plan-diff/actions'
import { resultAtom } from '../state/atoms'
import { store } from '../state/store'

/** Puts the plan as it is and the one with the advice side by side. */
export function comparePlans(before: Plan, after: Plan): void {
  const result = store.get(resultAtom)
  if (result.state !== 'analysis') return
  const { sql } = result.analysis
  for (const [slot, [name, plan]] of (
    [
      ['as it is', before],
      ['with the advice', after],
    ] as const
  ).entries())
    fillSlot(slot, { name, from: 'tab', plan, metrics: metricsOf(plan), sql })
  showPlans()
}
