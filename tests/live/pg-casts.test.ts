// Protects: where we say that PostgreSQL casts the column, its plans show the cast, and nowhere else.
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readSchema } from '../../src/core/sql/ddl/read-schema'
import { dropPostgres, freshPostgres, stateOf } from '../kit/postgres'
import { postgresServers } from '../kit/servers'
import { postgresMeaning } from '../pg-syntax/meaning'

const table =
  'CREATE TABLE n (si smallint, i integer, b bigint, nu numeric(10, 2), r real, f double precision, v varchar(9), tx text, ch char(5), d date, ts timestamp, tz timestamptz, bo boolean)'
const columns = 'si i b nu r f v tx ch d ts tz bo'.split(' ')
const values = [
  '5',
  '5000000000',
  '1.5',
  '1e3',
  "'5'",
  '5::smallint',
  '5::bigint',
  '5::numeric',
  '5::real',
  '5::double precision',
  "'x'::text",
  "'x'::varchar",
  "'x'::char(5)",
  "DATE '2024-01-01'",
  "TIMESTAMP '2024-01-01 10:00'",
  "'2024-01-01'::timestamptz",
  'TRUE',
  ...columns.map((column) => `other.${column}`),
]
const planSchema = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: z.looseObject({}) })) }))

describe.each(postgresServers)('$id', (server) => {
  const database = `pgcasts_${server.id}_${process.pid}`
  let client: Client

  beforeAll(async () => {
    client = await freshPostgres(server, database)
    await client.query(table)
    await client.query('SET enable_hashjoin = off; SET enable_mergejoin = off')
  })

  afterAll(async () => {
    await client.end()
    await dropPostgres(server, database)
  })

  /** Casts of columns in the conditions of a plan: `n.i double precision`. */
  function castsOf(plan: unknown): Set<string> {
    const found = new Set<string>()
    JSON.parse(JSON.stringify(plan), (key, value: unknown) => {
      if ((key === 'Filter' || key === 'Join Filter') && typeof value === 'string') {
        for (const [, name, type] of value.matchAll(/\((\w+\.\w+)\)::([a-z ]+)/g)) found.add(`${name} ${type?.trim()}`)
      }
      return value
    })
    return found
  }

  test('comparisons of every type with every other', { timeout: 60_000 }, async () => {
    const catalog = readSchema(table, 'postgres', { schema: 'public' }).catalog
    const wrong: string[] = []
    let compared = 0
    let cast = 0
    for (const column of columns) {
      for (const value of values) {
        for (const operator of ['=', '<']) {
          const sql = `SELECT * FROM n, n other WHERE n.${column} ${operator} ${value}`
          if ((await stateOf(client, `EXPLAIN ${sql}`)) !== undefined) continue
          const { rows } = await client.query(`EXPLAIN (FORMAT JSON, VERBOSE) ${sql}`)
          const server = castsOf(planSchema.parse(rows)[0]?.['QUERY PLAN'])
          // A varchar is read as text without a change: its index serves.
          for (const one of [...server]) if (/\.v text$/.test(one)) server.delete(one)
          const { blocks } = await postgresMeaning(sql, { catalog, searchPath: ['public'], dialect: 'postgres' })
          const [condition] = blocks[0]?.conditions[0]?.conjuncts ?? []
          if (condition?.type !== 'condition') throw new Error(sql)
          const { implicitCast } = condition
          const side = implicitCast?.side === 'left' ? condition.left : condition.right[0]
          const [reference] = side?.columns ?? []
          const read = implicitCast === undefined ? [] : [`${reference?.table}.${reference?.name} ${implicitCast.to}`]
          compared++
          if (read.length > 0) cast++
          // Both sides may be cast: one of them is told.
          const same = read.length === 0 ? server.size === 0 : server.has(read[0] ?? '')
          if (!same) wrong.push(`${sql}: server ${[...server].join() || 'none'}, read ${read.join() || 'none'}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(200)
    expect(cast).toBeGreaterThan(60)
  })
})
