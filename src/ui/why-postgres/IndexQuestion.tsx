import { useAtomValue } from 'jotai'
import { GitCompareArrows, Timer } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { WhyNot } from '../../core/alternatives/model'
import { isDefinition } from '../../core/alternatives/why-not-index'
import { formatRatio } from '../../core/figures'
import { CodeText } from '../analyze/CodeText'
import { Button } from '../kit/button'
import { Absent, Estimated } from '../kit/numbers'
import { connectionAtom, shownPlanAtom } from '../state/atoms'
import { IndexChooser } from '../why/IndexChooser'
import { askPlanner, compareWithChosen, measureBlocked, measureForced } from './ask'
import { whyPostgresAtom } from './atoms'
import { indexChoices } from './index-choices'
import { MeasuredNote } from './MeasuredNote'
import { Refused } from './Refused'

/** Why not this index? Chosen from the tables of the statement; with hypopg also one that is not there. */
export function IndexQuestion() {
  const shown = useAtomValue(shownPlanAtom)
  const connection = useAtomValue(connectionAtom)
  const { whyNot } = useAtomValue(whyPostgresAtom)
  const choices = useMemo(() => (shown ? indexChoices(shown.plan, shown.catalog) : []), [shown])
  const [typed, setTyped] = useState('')
  const canAdd =
    connection?.capabilities.some(({ name, available }) => name === 'hypothetical-index' && available) ?? false
  const [table] = choices
  if (choices.length === 0 && !canAdd) return null
  return (
    <div className={`card ${whyNot ? 'sel' : ''} why-card`}>
      <IndexChooser
        choices={choices}
        typed={typed}
        onType={setTyped}
        onChoose={({ table: of, index }) => void askPlanner({ table: of, index })}
        placeholder={canAdd ? 'an index, or CREATE INDEX ON …' : 'type an index, or choose one'}
        onOwnText={(text) => {
          if (isDefinition(text)) void askPlanner({ table: table?.table ?? '', index: text.trim() })
        }}
      />
      {whyNot?.state === 'asking' && <p className="faint why-because">Planning it again …</p>}
      {whyNot?.state === 'refused' && <Refused fault={whyNot.fault} />}
      {whyNot?.state === 'told' && <Answer whyNot={whyNot.told} />}
    </div>
  )
}

function Answer({ whyNot }: { readonly whyNot: WhyNot }) {
  const { measured } = useAtomValue(whyPostgresAtom)
  const { text, index, answer, cost, chosenCost, ratio, how, measurable, question, plan } = whyNot
  const reply = measurable && measured.get(measurable.id)
  const isBound = answer === 'dearer-than-asked'
  return (
    <>
      <p className="why-say" role="status">
        <CodeText text={text} />
      </p>
      <p className="dim why-because">Found by {how}.</p>
      {cost !== undefined && (
        <table className="g compact why-numbers">
          <thead>
            <tr>
              <th>Plan</th>
              <th className="num">Cost</th>
              <th className="num">Factor</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>as it is</td>
              <td className="num">
                <Estimated value={chosenCost} unit="cost" />
              </td>
              <td className="num faint">base</td>
            </tr>
            <tr>
              <td>
                <b className="mono">{index}</b> {isBound && <span className="faint">at least</span>}
              </td>
              <td className="num">
                <Estimated value={cost} unit="cost" />
              </td>
              <td className="num">
                {ratio === undefined ? (
                  <Absent because="It is a bound, not a cost." />
                ) : (
                  <span className="est">≈ {formatRatio(ratio)}</span>
                )}
              </td>
            </tr>
          </tbody>
        </table>
      )}
      <div className="row wrap why-actions">
        {question && plan && (
          <Button small icon={GitCompareArrows} onPress={() => compareWithChosen(`with ${index}`, plan)}>
            Compare side by side
          </Button>
        )}
        {answer === 'considered' && (
          <Button
            small
            icon={Timer}
            tip="Runs the statement as it is and with settings that lead to this index, twice each, in turns and under guard"
            blockedBecause={
              reply?.state === 'asking'
                ? 'It runs now.'
                : measurable
                  ? measureBlocked(measurable)
                  : 'Only hiding the other indexes leads to it, and those are hidden for EXPLAIN only.'
            }
            onPress={() => measurable && void measureForced(measurable)}
          >
            Take the choice away and measure
          </Button>
        )}
      </div>
      <MeasuredNote reply={reply} />
    </>
  )
}
