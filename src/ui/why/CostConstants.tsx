import { useAtomValue } from 'jotai'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { CostConstants as Constants } from '../../service/api'
import { Icon } from '../kit/icon'
import { tellFault } from '../state/actions/notices'
import { connectionAtom, resultAtom } from '../state/atoms'
import { attempt } from '../state/service'

/** The cost constants in force, asked for when they are wanted. */
export function CostConstants() {
  const connection = useAtomValue(connectionAtom)
  const result = useAtomValue(resultAtom)
  const [told, setTold] = useState<{ readonly connectionId: string; readonly constants: Constants } | undefined>(
    undefined,
  )
  if (connection?.engine.family !== 'mysql' || result.state !== 'analysis') return null
  const { connectionId } = connection
  const ask = async () => {
    const outcome = await attempt('whynot.constants', { connectionId })
    if (outcome.ok) setTold({ connectionId, constants: outcome.reply })
    else tellFault(outcome.fault)
  }
  const known = told?.connectionId === connectionId ? told.constants : undefined
  const changed = known?.constants.filter((one) => one.changed).map((one) => one.name) ?? []
  return (
    <div className="note why-constants">
      <Icon of={Info} />
      {known === undefined ? (
        <AriaButton className="link" onPress={() => void ask()}>
          Ask the server for its cost constants
        </AriaButton>
      ) : known.because !== undefined ? (
        <span>{known.because}</span>
      ) : (
        <span title={known.sent}>
          Cost constants in force:{' '}
          {known.constants.map(({ name, value }, at) => (
            <span key={name}>
              {at > 0 && ', '}
              <code>
                {name} {value}
              </code>
            </span>
          ))}
          . {changed.length > 0 && <b>Changed on this server: {changed.join(', ')}.</b>}
        </span>
      )}
    </div>
  )
}
