import { cancelled } from './stoppable'

/**
 * Lets one task at a time use a connection: completion may ask for names while a statement is explained, and a
 * statement between an EXPLAIN and its SHOW WARNINGS would spoil both. Tasks wait in the order in which they came.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs `task` when all earlier ones have ended. A task that is aborted while it waits ends at once and never starts. */
  take<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    if (signal.aborted) return Promise.reject(cancelled())
    let stopWaiting: () => void = () => undefined
    const stopped = new Promise<never>((_, reject) => {
      stopWaiting = () => reject(cancelled())
    })
    signal.addEventListener('abort', stopWaiting, { once: true })
    const mine = this.#last.then(() => {
      signal.removeEventListener('abort', stopWaiting)
      if (signal.aborted) throw cancelled()
      return task()
    })
    // The next one waits for the end, good or bad; the error itself goes to whoever asked for this task.
    this.#last = mine.catch(() => undefined)
    return Promise.race([mine, stopped])
  }
}
