import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ExperimentDocument } from '../../core/experiment/model'
import { formatCount, formatTime } from '../../core/figures'
import { CautionList } from '../analyze/CautionList'
import { engineName } from '../frame/product-name'
import { Icon } from '../kit/icon'

/** What has to be known beside the numbers: cautions, the protocol as it was, the server's settings, what is left in scratch. */
export function Circumstances({ document }: { readonly document: ExperimentDocument }) {
  const { cautions, spec, environment = [], scratch, engine, startedAt } = document
  return (
    <section className="cmp-section circumstances" aria-label="Cautions and environment">
      {cautions.length > 0 && (
        <div>
          <h2>Cautions</h2>
          <CautionList cautions={cautions} look="circumstances-list" />
        </div>
      )}
      <div>
        <h2>Environment</h2>
        <dl className="kv">
          <Fact name="Server">{engineName(engine)}</Fact>
          <Fact name="Started">{startedAt.slice(0, 19).replace('T', ' ')} UTC</Fact>
          <Fact name="Order drawn from seed">{String(spec.seed)}</Fact>
          <Fact name="Time-out of a run">{formatTime(spec.runTimeoutMs)}</Fact>
          {scratch && (
            <Fact name="Copies">
              {scratch.left.length === 0 ? 'removed' : 'LEFT'}: {scratch.schemas.join(', ')},{' '}
              {formatCount(scratch.rows)} rows
            </Fact>
          )}
          {environment.map(({ name, value, on }) => (
            <Fact key={`${on ?? ''} ${name}`} name={on === undefined ? name : `${name} on ${on}`}>
              {value}
            </Fact>
          ))}
        </dl>
        {scratch?.left.map((words) => (
          <p key={words} className="note bad">
            <Icon of={TriangleAlert} />
            <span>{words}</span>
          </p>
        ))}
      </div>
    </section>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
