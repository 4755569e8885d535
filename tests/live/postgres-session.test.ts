// Protects the PostgreSQL session on real servers: who it is, its plans, measurements, catalog, and the fence around it.
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../src/engines/engine'
import { postgresServers } from '../kit/servers'
import { faultFrom, fixtureStatements, never, openOn, pointedAt, witness } from './postgres-fixture'

describe.each(postgresServers)('$id', (server) => {
  const database = `pgsession_${server.id}_${process.pid}`
  const major = server.id === 'pg15' ? 15 : 18
  let session: Session
  let second: Client

  beforeAll(async () => {
    const admin = await openOn(server, server.database)
    await admin.execute(`CREATE DATABASE ${database}`, never)
    await admin.close()
    session = await openOn(server, database)
    for (const statement of fixtureStatements) await session.execute(statement, never)
    await session.close()
    session = await openOn(server, database)
    second = await witness(server, database)
  })
  afterAll(async () => {
    await session?.close()
    await second?.end()
    const admin = await openOn(server, server.database)
    await admin.execute(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`, never)
    await admin.close()
  })

  /** The first column of a question asked on the second connection. */
  const ask = async (sql: string) => (await second.query({ text: sql, rowMode: 'array' })).rows.map((row) => row[0])

  const nothingLeftBehind = async () => {
    expect(
      await ask(`SELECT state FROM pg_stat_activity WHERE application_name = 'sargable'
      AND datname = '${database}' AND state <> 'idle'`),
    ).toEqual([])
    expect(
      await ask(`SELECT relation::regclass::text FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE a.application_name = 'sargable' AND a.datname = '${database}' AND locktype = 'relation'`),
    ).toEqual([])
    expect(await ask('SELECT note FROM shop.witness')).toEqual([])
    expect(await ask(`SELECT count(*)::int FROM shop.author`)).toEqual([100])
  }

  test('it says who it is and what it can', () => {
    expect(session.identity).toMatchObject({ family: 'postgres', product: 'postgres', version: { major } })
    expect(session.identity.versionText).toMatch(new RegExp(`^${major}\\.`))
    expect(session.database).toBe('public')
    expect(session.formats).toEqual(['postgres-json', 'postgres-text'])
    const missing = session.capabilities.filter((capability) => !capability.available)
    expect(missing.every((capability) => capability.because)).toBe(true)
    expect(session.capabilities.find((capability) => capability.name === 'hypothetical-index')).toMatchObject({
      available: false,
      because: expect.stringMatching(/not in this database/),
      remedy: expect.stringMatching(/CREATE EXTENSION hypopg/),
    })
    expect(session.capabilities.find((capability) => capability.name === 'read-only-fence')?.available).toBe(true)
  })

  test('hypopg is seen once it is created in the database', async () => {
    await second.query('CREATE EXTENSION hypopg')
    const again = await openOn(server, database)
    expect(again.capabilities).toContainEqual({ name: 'hypothetical-index', available: true })
    await again.close()
    await second.query('DROP EXTENSION hypopg')
  })

  test('explain gives JSON and text as the server wrote them', async () => {
    const { outputs, cautions } = await session.explain(
      { sql: 'SELECT * FROM shop.post WHERE author_id = 7 AND published;', trace: true },
      never,
    )
    expect(cautions).toEqual([])
    expect(outputs.map((output) => [output.format, output.measured])).toEqual([
      ['postgres-json', false],
      ['postgres-text', false],
    ])
    // The server's own indentation, not the driver's reprint.
    expect(outputs[0]?.text).toMatch(/^\[\n {2}\{\n {4}"Plan": \{\n/)
    expect(outputs[0]?.text).toContain('"Index Name": "post_published"')
    expect(outputs[0]?.statement).toMatch(
      major === 15
        ? /^EXPLAIN \(FORMAT JSON, VERBOSE, SETTINGS\) SELECT/
        : /^EXPLAIN \(FORMAT JSON, VERBOSE, SETTINGS, MEMORY\) SELECT/,
    )
    expect(outputs[1]?.text).toMatch(/post_published/)
    expect(outputs[1]?.text?.split('\n').length).toBeGreaterThan(1)
    await nothingLeftBehind()
  })

  test('the card lists exactly what explain sends', async () => {
    const sql = 'SELECT 1'
    const { outputs } = await session.explain({ sql, trace: false }, never)
    expect(session.statementsFor(sql, false)).toEqual([
      'BEGIN READ ONLY',
      'SELECT 1',
      ...outputs.map((output) => output.statement),
      'ROLLBACK',
    ])
  })

  test('parameters without values give the generic plan', async () => {
    const sql = 'SELECT * FROM shop.post WHERE author_id = $1 AND created_at > $2'
    for (let round = 0; round < 2; round++) {
      const { outputs, cautions } = await session.explain({ sql, trace: false }, never)
      expect(outputs.map((output) => output.format)).toEqual(['postgres-json', 'postgres-text'])
      expect(outputs[0]?.text).toMatch(/author_id = \$1/)
      expect(cautions).toEqual([expect.stringMatching(/generic/)])
    }
    expect((await faultFrom(session.measure({ sql, trace: false }, never))).code).toBe('bad-request')
    await nothingLeftBehind()
  })

  test('an EXPLAIN that the person wrote is taken off first', async () => {
    const sql = 'EXPLAIN (ANALYZE, BUFFERS) SELECT nope FROM shop.author'
    const fault = await faultFrom(session.explain({ sql, trace: false }, never))
    expect([fault.code, pointedAt(sql, fault)]).toEqual(['unknown-column', 'nope'])
  })

  test('notices of planning are kept', async () => {
    const { outputs } = await session.explain({ sql: 'SELECT shop.speaks()', trace: false }, never)
    expect(outputs[0]?.warnings).toContainEqual({
      level: 'NOTICE',
      code: '00000',
      message: 'called while planning',
    })
  })

  test.each([
    ['UPDATE', `UPDATE shop.author SET name = 'x' WHERE id = 1`],
    ['DELETE', 'DELETE FROM shop.author'],
    ['INSERT', `INSERT INTO shop.author VALUES (101, 'new')`],
    ['MERGE', 'MERGE INTO shop.author a USING (VALUES (1)) v (id) ON a.id = v.id WHEN MATCHED THEN DELETE'],
    ['a WITH that deletes', 'WITH gone AS (DELETE FROM shop.author RETURNING id) SELECT * FROM gone'],
    ['FOR UPDATE', 'SELECT * FROM shop.author FOR UPDATE'],
  ])('%s is explained and changes nothing', async (_what, sql) => {
    const { outputs } = await session.explain({ sql, trace: false }, never)
    expect(outputs).toHaveLength(2)
    expect((await faultFrom(session.measure({ sql, trace: false }, never))).code).toBe('not-allowed')
    await nothingLeftBehind()
  })

  test('measure runs the statement once and counts its work', async () => {
    const sql = `SELECT title FROM shop.post WHERE body LIKE 'y%' OR author_id = 7`
    const { outputs, counters } = await session.measure({ sql, trace: false }, never)
    const measured = outputs.filter((output) => output.measured)
    expect(measured).toHaveLength(1)
    expect(measured[0]?.statement).toContain(major === 15 ? 'ANALYZE, BUFFERS' : 'SERIALIZE TEXT')
    expect(measured[0]?.text).toMatch(/"Actual Rows"/)
    // 2000 rows are read, of which every hundredth has author 7.
    expect(counters).toMatchObject({ rowsReturned: 20, rowsExamined: 2000, rowsExaminedFrom: 'plan', global: [] })
    expect(counters.values['Shared Hit Blocks']).toBeGreaterThan(10)
    expect(counters.clientMs).toBeGreaterThan(0)
    await nothingLeftBehind()
  })

  test('rows examined count every loop of an inner scan', async () => {
    const sql = `SELECT a.name, (SELECT count(*) FROM shop.author b WHERE b.id <> a.id) FROM shop.author a WHERE a.id <= 3`
    const { counters } = await session.measure({ sql, trace: false }, never)
    // Three loops over 100 rows each; the outer scan reads 100 by scan or 3 by index.
    expect(counters.rowsReturned).toBe(3)
    expect([303, 400]).toContain(counters.rowsExamined)
  })

  test.each([
    ['a function that writes', 'SELECT shop.writes()', 'read-only'],
    ['nextval', `SELECT nextval('shop.counter')`, 'not-allowed'],
    ['setval hidden in a subquery', `SELECT * FROM (SELECT setval('shop.counter', 9)) s`, 'not-allowed'],
  ])('measuring %s changes nothing', async (_what, sql, code) => {
    expect((await faultFrom(session.measure({ sql, trace: false }, never))).code).toBe(code)
    expect(await ask('SELECT is_called FROM shop.counter')).toEqual([false])
    await nothingLeftBehind()
  })

  test('a function that writes while it is planned is stopped by the fence', async () => {
    const fault = await faultFrom(session.explain({ sql: 'SELECT shop.writes_while_planning()', trace: false }, never))
    expect(fault.code).toBe('read-only')
    await nothingLeftBehind()
  })

  test('a statement after a commit is refused before anything is sent', async () => {
    const sql = 'select 1; commit; create table public.escaped (a int)'
    for (const call of [session.explain({ sql, trace: false }, never), session.measure({ sql, trace: false }, never)]) {
      const fault = await faultFrom(call)
      expect([fault.code, pointedAt(sql, fault)]).toEqual(['not-one-statement', 'commit'])
    }
    // The protocol is the second wall: execute() checks nothing.
    expect((await faultFrom(session.execute(sql, never))).code).toBe('not-one-statement')
    expect(await ask(`SELECT to_regclass('public.escaped')::text`)).toEqual([null])
  })

  test('the catalog tells columns, indexes, keys and statistics', async () => {
    const { tables } = await session.catalog(
      [
        { schema: 'shop', name: 'post' },
        { schema: 'other', name: 'remark' },
        { schema: 'shop', name: 'titles' },
        { schema: 'shop', name: 'nothing' },
        { name: 'author' },
      ],
      never,
    )
    expect(tables.map((table) => `${table.schema}.${table.name}`)).toEqual(['other.remark', 'shop.post', 'shop.titles'])
    const [remark, post, titles] = tables
    expect(post).toMatchObject({
      engine: 'heap',
      rows: 2000,
      bytes: expect.any(Number),
      analyzedAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      primaryKey: ['id', 'author_id'],
      foreignKeys: [{ name: 'post_author_id_fkey', columns: ['author_id'], toTable: 'author', toColumns: ['id'] }],
    })
    expect(post?.columns).toEqual([
      { name: 'id', type: 'bigint', nullable: false },
      { name: 'author_id', type: 'integer', nullable: false },
      { name: 'title', type: 'character varying(200)', nullable: false, collation: 'C' },
      { name: 'body', type: 'text', nullable: true, collation: 'C.UTF-8' },
      { name: 'tags', type: 'jsonb', nullable: true },
      { name: 'price', type: 'numeric(10,2)', nullable: true },
      { name: 'published', type: 'boolean', nullable: false },
      { name: 'created_at', type: 'timestamp with time zone', nullable: false },
      { name: 'title_length', type: 'integer', nullable: true, generated: 'length((title)::text)' },
    ])
    const indexes = post?.indexes.map(({ bytes, reads, ...index }) => {
      expect(bytes).toBeGreaterThan(0)
      expect(reads).toBeGreaterThanOrEqual(0)
      return index
    })
    expect(indexes).toEqual([
      {
        name: 'post_pkey',
        unique: true,
        visible: true,
        method: 'btree',
        parts: [
          { column: 'id', descending: false, cardinality: 2000 },
          { column: 'author_id', descending: false },
        ],
      },
      {
        name: 'post_created',
        unique: true,
        visible: true,
        method: 'btree',
        parts: [
          { column: 'created_at', descending: true, cardinality: 2000 },
          { column: 'id', descending: false },
        ],
      },
      {
        name: 'post_created_brin',
        unique: false,
        visible: true,
        method: 'brin',
        parts: [{ column: 'created_at', descending: false, cardinality: 2000 }],
      },
      {
        name: 'post_lower_title',
        unique: false,
        visible: true,
        method: 'btree',
        parts: [
          { expression: 'lower(title::text)', descending: false, collation: 'C' },
          { column: 'created_at', descending: true },
        ],
      },
      {
        name: 'post_published',
        unique: false,
        visible: true,
        method: 'btree',
        parts: [{ column: 'author_id', descending: false, cardinality: 100 }],
        include: ['title', 'price'],
        where: 'published',
      },
      {
        name: 'post_tags',
        unique: false,
        visible: true,
        method: 'gin',
        parts: [{ column: 'tags', descending: false, opclass: 'jsonb_path_ops' }],
      },
      {
        name: 'post_title_collated',
        unique: false,
        visible: true,
        method: 'btree',
        parts: [{ column: 'title', descending: false, cardinality: 2000, collation: 'POSIX' }],
      },
      {
        name: 'post_title_pattern',
        unique: false,
        visible: true,
        method: 'btree',
        parts: [{ column: 'title', descending: false, cardinality: 2000, opclass: 'text_pattern_ops' }],
      },
    ])
    expect(remark?.foreignKeys).toEqual([
      { name: 'remark_post', columns: ['post_id', 'author_id'], toTable: 'shop.post', toColumns: ['id', 'author_id'] },
    ])
    expect(remark?.rows).toBeUndefined()
    expect(titles).toMatchObject({ type: 'view', columns: [{ name: 'title' }], indexes: [] })
    await nothingLeftBehind()
  })

  test('use makes a schema the one that bare names mean', async () => {
    const own = await openOn(server, database)
    expect((await faultFrom(own.explain({ sql: 'SELECT * FROM author', trace: false }, never))).code).toBe(
      'unknown-table',
    )
    await own.use('shop', never)
    expect(own.database).toBe('shop')
    expect((await own.catalog([{ name: 'author' }], never)).tables.map((table) => table.schema)).toEqual(['shop'])
    expect((await own.explain({ sql: 'SELECT * FROM author', trace: false }, never)).outputs).toHaveLength(2)
    const names = await own.names(undefined, never)
    expect(names.schemas).toEqual(['other', 'public', 'shop'])
    expect(names.tables.map((table) => `${table.type} ${table.name}`)).toEqual([
      'table author',
      'table post',
      'view titles',
      'table witness',
    ])
    expect((await faultFrom(own.use('nope', never))).code).toBe('unknown-database')
    const wrong = await faultFrom(own.use(server.database, never))
    expect(wrong.hint).toMatch(/connection of its own/)
    await own.close()
  })

  test('the session is read only until execute', async () => {
    const own = await openOn(server, database)
    const sql = `SELECT current_setting('default_transaction_read_only')`
    // By measure, the only way to run a statement of one's own without execute().
    const { outputs } = await own.measure(
      { sql: `SELECT 1 WHERE current_setting('default_transaction_read_only') = 'on'`, trace: false },
      never,
    )
    expect(outputs.at(-1)?.text).toMatch(/"Actual Rows": 1/)
    expect((await own.execute(sql, never)).rows).toEqual([['off']])
    const answer = await own.execute(`SELECT current_setting('transaction_read_only'), NULL, 1.50`, never)
    expect(answer).toEqual({
      columns: ['current_setting', '?column?', '?column?'],
      rows: [['off', null, '1.50']],
      warnings: [],
    })
    await own.close()
  })
})
