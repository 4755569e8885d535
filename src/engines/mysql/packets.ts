import type mysql from 'mysql2'
import { fault } from '../../core/errors'
import type { ResultColumn } from '../../core/experiment/printed-values'
import { resultColumn } from './result-columns'

/** One row as it came: the bytes from `start` to `end`, values with their lengths before them. Not there afterwards. */
export type TakePacket = (bytes: Uint8Array, start: number, end: number) => void

export interface PacketRun {
  /** From the call of the driver to the packet that ends the rows. */
  readonly clientMs: number
  readonly rows: number
  /** Rows that a statement without a result changed. */
  readonly changed?: number
  readonly bytes: number
  readonly columns: readonly ResultColumn[]
}

/** What the driver keeps of a packet; see its lib/packets/packet.js. */
interface Packet {
  readonly buffer: Uint8Array
  readonly offset: number
  readonly end: number
  isEOF(): boolean
}

type PacketHandler = (packet: Packet, connection: unknown) => unknown

/**
 * Runs a statement without making rows of its packets. The driver's command is a machine whose next step is what the
 * last one returned, called as its method; the step `row` is exchanged for one that only looks at the packet.
 */
export function runByPackets(
  connection: mysql.Connection,
  sql: string,
  take: TakePacket | undefined,
  resolve: (run: PacketRun) => void,
  reject: (error: unknown) => void,
): void {
  let rows = 0
  let bytes = 0
  let changed: number | undefined
  let columns: readonly mysql.FieldPacket[] = []
  const startedAt = process.hrtime.bigint()
  const query: mysql.Query & { row?: unknown } = connection.query({ sql, rowsAsArray: true, typeCast: false })
  const driversRow = query.row
  if (!isHandler(driversRow)) {
    throw fault('internal', 'The MySQL driver reads rows in another way than this version of Sargable knows.')
  }
  const onRow: PacketHandler = function (this: unknown, packet, its) {
    if (packet.isEOF()) return driversRow.call(this, packet, its)
    rows++
    bytes += packet.end - packet.offset
    take?.(packet.buffer, packet.offset, packet.end)
    return onRow
  }
  query.row = onRow
  query.on('error', reject)
  query.on('fields', (fields: readonly mysql.FieldPacket[] | undefined) => {
    columns = fields ?? []
  })
  query.on('result', (header: unknown) => {
    if (typeof header !== 'object' || header === null || !('affectedRows' in header)) return
    if (typeof header.affectedRows === 'number') changed = header.affectedRows
  })
  query.on('end', () => {
    const clientMs = Number(process.hrtime.bigint() - startedAt) / 1e6
    resolve({ clientMs, rows, ...(changed !== undefined && { changed }), bytes, columns: columns.map(resultColumn) })
  })
}

function isHandler(value: unknown): value is PacketHandler {
  return typeof value === 'function'
}

/** Turns rows of this protocol into the engine's common form: four bytes of length (−1 for NULL) before each value. */
export class RowForm {
  #bytes = new Uint8Array(4096)

  /** The row in a buffer that the next call uses again. */
  of(packet: Uint8Array, start: number, end: number): Uint8Array {
    // A length of one byte becomes one of four; no value is shorter than its length byte.
    if (this.#bytes.length < (end - start) * 4) this.#bytes = new Uint8Array((end - start) * 8)
    const out = this.#bytes
    let to = 0
    for (let at = start; at < end; ) {
      const first = packet[at++] ?? 0
      if (first === 0xfb) {
        out.fill(0xff, to, to + 4)
        to += 4
        continue
      }
      const lengthBytes = first === 0xfc ? 2 : first === 0xfd ? 3 : first === 0xfe ? 8 : 0
      let length = first
      if (lengthBytes > 0) {
        length = 0
        for (let byte = lengthBytes - 1; byte >= 0; byte--) length = length * 256 + (packet[at + byte] ?? 0)
        at += lengthBytes
      }
      out[to++] = length >>> 24
      out[to++] = length >>> 16
      out[to++] = length >>> 8
      out[to++] = length
      out.set(packet.subarray(at, at + length), to)
      to += length
      at += length
    }
    return out.subarray(0, to)
  }
}
