import { useAtomValue } from 'jotai'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { CodeText } from '../analyze/CodeText'
import { Icon } from '../kit/icon'
import { Segments } from '../kit/segments'
import { resultAtom } from '../state/atoms'
import { AdviceCard } from './AdviceCard'
import { type AdviceCardFacts, adviceCardsAtom } from './cards'
import { NotChecked } from './NotChecked'

/** What to try, the first card open and the others one line; what was refuted stands apart. */
export function AdvicePanel() {
  const cards = useAtomValue(adviceCardsAtom)
  const result = useAtomValue(resultAtom)
  const [side, setSide] = useState<'standing' | 'withdrawn'>('standing')
  if (!cards || result.state !== 'analysis') return null
  const { standing, upkeep, withdrawn } = cards
  const { notChecked = [], nothingToAdvise, sql } = result.analysis
  const away = side === 'withdrawn' && withdrawn.length > 0
  const shown = away ? withdrawn : standing
  return (
    <div className="lower scroll advice-panel">
      {withdrawn.length > 0 && (
        <Segments
          label="Advice to show"
          options={[
            { id: 'standing', title: `Advice ${standing.length}` },
            { id: 'withdrawn', title: `Withdrawn ${withdrawn.length}` },
          ]}
          selected={side}
          onSelect={setSide}
        />
      )}
      {shown.length === 0 && <Nothing because={nothingToAdvise} withdrawn={withdrawn.length} />}
      <Cards cards={shown} sql={sql} opens />
      {!away && upkeep.length > 0 && (
        <>
          <h4 className="panel-h">Beside this statement: upkeep of its tables</h4>
          <Cards cards={upkeep} sql={sql} opens={false} />
        </>
      )}
      {notChecked.length > 0 && <NotChecked rules={notChecked} />}
    </div>
  )
}

interface CardsProps {
  readonly cards: readonly AdviceCardFacts[]
  readonly sql: string
  /** The first is open from the beginning. */
  readonly opens: boolean
}

function Cards({ cards, sql, opens }: CardsProps) {
  const [opened, setOpened] = useState<ReadonlySet<string> | undefined>(undefined)
  const open = opened ?? new Set(cards.slice(0, opens ? 1 : 0).map(({ key }) => key))
  const toggle = (key: string) => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    setOpened(next)
  }
  return (
    <ol className="advice-cards" aria-label={opens ? 'Advice' : 'Upkeep'}>
      {cards.map((card) => (
        <AdviceCard key={card.key} card={card} sql={sql} open={open.has(card.key)} onToggle={() => toggle(card.key)} />
      ))}
    </ol>
  )
}

function Nothing({ because, withdrawn }: { readonly because: string | undefined; readonly withdrawn: number }) {
  const words = because ?? (withdrawn > 0 ? 'What was advised was tried and withdrawn.' : 'Nothing is advised.')
  return (
    <p className="note">
      <Icon of={Check} />
      <span>
        <CodeText text={words} />
      </span>
    </p>
  )
}
