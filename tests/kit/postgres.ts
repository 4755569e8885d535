import { Client, DatabaseError } from 'pg'
import type { Version } from '../../src/core/engine'
import type { Endpoint } from './servers'

export async function connectPostgres({ host, port, user, password, database }: Endpoint): Promise<Client> {
  const client = new Client({ host, port, user, password, database })
  await client.connect()
  return client
}

/** Makes the database anew and connects to it. */
export async function freshPostgres(server: Endpoint, database: string): Promise<Client> {
  const admin = await connectPostgres(server)
  await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
  await admin.query(`CREATE DATABASE ${database} ENCODING 'UTF8' TEMPLATE template0`)
  await admin.end()
  return connectPostgres({ ...server, database })
}

export async function dropPostgres(server: Endpoint, database: string): Promise<void> {
  const admin = await connectPostgres(server)
  await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
  await admin.end()
}

/** The SQLSTATE that the server answers a statement with; undefined when it takes it. */
export async function stateOf(client: Client, sql: string): Promise<string | undefined> {
  try {
    await client.query(sql)
    return undefined
  } catch (error) {
    if (error instanceof DatabaseError) return error.code
    throw error
  }
}

/** What PREPARE says of a statement; of EXPLAIN, which it does not take, the run of it without ANALYZE. */
export async function prepareState(client: Client, sql: string): Promise<string | undefined> {
  if (/^\s*(\/\*\+.*?\*\/\s*)?EXPLAIN/is.test(sql)) {
    return /ANALY[ZS]E/i.test(sql.slice(0, 60)) ? '0A000' : stateOf(client, sql)
  }
  const state = await stateOf(client, `PREPARE edited AS ${sql}`)
  if (state === undefined) await client.query('DEALLOCATE edited')
  return state
}

export async function versionOf(client: Client): Promise<Version> {
  const { rows } = await client.query<{ v: string }>("SELECT current_setting('server_version_num') AS v")
  const number = Number(rows[0]?.v)
  return { major: Math.floor(number / 10_000), minor: number % 10_000, patch: 0 }
}
