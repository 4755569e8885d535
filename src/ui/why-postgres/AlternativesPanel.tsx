import { useAtomValue } from 'jotai'
import { RotateCcw } from 'lucide-react'
import type { Alternatives } from '../../core/alternatives/model'
import { CodeText } from '../analyze/CodeText'
import { Button } from '../kit/button'
import { shownBlocked } from '../state/actions/shown-analysis'
import { connectionAtom } from '../state/atoms'
import { AlternativesTable } from './AlternativesTable'
import { askPlanner } from './ask'
import { whyPostgresAtom } from './atoms'
import { IndexQuestion } from './IndexQuestion'
import { Refused } from './Refused'

/** Why this plan, where the server keeps no trace: what the planner makes when its choices are taken away. */
export function AlternativesPanel() {
  const { found } = useAtomValue(whyPostgresAtom)
  if (found?.state === 'told') return <Told found={found.told} />
  return (
    <div className="lower-empty whypg-ask">
      <p>
        <b>PostgreSQL keeps no record of the plans that it dropped.</b>{' '}
        <span className="dim">
          It can be asked: the statement is planned again with one choice taken away each time, up to 24 times and never
          run, in one read-only transaction. Every setting is put back.
        </span>
      </p>
      <AskButton again={false} />
      {found?.state === 'asking' && (
        <p className="faint" role="status">
          Asking the planner …
        </p>
      )}
      {found?.state === 'refused' && <Refused fault={found.fault} />}
    </div>
  )
}

function AskButton({ again }: { readonly again: boolean }) {
  useAtomValue(connectionAtom)
  const { found } = useAtomValue(whyPostgresAtom)
  const blocked = found?.state === 'asking' ? 'It is being asked.' : shownBlocked()
  if (again)
    return (
      <Button small look="ghost" icon={RotateCcw} blockedBecause={blocked} onPress={() => void askPlanner()}>
        Ask again
      </Button>
    )
  return (
    <Button look="primary" blockedBecause={blocked} onPress={() => void askPlanner()}>
      Ask what else it could do
    </Button>
  )
}

function Told({ found }: { readonly found: Alternatives }) {
  const { text, asked, alternatives, unchanged, cautions } = found
  const forced = unchanged.filter(({ because }) => because === 'no-other-way')
  const idle = unchanged.filter(({ because }) => because === 'not-used').map(({ question }) => question.taken)
  return (
    <div className="why whypg">
      <div className="why-head">
        <div className="grow">
          <p className="why-headline">
            <CodeText text={text} />
          </p>
          <p className="why-facts dim">
            planned {asked} times, none run ·{' '}
            {alternatives.length === 1 ? '1 other plan' : `${alternatives.length} other plans`} · costs are the
            planner’s, not measured
          </p>
        </div>
        <AskButton again />
      </div>
      <div className="why-body whypg-body">
        <section className="whypg-main scroll" aria-label="Choices taken away">
          {alternatives.length > 0 && <AlternativesTable found={found} />}
          <ul className="whypg-unchanged">
            {forced.map(({ question, text: words }) => (
              <li key={question.id}>
                <CodeText text={words} />
              </li>
            ))}
            {idle.length > 0 && (
              <li className="dim">
                The plan stays as it is without <CodeText text={idle.join('; ')} />.
              </li>
            )}
          </ul>
        </section>
        <section className="whypg-side scroll" aria-label="Why not this index">
          <IndexQuestion />
          <ul className="whypg-cautions dim">
            {cautions.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}
