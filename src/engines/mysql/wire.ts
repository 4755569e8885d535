import type mysql from 'mysql2'
import { fault } from '../../core/errors'
import { faultFromServer, type Place } from './faults'
import { type PacketRun, runByPackets, type TakePacket } from './packets'

/** A result as text: every value as the server prints it, null for SQL NULL. */
export interface TextRows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

const noRows: TextRows = { columns: [], rows: [] }

const closedError = Object.assign(new Error('Connection closed'), { code: 'PROTOCOL_CONNECTION_LOST' })

/**
 * One connection of the driver, reduced to what the product sends: one text statement at a time, answers as text.
 * Errors of the server come out as SargableError.
 */
export class Wire {
  /** Resolves when the connection is gone, however it ended. */
  readonly closed: Promise<void>
  readonly place: Place
  readonly #connection: mysql.Connection
  #gone = false
  #goneBecause: unknown
  #lastSent = ''
  readonly #waiting = new Set<(error: unknown) => void>()

  /** `connection` is one that has finished its handshake. */
  constructor(connection: mysql.Connection, place: Place) {
    this.#connection = connection
    this.place = place
    this.closed = new Promise((resolve) => {
      const end = (error?: unknown) => {
        this.#gone = true
        this.#goneBecause ??= error
        for (const reject of this.#waiting) reject(this.#goneBecause ?? closedError)
        resolve()
      }
      // The driver reports a broken connection by "error" when no statement is running, and by "end" on a clean close.
      connection.once('end', () => end())
      connection.on('error', end)
    })
  }

  /** True when nothing can be sent any more. */
  get gone(): boolean {
    return this.#gone
  }

  /** What was sent last. */
  get lastSent(): string {
    return this.#lastSent
  }

  /** The server's number for this connection, as KILL takes it. */
  get threadId(): number {
    return this.#connection.threadId ?? 0
  }

  /** Sends one statement and takes all of its rows. Statements without rows give none. */
  query(sql: string): Promise<TextRows> {
    this.#mustBeThere()
    this.#lastSent = sql
    return this.#answer((resolve, reject) => {
      this.#connection.query(
        { sql, rowsAsArray: true, typeCast: (field) => field.string() },
        (error: mysql.QueryError | null, rows: unknown, fields: readonly mysql.FieldPacket[] | undefined) => {
          if (error) reject(error)
          else resolve(fields ? { columns: fields.map((field) => field.name), rows: textRows(rows) } : noRows)
        },
      )
    })
  }

  /** Sends one statement and counts its rows without keeping any. */
  count(sql: string): Promise<number> {
    this.#mustBeThere()
    this.#lastSent = sql
    return this.#answer((resolve, reject) => {
      let rows = 0
      let hasRows = false
      const query = this.#connection.query({ sql, rowsAsArray: true, typeCast: false })
      query.on('fields', (fields: unknown) => {
        hasRows = fields !== undefined
      })
      query.on('result', () => {
        if (hasRows) rows++
      })
      query.on('error', reject)
      query.on('end', () => resolve(rows))
    })
  }

  /** Sends one statement and hands over each row as it comes, keeping none. */
  each(sql: string, take: (row: readonly (string | null)[]) => void): Promise<void> {
    this.#mustBeThere()
    this.#lastSent = sql
    return this.#answer((resolve, reject) => {
      const query = this.#connection.query({ sql, rowsAsArray: true, typeCast: (field) => field.string() })
      let thrown: unknown
      query.on('result', (row: unknown) => {
        if (thrown !== undefined) return
        try {
          for (const values of textRows([row])) take(values)
        } catch (error) {
          thrown = error
        }
      })
      query.on('error', reject)
      query.on('end', () => (thrown === undefined ? resolve() : reject(thrown)))
    })
  }

  /**
   * Sends one statement and takes its rows as packets, of which nothing is kept.
   * @param take called with each row's packet
   */
  async packets(sql: string, take?: TakePacket): Promise<PacketRun> {
    this.#mustBeThere()
    this.#lastSent = sql
    return this.#answer((resolve, reject) => runByPackets(this.#connection, sql, take, resolve, reject))
  }

  /** Says goodbye to the server and waits until the connection is closed. */
  async end(): Promise<void> {
    if (this.#gone) return
    await new Promise<void>((resolve) => this.#connection.end(() => resolve()))
    this.destroy()
  }

  /** Cuts the connection at once. */
  destroy(): void {
    this.#gone = true
    this.#connection.destroy()
    this.#connection.emit('end')
  }

  /** The driver forgets some waiting statements when a connection ends; they end here with it. */
  async #answer<T>(start: (resolve: (value: T) => void, reject: (error: unknown) => void) => void): Promise<T> {
    let giveUp: (error: unknown) => void = () => undefined
    try {
      return await new Promise<T>((resolve, reject) => {
        giveUp = reject
        this.#waiting.add(giveUp)
        start(resolve, reject)
      })
    } catch (error) {
      throw faultFromServer(error, this.place)
    } finally {
      this.#waiting.delete(giveUp)
    }
  }

  #mustBeThere() {
    if (!this.#gone) return
    throw fault('lost-connection', `The connection to ${this.place.name} is closed.`, { hint: 'Connect again.' })
  }
}

/** The door: the driver's `any` becomes arrays of text. */
function textRows(rows: unknown): (string | null)[][] {
  if (!Array.isArray(rows)) return []
  return rows.map((row: unknown) =>
    Array.isArray(row) ? row.map((value: unknown) => (value === null ? null : String(value))) : [],
  )
}
