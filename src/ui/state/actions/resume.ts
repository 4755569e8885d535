import type { OpenConnection } from '../../../service/api'
import { connectionAtom, lostConnectionAtom } from '../atoms'
import { attempt } from '../service'
import { store } from '../store'

/** Kept for this window only, so that a reload finds its connection again; holds no password. */
const key = 'sargable.connection'

/** Remembers the open connection over reloads. Called once. */
export function rememberConnection(): void {
  store.sub(connectionAtom, () => {
    const connection = store.get(connectionAtom)
    try {
      if (connection) sessionStorage.setItem(key, JSON.stringify(connection))
      else sessionStorage.removeItem(key)
    } catch {
      // A forbidden storage only means that a reload asks to connect again.
    }
  })
}

function remembered(): OpenConnection | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isConnection(value) ? value : undefined
  } catch {
    return undefined // damaged is the same as absent
  }
}

function isConnection(value: unknown): value is OpenConnection {
  const connection = value as Partial<OpenConnection> | null
  return (
    typeof connection?.connectionId === 'string' &&
    typeof connection.name === 'string' &&
    Array.isArray(connection.capabilities) &&
    Array.isArray(connection.cautions) &&
    typeof connection.engine?.product === 'string'
  )
}

/** Takes the connection of before up again, if the service still has it. After a lost service it says what was lost. */
export async function resumeConnection(): Promise<void> {
  const shown = store.get(connectionAtom)
  const connection = shown ?? remembered()
  if (!connection) return
  const alive = await attempt('catalog.names', { connectionId: connection.connectionId })
  if (alive.ok) store.set(connectionAtom, connection)
  else if (shown) store.set(lostConnectionAtom, alive.fault.message)
  else store.set(connectionAtom, undefined)
}
