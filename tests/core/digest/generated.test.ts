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

  test('waits for locks are in the history, and samples tell theirs, where the log has them', () => {
    const { text } = logOf({ flavor, bytes: 200_000, seed: 4, shapes: 12 })
    const told = [...text.matchAll(/Lock_time: (\d+\.\d+)/g)].map(([, seconds]) => Math.round(Number(seconds) * 1e6))
    const { shapes } = digestDocument(digestBytes('generated', Buffer.from(text)))
    const samples = shapes.flatMap((shape) => [...shape.samples, ...(shape.drawn ?? [])])
    expect(samples.length).toBeGreaterThan(shapes.length)
    if (told.length === 0) {
      expect(shapes.filter(({ history }) => history.some((bucket) => 'lockMicros' in bucket))).toEqual([])
      expect(samples.filter((sample) => 'lockMicros' in sample)).toEqual([])
      return
    }
    let inHistory = 0
    for (const { history } of shapes) for (const { lockMicros } of history) inHistory += lockMicros ?? Number.NaN
    expect(inHistory).toBe(told.reduce((sum, micros) => sum + micros, 0))
    for (const { startByte, lockMicros, micros } of samples) {
      const [, took, waited] =
        /Query_time: (\S+) +Lock_time: (\S+)/.exec(Buffer.from(text).toString('utf8', startByte)) ?? []
      expect([micros, lockMicros]).toEqual([Math.round(Number(took) * 1e6), Math.round(Number(waited) * 1e6)])
    }
  })

  test('samples tell their user, host and database where the log does', () => {
    const { text } = logOf({ flavor, bytes: 100_000, seed: 6, shapes: 12 })
    const hasNames = flavor !== 'postgres-syslog'
    const hasHosts = hasNames && flavor !== 'postgres-stderr'
    for (const shape of digestDocument(digestBytes('generated', Buffer.from(text))).shapes) {
      const number = Number(/\bshape_(\d+)\b/.exec(shape.fingerprint)?.[1])
      for (const { user, host, database } of shape.samples)
        expect({ user, host, database }).toEqual({
          user: hasNames ? `app${number % 5}` : undefined,
          host: hasHosts ? `10.0.0.${number % 35}` : undefined,
          database: hasNames ? (number % 9 === 0 ? 'archive' : 'shop') : undefined,
        })
    }
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
