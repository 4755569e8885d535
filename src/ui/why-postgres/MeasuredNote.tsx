import { GitCompareArrows, Timer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { MeasuredChoice } from '../../core/alternatives/model'
import { formatRatio } from '../../core/figures'
import { CodeText } from '../analyze/CodeText'
import { Button } from '../kit/button'
import { Icon } from '../kit/icon'
import { Absent, Estimated, Measured } from '../kit/numbers'
import { compareMeasured } from './ask'
import type { Reply } from './atoms'
import { Refused } from './Refused'

/** What both plans really took, and the word on the planner's choice. */
export function MeasuredNote({ reply }: { readonly reply: Reply<MeasuredChoice> | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  const told = reply?.state === 'told' ? reply.told : undefined
  useEffect(() => {
    if (told) place.current?.scrollIntoView({ block: 'nearest' })
  }, [told])
  if (reply === undefined) return null
  if (reply.state === 'asking') return <p className="faint">Both plans run now, in turns …</p>
  if (reply.state === 'refused') return <Refused fault={reply.fault} />
  const { verdict, text, chosen, loser, question, cautions, expectedRatio, actualRatio } = reply.told
  const isWrong = verdict === 'misestimate' || verdict === 'cost-model'
  return (
    <div className={`note ${isWrong ? 'warn' : 'acc'} why-measured`} ref={place}>
      <Icon of={Timer} />
      <div>
        <p role="status">
          {isWrong && <b className="whypg-verdict">{wrongWords[verdict]}</b>} <CodeText text={text} />
        </p>
        <table className="g compact why-numbers">
          <thead>
            <tr>
              <th>Plan</th>
              <th className="num">Cost believed</th>
              <th className="num">Measured</th>
              <th className="num">Pages</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>as it is</td>
              <td className="num">
                <Estimated value={chosen.cost} unit="cost" />
              </td>
              <td className="num">
                <Measured value={chosen.executionMs} unit="ms" />
              </td>
              <td className="num">
                <Measured value={chosen.blocks} unit="count" absentBecause="The plan counts no pages." />
              </td>
            </tr>
            <tr>
              <td>
                <CodeText text={`${question.phrase.charAt(0).toLowerCase()}${question.phrase.slice(1)}`} />
              </td>
              <td className="num">
                <Estimated value={loser.cost} unit="cost" absentBecause="The penalty cannot be taken out of it." />
              </td>
              <td className="num">
                <Measured value={loser.executionMs} unit="ms" absentBecause="It was stopped." />
              </td>
              <td className="num">
                <Measured value={loser.blocks} unit="count" absentBecause="It was stopped." />
              </td>
            </tr>
            <tr>
              <td className="faint">factor</td>
              <td className="num">
                {expectedRatio === undefined ? (
                  <Absent because="One of the two has no cost." />
                ) : (
                  <span className="est">≈ {formatRatio(expectedRatio)}</span>
                )}
              </td>
              <td className="num">
                {actualRatio === undefined ? (
                  <Absent because="One of the two has no time." />
                ) : (
                  formatRatio(actualRatio)
                )}
              </td>
              <td />
            </tr>
          </tbody>
        </table>
        {cautions.map((each) => (
          <p key={each} className="dim">
            {each}
          </p>
        ))}
        {chosen.plan && loser.plan && (
          <Button small icon={GitCompareArrows} onPress={() => compareMeasured(reply.told)}>
            Compare the measured plans
          </Button>
        )}
      </div>
    </div>
  )
}

/** The sentence says the other words itself. */
const wrongWords = { misestimate: 'Rows misestimated.', 'cost-model': 'Prices wrong.' } as const
