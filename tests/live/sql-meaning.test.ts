// Protects: names mean what real servers take them for – unknown and ambiguous where they say so, else the same column.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readSchema } from '../../src/core/sql/ddl/read-schema'
import { meaningOf } from '../../src/core/sql/meaning/meaning-of'
import type { Meaning } from '../../src/core/sql/meaning/model'
import { parseSql } from '../../src/core/sql/syntax/parse'
import { Seeded } from '../core/sql/ddl/seeded'
import { dropDatabase, freshDatabase, witness } from '../kit/mysql'
import { mysqlServers } from '../kit/servers'

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

interface Factor {
  readonly sql: string
  readonly name: string
}

/** Random SELECTs whose names hit, miss and collide. No HAVING: there servers have rules about grouping besides. */
class Writer {
  private readonly random: Seeded
  private count = 0

  constructor(seed: number) {
    this.random = new Seeded(seed)
  }

  query(outer: readonly string[] = [], depth = 0): string {
    const factors = Array.from({ length: 1 + this.random.below(3) }, () => this.factor(depth))
    const names = factors.map((factor) => factor.name)
    const seen = [...names, ...outer]
    const items = Array.from({ length: depth > 0 ? 1 : 1 + this.random.below(3) }, () => {
      const alias = this.random.below(3) === 0 ? ` AS ${this.letter()}` : ''
      return this.random.below(8) === 0 ? `${this.column(seen)} + 1${alias}` : `${this.column(seen)}${alias}`
    })
    if (depth === 0 && this.random.below(6) === 0) items.splice(0, items.length, '*')
    const where = this.random.below(2) === 0 ? ` WHERE ${this.condition(seen, depth)}` : ''
    const group = this.random.below(6) === 0 ? ` GROUP BY ${this.column(seen)}` : ''
    const order =
      this.random.below(3) === 0 ? ` ORDER BY ${this.column(seen)}${this.random.pick(['', ' + 0', ' DESC'])}` : ''
    return `SELECT ${items.join(', ')} FROM ${this.joined(factors)}${where}${group}${order}`
  }

  private factor(depth: number): Factor {
    const table = this.random.pick(['p', 'q', 'r'])
    const name = `${this.random.pick(['s', 't'])}${this.count++}`
    if (depth < 2 && this.random.below(5) === 0) {
      const column = `${this.letter()}`
      return { sql: `(SELECT x.${this.ofTable(table)} AS ${column}, x.c AS z FROM ${table} x) ${name}`, name }
    }
    return { sql: `${table} ${name}`, name }
  }

  private joined(factors: readonly Factor[]): string {
    return factors.reduce((left, { sql, name }, index) => {
      const before = factors.slice(0, index).map((factor) => factor.name)
      switch (index === 0 ? -1 : this.random.below(6)) {
        case -1:
          return sql
        case 0:
          return `${left}, ${sql}`
        case 1:
          return `${left} JOIN ${sql} USING (c)`
        case 2:
          return `${left} NATURAL JOIN ${sql}`
        case 3:
          return `${left} NATURAL LEFT JOIN ${sql}`
        case 4:
          return `${left} RIGHT JOIN ${sql} USING (c)`
        default:
          return `${left} JOIN ${sql} ON ${this.column([...before, name])} = ${this.column([...before, name])}`
      }
    }, '')
  }

  private condition(seen: readonly string[], depth: number): string {
    if (depth < 2 && this.random.below(2) === 0) return `${this.column(seen)} IN (${this.query(seen, depth + 1)})`
    return `${this.column(seen)} > ${this.column(seen)}`
  }

  private column(seen: readonly string[]): string {
    return this.random.below(5) < 2 ? this.letter() : `${this.random.pick([...seen])}.${this.letter()}`
  }

  private letter(): string {
    return this.random.pick(['a', 'b', 'c', 'd', 'e'])
  }

  private ofTable(table: string): string {
    return this.random.pick({ p: ['a', 'b', 'c'], q: ['b', 'c', 'd'] }[table] ?? ['c', 'e'])
  }
}

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
      const writer = new Writer(5)
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
