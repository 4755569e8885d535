// Protects --schema: a catalog read from DDL text equals the catalog of the server that executed it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Catalog, Table } from '../../src/core/catalog/model'
import { atLeast } from '../../src/core/engine'
import { readSchema } from '../../src/core/sql/ddl/read-schema'
import type { Session } from '../../src/engines/engine'
import { postgresEngine } from '../../src/engines/postgres'
import { parentsTable as mysqlParents, randomMysqlTable } from '../core/sql/ddl/random-mysql-tables'
import { parentsTable as postgresParents, randomPostgresTable } from '../core/sql/ddl/random-postgres-tables'
import { Seeded } from '../core/sql/ddl/seeded'
import { dropDatabase, freshDatabase, never, open } from '../kit/mysql'
import { type Endpoint, mysqlServers, postgresServers } from '../kit/servers'

const samples = join(import.meta.dirname, '../../samples')
const schemasOf = (ending: string) =>
  readdirSync(samples, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(samples, entry.name, ending))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))

const generatedTables = 300

/** What a text cannot know is left out, and what a server lists in no certain order is sorted. */
function comparable(catalog: Catalog, sortIndexes: boolean): ReadonlyMap<string, Table> {
  return new Map(
    catalog.tables.map(
      ({ rows: _rows, bytes: _bytes, analyzedAt: _at, readsCountedSeconds: _for, referencedBy: _by, ...table }) => {
        const indexes = table.indexes.map(({ bytes: _size, reads: _reads, ...index }) => ({
          ...index,
          parts: index.parts.map(({ cardinality: _cardinality, ...part }) => part),
        }))
        if (sortIndexes) indexes.sort((a, b) => (a.name < b.name ? -1 : 1))
        return [table.name, { ...table, indexes }]
      },
    ),
  )
}

/** Every table by itself, so that a difference shows its statement. */
function expectSame(text: string, fromServer: ReadonlyMap<string, Table>, fromText: ReadonlyMap<string, Table>): void {
  expect([...fromText.keys()].sort()).toEqual([...fromServer.keys()].sort())
  for (const [name, table] of fromServer) {
    const statements = text.split(';\n').filter((one) => new RegExp(`\\b${name}\\b`).test(one))
    expect(fromText.get(name), statements.join('\n')).toEqual(table)
  }
}

test.runIf(mysqlServers.length === 0)('no MySQL or MariaDB server is here', ({ skip }) => skip())

describe.each(mysqlServers)('$id', (server: Endpoint) => {
  const database = 'ddlpart'
  let session: Session
  beforeAll(async () => {
    await freshDatabase(server, database, [])
    session = await open(server, { database })
  })
  afterAll(async () => {
    await session.close()
    await dropDatabase(server, database)
  })

  /** @param more what the text says besides and this client cannot send */
  async function check(statements: readonly string[], more = ''): Promise<void> {
    const { identity } = session
    const head = `CREATE DATABASE ${database} DEFAULT CHARACTER SET utf8mb4;\nUSE ${database};\n`
    const connection = await mysql.createConnection({
      host: server.host,
      port: server.port,
      user: server.user,
      password: server.password,
      multipleStatements: true,
    })
    try {
      await connection.query(`DROP DATABASE ${database};\n${head}${statements.join(';\n')}`)
    } finally {
      await connection.end()
    }
    const text = `${head}${more}\n${statements.join(';\n')};`
    const { tables } = await session.names(database, never)
    const fromServer = await session.catalog(tables, never)
    const dialect = identity.product === 'mariadb' ? 'mariadb' : 'mysql'
    const { catalog, notes } = readSchema(text, dialect, { version: identity.version })
    expect(notes).toEqual([])
    // information_schema of MySQL 8 lists indexes in the order that its plan happens to give.
    const sortIndexes = dialect === 'mysql' && atLeast(identity.version, 8)
    expectSame(text, comparable(fromServer, sortIndexes), comparable(catalog, sortIndexes))
    expect(catalog.tables.length).toBeGreaterThan(0)
  }

  test.each(schemasOf('schema.sql'))('a sample: %#', async (text) => {
    const routines = /^DELIMITER \$\$[\s\S]*^DELIMITER ;$/m.exec(text)?.[0] ?? ''
    const tables = text.replace(routines, '')
    await check(
      tables.split(/;\s*\n/).filter((one) => one.trim() !== ''),
      routines,
    )
  })

  test('index orders, implied keys, changes of tables', async () => {
    const text = readFileSync(join(import.meta.dirname, '../core/sql/ddl/mysql-forms.sql'), 'utf8')
    await check(text.split(/;\s*\n/).filter((one) => one.trim() !== ''))
  })

  test(`${generatedTables} generated tables`, { timeout: 120_000 }, async () => {
    const random = new Seeded(20)
    const statements = [mysqlParents]
    for (let at = 0; at < generatedTables; at++) statements.push(...randomMysqlTable(random, at, session.identity))
    await check(statements)
  })
})

test.runIf(postgresServers.length === 0)('no PostgreSQL server is here', ({ skip }) => skip())

describe.each(postgresServers)('$id', (server: Endpoint) => {
  const schema = 'ddlpart'
  let session: Session
  let client: pg.Client
  beforeAll(async () => {
    const { host, port, user, password, database } = server
    client = new pg.Client({ host, port, user, password, database })
    await client.connect()
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE; CREATE SCHEMA ${schema}; SET search_path = ${schema}`)
    const target = { via: 'network', product: 'postgres', host, port, user, database } as const
    session = await postgresEngine.connect(target, { password }, never)
    await session.use(schema, never)
  })
  afterAll(async () => {
    await session.close()
    await client.query(`DROP SCHEMA ${schema} CASCADE`)
    await client.end()
  })

  async function check(text: string): Promise<void> {
    await client.query(`DROP SCHEMA ${schema} CASCADE; CREATE SCHEMA ${schema}; ${text}`)
    const { tables } = await session.names(schema, never)
    const fromServer = await session.catalog(tables, never)
    // The database's collation is not said in its tables' text: a caller has to know it.
    const own = await client.query(
      "SELECT coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', datcollate) AS own FROM pg_database d WHERE datname = current_database()",
    )
    const { catalog, notes } = readSchema(`SET search_path = ${schema};\n${text}`, 'postgres', {
      version: session.identity.version,
      collation: String(own.rows[0]?.own),
    })
    expect(notes).toEqual([])
    expectSame(text, comparable(fromServer, false), comparable(catalog, false))
    expect(catalog.tables.length).toBeGreaterThan(0)
  }

  test.each(schemasOf('schema.pg.sql'))('a sample: %#', async (text) => {
    await check(text)
  })

  test('partitions, inheritance, LIKE, domains, long names', async () => {
    await check(readFileSync(join(import.meta.dirname, '../core/sql/ddl/postgres-forms.sql'), 'utf8'))
  })

  test(`${generatedTables} generated tables`, { timeout: 120_000 }, async () => {
    const random = new Seeded(20)
    const statements = [postgresParents]
    for (let at = 0; at < generatedTables; at++) statements.push(...randomPostgresTable(random, at))
    await check(`${statements.join(';\n')};`)
  })
})
