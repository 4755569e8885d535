import { useAtom } from 'jotai'
import { Clock } from 'lucide-react'
import { useEffect } from 'react'
import type { PlanDocument } from '../../core/plan/document'
import { Icon } from '../kit/icon'
import { isBigPlan } from '../plan/big-plan'
import { usePlanPainted } from '../plan/use-plan-painted'
import { selectionAtom } from '../state/atoms'
import { verdictSelection } from '../state/verdict-selection'
import { VerdictBar } from './VerdictBar'

/** The verdict of a pasted plan. That of a big one is worked out when its picture is on the screen. */
export function PastedVerdict({ document }: { readonly document: PlanDocument }) {
  const painted = usePlanPainted()
  useFirstSelection(document, painted)
  if (!painted) return <VerdictToCome />
  return (
    <VerdictBar
      verdict={document.verdict}
      plans={document.plans}
      analysis={undefined}
      findings={() => document.findings ?? []}
    />
  )
}

/** As tall as the verdict, so that nothing moves when that has come. */
function VerdictToCome() {
  return (
    <div className="verdict-area">
      <div className="verdict" role="status" aria-label="Verdict" aria-busy="true">
        <span className="ic acc">
          <Icon of={Clock} />
        </span>
        <div className="grow">
          <h1 className="say dim">Looking where the work is …</h1>
          <div className="sub">
            <span>pasted plan, no server asked</span>
          </div>
        </div>
      </div>
    </div>
  )
}

const chosen = new WeakSet<PlanDocument>()

/** A big plan opens with nothing picked; what its verdict speaks of is picked with it, unless somebody was quicker. */
function useFirstSelection(document: PlanDocument, painted: boolean) {
  const [selection, setSelection] = useAtom(selectionAtom)
  const nothing = selection.nodeId === undefined
  useEffect(() => {
    if (!painted || chosen.has(document)) return
    chosen.add(document)
    if (nothing && isBigPlan(document.plans[0])) setSelection(verdictSelection(document))
  }, [document, painted, nothing, setSelection])
}
