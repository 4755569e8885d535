// Protects the byte table: key_len as real servers printed it, taken apart into exactly the parts and bytes it counts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { totalBytes } from '../../../src/core/keyparts/column-bytes'
import { decodeKeyLength } from '../../../src/core/keyparts/decode'
import { resolvedParts } from '../../../src/core/keyparts/index-parts'
import { readSchema } from '../../../src/core/sql/ddl/read-schema'
import { tableOf } from './ddl'

const caseSchema = z.object({
  case: z.string(),
  server: z.string(),
  ddl: z.string(),
  index: z.string(),
  accessType: z.string(),
  keyLengthBytes: z.number(),
  expected: z.array(z.object({ part: z.string(), bytes: z.number() })),
})

const cases = readFileSync(join(import.meta.dirname, '../../../fixtures/keylen/conformance.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => caseSchema.parse(JSON.parse(line)))

test('all 400 recorded cases are there', () => {
  expect(cases).toHaveLength(400)
})

let held = 0
test.each(cases)('$server $case: key_len $keyLengthBytes', (recorded) => {
  const table = tableOf(recorded.ddl)
  const index = table.indexes.find((one) => one.name === recorded.index)
  if (index === undefined) throw new Error(`no index ${recorded.index}`)
  const parts = resolvedParts(table, index, 'mysql')
  const decoded = decodeKeyLength({
    index: index.name,
    parts,
    keyLengthBytes: recorded.keyLengthBytes,
    wholeIndex: recorded.accessType === 'index',
    fulltext: recorded.accessType === 'fulltext',
  })
  if (decoded.kind !== 'explained' && decoded.kind !== 'whole') throw new Error(JSON.stringify(decoded))
  const found = decoded.parts.map((bytes, at) => ({
    part: parts[at]?.expression === undefined ? parts[at]?.columnName : 'expr',
    bytes: totalBytes(bytes),
  }))
  expect(found).toEqual(recorded.expected)
  expect(decoded.otherCounts).toEqual([])
  held++
})

test('the same from the definitions as --schema reads them', () => {
  for (const recorded of cases) {
    const [product, major = 0, minor = 0, patch = 0] = recorded.server
      .split(/[-.]/)
      .map((part, at) => (at === 0 ? part : Number(part)))
    const version = { major: Number(major), minor: Number(minor), patch: Number(patch) }
    const dialect = product === 'mariadb' ? 'mariadb' : 'mysql'
    const { catalog, notes } = readSchema(recorded.ddl, dialect, { version })
    expect(notes, recorded.ddl).toEqual([])
    const table = catalog.tables.find((one) => one.indexes.some((index) => index.name === recorded.index))
    const index = table?.indexes.find((one) => one.name === recorded.index)
    if (table === undefined || index === undefined) throw new Error(`no index ${recorded.index}: ${recorded.ddl}`)
    const decoded = decodeKeyLength({
      index: index.name,
      parts: resolvedParts(table, index, 'mysql'),
      keyLengthBytes: recorded.keyLengthBytes,
      wholeIndex: recorded.accessType === 'index',
      fulltext: recorded.accessType === 'fulltext',
    })
    if (decoded.kind !== 'explained' && decoded.kind !== 'whole')
      throw new Error(`${recorded.ddl}: ${JSON.stringify(decoded)}`)
    expect(decoded.parts.map(totalBytes), recorded.ddl).toEqual(recorded.expected.map((part) => part.bytes))
  }
})

test('every case was walked to its end', () => {
  console.log(`key length conformance: ${held} of ${cases.length} cases hold`)
  expect(held).toBe(cases.length)
})
