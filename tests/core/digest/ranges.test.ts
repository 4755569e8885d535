// Protects: a log cut anywhere and put together again gives the digest of the whole, byte for byte of its document.
import { describe, expect, test } from 'vitest'
import { type GeneratedFlavor, generatedLog } from '../../../build/bench/generated-log'
import { digestBytes } from '../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../src/core/digest/document'
import type { DigestDocument } from '../../../src/core/digest/model'
import { joinAll, RangeReader } from '../../../src/core/digest/range'
import { recognizeLog } from '../../../src/core/digest/recognize'
import { Randomness } from '../../../src/core/randomness'
import fc from '../../kit/seeded-check'

function logOf(flavor: GeneratedFlavor, bytes: number): Buffer {
  return Buffer.from([...generatedLog({ flavor, bytes, seed: 11, tricky: true, shapes: 12 })].join(''))
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

describe.each(['mysql', 'percona', 'mariadb', 'postgres-stderr', 'postgres-csv', 'postgres-json'] as const)(
  '%s',
  (flavor) => {
    const log = logOf(flavor, 30_000)
    const whole = digestDocument(digestBytes('whole', log))

    test('cut at any bytes into 2 to 16 parts', () => {
      fc.assert(
        fc.property(fc.array(fc.nat(log.length - 1), { minLength: 1, maxLength: 15 }), fc.nat(), (cuts, seed) => {
          expect(inParts(log, cuts, new Randomness(seed))).toEqual(whole)
        }),
        { numRuns: 25 },
      )
    })

    test('the entries before a cut do not change', () => {
      const random = new Randomness(5)
      for (let round = 0; round < 20; round++) {
        const cut = random.below(log.length)
        const part = digestDocument(
          digestBytes('whole', log.subarray(0, cut), { log: recognizeLog(log) ?? { flavor: 'mysql-slow' } }),
        )
        const before = new Map(whole.shapes.map((shape) => [shape.digest, shape.count]))
        for (const shape of part.shapes) expect(shape.count).toBeLessThanOrEqual(before.get(shape.digest) ?? 0)
        const [source] = part.sources
        expect(source?.bytes.total).toBe(cut)
        expect((source?.skipped.length ?? 0) <= 1).toBe(true)
      }
    })
  },
)
