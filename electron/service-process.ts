import type { MessagePortMain } from 'electron'
import { userFolders } from '../src/service/folders'
import { createHandlers } from '../src/service/handlers'
import { serve } from '../src/service/rpc'
import { type PortLike, portWire } from '../src/service/transports/port'
import type { ServiceStart } from './service-host'

/** The whole service, in a process of its own: a busy driver or a crash never takes the window along. */

const start: ServiceStart = JSON.parse(process.argv[2] ?? '{}')
const service = createHandlers({ ...start, ...userFolders(process.env) })

process.parentPort.on('message', ({ data, ports: [port] }) => {
  if (data === 'page' && port) serve(service.handlers, portWire(portLike(port)))
  if (data === 'end')
    service
      .close()
      .catch((error: unknown) => console.error(error))
      .finally(() => process.exit())
})

/** Electron's port in the shape that both ends share. */
function portLike(port: MessagePortMain): PortLike {
  return {
    post: (text) => port.postMessage(text),
    onMessage(listener) {
      const onMessage = ({ data }: { data: string }) => listener(data)
      port.on('message', onMessage)
      port.start()
      return () => port.off('message', onMessage)
    },
    onClose(listener) {
      port.on('close', listener)
      return () => port.off('close', listener)
    },
  }
}
