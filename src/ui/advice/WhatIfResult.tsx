import { Check, CircleHelp, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { TriedAdvice, WhatIf } from '../../core/advisor/trial/model'
import { CautionList } from '../analyze/CautionList'
import { CodeText } from '../analyze/CodeText'
import { Button } from '../kit/button'
import { Icon } from '../kit/icon'
import { Estimated } from '../kit/numbers'
import { Refused } from '../why-postgres/Refused'
import { comparePlans } from './compare-plans'
import { intoView } from './into-view'
import { MiniRuler } from './MiniRuler'
import type { Trial } from './trials'

const looks: Readonly<Record<WhatIf['judgement'], { readonly icon: LucideIcon; readonly tone: string }>> = {
  better: { icon: Check, tone: 'good' },
  same: { icon: CircleHelp, tone: 'warn' },
  unclear: { icon: CircleHelp, tone: 'warn' },
  worse: { icon: TriangleAlert, tone: 'bad' },
  'not-used': { icon: TriangleAlert, tone: 'bad' },
}

/** What the server would do with it; every figure is its estimate. */
export function WhatIfResult({ trial }: { readonly trial: Trial<TriedAdvice> }) {
  if (trial.state === 'running')
    return (
      <p className="faint small" role="status">
        The server plans it …
      </p>
    )
  if (trial.state === 'refused') return <Refused fault={trial.fault} />
  const { whatIf, notTried } = trial.told
  if (!whatIf)
    return (
      <p className="note">
        <Icon of={CircleHelp} />
        <span>Not tried: {notTried}</span>
      </p>
    )
  return <Told whatIf={whatIf} />
}

function Told({ whatIf }: { readonly whatIf: WhatIf }) {
  const { judgement, reasons, how, before, after, index, cautions } = whatIf
  const { icon, tone } = looks[judgement]
  return (
    <section className="trial" aria-label="As the server would plan it" ref={intoView}>
      <p className="row trial-say">
        <span className={tone}>
          <Icon of={icon} />
        </span>
        <b>
          <CodeText text={reasons[0] ?? ''} />
        </b>
        <span className="grow" />
        <Button small onPress={() => comparePlans(before.plan, after.plan)}>
          Both plans
        </Button>
      </p>
      {reasons.length > 1 && (
        <p className="dim small">
          <CodeText text={reasons.slice(1).join(' ')} />
        </p>
      )}
      <MiniRuler uses={after.keyUse} index={index} />
      <table className="trial-figures">
        <thead>
          <tr>
            <th>estimated</th>
            <th className="r">as it is</th>
            <th className="r">with it</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Rows and entries read</td>
            <td className="r">
              <Estimated value={before.rowsExamined} unit="rows" />
            </td>
            <td className="r">
              <Estimated value={after.rowsExamined} unit="rows" />
            </td>
          </tr>
          <tr>
            <td>Cost</td>
            <td className="r">
              <Estimated value={before.cost} unit="cost" />
            </td>
            <td className="r">
              <Estimated value={after.cost} unit="cost" />
            </td>
          </tr>
        </tbody>
      </table>
      <p className="faint small">{how}</p>
      {cautions.length > 0 && <CautionList cautions={cautions} look="cautions" />}
    </section>
  )
}
