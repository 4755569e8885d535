// Protects: names mean what real servers take them for – unknown and ambiguous where they say so, else the same column.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readSchema } from '../../src/core/sql/ddl/read-schema'
import { meaningOf } from '../../src/core/sql/meaning/meaning-of'
import type { Meaning } from '../../src/core/sql/meaning/model'
import { parseSql } from '../../src/core/sql/syntax/parse'
import { dropDatabase, freshDatabase, witness } from '../kit/mysql'
import { mysqlServers } from '../kit/servers'
import { NameWriter } from './name-writer'

const database = 'meaning_names'
const tables = [
  'CREATE TABLE p (a INT, b INT, c INT)',
  'CREATE TABLE q (b INT, c INT, d INT)',
  'CREATE TABLE r (c INT, e INT)',
  'CREATE TABLE h (a INT, k INT)',
  'INSERT INTO h VALUES (100, 1), (50, 2)',
]
const { catalog } = readSchema(tables.slice(0, 4).join(';'), 'mysql', { schema: database })
const statements = 1000
const unknownColumn = 1054
const ambiguousColumn = 1052

/** Of rows (100, 1) and (50, 2): what the last mention of `a` means shows in the values. */
const byValue: readonly (readonly [sql: string, rows: readonly (readonly number[])[], means: 'column' | 'item'])[] = [
  ['SELECT COUNT(*) AS a FROM h GROUP BY k HAVING a > 5', [], 'item'],
  ['SELECT COUNT(*) AS a FROM h GROUP BY a HAVING a > 5', [[1], [1]], 'column'],
  ['SELECT k AS a FROM h HAVING a > 5', [], 'item'],
  [
    'SELECT k AS a, 7 FROM h GROUP BY k HAVING MAX(a) > 5',
    [
      [1, 7],
      [2, 7],
    ],
    'column',
  ],
  ['SELECT k AS a FROM h ORDER BY a LIMIT 1', [[1]], 'item'],
  ['SELECT k AS a FROM h ORDER BY (a) LIMIT 1', [[1]], 'item'],
  ['SELECT k AS a FROM h ORDER BY a + 0 LIMIT 1', [[2]], 'column'],
  ['SELECT 5 AS a FROM h GROUP BY a', [[5], [5]], 'column'],
]

const refusal = z.object({ errno: z.number() })
const fields = z.array(z.object({ name: z.string(), orgName: z.string(), orgTable: z.string() }))

/** What the server says: an error's number, or `table.column` of what it gives, empty where it names no table. */
async function verdictOf(connection: Awaited<ReturnType<typeof witness>>, sql: string): Promise<number | string[]> {
  try {
    const [, found] = await connection.query(sql)
    return fields.parse(found).map(({ orgName, orgTable }) => (orgTable === '' ? '' : `${orgTable}.${orgName}`))
  } catch (error) {
    return refusal.parse(error).errno
  }
}

function readingOf(sql: string): Meaning {
  const [tree] = parseSql(sql, 'mysql')
  if (tree === undefined || tree.error !== undefined) throw new Error(`not parsed: ${sql}`)
  return meaningOf(tree, { catalog, schema: database })
}

/** Undefined when reading and server say the same. */
function difference(sql: string, server: number | string[]): string | undefined {
  const { blocks } = readingOf(sql)
  const resolutions = new Set(blocks.flatMap((block) => block.references.map((reference) => reference.resolution)))
  const expected: number[] = []
  if (resolutions.has('unknown')) expected.push(unknownColumn)
  if (resolutions.has('ambiguous')) expected.push(ambiguousColumn)
  if (typeof server === 'number')
    return expected.includes(server) ? undefined : `server ${server}, read ${expected.join(' or ') || 'well'}: ${sql}`
  if (expected.length > 0) return `server took it, read ${expected.join(' or ')}: ${sql}`
  // What comes out of a derived table each server names in its own way.
  const isTable = (source: number | undefined): boolean =>
    source !== undefined && blocks[0]?.sources[source]?.kind === 'table'
  const output = (blocks[0]?.output ?? []).map(({ origin, column }) =>
    origin === undefined || !isTable(column?.source) ? '' : `${origin.table}.${origin.column}`,
  )
  const same = output.length === server.length && server.every((one, at) => output[at] === '' || one === output[at])
  return same ? undefined : `server gives ${server.join()}, read ${output.join()}: ${sql}`
}

beforeAll(async () => {
  for (const server of mysqlServers) await freshDatabase(server, database, tables)
})
afterAll(async () => {
  for (const server of mysqlServers) await dropDatabase(server, database)
})

test.each(mysqlServers.map((server) => [server.id, server] as const))(
  'names on %s',
  { timeout: 120_000 },
  async (_, server) => {
    const connection = await witness(server, database)
    try {
      await connection.query("SET SESSION sql_mode = ''")
      const writer = new NameWriter(5)
      const differences: string[] = []
      let taken = 0
      for (let i = 0; i < statements; i++) {
        const sql = writer.query()
        const verdict = await verdictOf(connection, sql)
        if (typeof verdict !== 'number') taken++
        const found = difference(sql, verdict)
        if (found !== undefined) differences.push(found)
      }
      expect(differences).toEqual([])
      // Many must be taken, and many refused, or nothing is proved.
      expect(taken).toBeGreaterThan(statements / 10)
      expect(taken).toBeLessThan((statements * 9) / 10)
    } finally {
      await connection.end()
    }
  },
)

test.each(mysqlServers.map((server) => [server.id, server] as const))(
  'aliases and columns of one name on %s',
  async (_, server) => {
    const connection = await witness(server, database)
    try {
      await connection.query("SET SESSION sql_mode = ''")
      for (const [sql, rows, means] of byValue) {
        const [found] = await connection.query({ sql, rowsAsArray: true })
        expect([sql, found]).toEqual([sql, rows])
        const mentions = readingOf(sql).blocks[0]?.references.filter(({ name }) => name === 'a')
        expect([sql, mentions?.[mentions.length - 1]?.resolution]).toEqual([sql, means])
      }
    } finally {
      await connection.end()
    }
  },
)
