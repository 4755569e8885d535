import { useAtomValue } from 'jotai'
import { AlertCircle, Copy, Crosshair, Link2, Play } from 'lucide-react'
import type { Fault } from '../../core/errors'
import { runCommand } from '../commands/list'
import { editorHandle } from '../editor/editor-handle'
import { placeOf } from '../editor/marks'
import { productName } from '../frame/product-name'
import { Button } from '../kit/button'
import { copyText } from '../kit/clipboard'
import { Icon } from '../kit/icon'
import { reconnect } from '../state/actions/connect'
import { connectionAtom } from '../state/atoms'
import { ranAtom } from '../state/buffers'
import { CodeText } from './CodeText'
import { refusalHead, refusalText, serverCode } from './refusal'

interface RefusedResultProps {
  readonly asked: string
  readonly fault: Fault
}

/** What happened, the server's own words, the place, and what to do next. The input stays. */
export function RefusedResult({ asked, fault }: RefusedResultProps) {
  const connection = useAtomValue(connectionAtom)
  const ran = useAtomValue(ranAtom)
  const server = connection ? productName(connection.engine.product) : 'The server'
  const code = serverCode(fault)
  const place = placeOf(asked, fault)
  const lost = fault.code === 'lost-connection' || fault.code === 'unknown-connection'
  const head = refusalHead(fault, server)
  return (
    <div className="refused scroll" role="alert">
      <div className="verdict">
        <span className="ic bad">
          <Icon of={AlertCircle} />
        </span>
        <div className="grow">
          <h1 className="say">{head}</h1>
          <div className="sub">
            <span>
              {lost
                ? 'Your text is kept.'
                : 'Nothing was changed. Your text is kept; plans that worked are in History.'}
            </span>
          </div>
        </div>
      </div>
      <div className="refused-body">
        <div className="card">
          {fault.server ? (
            <>
              <div className="h">What the server said</div>
              <div className="ddl">
                <b>{code}</b>: {fault.server.message}
              </div>
            </>
          ) : (
            head !== fault.message && <div>{fault.message}</div>
          )}
          <dl className="facts">
            {fault.line !== undefined && (
              <>
                <dt>Place</dt>
                <dd>
                  line {fault.line}
                  {fault.column === undefined ? '' : `, column ${fault.column}`}
                </dd>
              </>
            )}
            <dt>Code</dt>
            <dd>
              <code>{fault.code}</code>
            </dd>
            <dt>Text</dt>
            <dd>
              <code className="ell">{asked.slice(0, 200).replace(/\s+/g, ' ')}</code>
            </dd>
          </dl>
          {fault.hint && (
            <p className="hint">
              <CodeText text={fault.hint} />
            </p>
          )}
          <div className="row wrap next">
            <b className="small">Next</b>
            {lost ? (
              <Button small look="primary" icon={Link2} onPress={() => void reconnect()}>
                Reconnect
              </Button>
            ) : (
              <Button small look="primary" icon={Play} keys="Mod+Enter" onPress={() => runCommand('statement.explain')}>
                Try again
              </Button>
            )}
            {place && ran && (
              <Button
                small
                icon={Crosshair}
                onPress={() => editorHandle()?.reveal({ start: place.start + ran.start, end: place.end + ran.start })}
              >
                Go to the place
              </Button>
            )}
            <Button small icon={Copy} onPress={() => void copyText(refusalText(fault, asked))}>
              Copy the error
            </Button>
          </div>
        </div>
      </div>
    </div>
  )
}
