import { useAtom, useAtomValue } from 'jotai'
import { FlaskConical, GitCompareArrows, Timer } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { formatRatio, ratioInWords } from '../../core/figures'
import { takenAwayWords } from '../../core/trace/taken-away'
import type { WhyNotAnswer } from '../../core/trace/why-not'
import { CodeText } from '../analyze/CodeText'
import { compareWithHint } from '../compare/open-hinted'
import { Button } from '../kit/button'
import { Icon } from '../kit/icon'
import { Absent, Estimated, Measured as MeasuredNumber } from '../kit/numbers'
import { CopyButton } from '../plan/CopyButton'
import { resultAtom, shownPlanAtom } from '../state/atoms'
import { type AskedIndex, askedIndexAtom, measuredAtom, measuredKey } from './atoms'
import { IndexChooser } from './IndexChooser'
import { LinesLink } from './LinesLink'
import { compareSides, takeAway, takeAwayBlocked } from './measure'
import { askTrace, type OpenReading } from './readings'
import { answerRows, answerText, type IndexChoice, indexChoices } from './why-not-view'

/** Why not this index? Type or click one: one answer from trace, catalog and key parts, and a way to find out for real. */
export function WhyNot({ reading }: { readonly reading: OpenReading }) {
  const [asked, setAsked] = useAtom(askedIndexAtom)
  const shown = useAtomValue(shownPlanAtom)
  const choices = useMemo(() => indexChoices(reading.overview, shown?.catalog), [reading, shown])
  const [typed, setTyped] = useState('')
  const current = asked && chosenOf(choices, asked)
  useEffect(() => setTyped(current?.title ?? ''), [current])
  const answer = useAnswer(reading, current)
  if (choices.length === 0) return null
  return (
    <section aria-label="Why not this index" className="why-section">
      <div className={`card ${current ? 'sel' : ''} why-card`}>
        <IndexChooser
          choices={choices}
          typed={typed}
          onType={setTyped}
          chosen={current}
          onChoose={({ table, index, selectId }) => setAsked({ table, index, selectId })}
          placeholder="type an index, or click one"
        />
        {answer && <Answer reading={reading} answer={answer} />}
      </div>
    </section>
  )
}

/** A subquery that became a semi-join has a number in the plan that the trace does not know. */
function chosenOf(choices: readonly IndexChoice[], asked: AskedIndex): IndexChoice | undefined {
  const named = choices.filter(({ index, table }) => index === asked.index && sameName(table, asked.table))
  return named.find(({ selectId }) => selectId === asked.selectId) ?? named[0]
}

function useAnswer(
  reading: OpenReading,
  asked: { readonly table: string; readonly index: string; readonly selectId?: number | undefined } | undefined,
): WhyNotAnswer | undefined {
  const shown = useAtomValue(shownPlanAtom)
  const [answer, setAnswer] = useState<WhyNotAnswer | undefined>(undefined)
  const { table, index, selectId } = asked ?? {}
  useEffect(() => {
    if (table === undefined || index === undefined) return setAnswer(undefined)
    let current = true
    askTrace(reading, 'why-not', {
      question: { table, index, selectId },
      facts: shown ? { catalog: shown.catalog, keyUse: shown.keyUse } : {},
    }).then(
      (told) => current && setAnswer(told),
      (why: unknown) => {
        if (!current) return
        const sentence = why instanceof Error ? why.message : String(why)
        setAnswer({ table, index, outcome: 'unknown', sentence, because: [] })
      },
    )
    return () => {
      current = false
    }
  }, [reading, table, index, selectId, shown])
  return answer
}

function Answer({ reading, answer }: { readonly reading: OpenReading; readonly answer: WhyNotAnswer }) {
  const result = useAtomValue(resultAtom)
  const all = useAtomValue(measuredAtom)
  const sql = result.state === 'analysis' ? result.analysis.sql : ''
  const measured = all.get(measuredKey(sql, answer))
  const done = measured?.state === 'done' ? measured.result : undefined
  const rows = answerRows(answer, done)
  const words = done && takenAwayWords(done)
  const hint = answer.outcome === 'chosen' ? 'ignore' : 'force'
  const span = answer.way?.span ?? answer.winner?.span
  return (
    <>
      <p className="why-say" role="status">
        <CodeText text={answer.sentence} />
      </p>
      {answer.because.map((each) => (
        <p key={each} className="dim why-because">
          <CodeText text={each} />
        </p>
      ))}
      {words && (
        <div className="note acc why-measured">
          <Icon of={Timer} />
          <div>
            <p>
              <b>{words.sentence}</b>
            </p>
            {words.because.map((each) => (
              <p key={each}>{each}</p>
            ))}
            {done?.notes.map((each) => (
              <p key={each} className="dim">
                {each}
              </p>
            ))}
          </div>
        </div>
      )}
      {measured?.state === 'refused' && (
        <p className="note bad" role="alert">
          <span>
            <b>{measured.message}</b> <span className="dim">{measured.hint}</span>
          </span>
        </p>
      )}
      <table className="g compact why-numbers">
        <thead>
          <tr>
            <th>Way</th>
            <th className="num">Rows</th>
            <th className="num">Cost seen</th>
            <th className="num">Measured</th>
            <th className="num">Factor</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <td>
                <b className="mono">{row.name}</b> <span className="faint">{row.says}</span>
              </td>
              <td className="num">
                <Estimated value={row.rows} unit="rows" absentBecause="The trace tells no rows." />
              </td>
              <td className="num">
                <Estimated value={row.cost} unit="cost" absentBecause="It was not costed." />
              </td>
              <td className="num">
                <MeasuredNumber
                  value={row.medianMs}
                  unit="ms"
                  absentBecause="Not measured yet. Take the choice away to find out."
                />
              </td>
              <td className="num">
                {row.base ? <span className="faint">base</span> : <Factor cost={row.costRatio} time={row.timeRatio} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="row wrap why-actions">
        <Button
          small
          icon={Timer}
          tip="Runs the statement as it is and with a hint, twice each, under guard"
          blockedBecause={measured?.state === 'running' ? 'It runs now.' : takeAwayBlocked()}
          onPress={() => void takeAway(answer, hint)}
        >
          {measured?.state === 'running' ? 'Measuring …' : 'Take the choice away and measure'}
        </Button>
        <Button
          small
          icon={FlaskConical}
          tip="Opens both in Compare, where they are timed against each other until it is sure"
          blockedBecause={takeAwayBlocked()}
          onPress={() => void compareWithHint(answer, hint)}
        >
          Compare
        </Button>
        {measured?.state === 'done' && (
          <Button small icon={GitCompareArrows} onPress={() => compareSides(measured)}>
            Compare the plans
          </Button>
        )}
        <span className="row why-source">
          {span && <LinesLink reading={reading} span={span} />}
          <CopyButton label="Copy the answer as text" text={() => answerText(answer, done)} />
        </span>
      </div>
    </>
  )
}

/** Measured where it is, else what the optimizer saw; never both in one look. */
function Factor({ cost, time }: { readonly cost: number | undefined; readonly time: number | undefined }) {
  if (time !== undefined)
    return (
      <span className={time > 1 ? 'bad' : 'good'} title={`measured: ${ratioInWords(time)}`}>
        {formatRatio(time)}
      </span>
    )
  if (cost === undefined) return <Absent because="The two were not costed at one point, or not apart when measured." />
  return (
    <span className="est" title={`estimated cost: ${ratioInWords(cost)}`}>
      ≈ {formatRatio(cost)}
    </span>
  )
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
