// A log that grows, is renamed, is cut: real files, as servers and logrotate treat them.
import { appendFileSync, copyFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { digestBytes } from '../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../src/core/digest/document'
import type { DigestDocument } from '../../../src/core/digest/model'
import { encodeUtf8 } from '../../../src/core/digest/utf8'
import { followLog } from '../../../src/service/digest/follow'
import { faultFrom, until } from '../../kit/mysql'

let folder: string
let log: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sargable-follow-'))
  log = join(folder, 'slow.log')
})
afterEach(() => rmSync(folder, { recursive: true }))

const banner =
  '/usr/sbin/mysqld, Version: 8.0.31 (MySQL Community Server - GPL). started with:\nTcp port: 3306  Unix socket: /tmp/s.sock\nTime                 Id Command    Argument\n'

/** Entry number `i`, one second after the one before. */
function entry(i: number): string {
  const at = new Date(Date.UTC(2026, 10, 20, 6, 0, i)).toISOString().replace('Z', '000Z')
  return `# Time: ${at}\n# User@Host: app[app] @ web1 [10.0.0.1]  Id: ${i}\n# Query_time: 0.${String(100_000 + i)}  Lock_time: 0.000001 Rows_sent: 1  Rows_examined: ${i}\nSET timestamp=1795154400;\nSELECT * FROM orders\nWHERE id = ${i} AND note = 'line\nfeed';\n`
}
const entries = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => entry(from + i)).join('')

interface Followed {
  /** Waits until so many entries were told. */
  told(events: number): Promise<void>
  stop(): Promise<DigestDocument>
  readonly documents: readonly DigestDocument[]
}

function follow(path = log): Followed {
  const controller = new AbortController()
  const documents: DigestDocument[] = []
  const ended = followLog(path, {
    signal: controller.signal,
    everyMs: 5,
    onDigest: (document) => documents.push(document),
  })
  ended.catch(() => undefined) // told by stop()
  return {
    documents,
    told: (events) => until(`${events} entries`, async () => (documents[documents.length - 1]?.events ?? 0) >= events),
    stop: () => {
      controller.abort()
      return ended
    },
  }
}

/** The same without the places of bytes, which a digest of one whole file counts otherwise. */
function figures(document: DigestDocument) {
  return document.shapes.map(
    ({ digest, count, totalMicros, rowsExamined, users, history, buckets, firstSeen, lastSeen }) => ({
      digest,
      count,
      totalMicros,
      rowsExamined,
      users,
      history,
      buckets,
      firstSeen,
      lastSeen,
    }),
  )
}

function wholeOf(text: string): DigestDocument {
  return digestDocument(digestBytes('whole', encodeUtf8(text)))
}

describe('a log that grows', () => {
  test('is told as it grows, and at the end is what the whole log is', async () => {
    writeFileSync(log, banner + entries(0, 3))
    const following = follow()
    await following.told(3)
    for (let i = 3; i < 30; i++) {
      // As writers do: not always whole lines at a time.
      const text = entry(i)
      appendFileSync(log, text.slice(0, 70))
      if (i % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      appendFileSync(log, text.slice(70))
    }
    await following.told(30)
    const last = await following.stop()
    expect(figures(last)).toEqual(figures(wholeOf(banner + entries(0, 30))))
    expect(last.sources[0]?.bytes).toEqual(wholeOf(banner + entries(0, 30)).sources[0]?.bytes)
    const told = following.documents.map(({ events }) => events)
    expect(told).toEqual([...told].sort((a, b) => a - b))
    // Shares of users are those of the entries told so far, each time.
    for (const document of following.documents)
      expect(document.shapes[0]?.users).toMatchObject([{ name: 'app', count: document.events }])
  })

  test('that is empty at first is recognized when it begins', async () => {
    writeFileSync(log, '')
    const following = follow()
    appendFileSync(log, banner.slice(0, 20))
    appendFileSync(log, banner.slice(20) + entries(0, 2))
    await following.told(2)
    expect((await following.stop()).events).toBe(2)
  })

  test('renamed, with a new one in its place: each entry once', async () => {
    writeFileSync(log, banner + entries(0, 5))
    const following = follow()
    await following.told(5)
    for (let turn = 1; turn <= 3; turn++) {
      renameSync(log, `${log}.${turn}`)
      writeFileSync(log, '')
      // The server writes to the old file until it is told.
      appendFileSync(`${log}.${turn}`, entries(turn * 10, turn * 10 + 5))
      appendFileSync(log, banner + entries(turn * 10 + 5, turn * 10 + 10))
      await following.told(5 + turn * 10)
    }
    const last = await following.stop()
    const whole = banner + entries(0, 5) + [1, 2, 3].map((turn) => entries(turn * 10, turn * 10 + 10)).join('')
    expect(figures(last)).toEqual(figures(wholeOf(whole)))
    expect(last.sources[0]?.skipped).toEqual([])
  })

  test('renamed while nothing is in its place goes on where it was', async () => {
    writeFileSync(log, banner + entries(0, 3))
    const following = follow()
    await following.told(3)
    renameSync(log, `${log}.1`)
    appendFileSync(`${log}.1`, entries(3, 6))
    await following.told(6)
    writeFileSync(log, banner + entries(6, 8))
    await following.told(8)
    expect((await following.stop()).events).toBe(8)
  })

  test('copied and cut: goes on from the beginning', async () => {
    writeFileSync(log, banner + entries(0, 20))
    const following = follow()
    await following.told(20)
    copyFileSync(log, `${log}.1`)
    truncateSync(log, 0)
    appendFileSync(log, entries(20, 23))
    await following.told(23)
    const last = await following.stop()
    expect(figures(last)).toEqual(figures(wholeOf(banner + entries(0, 23))))
  })

  test('cut and at once longer than before: told by its bytes', async () => {
    writeFileSync(log, banner + entries(0, 3))
    const following = follow()
    await following.told(3)
    writeFileSync(log, entries(100, 120))
    await following.told(23)
    expect((await following.stop()).events).toBe(23)
  })

  test('cut inside of an entry: that one is skipped, the others are whole', async () => {
    writeFileSync(log, banner + entries(0, 3) + entry(3).slice(0, -9))
    const following = follow()
    await following.told(1)
    truncateSync(log, 0)
    appendFileSync(log, entries(4, 6))
    await following.told(5)
    const last = await following.stop()
    expect(last.events).toBe(5)
    expect(last.sources[0]?.skipped.map(({ reason }) => reason)).toEqual(['The log ends inside this entry.'])
    expect(last.sources[0]?.skipped[0]?.text).toContain('Id: 3')
  })
})

describe('a log of PostgreSQL', () => {
  const line = (i: number, text: string) =>
    `2026-11-20 06:00:${String(i % 60).padStart(2, '0')}.000 UTC [4711] app@shop LOG:  ${text}\n`

  test('with a statement in one file and its duration in the next', async () => {
    writeFileSync(
      log,
      line(1, 'duration: 5.000 ms  statement: SELECT 1') + line(2, 'statement: SELECT a FROM b WHERE c = 2'),
    )
    const following = follow()
    await following.told(1)
    renameSync(log, `${log}.1`)
    writeFileSync(log, line(3, 'duration: 7.000 ms') + line(4, 'duration: 1.000 ms  statement: SELECT 4'))
    await following.told(2)
    const last = await following.stop()
    expect(last.shapes.map(({ fingerprint, count, totalMicros }) => [fingerprint, count, totalMicros])).toEqual([
      ['select a from b where c = ?', 1, 7000],
      ['select ?', 2, 6000],
    ])
  })
})

test('what cannot be followed is said', async () => {
  const packed = join(folder, 'log.gz')
  writeFileSync(packed, Uint8Array.from([0x1f, 0x8b, 8, 0, 0]))
  expect((await faultFrom(follow(packed).stop())).message).toContain('packed')
  expect((await faultFrom(follow(join(folder, 'nothing')).stop())).code).toBe('file-unreadable')
  expect((await faultFrom(follow(folder).stop())).message).toContain('folder')
  writeFileSync(log, 'no log\n'.repeat(30_000))
  expect((await faultFrom(follow().stop())).code).toBe('unreadable-text')
})
