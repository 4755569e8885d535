import type { Connections } from '../connections'
import { mayHoldScratch } from './consent'
import type { ScratchLedger } from './ledger'
import { leftScratch, sweepScratch } from './sweep'

/** How long the end of the service waits for a schema that is just being dropped. */
const patienceMs = 5_000

/** Removes what earlier runs left on servers, in the background, each time one is connected. */
export class ScratchSweeps {
  readonly #connections: Connections
  readonly #ledger: ScratchLedger
  readonly #running = new Set<Promise<void>>()
  readonly #stop = new AbortController()

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
    if (this.#running.size === 0) return
    const timer = setTimeout(() => this.#stop.abort(), patienceMs)
    await Promise.all(this.#running)
    clearTimeout(timer)
  }

  async #sweep(connectionId: string): Promise<void> {
    const { signal } = this.#stop
    // One reading statement on the connection itself; a connection of our own only where there is something to remove.
    const left = await this.#connections.withSession(connectionId, signal, (session) =>
      leftScratch(session, this.#ledger, signal),
    )
    if (left.length === 0) return
    const beside = await this.#connections.openBeside(connectionId, signal, true)
    try {
      await sweepScratch(beside.session, this.#ledger, signal)
    } finally {
      await beside.close()
    }
  }
}
