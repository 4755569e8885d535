import { runStoppable, throwIfStopped } from '../shared/stoppable'
import type { Admitted } from './admit'
import { isAnswer, type Sent } from './faults'
import type { PacketRun, PostgresWire, WireAnswer, WireValue } from './wire'

/**
 * Before any text of the person: `SET TRANSACTION READ WRITE` is only allowed as the first thing in a transaction.
 * PostgreSQL lets plain EXPLAIN of DML and of locking reads into a read-only transaction, so all goes in here.
 */
export const fence: readonly [string, string] = ['BEGIN READ ONLY', 'SELECT 1']

/** For statements that write to tables of ours: rolled back like every other transaction here. */
const writingFence: readonly [string, string] = ['BEGIN READ WRITE', 'SELECT 1']

/**
 * The fence inside a transaction that stays open: what is set behind a savepoint goes with it, and a part of a
 * transaction that is read only cannot be made writing again.
 */
const innerFence: readonly [string, string] = ['SAVEPOINT sargable_run', 'SET TRANSACTION READ ONLY']
const endInner = ['ROLLBACK TO SAVEPOINT sargable_run', 'RELEASE SAVEPOINT sargable_run'] as const

/** One task's use of the connection: what it sends, how that is stopped, and how the session is left behind. */
export class FencedRun {
  readonly #wire: PostgresWire
  readonly #signal: AbortSignal
  readonly #generation: number
  /** The transaction was begun before, and goes on afterwards. */
  readonly #inner: boolean
  #stopped: AbortSignal
  #inTransaction = false
  #prepared = false
  #forgetHypothetical: string | undefined

  constructor(wire: PostgresWire, signal: AbortSignal, inner = false) {
    this.#wire = wire
    this.#inner = inner
    this.#signal = signal
    this.#stopped = signal
    this.#generation = wire.generation
  }

  /**
   * Runs the task under a time limit; the person's stop and the limit both stop the statement on the server.
   * @throws SargableError `cancelled`, `timed-out`, or what the task throws.
   */
  within<T>(limitMs: number, task: () => Promise<T>): Promise<T> {
    return runStoppable(
      {
        signal: this.#signal,
        timeoutMs: limitMs,
        stop: () => this.#wire.stop(),
        abandon: () => this.#wire.destroy(),
      },
      (stopped) => {
        this.#stopped = stopped
        return task()
      },
    )
  }

  /** Sends one statement, unless the task was stopped meanwhile. */
  async send(sql: string, values: readonly WireValue[] = [], sent?: Sent): Promise<WireAnswer> {
    throwIfStopped(this.#stopped)
    return this.#wire.query(sql, values, sent)
  }

  /** Sends the person's statement and keeps nothing of its rows but what `take` does. */
  async packets(sql: string, { text, offset }: Admitted, take?: (row: Uint8Array) => void): Promise<PacketRun> {
    throwIfStopped(this.#stopped)
    return this.#wire.packets(sql, { statement: sql, prefixLength: 0, text, offset }, take)
  }

  /** Begins the transaction. `serverLimitMs`: another statement limit than the session's. */
  async begin(serverLimitMs?: number, writes = false): Promise<void> {
    this.#inTransaction = true
    const opening = this.#inner ? innerFence : writes ? writingFence : fence
    for (const statement of opening) await this.send(statement)
    if (serverLimitMs !== undefined) await this.send(`SET LOCAL statement_timeout = ${Math.ceil(serverLimitMs)}`)
  }

  /** A prepared statement was made, which a rollback does not take away. */
  prepared(): void {
    this.#prepared = true
  }

  /** Indexes were hidden or made up for this session, which a rollback does not undo; `forget` is what does. */
  hypothetical(forget: string): void {
    this.#forgetHypothetical = forget
  }

  /** Ends the transaction: its locks would stop an ALTER TABLE. A session that cannot be tidied is not used again. */
  async tidy(): Promise<void> {
    // A fresh server session has neither transaction nor prepared statement of ours.
    if (this.#wire.generation !== this.#generation) return
    try {
      const ending = this.#inner ? endInner : (['ROLLBACK'] as const)
      if (this.#inTransaction) for (const statement of ending) await this.#surely(statement)
      if (this.#prepared) await this.#surely('DEALLOCATE ALL')
      if (this.#forgetHypothetical !== undefined) await this.#surely(this.#forgetHypothetical)
    } catch {
      // Reported by the task's own outcome or by the next call, which finds the connection closed.
      this.#wire.destroy()
    }
  }

  /** A cancel that came late may hit this statement instead; it has then done its harm. */
  async #surely(statement: string): Promise<void> {
    try {
      await this.#wire.query(statement)
    } catch (error) {
      if (!isAnswer(error)) throw error
      await this.#wire.query(statement)
    }
  }
}
