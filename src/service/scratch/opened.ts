import type { Session } from '../../engines/engine'
import type { OpenSession } from '../experiment/bench'

/** One connection, opened when it is first needed and again after it was lost. */
export class Opened {
  /** Done with each fresh connection before it is used. */
  prepare: (session: Session, signal: AbortSignal) => Promise<void> = () => Promise.resolve()
  readonly #open: (signal: AbortSignal) => Promise<OpenSession>
  #current: OpenSession | undefined

  constructor(open: (signal: AbortSignal) => Promise<OpenSession>) {
    this.#open = open
  }

  async session(signal: AbortSignal): Promise<Session> {
    if (this.#current) return this.#current.session
    const opened = await this.#open(signal)
    this.#current = opened
    void opened.session.closed.then(() => {
      if (this.#current === opened) this.#current = undefined
    })
    await this.prepare(opened.session, signal)
    return opened.session
  }

  async close(): Promise<void> {
    const opened = this.#current
    this.#current = undefined
    await opened?.close().catch(() => undefined) // it is no longer needed, however it ended
  }
}
