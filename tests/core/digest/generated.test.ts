// Protects: every count and every microsecond of a log ends in the right shape, in all forms of logs.
import { describe, expect, test } from 'vitest'
import { generatedFlavors, generatedLog, type LogOrder, type LogTruth } from '../../../build/bench/generated-log'
import { digestBytes } from '../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../src/core/digest/document'

function logOf(order: LogOrder): { text: string; truth: LogTruth } {
  const log = generatedLog(order)
  let text = ''
  for (;;) {
    const { done, value } = log.next()
    if (done) return { text, truth: value }
    text += value
  }
}

const flavorOf: Readonly<Record<string, string>> = {
  mysql: 'mysql-slow',
  'mysql-extra': 'mysql-slow',
  percona: 'percona-slow',
  mariadb: 'mariadb-slow',
}

describe.each(generatedFlavors)('%s', (flavor) => {
  test.each([false, true])('counts and sums equal the truth (tricky: %s)', (tricky) => {
    const { text, truth } = logOf({ flavor, bytes: 500_000, seed: tricky ? 3 : 2, tricky, shapes: 40 })
    const document = digestDocument(digestBytes('generated', Buffer.from(text)))
    const [source] = document.sources
    expect(source?.flavor).toBe(flavorOf[flavor] ?? flavor)
    expect(source?.skipped).toEqual([])
    expect(source?.bytes.total).toBe(Buffer.byteLength(text))
    const found = document.shapes.map((shape) => {
      const label = /\bshape_(\d+)\b/.exec(shape.fingerprint)?.[1] ?? 'command'
      return [label, { count: shape.count, micros: shape.totalMicros }] as const
    })
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(truth.shapes))
    expect(found.length).toBe(truth.shapes.size)
    expect(document.events).toBe(truth.events)
    expect(document.totalMicros).toBe(truth.micros)
    expect(
      document.shapes.reduce((sum, shape) => sum + shape.buckets.reduce((all, [, count]) => all + count, 0), 0),
    ).toBe(truth.events)
    expect(
      document.shapes.reduce((sum, shape) => sum + shape.history.reduce((all, { count }) => all + count, 0), 0),
    ).toBe(truth.events)
  })
})

test('the bytes of a log are those of its entries, banners and skipped pieces', () => {
  for (const flavor of generatedFlavors) {
    const { text } = logOf({ flavor, bytes: 100_000, seed: 5, tricky: true })
    const [source] = digestDocument(digestBytes('generated', Buffer.from(text))).sources
    expect(source?.bytes).toEqual({
      total: Buffer.byteLength(text),
      events: (source?.bytes.total ?? 0) - (source?.bytes.banners ?? 0),
      banners: flavor === 'mysql' || flavor === 'mariadb' ? text.indexOf('# ') : 0,
      skipped: 0,
    })
  }
})
