import { quoteName } from '../../core/dialects/mysql-family'
import { SargableError } from '../../core/errors'
import { runStoppable, throwIfStopped } from '../shared/stoppable'
import type { Line } from './dial'
import type { PacketRun, TakePacket } from './packets'
import { isAnswer } from './set-up'
import type { TextRows, Wire } from './wire'

/** Ends any transaction, whatever completion_type says. */
export const rollback = 'ROLLBACK AND NO CHAIN NO RELEASE'

/** SELECTs are explained and measured inside the fence; EXPLAIN of DML and of locking reads is refused there (1792). */
export type Fence = 'READ ONLY' | 'READ WRITE'

/** How long the news of a lost connection waits for the statement on the server to be ended. */
const orphanPatienceMs = 2000

function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, orphanPatienceMs).unref())
}

/** One task's use of the connection: what it sends, how that is stopped, and how the session is left behind. */
export class GuardedRun {
  readonly wire: Wire
  readonly #line: Line
  readonly #signal: AbortSignal
  #stopped: AbortSignal
  #wasStopped = false
  #inTransaction = false
  readonly #wasThere: boolean
  readonly #afterwards: string[] = []
  /** Session variables to put back: name → SQL of the value before. */
  readonly #changed = new Map<string, string>()

  constructor(wire: Wire, line: Line, signal: AbortSignal) {
    this.wire = wire
    this.#wasThere = !wire.gone
    this.#line = line
    this.#signal = signal
    this.#stopped = signal
  }

  /**
   * Runs a part of the task under a time limit; the person's stop and the limit both end in KILL QUERY.
   * @throws SargableError `cancelled`, `timed-out`, or what the part throws.
   */
  async within<T>(limitMs: number, part: () => Promise<T>): Promise<T> {
    if (this.#wasStopped) await this.#absorbLateKill()
    return runStoppable(
      {
        signal: this.#signal,
        timeoutMs: limitMs,
        stop: () => {
          this.#wasStopped = true
          return this.#kill()
        },
        abandon: () => this.wire.destroy(),
      },
      (stopped) => {
        this.#stopped = stopped
        return part()
      },
    )
  }

  /** Sends one statement, unless the task was stopped meanwhile. */
  async send(sql: string): Promise<TextRows> {
    throwIfStopped(this.#stopped)
    return this.wire.query(sql)
  }

  /** Sends one statement and hands over each row as it comes. */
  async each(sql: string, take: (row: readonly (string | null)[]) => void): Promise<void> {
    throwIfStopped(this.#stopped)
    return this.wire.each(sql, take)
  }

  /** Sends one statement and counts its rows. */
  async count(sql: string): Promise<number> {
    throwIfStopped(this.#stopped)
    return this.wire.count(sql)
  }

  /** Sends one statement and keeps nothing of its rows but what `take` does. */
  async packets(sql: string, take?: TakePacket): Promise<PacketRun> {
    throwIfStopped(this.#stopped)
    return this.wire.packets(sql, take)
  }

  async begin(fence: Fence): Promise<void> {
    this.#inTransaction = true
    await this.send(`START TRANSACTION ${fence}`)
  }

  /** Sets a session variable until the task ends. `before` and `value` are SQL. */
  async setUntilDone(name: string, value: string, before: string): Promise<void> {
    this.#changed.set(name, before)
    await this.send(`SET SESSION ${name} = ${value}`)
  }

  /** Makes `schema` the one that unqualified names mean until the task ends. Without a `before` there is no way back. */
  async enterSchema(schema: string, before: string | undefined): Promise<void> {
    if (before !== undefined) this.#afterwards.push(`USE ${quoteName(before)}`)
    await this.send(`USE ${quoteName(schema)}`)
  }

  /** A statement to send when the task has ended, however it ended. */
  afterwards(sql: string): void {
    this.#afterwards.push(sql)
  }

  /**
   * Leaves the session as it was: transaction over (its metadata locks would stop an ALTER TABLE), variables back.
   * A session that cannot be tidied is not used again.
   */
  async tidy(): Promise<void> {
    if (this.wire.gone) {
      if (this.#wasThere) await Promise.race([this.#endOrphan(), soon()])
      return
    }
    try {
      if (this.#wasStopped) await this.#absorbLateKill()
      if (this.#inTransaction) await this.wire.query(rollback)
      for (const sql of this.#afterwards) await this.wire.query(sql)
      if (this.#changed.size > 0) {
        const parts = [...this.#changed].map(([name, before]) => `SESSION ${name} = ${before}`)
        await this.wire.query(`SET ${parts.join(', ')}`)
      }
    } catch {
      // Reported by the task's own outcome or by the next call, which finds the connection closed.
      this.wire.destroy()
    }
  }

  /** KILL QUERY that arrives when the statement has just ended hits the next one: this one may be hit. */
  async #absorbLateKill(): Promise<void> {
    this.#wasStopped = false
    try {
      await this.wire.query('DO 0')
    } catch (error) {
      if (!isAnswer(error)) throw error
    }
  }

  /**
   * A server goes on with a statement whose client is gone. Where it can be reached again, the statement is ended, if
   * it is surely ours: a restarted server counts its connections anew.
   */
  async #endOrphan(): Promise<void> {
    try {
      const other = await this.#line.open(new AbortController().signal, { withoutDatabase: true })
      try {
        const { columns, rows } = await other.query('SHOW FULL PROCESSLIST')
        const [id, info] = ['Id', 'Info'].map((name) => columns.indexOf(name))
        const ours = rows.some(
          (row) => row[id ?? -1] === String(this.wire.threadId) && row[info ?? -1] === this.wire.lastSent,
        )
        if (ours) await other.query(`KILL ${this.wire.threadId}`)
      } finally {
        await other.end()
      }
    } catch (error) {
      // The server is gone too, or refuses: the task's own fault says that the connection was lost.
      if (!(error instanceof SargableError)) throw error
    }
  }

  async #kill(): Promise<void> {
    // Not the task's signal: it is what has just been aborted.
    const other = await this.#line.open(new AbortController().signal, { withoutDatabase: true })
    try {
      await other.query(`KILL QUERY ${this.wire.threadId}`)
    } catch (error) {
      // 1094: the connection is gone already, and the statement with it.
      if (!isAnswer(error) || error.fault.server?.errno !== 1094) throw error
    } finally {
      await other.end()
    }
  }
}
