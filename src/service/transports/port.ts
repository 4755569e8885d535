import type { Frame, Wire } from '../rpc'

/** What a MessagePort of the page and Electron's MessagePortMain have in common, once their events are adapted. */
export interface PortLike {
  post(frame: Frame): void
  onMessage(listener: (frame: Frame) => void): () => void
  onClose(listener: () => void): () => void
}

/** Frames over a message port; structured clone carries them as they are. */
export function portWire(port: PortLike): Wire {
  return {
    send: (frame) => port.post(frame),
    onFrame: (listener) => port.onMessage(listener),
    onClose: (listener) => port.onClose(listener),
  }
}
