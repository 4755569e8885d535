import type { Frame, Wire } from '../rpc'

/** Two ends of an in-process wire: the command line and tests. Frames arrive in order, never in the sender's turn. */
export function directWires(): readonly [Wire, Wire] {
  const listeners: [Set<(frame: Frame) => void>, Set<(frame: Frame) => void>] = [new Set(), new Set()]
  const closers = new Set<() => void>()
  const end = (own: 0 | 1): Wire & { close(): void } => ({
    send: (frame) => {
      queueMicrotask(() => {
        for (const listener of listeners[own === 0 ? 1 : 0]) listener(frame)
      })
    },
    onFrame: (listener) => {
      listeners[own].add(listener)
      return () => listeners[own].delete(listener)
    },
    onClose: (listener) => {
      closers.add(listener)
      return () => closers.delete(listener)
    },
    close: () => {
      for (const closer of closers) closer()
    },
  })
  return [end(0), end(1)]
}
