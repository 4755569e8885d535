import { useAtomValue } from 'jotai'
import { Tabs } from '../kit/tabs'
import { usePlanPainted } from '../plan/use-plan-painted'
import { AdvicePanel } from './AdvicePanel'
import { adviceCardsAtom } from './cards'

/** The advice in a pane of its own, beside what it rests on. */
export function AdvicePane() {
  const cards = useAtomValue(adviceCardsAtom)
  if (!usePlanPainted()) return null
  return (
    <Tabs
      label="What to try"
      items={[{ id: 'advice', title: 'Advice', count: cards?.standing.length, content: <AdvicePanel /> }]}
      selected="advice"
      onSelect={() => {}}
    />
  )
}
