// Protects: a log cut anywhere and put together again gives the digest of the whole, byte for byte of its document.
import { describe, expect, test } from 'vitest'
import { type GeneratedFlavor, generatedFlavors, generatedLog } from '../../../build/bench/generated-log'
import { digestBytes } from '../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../src/core/digest/document'
import type { DigestDocument } from '../../../src/core/digest/model'
import { joinAll, RangeReader } from '../../../src/core/digest/range'
import { recognizeLog } from '../../../src/core/digest/recognize'
import { Randomness } from '../../../src/core/randomness'
import fc from '../../kit/seeded-check'

/** A log, and where its head and its entries end. */
interface Log {
  readonly bytes: Buffer
  readonly ends: readonly number[]
}

function logOf(flavor: GeneratedFlavor, bytes: number, seed: number): Log {
  const pieces = [...generatedLog({ flavor, bytes, seed, tricky: true, shapes: 12 })].map((piece) => Buffer.from(piece))
  let end = 0
  return { bytes: Buffer.concat(pieces), ends: pieces.map((piece) => (end += piece.length)) }
}

/** Digests each range alone, then joins them in a random order. */
function inParts(log: Buffer, cuts: readonly number[], random: Randomness): DigestDocument {
  const recognized = recognizeLog(log)
  if (recognized === undefined) throw new Error('not recognized')
  const places = [
    0,
    ...[...new Set(cuts)].filter((cut) => cut > 0 && cut < log.length).sort((a, b) => a - b),
    log.length,
  ]
  const parts = places.slice(1).map((end, i) => {
    const start = places[i] ?? 0
    const reader = new RangeReader('whole', recognized, start)
    reader.push(log.subarray(start, end))
    return reader.end(end, end === log.length)
  })
  return digestDocument(joinAll(random.shuffled(parts), {}, (from, to) => log.subarray(from, to)).sum)
}

const seeds = fc.integer({ min: 1, max: 1_000_000 })

/** Messages in syslog cannot be read in ranges. */
const split = generatedFlavors.filter((flavor) => flavor !== 'postgres-syslog')

describe.each(split)('%s', (flavor) => {
  test('cut at any bytes into 2 to 16 parts', () => {
    fc.assert(
      fc.property(seeds, fc.array(fc.nat(), { minLength: 1, maxLength: 15 }), (seed, places) => {
        const log = logOf(flavor, 20_000, seed).bytes
        const whole = digestDocument(digestBytes('whole', log))
        const cuts = places.map((place) => place % log.length)
        expect(inParts(log, cuts, new Randomness(seed))).toEqual(whole)
      }),
      { numRuns: 25 },
    )
  })
})

describe.each(generatedFlavors)('%s', (flavor) => {
  test('the entries before a cut do not change', () => {
    fc.assert(
      fc.property(seeds, fc.array(fc.nat(), { minLength: 4, maxLength: 8 }), (seed, places) => {
        const { bytes: log, ends } = logOf(flavor, 20_000, seed)
        const recognized = recognizeLog(log)
        if (recognized === undefined) throw new Error('not recognized')
        const upTo = (byte: number) => digestDocument(digestBytes('whole', log.subarray(0, byte), { log: recognized }))
        for (const place of places) {
          const cut = place % log.length
          const whole = ends.filter((end) => end <= cut)
          const before = upTo(whole.at(-1) ?? 0)
          const hasHead = flavor === 'mysql' || flavor === 'mariadb'
          expect(before.events).toBe(Math.max(0, whole.length - (hasHead ? 1 : 0)))

          const part = upTo(cut)
          // Of the one entry that was cut nobody knows: it is counted as what is left of it, or skipped.
          expect(part.events - before.events).toBeLessThanOrEqual(1)
          const counts = new Map(part.shapes.map(({ digest, count, totalMicros }) => [digest, { count, totalMicros }]))
          let more = 0
          for (const { digest, count, totalMicros } of before.shapes) {
            const found = counts.get(digest) ?? { count: 0, totalMicros: 0 }
            more += found.count - count
            if (found.count === count) expect(found.totalMicros).toBe(totalMicros)
            else expect(found.count).toBe(count + 1)
          }
          expect(more).toBeLessThanOrEqual(part.events - before.events)
          const [source] = part.sources
          expect(source?.bytes.total).toBe(cut)
          expect(source?.skipped.length ?? 0).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 10 },
    )
  })
})
