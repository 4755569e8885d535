import { useSetAtom } from 'jotai'
import { Check, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { coverageOf } from '../../core/plan/insight/coverage'
import type { Plan } from '../../core/plan/model'
import { Badge } from '../kit/badge'
import { lowerTabAtom, narrowTabAtom } from '../state/session'
import { coveragePercent } from './coverage-percent'

/** How much of the text was understood: nothing said is not the same as everything read. Opens the notes. */
export function CoverageBadge({ plan }: { readonly plan: Plan }) {
  const setLower = useSetAtom(lowerTabAtom)
  const setNarrow = useSetAtom(narrowTabAtom)
  const coverage = useMemo(() => coverageOf(plan), [plan])
  const { length } = plan.notes
  if (length === 0) {
    return (
      <Badge icon={Check} title="Every word of the plan was understood.">
        read completely
      </Badge>
    )
  }
  const percent = coveragePercent(coverage)
  return (
    <AriaButton
      className="fact-link"
      onPress={() => {
        setLower('notes')
        setNarrow('notes')
      }}
    >
      <Badge look="warn" icon={TriangleAlert}>
        {percent} % read, {length} {length === 1 ? 'note' : 'notes'}
      </Badge>
    </AriaButton>
  )
}
