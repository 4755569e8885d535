import { useAtomValue } from 'jotai'
import { useAfterPaint } from '../kit/after-paint'
import { shownPlanAtom } from '../state/atoms'
import { isBigPlan } from './big-plan'

/** True for what stands beside the picture of the shown plan: at once, or, of a big plan, when that has been painted. */
export function usePlanPainted(): boolean {
  const plan = useAtomValue(shownPlanAtom)?.plan
  const painted = useAfterPaint(plan?.root)
  return !isBigPlan(plan) || painted === plan?.root
}
