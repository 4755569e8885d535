import { Check, CircleHelp, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ProofDocument } from '../../core/advisor/trial/model'
import { CautionList } from '../analyze/CautionList'
import { CodeText } from '../analyze/CodeText'
import { Button } from '../kit/button'
import { Icon } from '../kit/icon'
import { Refused } from '../why-postgres/Refused'
import { openProof } from './actions'
import { intoView } from './into-view'
import type { Trial } from './trials'

const looks: Readonly<
  Record<ProofDocument['outcome'], { readonly icon: LucideIcon; readonly tone: string; readonly words: string }>
> = {
  confirmed: { icon: Check, tone: 'good', words: 'Confirmed.' },
  refuted: { icon: TriangleAlert, tone: 'bad', words: 'Refuted.' },
  undecided: { icon: CircleHelp, tone: 'warn', words: 'Cannot tell yet.' },
}

/** What building and running it came to; every figure was measured. */
export function ProofResult({ trial }: { readonly trial: Trial<ProofDocument> }) {
  if (trial.state === 'running')
    return (
      <p className="faint small" role="status">
        It is built, run in turns and undone …
      </p>
    )
  if (trial.state === 'refused') return <Refused fault={trial.fault} />
  return <Told proof={trial.told} />
}

function Told({ proof }: { readonly proof: ProofDocument }) {
  const { outcome, reasons, withdrawn, how, undone, left, cautions } = proof
  const { icon, tone, words } = looks[outcome]
  return (
    <section className="trial" aria-label="Proof" ref={intoView}>
      <p className="row trial-say">
        <span className={tone}>
          <Icon of={icon} />
        </span>
        <b>
          {words} <CodeText text={reasons[0] ?? ''} />
        </b>
        <span className="grow" />
        <Button small onPress={() => openProof(proof)}>
          The runs
        </Button>
      </p>
      {reasons.length > 1 && (
        <p className="dim small">
          <CodeText text={reasons.slice(1).join(' ')} />
        </p>
      )}
      {withdrawn !== undefined && (
        <p className="bad small">
          <CodeText text={withdrawn} />
        </p>
      )}
      <p className="faint small">
        {how} {undone.join(' ')}
      </p>
      {left.length > 0 && (
        <p className="note bad" role="alert">
          <Icon of={TriangleAlert} />
          <span>
            <b>Still on the server:</b> <CodeText text={left.join(' ')} />
          </span>
        </p>
      )}
      {cautions.length > 0 && <CautionList cautions={cautions} look="cautions" />}
    </section>
  )
}
