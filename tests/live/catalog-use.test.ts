// Protects what catalogs say of how keys and indexes are used: reads as the server counted them, and who refers to a table.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Table } from '../../src/core/catalog/model'
import { engineFor } from '../../src/engines/index'
import { dropDatabase, freshDatabase, never, open, until, witness } from '../kit/mysql'
import { dropPostgres, freshPostgres } from '../kit/postgres'
import { mysqlServers, postgresServers } from '../kit/servers'

const database = `sargable_use_${process.pid}`
const tables = [
  'CREATE TABLE item (id INT NOT NULL PRIMARY KEY, a INT NOT NULL, b INT NOT NULL)',
  'CREATE INDEX used ON item (a)',
  'CREATE INDEX never_used ON item (b)',
  'INSERT INTO item VALUES (1, 1, 1), (2, 2, 2)',
]

function readsOf(table: Table | undefined, name: string): number | undefined {
  return table?.indexes.find((index) => index.name === name)?.reads
}

test.runIf(mysqlServers.length + postgresServers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(mysqlServers)('$id', (server) => {
  beforeAll(() => freshDatabase(server, database, tables))
  afterAll(() => dropDatabase(server, database))

  test('counts reads of an index where performance_schema is on', async () => {
    const connection = await witness(server, database)
    await connection.query('SELECT b FROM item FORCE INDEX (used) WHERE a = 1')
    const [variables] = await connection.query("SHOW GLOBAL VARIABLES LIKE 'performance_schema'")
    await connection.end()
    const session = await open(server, { database })
    const [table] = (await session.catalog([{ name: 'item' }], never)).tables
    await session.close()
    const isOn = JSON.stringify(variables).includes('"ON"')
    expect(isOn ? readsOf(table, 'used') : 1).toBeGreaterThan(0)
    expect(readsOf(table, 'never_used')).toBe(isOn ? 0 : undefined)
    expect(isOn ? table?.readsCountedSeconds : 1).toBeGreaterThan(0)
    expect(table?.referencedBy).toBeUndefined()
  })
})

describe.each(postgresServers)('$id', (server) => {
  beforeAll(async () => {
    const client = await freshPostgres(server, database)
    for (const statement of [
      ...tables,
      'CREATE SCHEMA other',
      'CREATE TABLE other.bare (item_id INT REFERENCES item (id))',
      'CREATE TABLE served (item_id INT REFERENCES item (id), n INT)',
      'CREATE INDEX ON served (item_id, n)',
      'CREATE TABLE partly (item_id INT REFERENCES item (id), n INT)',
      'CREATE INDEX ON partly (item_id) WHERE n > 0',
      'SET enable_seqscan = off',
      'SELECT b FROM item WHERE a = 1',
      'SELECT pg_stat_clear_snapshot()',
    ])
      await client.query(statement)
    // Numbers are handed in when a session ends, or soon after.
    await client.end()
  })
  afterAll(() => dropPostgres(server, database))

  test('counts reads of an index, and knows who refers to a table', async () => {
    const { host, port, user, password } = server
    const target = { via: 'network', product: 'postgres', host, port, user, database } as const
    const session = await engineFor(target).connect(target, { password }, never)
    const item = async () => (await session.catalog([{ name: 'item' }], never)).tables[0]
    await until('a read of the index is counted', async () => (readsOf(await item(), 'used') ?? 0) > 0)
    const table = await item()
    await session.close()
    expect(readsOf(table, 'never_used')).toBe(0)
    expect(
      table?.referencedBy?.map(({ schema, table: name, indexed, columns }) => [schema, name, indexed, columns]),
    ).toEqual([
      ['other', 'bare', false, ['item_id']],
      ['public', 'partly', false, ['item_id']],
      ['public', 'served', true, ['item_id']],
    ])
  })
})
