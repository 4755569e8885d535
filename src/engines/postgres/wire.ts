import { Client, type ClientConfig, type QueryArrayConfig } from 'pg'
import type { ServerWarning } from '../../core/analysis/model'
import { cancelled } from '../shared/stoppable'
import { postgresFault, type Sent } from './faults'

/** One answer: every value as the server's own text. */
export interface WireAnswer {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
  /** NOTICE, WARNING … that came on the way. */
  readonly notices: readonly ServerWarning[]
}

/** Values of `$1`, `$2` …; a list is sent as an array. */
export type WireValue = string | null | readonly (string | null)[]

/**
 * What a session needs of a connection; a socket to a server, or the embedded one.
 * One statement at a time, always by the extended protocol: it takes no second statement in one text, so that none
 * can leave the read-only transaction.
 */
export interface PostgresWire {
  /** What a person would call the server. */
  readonly place: string
  /** Counts fresh server sessions: when it changes, settings made before are gone. */
  readonly generation: number
  /** What stopping a statement costs here, for the hint; absent where it costs nothing. */
  readonly stopHint?: string
  query(text: string, values?: readonly WireValue[], sent?: Sent): Promise<WireAnswer>
  /** Stops the running statement; resolves when the server was told. */
  stop(): Promise<void>
  /** Cuts the connection. */
  destroy(): void
  end(): Promise<void>
  readonly closed: Promise<void>
}

/** A connection by pg's Client. */
export class ClientWire {
  readonly place: string
  readonly closed: Promise<void>
  readonly #client: Client
  #notices: ServerWarning[] = []

  private constructor(client: Client, place: string) {
    this.#client = client
    this.place = place
    this.closed = new Promise((resolve) => client.once('end', () => resolve()))
    // The running query and the next one report it; without a listener Node would end the process.
    client.on('error', () => undefined)
    client.on('notice', (notice) =>
      this.#notices.push({
        level: notice.severity ?? 'NOTICE',
        code: notice.code ?? '',
        message: [notice.message, notice.detail, notice.hint].filter(Boolean).join(' '),
      }),
    )
  }

  /** Connects. The signal stops the connecting only. */
  static async connect(config: ClientConfig, place: string, signal: AbortSignal): Promise<ClientWire> {
    if (signal.aborted) throw cancelled()
    // Values stay as the server wrote them; EXPLAIN's JSON too.
    const client = new Client({ ...config, types: { getTypeParser: () => (value: string) => value } })
    const wire = new ClientWire(client, place)
    const stop = () => wire.destroy()
    signal.addEventListener('abort', stop, { once: true })
    try {
      await client.connect()
      return wire
    } catch (error) {
      wire.destroy()
      throw signal.aborted ? cancelled() : postgresFault(error, place)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  async query(text: string, values: readonly WireValue[] = [], sent?: Sent): Promise<WireAnswer> {
    this.#notices = []
    const config: QueryArrayConfig<unknown[]> & { queryMode: 'extended' } = {
      text,
      values: [...values],
      rowMode: 'array',
      queryMode: 'extended',
    }
    try {
      const answer = await this.#client.query<(string | null)[]>(config)
      return { columns: answer.fields.map((field) => field.name), rows: answer.rows, notices: this.#notices }
    } catch (error) {
      throw postgresFault(error, this.place, sent)
    }
  }

  destroy(): void {
    destroyStream(this.#client)
  }

  async end(): Promise<void> {
    await this.#client.end()
  }
}

/** pg has no public way to cut a connection; its socket is the `stream` of its `connection`. */
function destroyStream(client: object): void {
  if (!('connection' in client) || typeof client.connection !== 'object' || client.connection === null) return
  const { connection } = client
  if (!('stream' in connection) || typeof connection.stream !== 'object' || connection.stream === null) return
  const { stream } = connection
  if ('destroy' in stream && typeof stream.destroy === 'function') stream.destroy()
}
