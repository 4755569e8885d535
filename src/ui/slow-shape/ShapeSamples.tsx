import { Clock, Info, ScanSearch } from 'lucide-react'
import { clockOf, userAtHost } from '../../core/digest/log-figures'
import type { SampleReason, ShapeSample } from '../../core/digest/model'
import type { HeldShape } from '../../core/digest/view/model'
import { formatCount } from '../../core/figures'
import { CodeText } from '../analyze/CodeText'
import { Button } from '../kit/button'
import { Icon } from '../kit/icon'
import { Absent, Measured } from '../kit/numbers'
import { kindTitles } from '../slow/kinds'
import { analyzeSample } from './analyze'

const reasons: Readonly<Record<SampleReason, string>> = {
  slowest: 'Slowest',
  median: 'Median',
  'most-rows': 'Most rows',
}

interface SamplesProps {
  readonly shape: HeldShape
  readonly chosen: ShapeSample | undefined
  readonly onChoose: (sample: ShapeSample) => void
}

/** Calls that were kept, with their literals. */
export function ShapeSamples({ shape, chosen, onChoose }: SamplesProps) {
  const { samples } = shape
  if (samples.length === 0)
    return (
      <section className="shape-part" aria-label="Samples">
        <div className="pane-h">
          <h2 className="t">Samples</h2>
        </div>
        <p className="shape-none dim">This source keeps no single call, so there are no literals to analyze with.</p>
      </section>
    )
  return (
    <section className="shape-part" aria-label="Samples">
      <div className="pane-h">
        <h2 className="t">Samples</h2>
        <span className="faint small">kept from the log, with their literals</span>
      </div>
      <div className="shape-table">
        <table className="g">
          <thead>
            <tr>
              <th>Sample</th>
              <th>At, UTC</th>
              <th>User @ host</th>
              <th className="num">Time</th>
              <th className="num">Lock</th>
              <th className="num">Examined</th>
              <th className="num">Sent</th>
              <th>
                <span className="unseen">Analyze</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {samples.map((sample) => (
              <Row
                key={sample.why}
                sample={sample}
                chosen={sample === chosen}
                onChoose={() => onChoose(sample)}
                onAnalyze={() => void analyzeSample(shape, sample)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface RowProps {
  readonly sample: ShapeSample
  readonly chosen: boolean
  readonly onChoose: () => void
  readonly onAnalyze: () => void
}

function Row({ sample, chosen, onChoose, onAnalyze }: RowProps) {
  const { why, at, micros, lockMicros, rowsExamined, rowsSent, sqlBytes } = sample
  const waited = lockMicros !== undefined && micros > 0 && lockMicros * 2 >= micros
  const who = userAtHost(sample)
  return (
    <tr className={chosen ? 'sel' : undefined}>
      <td>
        <button type="button" className="link-cell" aria-pressed={chosen} onClick={onChoose}>
          {reasons[why]}
        </button>
      </td>
      <td className="mono" title={at}>
        {at === undefined ? (
          <Absent because="The log does not tell when." />
        ) : (
          <>
            <span className="faint">
              <Icon of={Clock} size={12} />
            </span>{' '}
            {clockOf(at)}
          </>
        )}
      </td>
      <td className="mono">{who === '' ? <Absent because="The log does not tell who." /> : who}</td>
      <td className="num mono">
        <Measured value={micros / 1000} unit="ms" />
      </td>
      <td className={waited ? 'num mono bad' : 'num mono'}>
        <Measured
          value={lockMicros === undefined ? undefined : lockMicros / 1000}
          unit="ms"
          absentBecause="This log does not tell waiting for locks."
        />
      </td>
      <td className="num mono">
        <Measured value={rowsExamined} unit="rows" absentBecause="This log does not tell rows." />
      </td>
      <td className="num mono">
        <Measured value={rowsSent} unit="rows" absentBecause="This log does not tell rows." />
      </td>
      <td className="r">
        <Button
          small
          icon={ScanSearch}
          tip={sqlBytes === undefined ? undefined : `Only a part of its ${formatCount(sqlBytes)} bytes was kept`}
          onPress={onAnalyze}
        >
          Analyze
        </Button>
      </td>
    </tr>
  )
}

/** Why the shape is called what it is: the figures behind each kind. */
export function ShapeEvidence({ kinds }: Pick<HeldShape, 'kinds'>) {
  if (kinds.length === 0) return null
  return (
    <ul className="shape-evidence" aria-label="Why it is called so">
      {kinds.map(({ kind, evidence }) => (
        <li key={kind} className="note">
          <Icon of={Info} />
          <span>
            <b>Why “{kindTitles[kind]}”.</b> <CodeText text={evidence} />
          </span>
        </li>
      ))}
    </ul>
  )
}
