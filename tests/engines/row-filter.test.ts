// Protects the filter before PostgreSQL's parser: however the bytes are cut into pieces, rows go to the taker and everything else passes unchanged, as the Buffers that the driver's parser reads.
import { describe, expect, test } from 'vitest'
import { Randomness } from '../../src/core/randomness'
import { RowFilter, type RowTaker } from '../../src/engines/postgres/row-filter'

function message(kind: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind, 'latin1')
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
/** A row of one value; the first two bytes are the number of values. */
const row = (text: string) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return message('D', Buffer.concat([Buffer.from([0, 1]), length, Buffer.from(text)]))
}
const others = [
  message('T', Buffer.from('fields')),
  message('C', Buffer.from('SELECT 3\0')),
  message('Z', Buffer.from('I')),
]
const [fields = Buffer.of(), complete = Buffer.of(), ready = Buffer.of()] = others
const stream = Buffer.concat([
  fields,
  row('one'),
  row(''),
  message('N', Buffer.from('notice')),
  row('x'.repeat(300)),
  complete,
  ready,
])
const passed = Buffer.concat([fields, message('N', Buffer.from('notice')), complete, ready]).toString('latin1')

function cut(bytes: Buffer, seed: number): Buffer[] {
  const random = new Randomness(seed)
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random.below(seed % 3 === 0 ? 3 : 40)
    pieces.push(bytes.subarray(at, at + size))
    at += size
  }
  return pieces
}

describe('rows go to the taker', () => {
  test.each(Array.from({ length: 60 }, (_, seed) => seed))('cut by seed %i', (seed) => {
    let out = ''
    const rows: string[] = []
    const filter = new RowFilter((bytes) => {
      expect(Buffer.isBuffer(bytes)).toBe(true)
      out += bytes.toString('latin1')
    })
    const taker: RowTaker = { rows: 0, bytes: 0, take: (one) => rows.push(Buffer.from(one.subarray(4)).toString()) }
    filter.taker = taker
    for (const piece of cut(stream, seed)) filter.push(piece)
    expect(out).toBe(passed)
    expect(rows).toEqual(['one', '', 'x'.repeat(300)])
    expect(taker).toMatchObject({ rows: 3, bytes: 3 * 6 + 303 })
  })

  test.each(Array.from({ length: 20 }, (_, seed) => seed))('without a taker all passes, cut by seed %i', (seed) => {
    let out = ''
    const filter = new RowFilter((bytes) => {
      expect(Buffer.isBuffer(bytes)).toBe(true)
      out += bytes.toString('latin1')
    })
    for (const piece of cut(stream, seed)) filter.push(piece)
    expect(out).toBe(stream.toString('latin1'))
  })
})
