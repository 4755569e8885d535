import { useAtomValue } from 'jotai'
import { useAfterPaint } from '../kit/after-paint'
import { shownPlanAtom } from '../state/atoms'
import { flatPlanAtom } from './atoms'

/** What stands beside smaller plans is quicker drawn with them than after them. */
const manyNodes = 2000

/** True for what stands beside the picture of the shown plan: at once, or, of a big plan, when that has been painted. */
export function usePlanPainted(): boolean {
  const root = useAtomValue(shownPlanAtom)?.plan.root
  const painted = useAfterPaint(root)
  const flat = useAtomValue(flatPlanAtom)
  return (flat?.nodes.length ?? 0) < manyNodes || painted === root
}
