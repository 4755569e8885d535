import { useAtomValue } from 'jotai'
import { TriangleAlert } from 'lucide-react'
import { Button } from '../kit/button'
import { Icon } from '../kit/icon'
import { TextLines } from '../kit/text-lines'
import { openAsText } from '../state/actions/tabs'
import { resultAtom } from '../state/atoms'
import { AlternativesPanel } from '../why-postgres/AlternativesPanel'
import { traceTextOf } from './atoms'
import { Explorer } from './Explorer'
import { readAgain, useReading } from './readings'

/** Why this plan: from the optimizer trace where there is one, else what this kind of server can tell. */
export function WhyPanel() {
  const result = useAtomValue(resultAtom)
  if (result.state === 'analysis' && result.analysis.engine.family === 'postgres') return <AlternativesPanel />
  const text = traceTextOf(result)
  return text === undefined ? <NoTrace /> : <Trace text={text} />
}

function Trace({ text }: { readonly text: string }) {
  const reading = useReading(text)
  const pasted = useAtomValue(resultAtom).state === 'trace'
  if (!reading || reading.state === 'reading')
    return (
      <p className="why-wait faint" role="status">
        Reading the trace …
      </p>
    )
  if (reading.state === 'read') return <Explorer reading={reading} />
  const { fault } = reading
  return (
    <div className="lower">
      <p className="note bad" role="alert">
        <Icon of={TriangleAlert} />
        <span>
          <b>{fault.message}</b> {fault.line !== undefined && `Line ${fault.line}, column ${fault.column ?? 1}. `}
          <span className="dim">{fault.hint}</span>
        </span>
      </p>
      <div className="row">
        <Button small onPress={() => readAgain(reading)}>
          Try again
        </Button>
        {pasted && (
          <Button small onPress={openAsText}>
            Open as text
          </Button>
        )}
      </div>
      <TextLines text={text} label="The text" />
    </div>
  )
}

function NoTrace() {
  return (
    <div className="lower-empty">
      <p>
        <b>No trace.</b>{' '}
        <span className="dim">
          MySQL from 5.6 and MariaDB from 10.4 record one when this login may read it. The connection bar says what is
          missing. A trace from elsewhere can be pasted into an empty tab.
        </span>
      </p>
    </div>
  )
}
