/** A signal that also ends after a time, and whether it was the time that ended it. */
export interface Limit {
  readonly signal: AbortSignal
  /** The time is over, and nobody stopped before. */
  isOver(): boolean
  end(): void
}

export function withLimit(outer: AbortSignal, timeoutMs: number): Limit {
  const controller = new AbortController()
  let isOver = false
  const stop = () => controller.abort()
  const timer = setTimeout(() => {
    isOver = true
    stop()
  }, timeoutMs)
  if (outer.aborted) stop()
  outer.addEventListener('abort', stop, { once: true })
  return {
    signal: controller.signal,
    isOver: () => isOver && !outer.aborted,
    end() {
      clearTimeout(timer)
      outer.removeEventListener('abort', stop)
    },
  }
}
