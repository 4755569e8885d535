import { useAtomValue, useSetAtom, useStore } from 'jotai'
import type { TextSpan } from '../../core/text-span'
import { textOutputAtom } from '../plan/atoms'
import { outputsOf } from '../plan/outputs'
import { planViewAtom, resultAtom, selectionAtom, shownPlanAtom } from '../state/atoms'
import { narrowTabAtom } from '../state/session'

/** Opens the plan's own text at a place of it. */
export function useShowRawLine(): (span: TextSpan) => void {
  const store = useStore()
  const shown = useAtomValue(shownPlanAtom)
  const result = useAtomValue(resultAtom)
  const setView = useSetAtom(planViewAtom)
  const setOutput = useSetAtom(textOutputAtom)
  const setNarrow = useSetAtom(narrowTabAtom)
  return (span) => {
    if (!shown) return
    const outputs = outputsOf(shown.plan, result.state === 'analysis' ? result.analysis.explain : [])
    setOutput(outputs.find((output) => output.isSource)?.title)
    setView('text')
    setNarrow('plan')
    const { planIndex } = store.get(selectionAtom)
    store.set(selectionAtom, { planIndex, planSpan: span })
  }
}
