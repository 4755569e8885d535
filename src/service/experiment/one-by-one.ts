import type { ConnectionTarget } from '../../core/connection/model'
import { connectionText } from '../../core/connection/url'
import { fault } from '../../core/errors'

/**
 * Lets one experiment at a time run on a server: two would disturb each other's times, and put back each other's
 * counters.
 */
export class OneByOne {
  readonly #last = new Map<string, Promise<unknown>>()

  /**
   * Runs `task` when all earlier ones of these places have ended. All places are taken at once, so that two tasks never
   * wait for each other. `waits` is called when it has to wait.
   */
  async take<Result>(
    places: readonly string[],
    signal: AbortSignal,
    waits: () => void,
    task: () => Promise<Result>,
  ): Promise<Result> {
    const before = places.flatMap((place) => this.#last.get(place) ?? [])
    if (before.length > 0) waits()
    const mine = Promise.all(before).then(() => {
      if (signal.aborted) throw fault('cancelled', 'Stopped.')
      return task()
    })
    const ended = mine.catch(() => undefined) // whoever asked for it is told
    for (const place of places) this.#last.set(place, ended)
    void ended.then(() => {
      for (const place of places) if (this.#last.get(place) === ended) this.#last.delete(place)
    })
    return mine
  }
}

/** The server of a connection, whatever its account and database. */
export function serverPlace(target: ConnectionTarget): string {
  if (target.via !== 'network') return connectionText(target)
  const { product, host = '127.0.0.1', port, socketPath } = target
  const family = product === 'postgres' ? 'postgres' : 'mysql'
  return `${family}:${socketPath ?? `${host === 'localhost' ? '127.0.0.1' : host}:${port ?? ''}`}`
}
