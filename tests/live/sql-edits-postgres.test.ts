// Protects: edited PostgreSQL statements stay PostgreSQL on real servers, and EXPLAIN takes them where the tables exist.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { PostgresEditContext } from '../../src/core/sql/edits/model'
import { readSql } from '../../src/core/sql/read'
import { loadPostgresGrammar } from '../../src/pg-syntax'
import { outlineOf, postgresOperations, postgresStatements } from '../core/sql/edits/postgres/operations'
import { dropPostgres, freshPostgres, prepareState, stateOf, versionOf } from '../kit/postgres'
import { postgresServers } from '../kit/servers'
import { shopSchema } from '../pg-syntax/shop'

const root = join(import.meta.dirname, '../..')
const syntaxError = '42601'

/** Operations after which a server must take what it took before. HAVING makes a query one of groups, values have types. */
const harmless: ReadonlySet<string> = new Set([
  'set plan hints',
  'remove plan hints',
  'set settings',
  'explain',
  'explain with options',
  'mask by placeholders',
  'find the rows',
  'add a condition',
  'replace a condition',
  'wrap a table',
  'wrap the statement',
])

/**
 * What may be said all the same: of types that nobody tells (a parameter may be gone), of parameters where EXPLAIN has
 * none, and of GROUP BY of a key that a derived table has not.
 */
const tolerated: Readonly<Record<string, readonly string[]>> = {
  'mask by placeholders': ['42P18', '42725', '42883', '42804', '42P08', '42846', '22023', '42P10', '42P02'],
  'replace a condition': ['42P18'],
  explain: ['42P02'],
  'explain with options': ['42P02'],
  'wrap a table': ['42803'],
}

const metaSchema = z.object({ sql: z.string() })

/** Files of statements with the tables that they need. */
function suites(): { readonly name: string; readonly schema: string; readonly statements: readonly string[] }[] {
  const folder = join(root, 'fixtures/pg18')
  const recorded = readdirSync(folder).map(
    (one) => metaSchema.parse(JSON.parse(readFileSync(join(folder, one, 'meta.json'), 'utf8'))).sql,
  )
  const samples = readdirSync(join(root, 'samples')).flatMap((sample) => {
    const read = (file: string): string[] => {
      try {
        return [readFileSync(join(root, 'samples', sample, file), 'utf8')]
      } catch {
        return []
      }
    }
    const [schema] = read('schema.pg.sql')
    const statements = read('query.pg.sql').flatMap((text) =>
      readSql(text, 'postgres').statements.map((one) => one.text),
    )
    return schema === undefined ? [] : [{ name: sample, schema, statements }]
  })
  const schema = readFileSync(join(root, 'fixtures/statements/postgres.schema.sql'), 'utf8')
  return [{ name: 'recordings', schema, statements: recorded }, ...samples]
}

describe.each(postgresServers)('$id', (server) => {
  const database = `sqledits_${server.id}_${process.pid}`
  let context: PostgresEditContext

  beforeAll(async () => {
    context = { dialect: 'postgres', grammar: await loadPostgresGrammar() }
  })

  afterAll(async () => {
    await dropPostgres(server, database)
  })

  async function refusedAfter(
    client: Client,
    statements: readonly string[],
    verdict: (sql: string) => Promise<string | undefined>,
  ): Promise<{ readonly refused: string[]; readonly seen: number; readonly judged: number }> {
    const withVersion = { ...context, version: await versionOf(client) }
    const refused: string[] = []
    const seen = new Set<string>()
    let judged = 0
    for (const sql of statements) {
      const outline = outlineOf(sql, withVersion)
      const before = outline === undefined ? syntaxError : await verdict(sql)
      if (outline === undefined || before === syntaxError) continue
      for (const { name, run } of postgresOperations) {
        for (const outcome of run(sql, withVersion, outline)) {
          if (!outcome.done || seen.has(outcome.sql)) continue
          seen.add(outcome.sql)
          const state = await verdict(outcome.sql)
          const isWorse = before === undefined && harmless.has(name) && state !== undefined
          if (before === undefined) judged++
          if (state === syntaxError || (isWorse && tolerated[name]?.includes(state) !== true)) {
            refused.push(`${state} ${name}: ${sql} → ${outcome.sql}`)
          }
        }
      }
    }
    return { refused, seen: seen.size, judged }
  }

  test('PREPARE takes every edit of a statement that it takes', async () => {
    const client = await freshPostgres(server, database)
    await client.query(shopSchema)
    const { refused, seen, judged } = await refusedAfter(client, postgresStatements(), (sql) =>
      prepareState(client, sql),
    )
    await client.end()
    expect(refused).toEqual([])
    expect(seen).toBeGreaterThan(2000)
    expect(judged).toBeGreaterThan(1500)
  }, 300_000)

  test('EXPLAIN takes them where the tables exist', async () => {
    let all = 0
    for (const { name, schema, statements } of suites()) {
      const client = await freshPostgres(server, database)
      for (const { text } of readSql(schema, 'postgres').statements) {
        // Rows, and what needs rights or libraries, are not needed to plan.
        if (!/^(INSERT|ANALYZE|VACUUM)/i.test(text)) await stateOf(client, text)
      }
      const explain = async (sql: string): Promise<string | undefined> => {
        const isExplain = /^\s*(\/\*\+.*?\*\/\s*)?EXPLAIN/is.test(sql)
        if (!isExplain && /\$\d/.test(sql)) return prepareState(client, sql)
        await client.query('BEGIN')
        const state = await stateOf(client, isExplain ? sql : `EXPLAIN ${sql}`)
        await client.query('ROLLBACK')
        return state
      }
      const queries = statements.filter((sql) => !/\$\d|^\s*EXPLAIN/i.test(sql))
      const { refused, judged } = await refusedAfter(client, queries, explain)
      await client.end()
      expect(refused, name).toEqual([])
      all += judged
    }
    expect(all).toBeGreaterThan(1000)
  }, 300_000)
})
