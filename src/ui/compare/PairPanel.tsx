import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { Button } from '../kit/button'
import { givenPairAtom, shownDiffAtom } from '../plan-diff/atoms'
import { DiffDetail } from '../plan-diff/DiffDetail'
import { DiffTable } from '../plan-diff/DiffTable'
import { DiffVerdict } from '../plan-diff/DiffVerdict'
import { connectionAtom } from '../state/atoms'
import { attempt } from '../state/service'
import { TracePartings } from '../why/TracePartings'
import { letterOf } from './draft'
import { type PickedPair, pickedPairAtom, shownPlansAtom } from './shown'

/** The baseline's plan beside that of the picked variant, line by line, and where the optimizer's ways part. */
export function PairPanel() {
  const pair = useAtomValue(pickedPairAtom)
  const plans = useAtomValue(shownPlansAtom)
  const give = useSetAtom(givenPairAtom)
  const shown = useAtomValue(shownDiffAtom)
  const [traces, setTraces] = useState<{ readonly a: string; readonly b: string } | undefined>(undefined)
  const a = plans[0]
  const b = pair && plans[pair.place]
  // biome-ignore lint/correctness/useExhaustiveDependencies: traces belong to the pair that they were asked for
  useEffect(() => {
    setTraces(undefined)
    if (!pair || !a || !b) return
    give({
      a: { name: nameOf(pair.baseline.label, 'A'), from: 'tab', ...a, sql: pair.baseline.sql },
      b: { name: nameOf(pair.variant.label, letterOf(pair.place)), from: 'tab', ...b, sql: pair.variant.sql },
      letters: ['A', letterOf(pair.place)],
    })
    return () => give(undefined)
  }, [a, b])
  if (!pair || !a || !b || shown?.b.plan !== b.plan) return null
  return (
    <section className="pair" aria-label={`Plans of A and ${letterOf(pair.place)}`} data-pane="compare-pair">
      <DiffVerdict shown={shown} level={2} />
      <Traces pair={pair} traces={traces} onAsked={setTraces} />
      <div className="pair-body">
        <DiffTable shown={shown} />
        <div className="pair-detail">
          <DiffDetail shown={shown} />
        </div>
      </div>
    </section>
  )
}

function nameOf(label: string | undefined, letter: string): string {
  return label ?? `Variant ${letter}`
}

interface TracesProps {
  readonly pair: PickedPair
  readonly traces: { readonly a: string; readonly b: string } | undefined
  readonly onAsked: (traces: { readonly a: string; readonly b: string }) => void
}

/** The traces are asked for when somebody wants them: the experiment itself keeps the optimizer undisturbed. */
function Traces({ pair, traces, onAsked }: TracesProps) {
  const connection = useAtomValue(connectionAtom)
  const [told, setTold] = useState<string | undefined>(undefined)
  const { baseline, variant } = pair
  const canTrace = connection?.capabilities.some(({ name, available }) => name === 'optimizer-trace' && available)
  if (traces) return <TracePartings a={traces.a} b={traces.b} />
  if (!connection || !canTrace) return null
  const plain = [baseline, variant].every(
    ({ session, ddl, on }) => session.length + ddl.length === 0 && on === undefined,
  )
  if (!plain) return null
  const ask = async () => {
    setTold('Asking for both traces …')
    const found: string[] = []
    for (const { sql } of [baseline, variant]) {
      const outcome = await attempt('analyze.run', { connectionId: connection.connectionId, sql, trace: true })
      if (!outcome.ok) return setTold(outcome.fault.message)
      if (outcome.reply.traceText !== undefined) found.push(outcome.reply.traceText)
    }
    const [a, b] = found
    if (a === undefined || b === undefined) return setTold('The server gave no trace of one of them.')
    setTold(undefined)
    onAsked({ a, b })
  }
  return (
    <div className="row pair-traces">
      <Button small onPress={() => void ask()}>
        Where do the optimizer’s ways part?
      </Button>
      <span className="faint small">{told ?? 'Explains both with a trace; runs nothing.'}</span>
    </div>
  )
}
