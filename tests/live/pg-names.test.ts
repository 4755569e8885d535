// Protects: names mean what real PostgreSQL servers take them for – unknown and ambiguous where they say so.
import { type Client, DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSchema } from '../../src/core/sql/ddl/read-schema'
import type { MeaningOptions } from '../../src/core/sql/meaning/names'
import { dropPostgres, freshPostgres } from '../kit/postgres'
import { postgresServers } from '../kit/servers'
import { postgresMeaning } from '../pg-syntax/meaning'
import { NameWriter } from './name-writer'

const tables =
  'CREATE TABLE p (a int, b int, c int); CREATE TABLE q (b int, c int, d int); CREATE TABLE r (c int, e int)'
const options: MeaningOptions = {
  catalog: readSchema(tables, 'postgres', { schema: 'public' }).catalog,
  searchPath: ['public'],
  dialect: 'postgres',
}
const statements = 1500
/** Unknown: no column, and no table of that name here. Refused for grouping: nothing is said of names. */
const states = { unknown: ['42703', '42P01'], ambiguous: ['42702'], grouping: ['42803'] }

describe.each(postgresServers)('$id', (server) => {
  const database = `pgnames_${server.id}_${process.pid}`
  let client: Client
  let columns: ReadonlyMap<string, string>

  beforeAll(async () => {
    client = await freshPostgres(server, database)
    await client.query(tables)
    const { rows } = await client.query<{ id: string; name: string }>(
      `SELECT a.attrelid || '.' || a.attnum AS id, a.attrelid::regclass || '.' || a.attname AS name FROM pg_attribute a
       WHERE a.attrelid IN ('p'::regclass, 'q'::regclass, 'r'::regclass)`,
    )
    columns = new Map(rows.map(({ id, name }) => [id, name]))
  })

  afterAll(async () => {
    await client.end()
    await dropPostgres(server, database)
  })

  /** An error's state, or `table.column` of what the server gives, empty where it names no table. */
  async function verdictOf(sql: string): Promise<string | string[]> {
    try {
      const { fields } = await client.query({ text: sql, rowMode: 'array' })
      return fields.map(({ tableID, columnID }) => columns.get(`${tableID}.${columnID}`) ?? '')
    } catch (error) {
      if (error instanceof DatabaseError) return error.code ?? ''
      throw error
    }
  }

  /** Undefined when reading and server say the same. */
  async function difference(sql: string, verdict: string | string[]): Promise<string | undefined> {
    const { blocks } = await postgresMeaning(sql, options)
    const resolutions = new Set(blocks.flatMap((block) => block.references.map(({ resolution }) => resolution)))
    const expected = [
      ...(resolutions.has('unknown') ? states.unknown : []),
      ...(resolutions.has('ambiguous') ? states.ambiguous : []),
    ]
    if (typeof verdict === 'string') {
      if (states.grouping.includes(verdict) || expected.includes(verdict)) return undefined
      return `server ${verdict}, read ${expected.join(' or ') || 'well'}: ${sql}`
    }
    if (expected.length > 0) return `server took it, read ${expected.join(' or ')}: ${sql}`
    const output = (blocks[0]?.output ?? []).map(({ origin }) =>
      origin === undefined ? '' : `${origin.table}.${origin.column}`,
    )
    // The server tells the origin only where the column is one of a table of the query itself, or of a subquery's.
    const same = output.length === verdict.length && verdict.every((one, at) => one === '' || one === output[at])
    return same ? undefined : `server gives ${verdict.join()}, read ${output.join()}: ${sql}`
  }

  test('names', { timeout: 120_000 }, async () => {
    const writer = new NameWriter(7)
    const differences: string[] = []
    let taken = 0
    for (let i = 0; i < statements; i++) {
      const sql = writer.query()
      const verdict = await verdictOf(sql)
      if (typeof verdict !== 'string') taken++
      const found = await difference(sql, verdict)
      if (found !== undefined) differences.push(found)
    }
    expect(differences).toEqual([])
    // Many must be taken, and many refused, or nothing is proved.
    expect(taken).toBeGreaterThan(statements / 20)
    expect(taken).toBeLessThan((statements * 9) / 10)
  })
})
