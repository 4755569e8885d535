// Protects what we say of tables, indexes and keys on MySQL and MariaDB: it is what the DDL said, per version.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Table } from '../../src/core/catalog/model'
import type { Session } from '../../src/engines/engine'
import { dropDatabase, freshDatabase, never, open } from '../kit/mysql'
import { mysqlServers } from '../kit/servers'

const database = 'mysqlpart_catalog'

const ddl = [
  'CREATE TABLE customers (region CHAR(2) CHARACTER SET latin1 NOT NULL, id INT UNSIGNED NOT NULL, name VARCHAR(40), PRIMARY KEY (region, id)) DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin',
  `CREATE TABLE orders (
     id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
     region CHAR(2) CHARACTER SET latin1 NOT NULL, customer_id INT UNSIGNED NOT NULL,
     status ENUM('new','it''s') NOT NULL DEFAULT 'new', total DECIMAL(12,2), body TEXT, at_time DATETIME(3) NOT NULL, raw VARBINARY(16),
     UNIQUE KEY ux_total (total, id), KEY ix_cust (region, customer_id), KEY ix_body (body(7), status), FULLTEXT KEY ft_body (body),
     CONSTRAINT fk_customer FOREIGN KEY (region, customer_id) REFERENCES customers (region, id)
   ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`,
  "INSERT INTO customers VALUES ('de', 1, 'a'), ('de', 2, 'b'), ('fr', 1, 'c')",
  "INSERT INTO orders (region, customer_id, at_time) VALUES ('de', 1, NOW()), ('de', 2, NOW()), ('fr', 1, NOW())",
  'CREATE TABLE parted (id INT NOT NULL, d INT NOT NULL, KEY (d)) PARTITION BY HASH (d) PARTITIONS 3',
  'CREATE TABLE `odd ``name\\\'s` (`a "b` INT, KEY `k``k` (`a "b`)) ENGINE=MyISAM',
  'CREATE VIEW seen AS SELECT id, status FROM orders',
  'ANALYZE TABLE customers, orders, parted',
]

test.runIf(mysqlServers.length === 0)('no MySQL or MariaDB server is here', ({ skip }) => skip())

describe.each(mysqlServers)('$id', (server) => {
  let session: Session
  const maria = server.id.startsWith('maria')
  beforeAll(async () => {
    await freshDatabase(server, database, [
      ...ddl,
      ...(server.id === 'mysql56'
        ? []
        : [
            "CREATE TABLE made (a INT NOT NULL, b INT AS (a + 1) STORED, c VARCHAR(9) AS (CONCAT(a, 'x')) VIRTUAL, KEY (b))",
          ]),
      ...(['mysql80', 'mysql97'].includes(server.id)
        ? [
            "CREATE TABLE newer (a INT NOT NULL, s VARCHAR(20) NOT NULL, KEY ix_desc (a DESC, s), KEY ix_fun ((LOWER(s)), a), KEY ix_quote ((CONCAT(s, 'q'))), KEY ix_hidden (s) INVISIBLE)",
          ]
        : []),
      ...(maria
        ? [
            'CREATE TABLE newer (a INT NOT NULL, s VARCHAR(20) NOT NULL, KEY ix_desc (a DESC, s), KEY ix_hidden (s) IGNORED)',
          ]
        : []),
    ])
    session = await open(server, { database })
  })
  afterAll(async () => {
    await session.close()
    await dropDatabase(server, database)
  })

  async function table(name: string): Promise<Table> {
    const { tables } = await session.catalog([{ name }], never)
    const [only] = tables
    if (!only) throw new Error(`No ${name}`)
    return only
  }
  const index = (from: Table, name: string) => from.indexes.find((one) => one.name === name)

  test('columns with type, charset and the bytes of its longest character', async () => {
    const orders = await table('orders')
    const column = (name: string) => orders.columns.find((one) => one.name === name)
    expect(orders.columns.map((one) => one.name)).toEqual([
      'id',
      'region',
      'customer_id',
      'status',
      'total',
      'body',
      'at_time',
      'raw',
    ])
    // MySQL 8.0.19 stopped to print the display width of integers.
    expect(column('id')).toEqual({ name: 'id', type: expect.stringMatching(/^bigint(\(20\))?$/), nullable: false })
    expect(column('region')).toEqual({
      name: 'region',
      type: 'char(2)',
      nullable: false,
      charset: 'latin1',
      collation: 'latin1_swedish_ci',
      charMaxBytes: 1,
    })
    expect(column('status')).toEqual({
      name: 'status',
      type: "enum('new','it''s')",
      nullable: false,
      charset: 'utf8mb4',
      collation: 'utf8mb4_bin',
      charMaxBytes: 4,
    })
    expect(column('total')).toEqual({ name: 'total', type: 'decimal(12,2)', nullable: true })
    expect(column('at_time')?.type).toBe('datetime(3)')
    expect(column('raw')).toEqual({ name: 'raw', type: 'varbinary(16)', nullable: true })
  })

  test('indexes with ordered parts, prefixes and kind; primary key in key order; foreign keys', async () => {
    const orders = await table('orders')
    expect(orders.indexes.map((one) => one.name).sort()).toEqual([
      'PRIMARY',
      'ft_body',
      'ix_body',
      'ix_cust',
      'ux_total',
    ])
    const bare = (name: string) => {
      const { reads: _, ...one } = index(orders, name) ?? { name, parts: [] }
      return { ...one, parts: one.parts.map(({ cardinality: _, ...part }) => part) }
    }
    expect(bare('ux_total')).toEqual({
      name: 'ux_total',
      unique: true,
      visible: true,
      method: 'btree',
      parts: [
        { column: 'total', descending: false },
        { column: 'id', descending: false },
      ],
    })
    expect(bare('ix_body')).toEqual({
      name: 'ix_body',
      unique: false,
      visible: true,
      method: 'btree',
      parts: [
        { column: 'body', prefixChars: 7, descending: false },
        { column: 'status', descending: false },
      ],
    })
    expect(bare('ft_body')).toMatchObject({ method: 'fulltext', parts: [{ column: 'body' }] })
    // The servers round the first part's number in different ways.
    expect(index(orders, 'ix_cust')?.parts[1]?.cardinality).toBe(3)
    expect(orders.primaryKey).toEqual(['id'])
    expect((await table('customers')).primaryKey).toEqual(['region', 'id'])
    expect(orders.foreignKeys).toEqual([
      { name: 'fk_customer', columns: ['region', 'customer_id'], toTable: 'customers', toColumns: ['region', 'id'] },
    ])
  })

  test('size, rows, engine and age of the statistics', async () => {
    const orders = await table('orders')
    expect(orders).toMatchObject({ schema: database, name: 'orders', engine: 'InnoDB', rows: 3 })
    expect(orders.bytes).toBeGreaterThanOrEqual(16_384)
    const age = Date.now() - Date.parse(orders.analyzedAt ?? '')
    expect(Math.abs(age)).toBeLessThan(600_000)
    expect(orders.type).toBeUndefined()
    expect(await table('parted')).toMatchObject({
      type: 'partitioned',
      analyzedAt: expect.stringMatching(/^20\d\d-.*Z$/),
    })
  })

  test('views have columns and no indexes', async () => {
    const seen = await table('seen')
    expect(seen).toMatchObject({ type: 'view', indexes: [], foreignKeys: [] })
    expect(seen.columns.map((one) => one.name)).toEqual(['id', 'status'])
  })

  test('names with quotes, blanks and backslashes', async () => {
    const odd = await table("odd `name\\'s")
    expect(odd).toMatchObject({
      engine: 'MyISAM',
      columns: [{ name: 'a "b' }],
      indexes: [{ name: 'k`k', parts: [{ column: 'a "b' }] }],
    })
  })

  test('many tables at once, in few questions, unknown ones left out', async () => {
    const names = ['orders', 'nope', 'customers', 'parted', 'orders'].map((name) => ({ name }))
    const { tables } = await session.catalog(
      [...names, { schema: 'nowhere', name: 'orders' }, { schema: database, name: 'orders' }],
      never,
    )
    expect(tables.map((one) => one.name).sort()).toEqual(['customers', 'orders', 'parted'])
    expect((await session.catalog([], never)).tables).toEqual([])
  })

  test('another database, by name and by use', async () => {
    const { tables } = await session.catalog([{ schema: 'mysql', name: 'time_zone' }], never)
    expect(tables.map((one) => one.schema)).toEqual(['mysql'])
    await session.use('mysql', never)
    expect(session.database).toBe('mysql')
    expect((await table('time_zone')).primaryKey).toEqual(['Time_zone_id'])
    await session.use(database, never)
  })

  test('names for completion', async () => {
    const { tables } = await session.names(undefined, never)
    expect(tables).toContainEqual({ schema: database, name: 'seen', type: 'view' })
    expect(tables).toContainEqual({ schema: database, name: 'parted', type: 'table' })
  })

  test.runIf(server.id !== 'mysql56')('generated columns with their expression', async () => {
    const made = await table('made')
    expect(made.columns.map((one) => one.generated?.replace(/[`\s()]|_utf8mb4/g, ''))).toEqual([
      undefined,
      'a+1',
      "concata,'x'",
    ])
  })

  test.runIf(maria || server.id === 'mysql80' || server.id === 'mysql97')(
    'descending parts and hidden indexes',
    async () => {
      const newer = await table('newer')
      expect(index(newer, 'ix_desc')?.parts.map((part) => part.descending)).toEqual([true, false])
      expect(index(newer, 'ix_desc')?.visible).toBe(true)
      expect(index(newer, 'ix_hidden')?.visible).toBe(false)
    },
  )

  test.runIf(server.id === 'mysql80' || server.id === 'mysql97')('functional parts have their expression', async () => {
    const newer = await table('newer')
    expect(index(newer, 'ix_fun')?.parts[0]).toMatchObject({ expression: 'lower(`s`)', descending: false })
    expect(index(newer, 'ix_fun')?.parts[1]?.column).toBe('a')
    expect(index(newer, 'ix_quote')?.parts[0]?.expression).toBe("concat(`s`,_utf8mb4'q')")
    expect(newer.columns.map((one) => one.name)).toEqual(['a', 's'])
  })
})
