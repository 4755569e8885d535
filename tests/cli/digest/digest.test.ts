// Protects `digest`, `digest merge` and `digest diff`: files, packed files, folders and standard input, documents, exit codes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Ajv from 'ajv/dist/2020'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatedLog } from '../../../build/bench/generated-log'
import { sargable } from '../../kit/cli'

const folder = mkdtempSync(join(tmpdir(), 'sargable-digest-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, bytes: string | Uint8Array) => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
const log = [...generatedLog({ flavor: 'mysql', bytes: 60_000, seed: 4, shapes: 12 })].join('')
const plain = file('slow.log', log)
const postgres = file(
  'postgres.log',
  [...generatedLog({ flavor: 'postgres-stderr', bytes: 30_000, seed: 4, shapes: 9 })].join(''),
)
/** `printf 'zstd\n' | zstd` cannot be counted on: a frame of one raw block, as RFC 8878 has it. */
function zstdFrame(bytes: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += 100_000) {
    const piece = bytes.subarray(at, at + 100_000)
    const header = (piece.length << 3) | (at + 100_000 >= bytes.length ? 1 : 0)
    blocks.push(Uint8Array.from([header & 255, (header >> 8) & 255, header >> 16]), piece)
  }
  const size = new Uint8Array(4)
  new DataView(size.buffer).setUint32(0, bytes.length, true)
  return Buffer.concat([Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0]), size, ...blocks])
}

async function digest(...words: string[]) {
  const run = await sargable(['digest', ...words, '--json'])
  expect(run.stderr).toBe('')
  return { code: run.code, document: JSON.parse(run.stdout) }
}
let whole: {
  events: number
  totalMicros: number
  shapes: { digest: string; count: number }[]
  sources: { name: string }[]
}
beforeAll(async () => {
  whole = (await digest(plain)).document
})

test('the document is what `schema digest` says', async () => {
  const schema = JSON.parse((await sargable(['schema', 'digest'])).stdout)
  const validate = new Ajv({ strict: false }).compile(schema)
  expect(validate(whole) ? [] : validate.errors).toEqual([])
  expect(whole.shapes.length).toBe(12)
})

describe('the same log', () => {
  const sums = (document: typeof whole) => [
    document.events,
    document.totalMicros,
    document.shapes.map(({ digest: id, count }) => [id, count]),
  ]

  test.each<[string, () => string]>([
    ['gzip', () => file('slow.log.gz', gzipSync(log))],
    ['zstd', () => file('slow.log.zst', zstdFrame(Buffer.from(log)))],
    ['with a misleading name', () => file('slow.txt', gzipSync(log))],
  ])('packed: %s', async (_what, path) => {
    expect(sums((await digest(path())).document)).toEqual(sums(whole))
  })

  test('from standard input', async () => {
    const { stdout } = await sargable(['digest', '-', '--json'], { input: log })
    expect(sums(JSON.parse(stdout))).toEqual(sums(whole))
  })

  test('twice in a folder', async () => {
    mkdirSync(join(folder, 'logs'), { recursive: true })
    file('logs/a.log', log)
    file('logs/b.log', log)
    const { document } = await digest(join(folder, 'logs'))
    expect(document.events).toBe(2 * whole.events)
    expect(document.sources.map(({ name }: { name: string }) => name)).toEqual([
      join(folder, 'logs/a.log'),
      join(folder, 'logs/b.log'),
    ])
  })

  test.each([2, 3, 7])('by %i threads is the identical document', async (threads) => {
    const { document } = await digest(plain, '--threads', String(threads))
    expect(document).toEqual(whole)
    expect(JSON.stringify(document)).toBe(JSON.stringify(whole))
    const filtered = ['--filter', 'db:archive time>1ms', '--from', '2026-11-20T06:00:01Z']
    expect((await digest(plain, '--threads', String(threads), ...filtered)).document).toEqual(
      (await digest(plain, ...filtered)).document,
    )
  })

  test('in ranges of bytes, merged in any order, is the identical document', async () => {
    const size = Buffer.byteLength(log)
    const parts = await Promise.all(
      [
        [0, 11_111],
        [11_111, 30_000],
        [30_000, size],
      ].map(async ([from, to], i) => {
        const { stdout } = await sargable(['digest', plain, '--bytes', `${from}-${to}`, '--json'])
        return file(`part${i}.json`, stdout)
      }),
    )
    const [a = '', b = '', c = ''] = parts
    const { stdout } = await sargable(['digest', 'merge', c, a, b, '--json'])
    expect(JSON.parse(stdout)).toEqual(whole)
    const lacking = await sargable(['digest', 'merge', c, a, '--json'])
    expect([lacking.code, JSON.parse(lacking.stdout).message]).toEqual([
      2,
      expect.stringContaining('the bytes 11111 to 30000 are missing'),
    ])
  })
})

describe('filters', () => {
  test('by database, user, time and kind', async () => {
    const { document } = await digest(plain, '--filter', 'db:archive user:app0 time>1ms')
    expect(document.events).toBeGreaterThan(0)
    expect(document.events).toBeLessThan(whole.events)
    for (const shape of document.shapes) {
      expect(shape.schemas.map(({ name }: { name: string }) => name)).toEqual(['archive'])
      expect(shape.minMicros).toBeGreaterThan(1000)
    }
    const writes = (await digest(plain, '--filter', 'kind:write')).document
    expect(
      writes.shapes.every(({ fingerprint }: { fingerprint: string }) => /^(?:insert|update|delete)/.test(fingerprint)),
    ).toBe(true)
    expect(writes.shapes.length).toBeGreaterThan(0)
  })

  test('by time of day: two windows make the whole', async () => {
    const middle = '2026-11-20T06:00:01Z'
    const before = (await digest(plain, '--to', middle)).document
    const after = (await digest(plain, '--from', middle)).document
    expect(before.events + after.events).toBe(whole.events)
    expect(Date.parse(before.to)).toBeLessThan(Date.parse(middle))
    expect(Date.parse(after.from)).toBeGreaterThanOrEqual(Date.parse(middle))
  })

  test('a word that is none is refused', async () => {
    const run = await sargable(['digest', plain, '--filter', 'size>3'])
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('"size>3" is no filter')])
  })
})

describe('the text for people', () => {
  test('names the log and ranks the shapes', async () => {
    const { stdout, code } = await sargable(['digest', plain, '--top', '2'])
    expect(code).toBe(0)
    expect(stdout).toContain(`${plain}: mysql-slow, ${whole.events} entries`)
    expect(stdout.match(/^ *\d+\.\d% /gm)?.length).toBe(2)
    expect(stdout).toContain('10 more shapes')
  })

  test('--fail-on makes the exit code', async () => {
    expect((await sargable(['digest', plain, '--fail-on', 'shapes.share > 0.0001'])).code).toBe(1)
    expect((await sargable(['digest', plain, '--fail-on', 'shapes.share > 1'])).code).toBe(0)
    expect((await sargable(['digest', plain, '--fail-on', 'shapes.nothing > 1'])).code).toBe(2)
  })

  test('what is no log is refused', async () => {
    const run = await sargable(['digest', file('other.txt', 'nothing of the kind\n')])
    expect([run.code, run.stderr]).toEqual([3, expect.stringContaining('is no slow query log')])
  })
})

test('diff tells what appeared, vanished and became worse', async () => {
  const slower = log
    .replace(
      /Query_time: (\d+)\.(\d{6})(?=[^;]*;\n[^;]*shape_1 )/g,
      (_, s, us) => `Query_time: ${Number(s) * 9 + 5}.${us}`,
    )
    .replace(/shape_0\b/g, 'shape_new')
  const a = file('a.json', JSON.stringify(whole))
  const b = file('b.json', (await sargable(['digest', file('later.log', slower), '--json'])).stdout)
  const run = await sargable(['digest', 'diff', a, b, '--json', '--fail-on', 'worse.ratio > 2'])
  const document = JSON.parse(run.stdout)
  const tables = (changes: { fingerprint: string }[]) =>
    changes.map(({ fingerprint }) => /shape_\w+/.exec(fingerprint)?.[0])
  expect(tables(document.appeared)).toEqual(['shape_new'])
  expect(tables(document.vanished)).toEqual(['shape_0'])
  expect(tables(document.worse)).toEqual(['shape_1'])
  expect(document.worse[0].low).toBeGreaterThan(1)
  expect(document.better).toEqual([])
  expect(run.code).toBe(1)
  expect((await sargable(['digest', 'diff', a, b])).stdout).toMatch(/^.+\n.+\nappeared: 1\n.*shape_new/)
})

test('a PostgreSQL log with its prefix given', async () => {
  const { document } = await digest(postgres, '--prefix', '%m [%p] %u@%d ')
  expect(document.sources[0].flavor).toBe('postgres-stderr')
  expect(document.shapes.length).toBe(9)
})
