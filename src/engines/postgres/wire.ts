import { EventEmitter } from 'node:events'
import { Client, type ClientConfig, type QueryArrayConfig, type QueryArrayResult } from 'pg'
import type { ServerWarning } from '../../core/analysis/model'
import { fault } from '../../core/errors'
import type { ResultColumn } from '../../core/experiment/printed-values'
import { cancelled } from '../shared/stoppable'
import { postgresFault, type Sent } from './faults'
import { resultColumn } from './result-columns'
import { filterRowsOf, type RowFilter, type RowTaker } from './row-filter'

/** One answer: every value as the server's own text. */
export interface WireAnswer {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
  /** NOTICE, WARNING … that came on the way. */
  readonly notices: readonly ServerWarning[]
}

/** A run of which no row was kept. */
export interface PacketRun {
  /** From the call of the driver to the message that ends the statement. */
  readonly clientMs: number
  readonly rows: number
  /** Rows that a statement without a result changed. */
  readonly changed?: number
  readonly bytes: number
  readonly columns: readonly ResultColumn[]
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
  /** Sends one statement and makes nothing of its rows but what `take` does. */
  packets(text: string, sent?: Sent, take?: (row: Uint8Array) => void): Promise<PacketRun>
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
  #filter: RowFilter | undefined

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

  async packets(text: string, sent?: Sent, take?: (row: Uint8Array) => void): Promise<PacketRun> {
    this.#notices = []
    this.#filter ??= filterRowsOf(mustHaveStream(this.#client))
    const filter = this.#filter
    const taker: RowTaker = { rows: 0, bytes: 0, ...(take && { take }) }
    const config: QueryArrayConfig<unknown[]> & { queryMode: 'extended' } = {
      text,
      rowMode: 'array',
      queryMode: 'extended',
    }
    filter.taker = taker
    try {
      return await new Promise((resolve, reject) => {
        const startedAt = process.hrtime.bigint()
        this.#client.query(config, (error: Error | null, answer: QueryArrayResult<unknown[]> | undefined) => {
          const clientMs = Number(process.hrtime.bigint() - startedAt) / 1e6
          if (error) return reject(error)
          const columns = answer?.fields.map(resultColumn) ?? []
          const changed = columns.length === 0 ? (answer?.rowCount ?? undefined) : undefined
          resolve({
            clientMs,
            rows: taker.rows,
            ...(changed !== undefined && { changed }),
            bytes: taker.bytes,
            columns,
            notices: this.#notices,
          })
        })
      })
    } catch (error) {
      throw postgresFault(error, this.place, sent)
    } finally {
      filter.taker = undefined
    }
  }

  destroy(): void {
    const stream = streamOf(this.#client)
    if (stream && 'destroy' in stream && typeof stream.destroy === 'function') stream.destroy()
  }

  async end(): Promise<void> {
    await this.#client.end()
  }
}

/** pg shows no way to its stream: it is the `stream` of its `connection`. */
function streamOf(client: object): object | undefined {
  if (!('connection' in client) || typeof client.connection !== 'object' || client.connection === null) return undefined
  const { connection } = client
  if (!('stream' in connection) || typeof connection.stream !== 'object') return undefined
  return connection.stream ?? undefined
}

function mustHaveStream(client: object): EventEmitter {
  const stream = streamOf(client)
  if (stream instanceof EventEmitter) return stream
  throw fault(
    'internal',
    'The PostgreSQL driver keeps its stream in another place than this version of Sargable knows.',
  )
}
