// Protects the first safety wall against real servers: what it calls reading passes a read-only transaction and changes
// nothing, what it calls writing is refused there.
import type { RowDataPacket } from 'mysql2/promise'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { classify } from '../../src/core/sql/classify'
import { postgresReadingFunctions } from '../../src/core/sql/functions/postgres'
import { dropDatabase, freshDatabase, witness } from '../kit/mysql'
import { mysqlServers, postgresServers } from '../kit/servers'

const database = 'sqlpart_classify'

/** MySQL, MariaDB: "Cannot execute statement in a READ ONLY transaction". PostgreSQL: read_only_sql_transaction. */
const refusedByMysql = 1792
const refusedByPostgres = '25006'

const reads = [
  'SELECT * FROM t',
  'SELECT a FROM t WHERE a = 1 UNION ALL SELECT a FROM u',
  '(SELECT a FROM t) UNION (SELECT a FROM u)',
  'SELECT COUNT(*), MAX(a) FROM t GROUP BY b HAVING COUNT(*) > 0',
  'SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a)',
  "SELECT 'INSERT INTO t VALUES (9, 9)' AS x",
  'EXPLAIN SELECT * FROM t',
]

const writes = [
  'INSERT INTO t VALUES (9, 9)',
  'INSERT INTO t SELECT 9, 9 FROM u',
  'UPDATE t SET b = 9',
  'DELETE FROM t',
  'SELECT * FROM t FOR UPDATE',
  'SELECT * FROM (SELECT * FROM t FOR UPDATE) x',
]

const ddl = [
  'CREATE TABLE v (a INT)',
  'CREATE INDEX i ON t (b)',
  'ALTER TABLE t ADD c INT',
  'DROP TABLE u',
  'TRUNCATE TABLE t',
]

describe.each(mysqlServers)('$id', (server) => {
  const mariadb = server.id.startsWith('mariadb')
  const dialect = mariadb ? 'mariadb' : 'mysql'
  const newer = server.id === 'mysql80' || server.id === 'mysql97'
  let connection: Awaited<ReturnType<typeof witness>>

  beforeAll(async () => {
    await freshDatabase(server, database, [
      'CREATE TABLE t (a INT NOT NULL PRIMARY KEY, b INT) ENGINE=InnoDB',
      'CREATE TABLE u (a INT NOT NULL PRIMARY KEY) ENGINE=InnoDB',
      'INSERT INTO t VALUES (1, 1), (2, 2)',
      'INSERT INTO u VALUES (1)',
      ...(mariadb ? ['CREATE SEQUENCE s'] : []),
    ])
    connection = await witness(server, database)
  })
  afterAll(async () => {
    await connection?.end()
    await dropDatabase(server, database)
  })

  /** The server's error number inside the fence; undefined when the statement went through. */
  async function inFence(sql: string): Promise<number | undefined> {
    await connection.query('START TRANSACTION READ ONLY')
    try {
      await connection.query(sql)
      return undefined
    } catch (thrown) {
      return Number(Reflect.get(Object(thrown), 'errno'))
    } finally {
      await connection.query('ROLLBACK')
    }
  }

  async function content(): Promise<unknown> {
    const [rows] = await connection.query<RowDataPacket[]>('SELECT a, b FROM t ORDER BY a')
    return rows
  }

  test.each([
    ...reads,
    'SELECT SQL_NO_CACHE IFNULL(a, 0), @n := 1 FROM t FORCE INDEX (PRIMARY)',
    'SELECT /*!40001 SQL_NO_CACHE */ a FROM t',
    'SELECT SLEEP(0), BENCHMARK(1, 1 + 1), INSERT("a", 1, 1, "b"), REPLACE("a", "a", "b"), LAST_INSERT_ID()',
    'SHOW CREATE TABLE t',
    'SHOW INDEX FROM t',
    'DESCRIBE t',
    'EXPLAIN EXTENDED SELECT * FROM t'.replace('EXTENDED ', mariadb ? 'EXTENDED ' : ''),
    ...(newer
      ? [
          'TABLE t',
          'VALUES ROW(1), ROW(2)',
          'WITH x AS (SELECT 1 AS n) SELECT * FROM x',
          'EXPLAIN ANALYZE SELECT * FROM t',
        ]
      : []),
    ...(mariadb
      ? ['ANALYZE FORMAT=JSON SELECT * FROM t', "SET STATEMENT optimizer_switch='mrr=on' FOR SELECT * FROM t"]
      : []),
  ])('reads: %s', async (sql) => {
    const before = await content()
    expect(classify(sql, dialect).readOnly).toBe('yes')
    expect(await inFence(sql)).toBeUndefined()
    expect(await content()).toEqual(before)
  })

  test.each([
    ...writes,
    'REPLACE INTO t VALUES (9, 9)',
    'DELETE t FROM t JOIN u ON t.a = u.a',
    ...(newer
      ? [
          'WITH x AS (SELECT 1 AS n) DELETE FROM t WHERE a IN (SELECT n FROM x)',
          'SELECT * FROM t FOR UPDATE SKIP LOCKED',
        ]
      : []),
    ...(mariadb
      ? [
          'ANALYZE UPDATE t SET b = 9',
          'ANALYZE FORMAT=JSON DELETE FROM t',
          'SET STATEMENT max_statement_time=5 FOR DELETE FROM t',
          'SELECT NEXT VALUE FOR s',
          'SELECT NEXTVAL(s)',
          'SELECT SETVAL(s, 5)',
        ]
      : []),
  ])('is refused: %s', async (sql) => {
    const before = await content()
    expect(classify(sql, dialect).readOnly).toBe('no')
    expect(await inFence(sql)).toBe(refusedByMysql)
    expect(await content()).toEqual(before)
  })

  describe('DDL', () => {
    test.each(ddl)('is refused in a read-only session: %s', async (sql) => {
      expect(classify(sql, dialect).readOnly).toBe('no')
      await connection.query('SET SESSION TRANSACTION READ ONLY')
      expect(await inFence(sql)).toBe(refusedByMysql)
      await connection.query('SET SESSION TRANSACTION READ WRITE')
    })

    test('commits and leaves a transaction that alone is read only, so this wall must stop it', async () => {
      expect(await inFence('CREATE TABLE left_the_fence (a INT)')).toBeUndefined()
      await connection.query('DROP TABLE left_the_fence')
    })
  })

  test.each(['EXPLAIN UPDATE t SET b = 9', 'EXPLAIN DELETE FROM t', 'EXPLAIN INSERT INTO t VALUES (9, 9)'])(
    'is refused although it changes nothing, and so is not called reading: %s',
    async (sql) => {
      expect(classify(sql, dialect)).toMatchObject({ readOnly: 'unknown', explainForm: 'dml' })
      expect(await inFence(sql)).toBe(refusedByMysql)
    },
  )
})

describe.each(postgresServers)('$id', (server) => {
  const { host, port, user, password } = server
  const client = new pg.Client({ host, port, user, password, database: server.database })

  beforeAll(async () => {
    await client.connect()
    await client.query(`DROP SCHEMA IF EXISTS ${database} CASCADE`)
    await client.query(`CREATE SCHEMA ${database}`)
    await client.query(`SET search_path = ${database}`)
    await client.query('CREATE TABLE t (a int PRIMARY KEY, b int)')
    await client.query('CREATE TABLE u (a int PRIMARY KEY)')
    await client.query('INSERT INTO t VALUES (1, 1), (2, 2)')
    await client.query('CREATE SEQUENCE s')
  })
  afterAll(async () => {
    await client.query(`DROP SCHEMA ${database} CASCADE`)
    await client.end()
  })

  /** The server's SQLSTATE inside the fence; undefined when the statement went through. */
  async function inFence(sql: string): Promise<string | undefined> {
    await client.query('BEGIN READ ONLY')
    try {
      // The extended protocol takes one statement only. The driver's types do not have the setting yet.
      const query: pg.QueryConfig & { queryMode: 'extended' } = { text: sql, queryMode: 'extended' }
      await client.query(query)
      return undefined
    } catch (thrown) {
      return String(Reflect.get(Object(thrown), 'code'))
    } finally {
      await client.query('ROLLBACK')
    }
  }

  async function content(): Promise<unknown> {
    return (await client.query('SELECT a, b FROM t ORDER BY a')).rows
  }

  test.each([
    ...reads,
    'TABLE t',
    'VALUES (1), (2)',
    'WITH x AS (SELECT 1 AS n) SELECT * FROM x',
    'WITH delete AS (SELECT 1 AS update) SELECT update FROM delete AS insert',
    'SELECT * FROM generate_series(1, 2) AS g(x), LATERAL unnest(ARRAY[1]) u(y)',
    'SELECT DISTINCT ON (a) a, b FROM t FETCH FIRST 5 ROWS ONLY',
    'SELECT pg_catalog.lower($$a$$), random(), clock_timestamp(), pg_sleep(0), a::numeric(10,2) FROM t',
    'EXPLAIN (ANALYZE, BUFFERS) SELECT * FROM t',
    'EXPLAIN DELETE FROM t',
    'EXPLAIN (ANALYZE off) UPDATE t SET b = 9',
    'SHOW work_mem',
  ])('reads: %s', async (sql) => {
    const before = await content()
    expect(classify(sql, 'postgres').readOnly).toBe('yes')
    expect(await inFence(sql)).toBeUndefined()
    expect(await content()).toEqual(before)
  })

  test.each([
    ...writes,
    ...ddl,
    'WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x',
    'WITH x AS MATERIALIZED (INSERT INTO t VALUES (9, 9) RETURNING *) TABLE x',
    'EXPLAIN ANALYZE DELETE FROM t',
    'EXPLAIN (FORMAT JSON, ANALYZE) UPDATE t SET b = 9',
    'SELECT * INTO v FROM t',
    'SELECT * FROM t FOR SHARE',
    'SELECT * FROM t FOR NO KEY UPDATE',
    "SELECT nextval('s')",
    "SELECT pg_catalog.setval('s', 5)",
    'CREATE TABLE v AS SELECT * FROM t',
    'MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN DELETE',
  ])('is refused: %s', async (sql) => {
    const before = await content()
    expect(classify(sql, 'postgres').readOnly).toBe('no')
    expect(await inFence(sql)).toBe(refusedByPostgres)
    expect(await content()).toEqual(before)
  })

  test('several statements are refused by both walls', async () => {
    const sql = 'select 1; commit; create table escaped(a int)'
    expect(classify(sql, 'postgres').readOnly).toBe('no')
    expect(await inFence(sql)).toBe('42601')
  })

  /** Volatile, and looked at one by one: they look, wait, or draw a random number. */
  const reviewed = new Set(
    (
      'array_sample array_shuffle clock_timestamp current_query currval gen_random_uuid lastval pg_blocking_pids ' +
      'pg_current_wal_lsn pg_database_size pg_indexes_size pg_is_in_recovery pg_last_wal_replay_lsn ' +
      'pg_last_xact_replay_timestamp pg_lock_status pg_partition_ancestors pg_partition_tree pg_relation_size pg_sleep ' +
      'pg_sleep_for pg_sleep_until pg_table_size pg_tablespace_size pg_total_relation_size random random_normal setseed ' +
      'timeofday uuidv4 uuidv7'
    ).split(' '),
  )

  test('a function called reading is not volatile, unless it was looked at', async () => {
    const { rows } = await client.query<{ proname: string }>(
      `SELECT DISTINCT proname FROM pg_proc JOIN pg_namespace n ON n.oid = pronamespace
       WHERE nspname = 'pg_catalog' AND provolatile = 'v'`,
    )
    const volatile = rows.map((row) => row.proname).filter((name) => postgresReadingFunctions.has(name))
    expect(volatile.filter((name) => !reviewed.has(name))).toEqual([])
  })
})

test.skipIf(mysqlServers.length + postgresServers.length > 0)(
  'classification against servers: none is here',
  ({ skip }) => {
    skip('SARGABLE_SERVERS names no server')
  },
)
