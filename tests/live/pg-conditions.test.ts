// Protects: the statements of the conditions table are PostgreSQL to real servers, and names mean there what we read.
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dropPostgres, freshPostgres, stateOf } from '../kit/postgres'
import { postgresServers } from '../kit/servers'
import { ofOneTable, ofStatements } from '../pg-syntax/condition-rows'
import { postgresMeaning } from '../pg-syntax/meaning'
import { outputRows } from '../pg-syntax/resolution-rows'
import { shopSchema } from '../pg-syntax/shop'

describe.each(postgresServers)('$id', (server) => {
  const database = `pgconditions_${server.id}_${process.pid}`
  let client: Client

  beforeAll(async () => {
    client = await freshPostgres(server, database)
    await client.query(shopSchema)
  })

  afterAll(async () => {
    await client.end()
    await dropPostgres(server, database)
  })

  test('PREPARE takes every statement of the table', async () => {
    const refused: string[] = []
    for (const sql of [
      ...ofOneTable.map(([where]) => `SELECT * FROM t WHERE ${where}`),
      ...ofStatements.map(([sql]) => sql),
    ]) {
      const isExplain = sql.startsWith('EXPLAIN')
      const state = await stateOf(client, isExplain ? sql : `PREPARE one AS ${sql}`)
      if (state !== undefined) refused.push(`${state}: ${sql}`)
      else if (!isExplain) await client.query('DEALLOCATE one')
    }
    expect(refused).toEqual([])
  })

  test.each(outputRows)('columns and their origins: %s', async (sql) => {
    const meaning = await postgresMeaning(sql)
    const relations = await client.query<{ oid: number; name: string; attnum: number; column: string }>(
      `SELECT c.oid, c.relname AS name, a.attnum, a.attname AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0`,
    )
    const { fields } = await client.query(`SELECT * FROM (${sql}) q LIMIT 0`)
    const inner = await client.query(`${sql} LIMIT 0`)
    const originOf = (table: number, column: number): string => {
      const found = relations.rows.find(({ oid, attnum }) => oid === table && attnum === column)
      return found === undefined ? '' : `${found.name}.${found.column}`
    }
    const read = meaning.blocks[0]?.output
    expect(read?.map(({ name }) => name)).toEqual(fields.map(({ name }) => name))
    // The server tells the origin of plain columns of tables, not of those of derived tables.
    const told = inner.fields.map(({ tableID, columnID }) => originOf(tableID, columnID))
    const known = read?.map(({ origin }, at) => (told[at] === '' ? '' : `${origin?.table}.${origin?.column}`))
    expect(known).toEqual(told)
  })
})
