import { Check, Copy, Square, TriangleAlert } from 'lucide-react'
import type { Capability } from '../../core/engine'
import type { Fault } from '../../core/errors'
import { formatTime } from '../../core/figures'
import type { OpenConnection } from '../../service/api'
import { capabilityNames, engineName } from '../frame/product-name'
import { Button } from '../kit/button'
import { copyText } from '../kit/clipboard'
import { useElapsed } from '../kit/elapsed'
import { Icon } from '../kit/icon'
import { Progress } from '../kit/progress'
import type { Trial } from './ConnectionDialog'

/** What the test found: server, version, and for each missing capability what brings it. */
export function TestResult({ trial }: { readonly trial: Trial }) {
  switch (trial.state) {
    case 'none':
      return (
        <p className="dim small test-hint">
          <b>Test</b> connects, reads version and rights, and closes again. Nothing is changed on the server.
        </p>
      )
    case 'running':
      return <Running startedAt={trial.startedAt} stop={trial.stop} />
    case 'good':
      return <Good connection={trial.connection} />
    case 'bad':
      return <Bad fault={trial.fault} />
  }
}

function Running({ startedAt, stop }: { readonly startedAt: number; readonly stop: () => void }) {
  const elapsedMs = useElapsed(startedAt)
  return (
    <div className="col test" role="status">
      <div className="row">
        <span className="grow">Connecting … {formatTime(elapsedMs)}</span>
        <Button small icon={Square} onPress={stop}>
          Stop
        </Button>
      </div>
      <Progress label="Connecting" />
    </div>
  )
}

function Good({ connection }: { readonly connection: OpenConnection }) {
  const remedies = connection.capabilities.flatMap((each) =>
    !each.available && each.remedy !== undefined ? [each.remedy] : [],
  )
  return (
    <div className="col test" role="status">
      <div className="row">
        <span className="dot" />
        <b>Connected: {engineName(connection.engine)}</b>
      </div>
      <p className="faint small">
        {connection.engine.versionText} · {connection.readOnly ? 'read only enforced' : 'read only cannot be enforced'}{' '}
        · what this login may do:
      </p>
      <ul className="capabilities scroll">
        {connection.cautions.map((caution) => (
          <li key={caution} className="capability">
            <span className="warn">
              <Icon of={TriangleAlert} />
            </span>
            <span className="dim wide">{caution}</span>
          </li>
        ))}
        {[...connection.capabilities]
          .sort((a, b) => Number(b.available) - Number(a.available))
          .map((capability) => (
            <CapabilityLine key={capability.name} capability={capability} />
          ))}
      </ul>
      {remedies.length > 0 && (
        <div className="row">
          <Button small icon={Copy} onPress={() => void copyText(remedies.join('\n'))}>
            {remedies.length === 1 ? 'Copy what would help' : `Copy all ${remedies.length} that would help`}
          </Button>
          <span className="faint small">works without them</span>
        </div>
      )}
    </div>
  )
}

function CapabilityLine({ capability }: { readonly capability: Capability }) {
  const { available, because, remedy } = capability
  return (
    <li className="capability">
      <span className={available ? 'good' : 'warn'}>
        <Icon of={available ? Check : TriangleAlert} />
      </span>
      {available ? (
        <span>{capabilityNames[capability.name].long}</span>
      ) : (
        <b>{capabilityNames[capability.name].long}</b>
      )}
      <span className="dim">{because ?? (available ? '' : 'not on this server')}</span>
      {!available && remedy !== undefined && <code className="acc">{remedy}</code>}
    </li>
  )
}

function Bad({ fault }: { readonly fault: Fault }) {
  return (
    <div className="col test" role="alert">
      <div className="row">
        <span className="dot lost" />
        <b>{fault.message}</b>
      </div>
      {fault.server && (
        <div className="ddl">
          <b>
            {fault.server.errno}
            {fault.server.sqlState && ` (${fault.server.sqlState})`}
          </b>
          : {fault.server.message}
        </div>
      )}
      {fault.hint && <p className="dim small">{fault.hint}</p>}
      <div className="row">
        <Button
          small
          icon={Copy}
          onPress={() => void copyText([fault.message, fault.server?.message, fault.hint].filter(Boolean).join('\n'))}
        >
          Copy the error
        </Button>
      </div>
    </div>
  )
}
