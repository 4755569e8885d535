import mysql from 'mysql2/promise'
import type { ConnectionTarget } from '../../src/core/connection/model'
import { type Fault, SargableError } from '../../src/core/errors'
import type { Session } from '../../src/engines/engine'
import { mysqlEngine } from '../../src/engines/mysql'
import type { Endpoint } from './servers'

/** A signal that nobody aborts. */
export const never = new AbortController().signal

export type NetworkTarget = Extract<ConnectionTarget, { via: 'network' }>

/** Where a test server is, as the product's connection dialog would have it. */
export function targetOf(server: Endpoint, more: Partial<NetworkTarget> = {}): NetworkTarget {
  return {
    via: 'network',
    product: server.id.startsWith('mariadb') ? 'mariadb' : 'mysql',
    host: server.host,
    port: server.port,
    user: server.user,
    database: server.database,
    ...more,
  }
}

/** A session of the product on a test server. */
export function open(server: Endpoint, more: Partial<NetworkTarget> = {}): Promise<Session> {
  return mysqlEngine.connect(targetOf(server, more), { password: server.password }, never)
}

/** The plain driver, as a second pair of eyes: what other sessions see. */
export function witness(server: Endpoint, database?: string): Promise<mysql.Connection> {
  return mysql.createConnection({
    host: server.host,
    port: server.port,
    user: server.user,
    password: server.password,
    ...(database !== undefined && { database }),
  })
}

/** Makes an empty database with these statements run in it. */
export async function freshDatabase(server: Endpoint, name: string, statements: readonly string[]): Promise<void> {
  const connection = await witness(server)
  try {
    await connection.query(`DROP DATABASE IF EXISTS ${name}`)
    await connection.query(`CREATE DATABASE ${name} DEFAULT CHARACTER SET utf8mb4`)
    await connection.query(`USE ${name}`)
    for (const statement of statements) await connection.query(statement)
  } finally {
    await connection.end()
  }
}

export async function dropDatabase(server: Endpoint, name: string): Promise<void> {
  const connection = await witness(server)
  await connection.query(`DROP DATABASE IF EXISTS ${name}`)
  await connection.end()
}

/** The fault that the promise ends in; a promise that is kept fails the test. */
export async function faultFrom(work: Promise<unknown>): Promise<Fault> {
  try {
    await work
  } catch (error) {
    if (error instanceof SargableError) return error.fault
    throw error
  }
  throw new Error('No fault came')
}

/** A statement that runs for minutes on every version, without touching a table of anybody. */
export const minutes =
  'SELECT COUNT(*) FROM information_schema.COLLATIONS a, information_schema.COLLATIONS b, information_schema.COLLATIONS c, information_schema.COLLATIONS d WHERE CONCAT(a.COLLATION_NAME, b.COLLATION_NAME, c.COLLATION_NAME, d.COLLATION_NAME) LIKE "%x%y%z%0%"'

/** Statements of this account that run now in `database`, without the asking one. */
export async function running(server: Endpoint, database: string): Promise<readonly string[]> {
  const connection = await witness(server)
  try {
    const [rows] = await connection.query<mysql.RowDataPacket[]>('SHOW FULL PROCESSLIST')
    return rows.filter((row) => row['db'] === database && row['Command'] === 'Query').map((row) => String(row['Info']))
  } finally {
    await connection.end()
  }
}

/** Waits until `holds` is true; says what it waited for when it never is. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Never: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
