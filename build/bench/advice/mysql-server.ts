import mysql from 'mysql2/promise'
import type { Endpoint } from '../../../tests/kit/servers'
import { type BenchDatabase, type BenchServer, databaseNames, loadedTable, naming } from './database'
import type { BenchSchema, Reads } from './model'

/** ER_QUERY_TIMEOUT of MySQL and ER_STATEMENT_TIMEOUT of MariaDB. */
const timeouts = new Set([3024, 1969])

export async function mysqlServer(endpoint: Endpoint): Promise<BenchServer> {
  const connect = (database?: string) =>
    mysql.createConnection({
      host: endpoint.host,
      port: endpoint.port,
      user: endpoint.user,
      password: endpoint.password,
      ...(database !== undefined && { database }),
    })
  const admin = await connect()
  const run = async (sql: string) => {
    try {
      await admin.query(sql)
    } catch (thrown) {
      throw naming(sql, thrown)
    }
  }
  const [[version]] = await admin.query<mysql.RowDataPacket[]>('SELECT VERSION() AS v')
  const versionText = String(version?.['v'])
  const isMariadb = versionText.includes('MariaDB')
  const open: mysql.Connection[] = []

  const database = async (name: string): Promise<BenchDatabase> => {
    const connection = await connect(name)
    open.push(connection)
    return {
      name,
      async exec(sql) {
        try {
          await connection.query(sql)
        } catch (thrown) {
          throw naming(sql, thrown)
        }
      },
      dropIndex: async (table, index) => {
        await connection.query(`ALTER TABLE ${table} DROP KEY ${index}`)
      },
      reads: (sql, timeoutMs) => countedReads(connection, sql, timeoutMs, isMariadb),
    }
  }

  return {
    endpoint,
    family: 'mysql',
    versionText,
    async prepare(schema) {
      const { asIs, trial } = databaseNames(schema)
      if (!(await isLoaded(admin, asIs, schema)) || !(await isLoaded(admin, trial, schema))) {
        await load(run, schema, asIs, trial)
      }
      for (const name of [asIs, trial]) await dropSecondaryIndexes(admin, name)
      return { asIs: await database(asIs), trial: await database(trial) }
    },
    async drop(schema) {
      for (const name of Object.values(databaseNames(schema))) await run(`DROP DATABASE IF EXISTS ${name}`)
    },
    async close() {
      for (const connection of [...open, admin]) await connection.end()
    },
  }
}

async function load(run: (sql: string) => Promise<void>, schema: BenchSchema, asIs: string, trial: string) {
  for (const name of [asIs, trial]) {
    await run(`DROP DATABASE IF EXISTS ${name}`)
    await run(`CREATE DATABASE ${name} DEFAULT CHARACTER SET utf8mb4`)
  }
  await run(`USE ${asIs}`)
  for (const statement of schema.create('mysql')) await run(statement)
  await run('SET autocommit = 0')
  for (const statement of schema.fill('mysql')) await run(statement)
  await run('COMMIT')
  await run('SET autocommit = 1')
  for (const table of schema.tables.keys()) {
    await run(`CREATE TABLE ${trial}.${table} LIKE ${asIs}.${table}`)
    await run(`INSERT INTO ${trial}.${table} SELECT * FROM ${asIs}.${table}`)
    await run(`ANALYZE TABLE ${asIs}.${table}, ${trial}.${table}`)
  }
  for (const name of [asIs, trial]) {
    await run(`CREATE TABLE ${name}.${loadedTable} (version VARCHAR(200))`)
    await run(`INSERT INTO ${name}.${loadedTable} VALUES ('${schema.dataVersion}')`)
  }
}

async function isLoaded(admin: mysql.Connection, name: string, schema: BenchSchema): Promise<boolean> {
  try {
    const [rows] = await admin.query<mysql.RowDataPacket[]>(`SELECT version FROM ${name}.${loadedTable}`)
    return rows[0]?.['version'] === schema.dataVersion
  } catch {
    // No such database yet.
    return false
  }
}

async function dropSecondaryIndexes(admin: mysql.Connection, name: string): Promise<void> {
  const [rows] = await admin.query<mysql.RowDataPacket[]>(
    "SELECT DISTINCT TABLE_NAME AS t, INDEX_NAME AS i FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ? AND INDEX_NAME <> 'PRIMARY'",
    [name],
  )
  for (const row of rows) await admin.query(`ALTER TABLE ${name}.${row['t']} DROP KEY \`${row['i']}\``)
}

/** The sum of the session's Handler_read counters. */
async function countedReads(
  connection: mysql.Connection,
  sql: string,
  timeoutMs: number,
  isMariadb: boolean,
): Promise<Reads> {
  await connection.query(
    isMariadb
      ? `SET SESSION max_statement_time = ${timeoutMs / 1000}`
      : `SET SESSION max_execution_time = ${timeoutMs}`,
  )
  await connection.query('START TRANSACTION')
  const first = await handlerReads(connection)
  const before = await handlerReads(connection)
  try {
    await connection.query(sql)
    const asking = before - first
    return Math.max(0, (await handlerReads(connection)) - before - asking)
  } catch (thrown) {
    if (thrown instanceof Error && 'errno' in thrown && timeouts.has(Number(thrown.errno))) return undefined
    throw naming(sql, thrown)
  } finally {
    await connection.query('ROLLBACK')
    if (isMariadb) await connection.query('SET SESSION max_statement_time = 0')
  }
}

/** Asking for the counters is itself counted, each time the same. */
async function handlerReads(connection: mysql.Connection): Promise<number> {
  const [rows] = await connection.query<mysql.RowDataPacket[]>("SHOW SESSION STATUS LIKE 'Handler_read%'")
  return rows.reduce((sum, row) => sum + Number(row['Value']), 0)
}
