// Protects the byte rules against shapes nobody thought of: random tables and statements on the real servers, where
// the parts that are taken as used must add up to the key_len that the server prints.
import { existsSync, readFileSync } from 'node:fs'
import mysql from 'mysql2/promise'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Catalog } from '../../../src/core/catalog/model'
import { keyUseOf } from '../../../src/core/keyparts/key-use'
import { readPlans } from '../../../src/core/plan/read'
import { type RandomColumn, Randomness, randomColumn, randomCondition, randomValue } from './random-tables'
import { lineOf } from './recorded'

const endpointSchema = z.object({
  id: z.string(),
  kind: z.string(),
  host: z.string(),
  port: z.number(),
  user: z.string(),
  password: z.string(),
})
const file = process.env['SARGABLE_SERVERS']
const endpoints =
  file !== undefined && existsSync(file) ? z.array(endpointSchema).parse(JSON.parse(readFileSync(file, 'utf8'))) : []
const servers = endpoints.filter((endpoint) => endpoint.kind === 'mysql')

/** Tables per server, and statements per table. */
const tables = Number(process.env['SARGABLE_KEYLEN_TABLES'] ?? 12)
const statements = 5

describe.skipIf(servers.length === 0)('random tables and statements', () => {
  test.each(servers)('$id', { timeout: 120_000 }, async (server) => {
    const database = 'keyparts_random'
    const { host, port, user, password } = server
    const connection = await mysql.createConnection({ host, port, user, password, rowsAsArray: true })
    const rowsSchema = z.array(z.array(z.unknown()))
    const run = async (sql: string) => (await connection.query(sql))[0]
    const select = async (sql: string) => rowsSchema.parse(await run(sql)).map((row) => row.map((cell) => cell ?? ''))
    try {
      await run(`DROP DATABASE IF EXISTS ${database}`)
      await run(`CREATE DATABASE ${database} DEFAULT CHARSET latin1`)
      await run(`USE ${database}`)
      await run("SET SESSION sql_mode=''")
      if (server.id === 'mysql97') await run('SET SESSION explain_json_format_version=1')
      const random = new Randomness(20_240_501)
      let explained = 0
      let ambiguous = 0
      for (let made = 0; made < tables; made++) {
        const columns = [0, 1, 2, 3].map((at) => randomColumn(random, at))
        const ddl = randomTable(random, columns)
        await run('DROP TABLE IF EXISTS t')
        await run(ddl)
        await fill(random, columns, run)
        const catalog = await readCatalog(database, select)
        for (let asked = 0; asked < statements; asked++) {
          const conditions = columns
            .filter((_, at) => at === 0 || random.chance(0.6))
            .map((column) => randomCondition(random, column))
          if (random.chance(0.25)) conditions.push(random.pick(['id > 3', 'id = 5', 'id >= 2 AND id < 20']))
          if (conditions.length === 0) continue
          const sql = `SELECT * FROM t FORCE INDEX (ix) WHERE ${conditions.join(' AND ')}`
          const [text] = (await select(`EXPLAIN FORMAT=JSON ${sql}`)).map((row) => String(row[0]))
          if (text === undefined) throw new Error(`no plan for ${sql}`)
          for (const use of keyUseOf({ plans: readPlans(text, { sql }), catalog })) {
            if (!use.chosen || use.keyLengthBytes === undefined) continue
            explained++
            expect({ ddl, sql, line: lineOf(use), agrees: use.agrees }).toMatchObject({ agrees: true })
            if (use.ambiguous !== undefined) ambiguous++
          }
        }
      }
      // Most of the statements are served by the forced index.
      expect(explained).toBeGreaterThan((tables * statements) / 2)
      expect(ambiguous / explained).toBeLessThanOrEqual(0.02)
    } finally {
      await run(`DROP DATABASE IF EXISTS ${database}`)
      await connection.end()
    }
  })
})

function randomTable(random: Randomness, columns: readonly RandomColumn[]): string {
  const parts = columns.slice(0, 1 + random.below(4)).map((column) => column.name + column.prefix)
  const definitions = columns.map((column) => `${column.name} ${column.type} ${column.nullable ? 'NULL' : 'NOT NULL'}`)
  const key = random.pick(['INT', 'BIGINT', 'MEDIUMINT'])
  const engine = random.pick(['InnoDB', 'InnoDB', 'InnoDB', 'MyISAM'])
  return `CREATE TABLE t (id ${key} NOT NULL AUTO_INCREMENT PRIMARY KEY, ${definitions.join(', ')}, pad CHAR(50) NOT NULL, KEY ix (${parts.join(', ')})) ENGINE=${engine} DEFAULT CHARSET=latin1`
}

async function fill(
  random: Randomness,
  columns: readonly RandomColumn[],
  run: (sql: string) => Promise<unknown>,
): Promise<void> {
  const rows = Array.from({ length: 40 }, () => {
    const values = columns.map((column) =>
      column.nullable && random.chance(0.1) ? 'NULL' : randomValue(random, column),
    )
    return `(${values.join(', ')}, 'p')`
  })
  await run(`INSERT INTO t (${columns.map((column) => column.name).join(', ')}, pad) VALUES ${rows.join(', ')}`)
  await run('ANALYZE TABLE t')
}

async function readCatalog(
  database: string,
  select: (sql: string) => Promise<readonly (readonly unknown[])[]>,
): Promise<Catalog> {
  const columns = await select(
    `SELECT column_name, column_type, is_nullable, character_set_name FROM information_schema.columns WHERE table_schema = '${database}'`,
  )
  const parts = await select(
    `SELECT index_name, column_name, sub_part FROM information_schema.statistics WHERE table_schema = '${database}' ORDER BY index_name, seq_in_index`,
  )
  const [[engine] = []] = await select(
    `SELECT engine FROM information_schema.tables WHERE table_schema = '${database}'`,
  )
  const indexOf = (name: string) => ({
    name,
    unique: name === 'PRIMARY',
    visible: true,
    method: 'btree',
    parts: parts
      .filter((row) => row[0] === name)
      .map((row) => ({
        column: String(row[1]),
        descending: false,
        ...(row[2] === '' ? {} : { prefixChars: Number(row[2]) }),
      })),
  })
  return {
    tables: [
      {
        schema: database,
        name: 't',
        engine: String(engine),
        columns: columns.map((row) => ({
          name: String(row[0]),
          type: String(row[1]),
          nullable: row[2] === 'YES',
          ...(row[3] === '' ? {} : { charset: String(row[3]) }),
        })),
        indexes: [indexOf('PRIMARY'), indexOf('ix')],
        primaryKey: ['id'],
        foreignKeys: [],
      },
    ],
  }
}
