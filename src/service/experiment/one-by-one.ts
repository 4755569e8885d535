import { fault } from '../../core/errors'

/**
 * Lets one experiment at a time run on a server: two would disturb each other's times, and put back each other's
 * counters.
 */
export class OneByOne {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs `task` when all earlier ones of the same place have ended. `waits` is called when it has to wait. */
  async take<Result>(
    place: string,
    signal: AbortSignal,
    waits: () => void,
    task: () => Promise<Result>,
  ): Promise<Result> {
    const before = this.#last.get(place)
    if (before) waits()
    const mine = (before ?? Promise.resolve()).then(() => {
      if (signal.aborted) throw fault('cancelled', 'Stopped.')
      return task()
    })
    const ended = mine.catch(() => undefined) // whoever asked for it is told
    this.#last.set(place, ended)
    void ended.then(() => {
      if (this.#last.get(place) === ended) this.#last.delete(place)
    })
    return mine
  }
}
