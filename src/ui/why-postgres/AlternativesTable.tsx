import { useAtom, useAtomValue } from 'jotai'
import { Check, FlaskConical, GitCompareArrows, Minus, Timer } from 'lucide-react'
import { Fragment } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { Alternative, Alternatives } from '../../core/alternatives/model'
import { formatRatio, ratioInWords } from '../../core/figures'
import { CodeText } from '../analyze/CodeText'
import { compareWithSettings } from '../compare/open-hinted'
import { Button } from '../kit/button'
import { Icon } from '../kit/icon'
import { Absent, Estimated } from '../kit/numbers'
import { compareWithChosen, measureBlocked, measureForced, nameOfAlternative } from './ask'
import { openQuestionAtom, whyPostgresAtom } from './atoms'
import { MeasuredNote } from './MeasuredNote'

/** Costs of this many times the chosen one and more have a full bar: one absurd plan must not flatten the others. */
const longestBar = 20

/** The chosen plan, and one line for each other plan that was left when something was taken away. */
export function AlternativesTable({ found }: { readonly found: Alternatives }) {
  const { chosen, alternatives } = found
  const dearest = Math.max(chosen.cost ?? 0, ...alternatives.map(({ cost }) => cost ?? 0))
  const most = chosen.cost === undefined ? dearest : Math.min(dearest, chosen.cost * longestBar)
  return (
    <table className="g whypg-table">
      <thead>
        <tr>
          <th>Taken away</th>
          <th>Plan</th>
          <th>Cost</th>
          <th className="num">Factor</th>
          <th>First difference</th>
        </tr>
      </thead>
      <tbody>
        <tr className="chosen">
          <td>
            <span className="row">
              <span className="acc">
                <Icon of={Check} size={12} />
              </span>
              <b>nothing: the chosen plan</b>
            </span>
          </td>
          <td>
            <CodeText text={chosen.words} />
          </td>
          <td>
            <CostBar cost={chosen.cost} most={most} chosen />
          </td>
          <td className="num faint">base</td>
          <td />
        </tr>
        {alternatives.map((one) => (
          <Line key={one.question.id} one={one} most={most} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ one, most }: { readonly one: Alternative; readonly most: number }) {
  const [open, setOpen] = useAtom(openQuestionAtom)
  const { question, also, words, cost, ratio, difference, forced } = one
  const isOpen = open === question.id
  return (
    <Fragment>
      <tr className={isOpen ? 'sel' : undefined} onClick={() => setOpen(isOpen ? undefined : question.id)}>
        <td>
          <span className="row">
            <span className="faint">
              <Icon of={Minus} size={12} />
            </span>
            <AriaButton
              className="link whypg-taken"
              aria-expanded={isOpen}
              onPress={() => setOpen(isOpen ? undefined : question.id)}
            >
              <CodeText text={question.taken} />
            </AriaButton>
            {also.length > 0 && (
              <span className="faint" title={`The same plan without ${also.join('; without ')}`}>
                +{also.length}
              </span>
            )}
          </span>
        </td>
        <td>
          <CodeText text={words} />
          {forced.length > 0 && <span className="whypg-forced"> · cannot do without it everywhere</span>}
        </td>
        <td>
          <CostBar cost={cost} most={most} />
        </td>
        <td className="num">
          <Ratio ratio={ratio} />
        </td>
        <td className="dim">
          <CodeText text={difference} />
        </td>
      </tr>
      {isOpen && (
        <tr className="sel whypg-detail">
          <td colSpan={5}>
            <Detail one={one} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}

function Detail({ one }: { readonly one: Alternative }) {
  const { measured } = useAtomValue(whyPostgresAtom)
  const { question, also, forced, caution, plan } = one
  const reply = measured.get(question.id)
  return (
    <>
      {also.length > 0 && (
        <p>
          The same plan is left without <CodeText text={also.join('; without ')} />.
        </p>
      )}
      {forced.length > 0 && (
        <p>
          It was taken away and used all the same, because nothing else is possible there:{' '}
          <CodeText text={forced.join(', ')} />.
        </p>
      )}
      {caution !== undefined && <p>{caution}</p>}
      <div className="row wrap whypg-actions">
        <Button small icon={GitCompareArrows} onPress={() => compareWithChosen(nameOfAlternative(one), plan)}>
          Compare side by side
        </Button>
        {question.settings.length > 0 && (
          <Button
            small
            icon={FlaskConical}
            tip="Opens both in Compare, where they are timed against each other until it is sure"
            blockedBecause={measureBlocked(question)}
            onPress={() => compareWithSettings(question)}
          >
            Compare
          </Button>
        )}
        <Button
          small
          icon={Timer}
          tip="Runs the statement as it is and with these settings, twice each, in turns and under guard"
          blockedBecause={reply?.state === 'asking' ? 'It runs now.' : measureBlocked(question)}
          onPress={() => void measureForced(question)}
        >
          Take the choice away and measure
        </Button>
        <span className="faint mono">
          {question.settings.map(({ name, value }) => `${name} = ${value}`).join(', ')}
        </span>
      </div>
      <MeasuredNote reply={reply} />
    </>
  )
}

function CostBar({
  cost,
  most,
  chosen = false,
}: {
  readonly cost: number | undefined
  readonly most: number
  readonly chosen?: boolean
}) {
  return (
    <span className="why-cost">
      <span className="why-bar">
        {cost !== undefined && most > 0 && (
          <i className={chosen ? 'on' : ''} style={{ width: `${Math.min(100, Math.max(1, (100 * cost) / most))}%` }} />
        )}
      </span>
      <span className="why-cost-number">
        <Estimated value={cost} unit="cost" absentBecause="The penalty cannot be taken out of this cost exactly." />
      </span>
    </span>
  )
}

function Ratio({ ratio }: { readonly ratio: number | undefined }) {
  if (ratio === undefined) return <Absent because="One of the two has no cost." />
  return (
    <span className="est" title={`estimated cost: ${ratioInWords(ratio)}`}>
      ≈ {formatRatio(ratio)}
    </span>
  )
}
