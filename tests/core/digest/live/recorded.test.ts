// Rows that real servers gave of known statements (fixtures/server-statements): what a digest makes of them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mysqlCases, postgresCases } from '../../../../build/server-statement-cases'
import type { DigestSum } from '../../../../src/core/digest/digest-sum'
import { sumOfDocument } from '../../../../src/core/digest/digest-sum'
import { digestDocument } from '../../../../src/core/digest/document'
import { sumsOfDigests } from '../../../../src/core/digest/live/digests'
import { EntryTally } from '../../../../src/core/digest/live/entry-tally'
import { entryOfHistory } from '../../../../src/core/digest/live/history'
import { digestOfKept } from '../../../../src/core/digest/live/kept-sums'
import type { ServerSource, SumsReading } from '../../../../src/core/digest/live/model'
import { sumsOfPgStatStatements } from '../../../../src/core/digest/live/pg-stat-statements'
import { entryOfSlowLog } from '../../../../src/core/digest/live/slow-log-table'
import { type DigestDocument, digestDocumentSchema } from '../../../../src/core/digest/model'
import { digestOf } from '../../../../src/core/digest/tally'
import { fingerprint } from '../../../../src/core/sql/fingerprint'

interface Recorded {
  readonly version: string
  readonly of: ServerSource
  readonly sent: readonly { readonly sql: string; readonly times: number }[]
  readonly reading: SumsReading
}

const folder = join(import.meta.dirname, '../../../../fixtures/server-statements')
const recorded = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({ file, ...(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recorded) }))

function sumOf({ file, of, version, reading }: Recorded & { readonly file: string }): DigestSum {
  const server = { of, version }
  if (of === 'history' || of === 'slow-log-table') {
    const tally = new EntryTally(file, reading.dialect)
    for (const row of reading.rows) tally.add(of === 'history' ? entryOfHistory(row) : entryOfSlowLog(row))
    return tally.end({ server })
  }
  const { rows, cautions } = of === 'digests' ? sumsOfDigests(reading) : sumsOfPgStatStatements(reading)
  return digestOfKept(rows, { source: { name: file, server, cautions }, dialect: reading.dialect })
}

function shapeOf(document: DigestDocument, sql: string, { reading: { dialect } }: Recorded) {
  const digest = digestOf(dialect === 'postgres' ? 'postgres' : 'mysql', fingerprint(sql, dialect))
  return document.shapes.find((shape) => shape.digest === digest)
}

/** What is not told by this kind of reading is no test of it. */
const testIf = (holds: boolean) => (name: string, run: () => void) => {
  if (holds) test(name, run)
}

const isFull = ({ file }: { readonly file: string }) => file.includes('-full-')

describe.each(recorded)('$file', (one) => {
  const document = digestDocument(sumOf(one))
  const { of, reading, version } = one

  test('is a document of the contract, and the same after merging', () => {
    expect(digestDocumentSchema.parse(document)).toEqual(document)
    expect(digestDocument(sumOfDocument(document))).toEqual(document)
    expect(document.events).toBe(document.shapes.reduce((sum, { count }) => sum + count, 0))
    expect(document.totalMicros).toBe(document.shapes.reduce((sum, { totalMicros }) => sum + totalMicros, 0))
  })

  testIf(!isFull(one))('has every statement as often as it was sent', () => {
    const cases = of === 'pg-stat-statements' ? postgresCases : mysqlCases
    const textOnly = of === 'digests' && !/^MySQL (?:8|9)/.test(version)
    const lost = cases.filter((each) => {
      if (of !== 'pg-stat-statements') return textOnly && each.lostInDigestText !== undefined
      return each.lostInPostgres !== undefined || (version.includes(' 18') && each.lostFromPostgres18 !== undefined)
    })
    // Texts of the history stand in where it was on.
    const mayBeFound = new Set(reading.texts?.length ? lost.map(({ sql }) => sql) : [])
    for (const { sql, times } of one.sent) {
      const count = shapeOf(document, sql, one)?.count
      if (mayBeFound.has(sql)) expect([undefined, times]).toContain(count)
      else expect([sql, count]).toEqual([sql, lost.some((each) => each.sql === sql) ? undefined : times])
    }
  })

  testIf(of === 'digests' && !isFull(one))('has the server’s sums of one shape, in microseconds', () => {
    const shape = shapeOf(document, 'SELECT * FROM orders WHERE id = 7', one)
    const row = reading.rows.find((each) => /^SELECT \* FROM `orders` WHERE (?:`id`|ID) = \?\s*$/.test(each[2] ?? ''))
    expect(shape?.totalMicros).toBe(Math.round(Number(row?.[4]) / 1e6))
    expect(shape?.minMicros).toBe(Math.round(Number(row?.[5]) / 1e6))
    expect(shape?.maxMicros).toBe(Math.round(Number(row?.[6]) / 1e6))
    expect(shape?.p50Micros === undefined).toBe(reading.histogram === undefined)
    if (shape?.p50Micros !== undefined) {
      expect(shape.p50Micros).toBeGreaterThanOrEqual(shape.minMicros)
      expect(shape.p99Micros).toBeLessThanOrEqual(shape.maxMicros)
    }
  })

  testIf(of === 'digests' && version.startsWith('MySQL 9'))('counts executions of the protocol, not preparing', () => {
    const texts = reading.rows.map((row) => row[2] ?? '')
    expect(texts.filter((text) => text.startsWith('PREPARE SELECT'))).toHaveLength(1)
    const shape = shapeOf(document, 'SELECT status FROM orders WHERE id = 1', one)
    expect(shape?.count).toBe(3)
    expect(shape?.counters?.['parse_micros']).toBeGreaterThan(0)
  })

  testIf(isFull(one))('keeps what the server does not tell apart as rest, and says so', () => {
    const rest = document.shapes.find(({ digest }) => digest === 'rest')
    const row = reading.rows.find((each) => each[1] === null)
    expect(rest).toMatchObject({ count: Number(row?.[3]), fingerprint: '' })
    expect(document.sources[0]?.cautions?.join()).toContain('performance_schema_digests_size')
  })

  testIf(of === 'history')('tells failed calls, commands of the protocol and what runs nowhere', () => {
    expect(shapeOf(document, 'SELECT * FROM no_such_table', one)?.flags['error']).toBe(1)
    const commands = document.shapes.filter(({ fingerprint: text }) => text.startsWith('administrator command'))
    expect(commands.map(({ fingerprint: text }) => text)).toContain('administrator command: Ping')
    if (version.startsWith('MySQL 9')) {
      expect(shapeOf(document, 'SELECT status FROM orders WHERE id = 1', one)?.count).toBe(3)
    } else expect(commands.map(({ fingerprint: text }) => text)).toContain('administrator command: Execute')
  })

  testIf(of === 'slow-log-table')('has texts and origins as they were', () => {
    const slept = shapeOf(document, "SELECT 'a', SLEEP(1)", one)
    expect(slept?.samples[0]?.sql).toBe("SELECT 'ä \\' 雪', SLEEP(0.05)")
    expect(slept?.users).toMatchObject([{ name: 'sargable', count: 1 }])
    expect(slept?.hosts).toMatchObject([{ name: '127.0.0.1', count: 1 }])
    if (!version.startsWith('MySQL 5.6')) expect(slept?.totalMicros).toBeGreaterThanOrEqual(50_000)
  })
})
