import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A network between the product and a server that can fail. */
export interface CuttingProxy {
  readonly port: number
  /** Cuts every connection that there is; new ones are taken. */
  cut(): void
  /** Cuts every connection and takes none any more. */
  goDown(): void
  close(): Promise<void>
}

export async function cuttingProxy(toPort: number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>()
  let down = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy()) // a cut connection is what this is for
  }
  const server = createServer((near) => {
    if (down) {
      near.resetAndDestroy()
      return
    }
    const far = connect(toPort, '127.0.0.1')
    keep(near)
    keep(far)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port: address.port,
    cut,
    goDown() {
      down = true
      cut()
    },
    async close() {
      cut()
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}
