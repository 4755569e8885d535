// Protects: digests of several logs add up in any order, nothing is lost above the cap of shapes, and cut documents are refused.
import { describe, expect, test } from 'vitest'
import { generatedLog } from '../../../build/bench/generated-log'
import { fromBase64, toBase64 } from '../../../src/core/digest/base64'
import { digestDiff } from '../../../src/core/digest/diff/diff'
import { digestBytes } from '../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../src/core/digest/document'
import { parseFilter } from '../../../src/core/digest/filter'
import { mergeDocuments } from '../../../src/core/digest/merge-documents'
import { digestDiffDocumentSchema, digestDocumentSchema } from '../../../src/core/digest/model'
import { defaultLimits } from '../../../src/core/digest/tally'

const logs = (['mysql', 'percona', 'postgres-csv'] as const).map((flavor, seed) => ({
  flavor,
  bytes: Buffer.from([...generatedLog({ flavor, bytes: 40_000, seed, tricky: true, shapes: 15 })].join('')),
}))
const [a, b, c] = logs.map(({ flavor, bytes }) => digestDocument(digestBytes(flavor, bytes)))
if (a === undefined || b === undefined || c === undefined) throw new Error('three logs')

describe('merging', () => {
  test('in any order gives one document', () => {
    const document = mergeDocuments([a, b, c])
    for (const order of [
      [a, c, b],
      [b, a, c],
      [c, b, a],
    ])
      expect(mergeDocuments(order)).toEqual(document)
    expect(mergeDocuments([mergeDocuments([c, a]), b])).toEqual(document)
    expect(document.events).toBe(a.events + b.events + c.events)
    expect(document.totalMicros).toBe(a.totalMicros + b.totalMicros + c.totalMicros)
    expect(digestDocumentSchema.safeParse(JSON.parse(JSON.stringify(document))).success).toBe(true)
  })

  test('of one digest is that digest', () => {
    expect(mergeDocuments([a])).toEqual(a)
  })

  test('PostgreSQL’s shapes are not MySQL’s, even when they read alike', () => {
    const digests = new Set(a.shapes.map(({ digest }) => digest))
    expect(c.shapes.filter(({ digest }) => digests.has(digest))).toEqual([])
    expect(b.shapes.filter(({ digest }) => digests.has(digest)).length).toBeGreaterThan(5)
  })

  test('a digest without some of its shapes is refused', () => {
    expect(() => mergeDocuments([{ ...a, shapes: a.shapes.slice(0, 3), shapesTotal: a.shapes.length }])).toThrow(
      /only 3 of its/,
    )
  })
})

test('above the cap, shapes are summed in one, and the sums stay exact', () => {
  const [log] = logs
  if (log === undefined) throw new Error('a log')
  const capped = digestDocument(digestBytes('mysql', log.bytes, { limits: { ...defaultLimits, maxShapes: 4 } }))
  expect(capped.shapes.length).toBe(5)
  expect(capped.shapes.find(({ digest }) => digest === 'rest')?.count).toBeGreaterThan(1)
  const sum = (of: (shape: (typeof capped.shapes)[number]) => number) =>
    capped.shapes.reduce((all, shape) => all + of(shape), 0)
  expect([sum(({ count }) => count), sum(({ totalMicros }) => totalMicros)]).toEqual([a.events, a.totalMicros])
})

test('a digest does not differ from itself', () => {
  const diff = digestDiff(a, a)
  expect(digestDiffDocumentSchema.safeParse(diff).success).toBe(true)
  expect([diff.appeared, diff.vanished, diff.worse, diff.better]).toEqual([[], [], [], []])
  expect(diff.same.length).toBe(a.shapes.length)
})

test.each([0, 1, 2, 3, 4, 5, 100])('%i bytes come back from base64', (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 91) & 255)
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
  expect(fromBase64(toBase64(bytes))).toEqual(bytes)
})

describe('filters', () => {
  const shape = a.shapes[0]
  if (shape === undefined) throw new Error('a shape')
  test.each<[string, boolean]>([
    ['', true],
    [`text:"${shape.fingerprint.slice(0, 20).toUpperCase()}"`, true],
    ['text:"no such text"', false],
    [`count>=${shape.count}`, true],
    [`count>${shape.count}`, false],
    [`text:${shape.digest}`, true],
  ])('%s keeps the first shape: %s', (words, kept) => {
    expect(parseFilter(words).keepsShape(shape)).toBe(kept)
  })

  test.each([
    ['db:shop', 'app', 'h', 'shop', true],
    ['db:shop', 'app', 'h', 'archive', false],
    ['user:a* host:*.1', 'app', '10.0.0.1', '', true],
    ['user:a* host:*.1', 'app', '10.0.0.2', '', false],
    ['db:a.b', 'app', 'h', 'axb', false],
  ])('%s of %s at %s in %s: %s', (words, user, host, database, kept) => {
    expect(parseFilter(words).entries?.keepsOrigin?.(user, host, database)).toBe(kept)
  })

  test.each(['kind:slowness', 'time>fast', 'size:3', 'text:'])('%s is refused', (words) => {
    expect(() => parseFilter(words)).toThrow(/is no filter|There is no kind/)
  })
})
