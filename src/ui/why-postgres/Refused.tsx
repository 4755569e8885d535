import { TriangleAlert } from 'lucide-react'
import type { Fault } from '../../core/errors'
import { Icon } from '../kit/icon'

/** What the server or the service said no to, and what to do. */
export function Refused({ fault }: { readonly fault: Fault }) {
  return (
    <p className="note bad" role="alert">
      <Icon of={TriangleAlert} />
      <span>
        <b>{fault.message}</b> {fault.server && <code>{fault.server.message}</code>}{' '}
        <span className="dim">{fault.hint}</span>
      </span>
    </p>
  )
}
