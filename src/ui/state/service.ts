import { type Fault, fault, faultOf } from '../../core/errors'
import type { Method, Reply, Request } from '../../service/api'
import { type CallOptions, type Client, connect } from '../../service/rpc'
import { portWire } from '../../service/transports/port'
import { webSocketWire } from '../../service/transports/websocket'
import { desktopBridge } from '../desktop-bridge'
import { serviceOnlineAtom } from './atoms'
import { store } from './store'

let client: Client | undefined

/** Calls the service. Rejects with a SargableError, `lost-connection` while there is no service. */
export async function call<M extends Method>(
  method: M,
  request: Request<M>,
  options: CallOptions<M> = {},
): Promise<Reply<M>> {
  if (!client) throw fault('lost-connection', 'The Sargable service cannot be reached.')
  return client.call(method, request, options)
}

/** As `call`, with a failure as data instead of an exception. */
export async function attempt<M extends Method>(
  method: M,
  request: Request<M>,
  options: CallOptions<M> = {},
): Promise<{ readonly ok: true; readonly reply: Reply<M> } | { readonly ok: false; readonly fault: Fault }> {
  try {
    return { ok: true, reply: await call(method, request, options) }
  } catch (thrown) {
    return { ok: false, fault: faultOf(thrown) }
  }
}

/** Reaches the service: through the desktop's port, or a WebSocket of the page's own origin. */
export async function reachService(): Promise<void> {
  const bridge = desktopBridge()
  adopt(connect(bridge ? portWire(bridge.port) : webSocketWire(await openSocket())))
}

function adopt(reached: Client): void {
  client = reached
  store.set(serviceOnlineAtom, true)
  reached.onClose(() => {
    if (client !== reached) return
    client = undefined
    store.set(serviceOnlineAtom, false)
  })
}

function openSocket(): Promise<WebSocket> {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const socket = new WebSocket(`${scheme}://${location.host}/rpc`)
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket), { once: true })
    socket.addEventListener(
      'error',
      () => reject(fault('lost-connection', 'The Sargable service does not answer. Is it still running?')),
      { once: true },
    )
  })
}
