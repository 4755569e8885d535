// Protects sizes, pieces and the card of scratch schemas.
import { describe, expect, test } from 'vitest'
import { scratchCard } from '../../../src/core/scratch/card'
import { keyRanges } from '../../../src/core/scratch/key-ranges'
import type { ScratchTable } from '../../../src/core/scratch/model'
import { checkSize, inBytes, scratchSize } from '../../../src/core/scratch/size'

const whole: ScratchTable = { name: 'orders', rows: 'all', indexes: true, triggers: false }
const orders = { table: whole, source: { name: 'orders', rows: 10_000, bytes: 3 * 1024 ** 3 } }

test('whole, sampled and empty copies add up', () => {
  const sampled = { ...orders, table: { ...whole, rows: 'sample', fraction: 0.1 } as const }
  const empty = { ...orders, table: { ...whole, rows: 'none' } as const }
  const unknown = { table: whole, source: { name: 'new' } }
  expect(scratchSize([orders, sampled, empty, unknown])).toEqual({
    rows: 11_000,
    bytes: Math.round(3.3 * 1024 ** 3),
    unknown: ['new'],
  })
})

test('more than the limit is refused with both sizes', () => {
  expect(() => checkSize([orders], 2 * 1024 ** 3)).toThrow(
    'The copies would take about 3 GiB; at most 2 GiB are copied.',
  )
  expect(() => checkSize([orders], 3 * 1024 ** 3)).not.toThrow()
})

test.each([
  [0, '0 KiB'],
  [1, '1 KiB'],
  [1536 * 1024, '2 MiB'],
  [1024 ** 3 * 2.25, '2.3 GiB'],
])('%d bytes are %s', (bytes, words) => {
  expect(inBytes(bytes)).toBe(words)
})

describe('pieces of a key', () => {
  test('few rows are one piece without ends', () => {
    expect(keyRanges(1n, 1000n, 1000, 100_000)).toEqual([{}])
  })
  test('pieces meet, and the outer ones are open', () => {
    expect(keyRanges(1n, 300n, 300, 100)).toEqual([{ to: 101n }, { from: 101n, to: 201n }, { from: 201n }])
  })
  test('keys beyond 2^53 and below zero are exact', () => {
    const lowest = -(2n ** 63n)
    const highest = 2n ** 64n - 1n
    const pieces = keyRanges(lowest, highest, 4, 1)
    expect(pieces[2]).toEqual({
      from: lowest + (highest - lowest + 1n) / 2n,
      to: lowest + ((highest - lowest + 1n) * 3n) / 4n,
    })
  })
  test('never more pieces than keys', () => {
    expect(keyRanges(5n, 6n, 1_000_000, 10)).toEqual([{ to: 6n }, { from: 6n }])
  })
})

test('the card names every statement, locks, size, limit and what a crash leaves', () => {
  const card = scratchCard({
    family: 'mysql',
    tables: [{ ...orders, table: { ...whole, columns: ['day'], rows: 'sample', fraction: 0.1, indexes: false } }],
    ddl: ['CREATE INDEX i ON orders (day)'],
    schemas: 2,
    statementTimeoutMs: 300_000,
  })
  expect(card.title).toBe('Make 2 scratch schemas')
  expect(card.sends).toEqual([
    'CREATE DATABASE sargable_scratch_…',
    'CREATE TABLE orders, like the original, with the primary key and day only, without secondary indexes',
    'INSERT INTO orders SELECT … (10 % of the rows)',
    'CREATE INDEX i ON orders (day)',
    'ANALYZE TABLE orders',
    'DROP DATABASE sargable_scratch_…',
  ])
  expect(card.rows).toBe('About 2,000 rows and 614 MiB are copied.')
  expect(card.timeLimit).toMatch(/^300 s for each statement/)
  expect(card.worstCase).toMatch(/replicas copy them too\. After a crash of this computer they stay until/)
})
