import { readFrame, type Wire } from '../rpc'

/** The part of a WebSocket that both the browser's and the `ws` package's have. */
export interface SocketLike {
  readonly readyState: number
  send(text: string): void
  close(code?: number): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: () => void): void
  removeEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  removeEventListener(type: 'close', listener: () => void): void
}

const openState = 1
/** WebSocket close code "inconsistent data". */
const notAFrame = 1007

/** Frames as JSON text over an open socket. A message that is no frame closes the socket. */
export function webSocketWire(socket: SocketLike): Wire {
  return {
    send: (frame) => {
      if (socket.readyState === openState) socket.send(JSON.stringify(frame))
    },
    onFrame: (listener) => {
      const onMessage = (event: { data: unknown }) => {
        const frame = readFrame(event.data)
        if (frame) listener(frame)
        else socket.close(notAFrame)
      }
      socket.addEventListener('message', onMessage)
      return () => socket.removeEventListener('message', onMessage)
    },
    onClose: (listener) => {
      socket.addEventListener('close', listener)
      return () => socket.removeEventListener('close', listener)
    },
  }
}
