import { leftTrialIndexes, sweepTrialIndexes } from '../advice/trial-sweep'
import type { Connections } from '../connections'
import { mayHoldScratch } from './consent'
import type { ScratchLedger } from './ledger'
import { leftScratch, sweepOnce } from './sweep'

/** How long the end of the service waits for a schema that is just being dropped. */
const patienceMs = 5_000
/** A statement of a dead owner holds its lock until it ends; then what it made can be removed. */
const pauseMs = 1_000
const longestPauseMs = 15_000
const mostTries = 60

/** Removes what earlier runs left on servers, in the background, each time one is connected. */
export class ScratchSweeps {
  readonly #connections: Connections
  readonly #ledger: ScratchLedger
  readonly #running = new Set<Promise<void>>()
  readonly #stop = new AbortController()
  readonly #ending = new AbortController()

  constructor(connections: Connections, ledger: ScratchLedger) {
    this.#connections = connections
    this.#ledger = ledger
  }

  /** Begins; nobody waits for it, and a failure is no one's: the next connect tries again. */
  start(connectionId: string): void {
    if (!mayHoldScratch(this.#connections.orderOf(connectionId).target)) return
    const sweep = this.#sweep(connectionId).catch(() => undefined)
    this.#running.add(sweep)
    void sweep.then(() => this.#running.delete(sweep))
  }

  /** Waits a little for what runs, then stops it. */
  async stop(): Promise<void> {
    this.#ending.abort()
    if (this.#running.size === 0) return
    const timer = setTimeout(() => this.#stop.abort(), patienceMs)
    await Promise.all(this.#running)
    clearTimeout(timer)
  }

  async #sweep(connectionId: string): Promise<void> {
    for (let at = 1; at <= mostTries; at++) {
      if (!(await this.#once(connectionId))) return
      if (!(await this.#pause(Math.min(pauseMs * at, longestPauseMs)))) return
    }
  }

  /** @returns whether something waits for the end of what a dead owner began */
  async #once(connectionId: string): Promise<boolean> {
    const { signal } = this.#stop
    // Reading statements on the connection itself; a connection of our own only where there is something to remove.
    const left = await this.#connections.withSession(connectionId, signal, async (session) => ({
      schemas: await leftScratch(session, this.#ledger, signal),
      indexes: await leftTrialIndexes(session, this.#ledger, signal),
    }))
    if (left.schemas.length + left.indexes.length === 0) return false
    const beside = await this.#connections.openBeside(connectionId, signal, true)
    try {
      const indexes = await sweepTrialIndexes(beside.session, this.#ledger, signal)
      const schemas = await sweepOnce(beside.session, this.#ledger, signal)
      return indexes.waiting || schemas.waiting
    } finally {
      await beside.close()
    }
  }

  /** @returns false when the service ends meanwhile */
  #pause(ms: number): Promise<boolean> {
    const { signal } = this.#ending
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        resolve(false)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', end)
        resolve(true)
      }, ms)
      // What waits does not keep the process.
      timer.unref()
      if (signal.aborted) end()
      else signal.addEventListener('abort', end, { once: true })
    })
  }
}
