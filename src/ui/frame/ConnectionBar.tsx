import { useAtomValue, useSetAtom } from 'jotai'
import { AlertCircle, Check, Link2, Lock, Search, TriangleAlert, X } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import type { Capability, Family } from '../../core/engine'
import { keysOf, runCommand } from '../commands/list'
import { Badge } from '../kit/badge'
import { Button } from '../kit/button'
import { Icon } from '../kit/icon'
import { Keys } from '../kit/keys'
import { InfoTip, Tip } from '../kit/tooltip'
import { reconnect } from '../state/actions/connect'
import { connectionAtom, lostConnectionAtom } from '../state/atoms'
import { dialogAtom } from '../state/session'
import { barCapabilities, capabilityNames, engineName } from './product-name'

/** Where am I, and what may I do here. Production has a red edge and the word. */
export function ConnectionBar() {
  const connection = useAtomValue(connectionAtom)
  const lost = useAtomValue(lostConnectionAtom)
  const setDialog = useSetAtom(dialogAtom)
  return (
    <header className={connection?.production ? 'conn prod' : 'conn'} data-pane="connection">
      {connection ? (
        <>
          <Tip
            text={
              <>
                Open another connection <Keys keys="Mod+P" />
              </>
            }
          >
            <AriaButton className="conn-name" onPress={() => setDialog({ kind: 'palette', find: 'connections' })}>
              <span className={lost === undefined ? 'dot' : 'dot lost'} />
              <b className="ell">{connection.name}</b>
            </AriaButton>
          </Tip>
          {connection.production && (
            <Badge look="bad" icon={TriangleAlert}>
              production
            </Badge>
          )}
          <span className="dim ell engine">{engineName(connection.engine)}</span>
          {lost === undefined ? (
            <>
              {connection.readOnly ? (
                <Badge icon={Lock} title="The server refuses everything that writes in this session.">
                  read only
                </Badge>
              ) : (
                <Badge look="warn" icon={TriangleAlert} title="This server cannot enforce it; only EXPLAIN is sent.">
                  not fenced
                </Badge>
              )}
              <span className="vr" />
              <CapabilityLine
                capabilities={connection.capabilities}
                family={connection.engine.family}
                production={connection.production}
              />
              {connection.cautions.length > 0 && (
                <InfoTip
                  label={`Mind: ${connection.cautions.join(' ')}`}
                  text={connection.cautions.map((caution) => <div key={caution}>{caution}</div>)}
                >
                  <Badge look="warn" icon={TriangleAlert}>
                    {connection.cautions.length}
                  </Badge>
                </InfoTip>
              )}
            </>
          ) : (
            <LostConnection words={lost} />
          )}
        </>
      ) : (
        <>
          <span className="row">
            <span className="dot off" />
            <b>No connection</b>
          </span>
          <span className="faint ell">paste and open work without one</span>
          <Button
            small
            icon={Link2}
            keys={keysOf('connection.choose')}
            showKeys
            onPress={() => runCommand('connection.choose')}
          >
            Connect
          </Button>
        </>
      )}
      <span className="grow" />
      <AriaButton
        className="field sm quiet faint finder"
        onPress={() => setDialog({ kind: 'palette', find: 'commands' })}
      >
        <Icon of={Search} size={12} />
        <span className="ell">Search or run a command</span>
        <span className="car">
          <Keys keys="Mod+K" />
        </span>
      </AriaButton>
    </header>
  )
}

function LostConnection({ words }: { readonly words: string }) {
  return (
    <>
      <span role="alert" className="row">
        <Badge look="bad" icon={AlertCircle}>
          connection lost
        </Badge>
        <span className="dim small ell">{words}; your text is kept</span>
      </span>
      <Button small look="primary" icon={Link2} onPress={() => void reconnect()}>
        Reconnect
      </Button>
    </>
  )
}

interface CapabilityLineProps {
  readonly capabilities: readonly Capability[]
  readonly family: Family
  readonly production: boolean
}

function CapabilityLine({ capabilities, family, production }: CapabilityLineProps) {
  const shown = barCapabilities[family].flatMap((name) => capabilities.filter((each) => each.name === name))
  return (
    <span className="caps">
      {shown.map((capability) => (
        <CapabilityMark key={capability.name} capability={capability} production={production} />
      ))}
    </span>
  )
}

/** Capabilities that execute the statement, which a production connection never does. */
const executing: readonly string[] = ['explain-analyze']

function CapabilityMark({ capability, production }: { readonly capability: Capability; readonly production: boolean }) {
  const { short, long } = capabilityNames[capability.name]
  const forbidden = production && executing.includes(capability.name)
  const can = capability.available && !forbidden
  const because = forbidden ? 'It would run the statement, and this is a production server.' : capability.because
  return (
    <InfoTip
      label={`${long}: ${can ? 'yes' : `no. ${because ?? ''} ${forbidden ? '' : (capability.remedy ?? '')}`}`}
      text={
        <>
          <b>{long}</b>
          <div className="dim">{can ? (because ?? 'This server and this login allow it.') : because}</div>
          {!can && !forbidden && capability.remedy && <code className="acc">{capability.remedy}</code>}
        </>
      }
    >
      <span className={can ? 'good' : 'faint'}>
        <Icon of={can ? Check : forbidden ? Lock : X} size={12} />
      </span>
      <span className={can ? undefined : 'faint'}>{short}</span>
    </InfoTip>
  )
}
