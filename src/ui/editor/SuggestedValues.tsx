import { useAtomValue } from 'jotai'
import { Fragment, useEffect, useState } from 'react'
import { formatFraction } from '../../core/figures'
import type { PlaceholderField } from '../../core/sql/complete/placeholder-fields'
import type { SuggestedValue } from '../../core/sql/suggest-values/model'
import type { SuggestedValues as Reply } from '../../service/api'
import { CodeText } from '../analyze/CodeText'
import { Button } from '../kit/button'
import { connectionAtom } from '../state/atoms'
import { attempt } from '../state/service'

interface SuggestedValuesProps {
  readonly column: NonNullable<PlaceholderField['column']>
  /** Undefined is NULL. */
  readonly onPick: (value: string | undefined) => void
}

const whys: Readonly<Record<SuggestedValue['why'], string>> = {
  'most-common': 'most common',
  common: 'common',
  rare: 'rare',
  smallest: 'smallest',
  median: 'median',
  largest: 'largest',
  null: 'NULL',
}
const sources: Readonly<Record<NonNullable<Reply['source']>, string>> = {
  histogram: 'From the column’s histogram.',
  'column-statistics': 'From the column’s statistics.',
  'pg-stats': 'From the column’s statistics.',
  sample: 'From a sample of the first rows.',
}

/** Says what would be sent, sends it when asked, and offers what came. */
export function SuggestedValues({ column, onPick }: SuggestedValuesProps) {
  const connection = useAtomValue(connectionAtom)
  const [reply, setReply] = useState<Reply | undefined>(undefined)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const connectionId = connection?.connectionId
  const { schema, table, name } = column
  useEffect(() => {
    let current = true
    if (connectionId === undefined) return
    void attempt('values.suggest', { connectionId, table: tableOf(schema, table), column: name }).then((outcome) => {
      if (!current) return
      if (outcome.ok) setReply(outcome.reply)
      else setFailure(outcome.fault.message)
    })
    return () => {
      current = false
    }
  }, [connectionId, schema, table, name])
  const send = async () => {
    if (connectionId === undefined) return
    setBusy(true)
    const outcome = await attempt('values.suggest', {
      connectionId,
      table: tableOf(schema, table),
      column: name,
      send: true,
    })
    setBusy(false)
    if (outcome.ok) setReply(outcome.reply)
    else setFailure(outcome.fault.message)
  }
  return (
    <section className="suggested" aria-label={`Suggested values of ${name}`}>
      {failure !== undefined && <p className="bad small">{failure}</p>}
      {failure === undefined && reply === undefined && <p className="faint small">Looking at what would be sent…</p>}
      {reply !== undefined && reply.source === undefined && (
        <>
          <p className="small">
            <CodeText text={reply.says} />
          </p>
          <details className="small">
            <summary>{reply.sends.length === 1 ? 'The statement' : `The ${reply.sends.length} statements`}</summary>
            <pre className="mono tiny">{reply.sends.join('\n')}</pre>
          </details>
          <Button
            small
            onPress={() => void send()}
            blockedBecause={busy ? 'It was sent.' : reply.sends.length === 0 ? reply.says : undefined}
          >
            Send
          </Button>
        </>
      )}
      {reply?.source !== undefined && (
        <div className="chips">
          <span className="faint small">{sources[reply.source]}</span>
          {reply.values.map((value) => (
            <Fragment key={`${value.why}${value.value ?? ''}`}>
              <Button small look="ghost" onPress={() => onPick(value.value)}>
                <code>{value.value ?? 'NULL'}</code>{' '}
                <span className="faint">
                  {whys[value.why]}
                  {value.share === undefined ? '' : `, ${formatFraction(value.share)}`}
                </span>
              </Button>
            </Fragment>
          ))}
        </div>
      )}
    </section>
  )
}

function tableOf(schema: string, name: string) {
  return schema === '' ? { name } : { schema, name }
}
