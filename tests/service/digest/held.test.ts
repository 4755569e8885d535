// Protects: logs that a screen looks at: opened from files, excerpts and what the page sends; stopped; read again.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatedLog } from '../../../build/bench/generated-log'
import type { DigestProgress } from '../../../src/service/api'
import { HeldDigests } from '../../../src/service/digest/held'
import { readLogs } from '../../../src/service/digest/read-logs'
import { Uploads } from '../../../src/service/digest/uploads'

const folder = mkdtempSync(join(tmpdir(), 'sargable-held-'))
const log = Buffer.from([...generatedLog({ flavor: 'mysql-extra', bytes: 3_000_000, seed: 5 })].join(''))
const path = join(folder, 'slow.log')
const uploads = new Uploads()
const digests = new HeldDigests(uploads, () => Promise.reject(new Error('no server is asked here')))
const free = new AbortController().signal
const silent = () => undefined

beforeAll(() => writeFileSync(path, log))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a log comes to the same', () => {
  const open = (sources: Parameters<HeldDigests['open']>[0]['sources']) => digests.open({ sources }, free, silent)
  const figuresOf = (digestId: string) =>
    digests
      .get(digestId)
      .lens.view({ limit: 1000 })
      .rows.map(({ digest, count, totalMicros, p95Micros }) => [digest, count, totalMicros, p95Micros])

  test.each([
    ['as an excerpt', () => open([{ kind: 'text', name: 'excerpt', text: log.toString() }])],
    ['as a file that the page sends', () => sent('plain-file', log)],
    ['as a gzip file that the page sends', () => sent('gzip-file-1', gzipSync(log))],
  ])('%s', async (_, opened) => {
    const byPath = await open([{ kind: 'path', path }])
    const other = await opened()
    expect(figuresOf(other.digestId)).toEqual(figuresOf(byPath.digestId))
    expect(other).toMatchObject({ events: byPath.events, shapes: byPath.shapes, schemas: byPath.schemas })
  })

  async function sent(id: string, bytes: Buffer) {
    const cut = [bytes.subarray(0, 1), bytes.subarray(1, 70_001), bytes.subarray(70_001)]
    const delivered = uploads.deliver(id, { body: Readable.from(cut), sizeBytes: bytes.length })
    const held = await open([{ kind: 'upload', id, name: 'sent.log' }])
    expect(await delivered).toBe(true)
    expect(held).toMatchObject({ name: 'sent.log', readBytes: bytes.length, canReadAgain: false })
    return held
  }

  test('as a digest that was saved', async () => {
    const { digestId } = await open([{ kind: 'path', path }])
    const saved = join(folder, 'saved.json')
    const { digestDocument } = await import('../../../src/core/digest/document')
    writeFileSync(saved, JSON.stringify(digestDocument(digests.get(digestId).sum)))
    const again = await open([{ kind: 'path', path: saved }])
    expect(figuresOf(again.digestId)).toEqual(figuresOf(digestId))
  })
})

test('several sources are one digest', async () => {
  const text = log.toString()
  const cut = text.indexOf('# Time: ', text.length / 2)
  const held = await digests.open(
    {
      sources: [
        { kind: 'text', name: 'first', text: text.slice(0, cut) },
        { kind: 'text', name: 'second', text: text.slice(cut) },
      ],
    },
    free,
    silent,
  )
  expect(held.name).toBe('first and 1 more')
  expect(held.sources.length).toBe(2)
  expect(held.events).toBe((await readLogs([path])).events)
})

test('reading again with a filter is exact where the view is an estimate', async () => {
  const { digestId } = await digests.open({ sources: [{ kind: 'path', path }] }, free, silent)
  const look = { filter: 'time>5ms' }
  expect(digests.get(digestId).lens.view({ ...look, limit: 0 }).estimated?.figures).toContain('counts')
  const again = await digests.again(digestId, look, free, silent)
  const { parseFilter } = await import('../../../src/core/digest/filter')
  const { entries } = parseFilter(look.filter)
  const truth = await readLogs([path], entries === undefined ? {} : { filter: entries })
  expect(again.events).toBe(truth.events)
  expect(again.totalMicros).toBe(truth.totalMicros)
  expect(digests.get(again.digestId).lens.view({}).estimated).toBeUndefined()
})

test('says how far it is, over all files', async () => {
  const told: DigestProgress[] = []
  const big = join(folder, 'big.log')
  const pieces = Array.from({ length: 30 }, () => log)
  writeFileSync(big, Buffer.concat(pieces))
  const sources = [
    { kind: 'path', path: big } as const,
    { kind: 'path', path } as const,
    { kind: 'path', path: big } as const,
  ]
  const held = await digests.open({ sources }, free, (event) => told.push(event))
  const read = told.map(({ readBytes = 0 }) => readBytes)
  expect(read.length).toBeGreaterThan(0)
  expect(read).toEqual([...read].sort((a, b) => a - b))
  expect(held.readBytes).toBe(log.length * 61)
  expect(told.at(-1)?.ms).toBeGreaterThan(0)
})

describe('stopping', () => {
  test('in the midst of a file keeps nothing', async () => {
    const stop = new AbortController()
    const opened = digests.open({ sources: [{ kind: 'path', path: join(folder, 'big.log') }] }, stop.signal, () =>
      stop.abort(),
    )
    await expect(opened).rejects.toMatchObject({ fault: { code: 'cancelled' } })
  })

  test('while the page sends ends the sending', async () => {
    const stop = new AbortController()
    let given = 0
    const endless = Readable.from(
      (async function* () {
        for (;;) {
          given++
          yield log.subarray(0, 100_000)
          await new Promise((resolve) => setImmediate(resolve))
        }
      })(),
    )
    const delivered = uploads.deliver('endless-file', { body: endless })
    const sources = [{ kind: 'upload', id: 'endless-file', name: 'endless' } as const]
    const opened = digests.open({ sources }, stop.signal, () => stop.abort())
    await expect(opened).rejects.toMatchObject({ fault: { code: 'cancelled' } })
    expect(await delivered).toBe(true)
    expect(given).toBeGreaterThan(0)
    expect(endless.destroyed).toBe(true)
  })
})

test('a digest that was closed is not there any more', async () => {
  const { digestId } = await digests.open({ sources: [{ kind: 'path', path }] }, free, silent)
  digests.close(digestId)
  expect(() => digests.get(digestId)).toThrow('not open any more')
})

test('what was not looked at for longest goes when there are too many', async () => {
  const text = log.toString('utf8', 0, 20_000)
  const open = () => digests.open({ sources: [{ kind: 'text', name: 'one', text }] }, free, silent)
  const [first, second] = [await open(), await open()]
  for (let more = 0; more < 22; more++) await open()
  expect(digests.get(first.digestId).about.events).toBe(first.events)
  await open()
  expect(() => digests.get(second.digestId)).toThrow('not open any more')
  expect(digests.get(first.digestId).about.events).toBe(first.events)
})

test('what is no log is said, with its name', async () => {
  const readme = join(folder, 'readme.txt')
  writeFileSync(readme, 'Nothing of a log is in here.\n')
  await expect(digests.open({ sources: [{ kind: 'path', path: readme }] }, free, silent)).rejects.toThrow(
    'is no slow query log',
  )
})
