import { Columns2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { DigestDiffDocument } from '../../core/digest/model'
import type { HeldDigest } from '../../core/digest/view/model'
import type { Fault } from '../../core/errors'
import { formatCount } from '../../core/figures'
import { CodeText } from '../analyze/CodeText'
import { Button } from '../kit/button'
import { Icon } from '../kit/icon'
import { attempt } from '../state/service'
import { BothLogs } from './BothLogs'
import { ChangeTable } from './ChangeTable'
import { DiffReportMenu } from './DiffReportMenu'
import { groupsOf, restOf } from './groups'
import { SlopeChart } from './SlopeChart'

interface TwoLogsProps {
  /** The earlier log. */
  readonly a: HeldDigest
  readonly b: HeldDigest
}

/** Two logs beside each other: what appeared, vanished, got worse or better. */
export function TwoLogsView({ a, b }: TwoLogsProps) {
  const [answer, setAnswer] = useState<{ readonly diff?: DigestDiffDocument; readonly fault?: Fault }>({})
  useEffect(() => {
    let isShown = true
    void attempt('digest.compare', { a: a.digestId, b: b.digestId }).then((outcome) => {
      if (isShown) setAnswer(outcome.ok ? { diff: outcome.reply } : { fault: outcome.fault })
    })
    return () => {
      isShown = false
    }
  }, [a.digestId, b.digestId])
  const { diff, fault } = answer
  return (
    <section className="two-logs" aria-label={`${a.name} against ${b.name}`}>
      <div className="verdict-area">
        <div className="verdict">
          <span className={`ic ${diff !== undefined && diff.worse.length === 0 ? 'good' : 'warn'}`}>
            <Icon of={Columns2} />
          </span>
          <div className="grow">
            <h1 className="say" role="status" aria-label="Verdict">
              {fault ? fault.message : diff ? <CodeText text={diff.verdict.text} /> : 'Comparing …'}
            </h1>
            <div className="sub">{fault ? fault.hint : diff?.verdict.more}</div>
          </div>
          {diff && <DiffReportMenu diff={diff} />}
        </div>
      </div>
      {diff && <Compared a={a} b={b} diff={diff} />}
    </section>
  )
}

function Compared({ a, b, diff }: TwoLogsProps & { readonly diff: DigestDiffDocument }) {
  const [withRest, setWithRest] = useState(false)
  const groups = useMemo(() => groupsOf(diff, withRest), [diff, withRest])
  const rest = restOf(diff)
  const tooFew = rest.filter((change) => change.tooFew === true).length
  return (
    <>
      <div className="two-heads">
        <div className="two-panel two-slopes">
          <h2 className="two-title">
            Time per shape{' '}
            <span className="faint" dir="auto">
              {a.name} → {b.name}
            </span>
          </h2>
          <SlopeChart diff={diff} />
        </div>
        <div className="two-panel">
          <BothLogs diff={diff} />
        </div>
        <div className="two-panel two-sure">
          <h2 className="two-title">How sure</h2>
          <p className="dim">
            A shape counts as worse or better only when the 95 % interval of the ratio of its mean times leaves 0.9 –
            1.1 and the change is more than 1 % of the load.
          </p>
          <p className="dim">
            {formatCount(rest.length - tooFew)} {rest.length - tooFew === 1 ? 'shape' : 'shapes'} stayed the same.
            {tooFew > 0 && ` ${formatCount(tooFew)} ${tooFew === 1 ? 'has' : 'have'} too few calls to tell.`}
          </p>
          {rest.length > 0 && (
            <Button small onPress={() => setWithRest(!withRest)}>
              {withRest ? 'Hide' : 'Show'} the {formatCount(rest.length)} {rest.length === 1 ? 'other' : 'others'}
            </Button>
          )}
        </div>
      </div>
      <ChangeTable key={String(withRest)} a={a} b={b} groups={groups} />
    </>
  )
}
