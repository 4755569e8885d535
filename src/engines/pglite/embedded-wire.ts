import type { Sent } from '../postgres/faults'
import type { ClientWire, PacketRun, PostgresWire, WireAnswer, WireValue } from '../postgres/wire'
import { lostConnection } from '../shared/connect-faults'
import { EmbeddedServer, embeddedPlace } from './embedded-server'

/** A data folder in use, and what to do with it when the connection ends. */
export interface OwnedFolder {
  readonly path: string
  /** False for a private copy: nobody will read it again, so it need not be shut down in order. */
  readonly keeps: boolean
  giveBack(): Promise<void>
}

/**
 * The embedded server as a session's wire. Stopping a statement ends its thread and starts another one on the same
 * folder: what was committed is still there, by PostgreSQL's own recovery.
 */
export class EmbeddedWire implements PostgresWire {
  readonly place = embeddedPlace
  readonly stopHint =
    'The embedded server was restarted to stop the statement; its tables are still there, but for temporary ones.'
  readonly closed: Promise<void>
  readonly #folder: OwnedFolder
  #server: EmbeddedServer
  #client: ClientWire
  #generation = 1
  #ending: Promise<void> | undefined
  #resolveClosed: () => void = () => undefined

  constructor(folder: OwnedFolder, server: EmbeddedServer, client: ClientWire) {
    this.#folder = folder
    this.#server = server
    this.#client = client
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve
    })
    this.#watch(server)
  }

  get generation(): number {
    return this.#generation
  }

  query(text: string, values?: readonly WireValue[], sent?: Sent): Promise<WireAnswer> {
    if (this.#ending) return Promise.reject(lostConnection(this.place, 'It was closed.', 'closed'))
    return this.#client.query(text, values, sent)
  }

  packets(text: string, sent?: Sent, take?: (row: Uint8Array) => void): Promise<PacketRun> {
    if (this.#ending) return Promise.reject(lostConnection(this.place, 'It was closed.', 'closed'))
    return this.#client.packets(text, sent, take)
  }

  async stop(): Promise<void> {
    const stopped = this.#server
    this.#server = new EmbeddedServer()
    await stopped.kill()
    this.#client.destroy()
    const { signal } = new AbortController()
    await this.#server.open(this.#folder.path, signal)
    this.#client = await this.#server.connect(signal)
    this.#generation++
    this.#watch(this.#server)
  }

  destroy(): void {
    void this.#finish(() => this.#server.kill())
  }

  end(): Promise<void> {
    return this.#finish(() => (this.#folder.keeps ? this.#server.close() : this.#server.kill()))
  }

  #watch(server: EmbeddedServer): void {
    void server.gone.then(() => {
      if (this.#server === server) this.destroy()
    })
  }

  #finish(endServer: () => Promise<void>): Promise<void> {
    this.#ending ??= endServer()
      .catch(() => this.#server.kill())
      .then(() => {
        this.#client.destroy()
        return this.#folder.giveBack()
      })
      .finally(() => this.#resolveClosed())
    return this.#ending
  }
}
