import { useSetAtom } from 'jotai'
import { TriangleAlert } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import { CodeText } from '../analyze/CodeText'
import { Icon } from '../kit/icon'
import { Absent, Estimated } from '../kit/numbers'
import { askedIndexAtom } from './atoms'
import { LinesLink } from './LinesLink'
import type { OpenReading } from './readings'

/** What was decided again after the join order was fixed: those that changed the plan stand out, because they explain many bad ones. */
export function SecondLooks({ reading }: { readonly reading: OpenReading }) {
  const { rechecks } = reading.overview
  const ask = useSetAtom(askedIndexAtom)
  if (rechecks.length === 0) return null
  return (
    <section aria-label="Decided again" className="why-section">
      <div className="why-h">
        <h2>Decided again after the join order</h2>
        <span className="grow" />
        <span className="faint">
          {rechecks.filter((one) => one.changed).length} of {rechecks.length} changed the plan
        </span>
      </div>
      {rechecks.map((one) => (
        <div
          key={`${one.span.start} ${one.table}`}
          className={one.changed ? 'note warn why-recheck' : 'note why-recheck'}
        >
          {one.changed && <Icon of={TriangleAlert} />}
          <div className="grow">
            <p>
              <CodeText text={one.text} /> <LinesLink reading={reading} span={one.span} about={one} />
            </p>
            {one.candidates.length > 0 && (
              <table className="g compact">
                <thead>
                  <tr>
                    <th>Index</th>
                    <th className="num">Rows</th>
                    <th className="num">Cost</th>
                    <th>Outcome</th>
                  </tr>
                </thead>
                <tbody>
                  {one.candidates.map((candidate) => (
                    <tr key={`${candidate.index} ${candidate.span.start}`}>
                      <td>
                        <AriaButton
                          className="link mono"
                          onPress={() => ask({ table: one.table, index: candidate.index, selectId: one.selectId })}
                        >
                          {candidate.index}
                        </AriaButton>
                      </td>
                      <td className="num">
                        <Estimated value={candidate.rows} unit="rows" absentBecause="The trace tells none." />
                      </td>
                      <td className="num">
                        <Estimated value={candidate.cost} unit="cost" absentBecause="It was not costed." />
                      </td>
                      <td className="dim">
                        {candidate.outcome === '' ? <Absent because="The trace says nothing." /> : candidate.outcome}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </div>
        </div>
      ))}
    </section>
  )
}
