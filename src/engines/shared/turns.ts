import { cancelled } from './stoppable'

/**
 * Lets one task at a time use a connection: completion may ask for names while a statement is explained, and a
 * statement between an EXPLAIN and its SHOW WARNINGS would spoil both. Tasks wait in the order in which they came.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs `task` when all earlier ones have ended; a task that is aborted while it waits never starts. */
  take<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(() => {
      if (signal.aborted) throw cancelled()
      return task()
    })
    // The next one waits for the end, good or bad; the error itself goes to whoever asked for this task.
    this.#last = mine.catch(() => undefined)
    return mine
  }
}
