import { useAtomValue } from 'jotai'
import { Ban, Database } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { ServerSource, SourceOffer } from '../../core/digest/live/model'
import type { Fault } from '../../core/errors'
import { keysOf, runCommand } from '../commands/list'
import { Button } from '../kit/button'
import { Icon } from '../kit/icon'
import { Segments } from '../kit/segments'
import { connectionAtom } from '../state/atoms'
import { attempt } from '../state/service'
import { openGiven } from './open-logs'

const titles: Record<ServerSource, readonly [title: string, what: string]> = {
  digests: ['Statement digests', 'performance_schema: sums by shape since the server or the table was reset'],
  history: ['Latest statements', 'performance_schema: the last calls of each thread, with their figures'],
  'slow-log-table': ['Slow log table', 'mysql.slow_log: what the server wrote with log_output=TABLE'],
  'pg-stat-statements': ['pg_stat_statements', 'sums by shape since they were reset'],
}

const spans = [
  { id: 'now', title: 'All until now' },
  { id: '60', title: 'The next 60 s' },
] as const

/** Sources whose sums can be told apart by reading them twice. */
const differs: readonly ServerSource[] = ['digests', 'pg-stat-statements']

/** What the connected server keeps of its statements; what it does not, with the reason. */
export function ServerSources() {
  const connection = useAtomValue(connectionAtom)
  const [answer, setAnswer] = useState<{
    readonly of: string
    readonly offers: readonly SourceOffer[]
    readonly fault?: Fault
  }>()
  const [span, setSpan] = useState<(typeof spans)[number]['id']>('now')
  const id = connection?.connectionId
  useEffect(() => {
    if (id === undefined) return
    let live = true
    void attempt('digest.offers', { connectionId: id }).then((outcome) => {
      if (!live) return
      setAnswer(outcome.ok ? { of: id, offers: outcome.reply } : { of: id, offers: [], fault: outcome.fault })
    })
    return () => {
      live = false
    }
  }, [id])
  if (!connection || id === undefined)
    return (
      <div className="slow-connect">
        <p className="dim small">Connect to read performance_schema, mysql.slow_log or pg_stat_statements.</p>
        <Button
          small
          icon={Database}
          keys={keysOf('connection.choose')}
          onPress={() => runCommand('connection.choose')}
        >
          Open a connection
        </Button>
      </div>
    )
  if (answer?.of !== id) return <p className="faint small">Asking {connection.name} …</p>
  if (answer.fault) return <p className="bad small">{answer.fault.message}</p>
  const seconds = span === 'now' ? {} : { seconds: Number(span) }
  return (
    <>
      <Segments label="Of which time" options={spans} selected={span} onSelect={setSpan} />
      <ul className="cards slow-offers">
        {answer.offers.map(({ of, available, because }) => {
          const [title, what] = titles[of]
          const blocked = available
            ? span !== 'now' && !differs.includes(of)
              ? 'It holds single calls: there is no difference to take.'
              : undefined
            : (because ?? 'This server does not offer it.')
          const words = (
            <>
              <Icon of={blocked === undefined ? Database : Ban} />
              <span className="grow">
                <b className="ell">{title}</b>
                <span className="dim small">{blocked ?? what}</span>
              </span>
            </>
          )
          return (
            <li key={of}>
              {blocked === undefined ? (
                <AriaButton
                  className="card card-button"
                  onPress={() =>
                    void openGiven(
                      [{ kind: 'server', connectionId: id, of, ...seconds }],
                      `${connection.name} ${title}`,
                    )
                  }
                >
                  {words}
                </AriaButton>
              ) : (
                <div className="card slow-not-offered">{words}</div>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
