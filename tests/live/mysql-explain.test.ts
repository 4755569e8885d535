// Protects plans from MySQL and MariaDB: every format, the trace, places of errors, and that nothing is left behind.
import type { RowDataPacket } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../src/engines/engine'
import { dropDatabase, faultFrom, freshDatabase, never, open, witness } from '../kit/mysql'
import { mysqlServers } from '../kit/servers'

const database = 'mysqlpart_explain'

const ddl = [
  'CREATE TABLE digits (d INT NOT NULL PRIMARY KEY)',
  'INSERT INTO digits VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)',
  `CREATE TABLE orders (
     id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, customer_id INT NOT NULL, status VARCHAR(12) NOT NULL, note VARCHAR(40) CHARACTER SET latin1,
     KEY ix_customer (customer_id, status), KEY ix_note (note(5)))`,
  "INSERT INTO orders (customer_id, status, note) SELECT (a.d * 7 + b.d * 3 + c.d) % 50, ELT(1 + (a.d + b.d) % 3, 'new', 'paid', 'sent'), CONCAT('note ', a.d, b.d, c.d) FROM digits a, digits b, digits c",
  'CREATE TABLE written (n INT NOT NULL)',
  `CREATE FUNCTION writes(n INT) RETURNS INT DETERMINISTIC MODIFIES SQL DATA
   BEGIN INSERT INTO written VALUES (n); RETURN n; END`,
  'ANALYZE TABLE orders',
]

test.runIf(mysqlServers.length === 0)('no MySQL or MariaDB server is here', ({ skip }) => skip())

describe.each(mysqlServers)('$id', (server) => {
  let session: Session
  beforeAll(async () => {
    const root = await witness(server)
    // Allows the test function where the binary log is on.
    await root.query('SET GLOBAL log_bin_trust_function_creators = 1').catch(() => undefined)
    await root.end()
    await freshDatabase(server, database, ddl)
    session = await open(server, { database })
  })
  afterAll(async () => {
    await session.close()
    await dropDatabase(server, database)
  })

  const explain = (sql: string, trace = false) => session.explain({ sql, trace }, never)

  async function contents(): Promise<unknown> {
    const root = await witness(server, database)
    const [rows] = await root.query<RowDataPacket[]>(
      "SELECT COUNT(*) n, SUM(CRC32(CONCAT_WS('/', id, customer_id, status, note))) s, (SELECT COUNT(*) FROM written) w FROM orders",
    )
    await root.end()
    return rows[0]
  }

  test('gives every format, each with its warnings', async () => {
    const { outputs, cautions } = await explain('SELECT * FROM orders WHERE customer_id = 7 ORDER BY id')
    expect(cautions).toEqual([])
    expect(outputs.map((output) => output.format)).toEqual(session.formats)
    for (const output of outputs) {
      expect(output.measured).toBe(false)
      if (output.format.includes('json')) expect(JSON.parse(output.text ?? '')).toBeTypeOf('object')
      if (output.format === 'mysql-tree') expect(output.text).toMatch(/^-> /)
      if (output.format === 'mysql-json-v1') expect(output.text).toContain('"key_length": "4"')
      if (output.format === 'mysql-json-v2') expect(output.text).toContain('"query_plan"')
      if (output.format.endsWith('-table')) {
        expect(output.columns?.slice(0, 3)).toEqual(['id', 'select_type', 'table'])
        const row = Object.fromEntries(output.columns?.map((name, at) => [name, output.rows?.[0]?.[at]]) ?? [])
        expect(row).toMatchObject({
          table: 'orders',
          type: 'ref',
          key: 'ix_customer',
          key_len: '4',
          filtered: '100.00',
        })
        // The rewritten statement.
        expect(output.warnings.map((warning) => warning.code)).toContain(1003)
        expect(output.warnings.find((warning) => warning.code === 1003)?.message).toContain('`customer_id` = 7')
      }
    }
  })

  test('the session variables are as before', async () => {
    const probe = await witness(server, database)
    const look =
      'SHOW SESSION VARIABLES WHERE Variable_name IN ("explain_format", "explain_json_format_version", "optimizer_trace", "optimizer_trace_offset", "optimizer_trace_limit", "optimizer_trace_max_mem_size", "optimizer_switch", "sql_mode")'
    const own = await open(server, { database })
    await own.explain({ sql: 'SELECT 1 FROM orders', trace: true }, never)
    const { rows } = await own.execute(look, never)
    await own.close()
    const [fresh] = await probe.query<RowDataPacket[]>(look)
    await probe.end()
    const known = new Map(rows.map(([name, value]) => [name, value]))
    for (const row of fresh) {
      // The other client asks for IGNORE_SPACE when it logs in.
      const value = String(row['Value']).replace(/^IGNORE_SPACE,/, '')
      expect(`${row['Variable_name']} ${known.get(String(row['Variable_name']))}`).toBe(
        `${row['Variable_name']} ${value}`,
      )
    }
  })

  test('records the optimizer trace of this statement, whole', async () => {
    const { traceText, cautions } = await explain(
      'SELECT * FROM orders o JOIN orders p ON p.id = o.customer_id WHERE o.note LIKE "note 1%"',
      true,
    )
    expect(cautions).toEqual([])
    const trace = JSON.parse(traceText ?? '')
    expect(Object.keys(trace)).toEqual(['steps'])
    expect(traceText).toContain('considered_execution_plans')
    expect((await explain('SELECT 1 FROM orders')).traceText).toBeUndefined()
  })

  test('a trace larger than the default limit of every server comes whole', async () => {
    const tables = Array.from({ length: 9 }, (_, n) => `orders t${n}`).join(', ')
    const joins = Array.from({ length: 8 }, (_, n) => `t${n}.customer_id = t${n + 1}.id`).join(' AND ')
    const { traceText, cautions } = await explain(`SELECT COUNT(*) FROM ${tables} WHERE ${joins}`, true)
    expect(cautions).toEqual([])
    expect(traceText?.length).toBeGreaterThan(100_000)
    expect(Object.keys(JSON.parse(traceText ?? ''))).toEqual(['steps'])
  })

  test('a trace is of the statement also when the plan itself runs a function', async () => {
    const { traceText, cautions } = await explain(
      'SELECT * FROM orders WHERE id = (SELECT MAX(d) FROM digits WHERE d < 3)',
      true,
    )
    expect(cautions).toEqual([])
    expect(traceText).toContain('orders')
  })

  test.each([
    ['UPDATE', "UPDATE orders SET status = 'gone' WHERE customer_id = 7"],
    ['UPDATE of everything', "UPDATE orders SET status = 'gone'"],
    ['DELETE', 'DELETE FROM orders WHERE customer_id < 5'],
    ['DELETE of two tables', 'DELETE o, w FROM orders o JOIN written w ON w.n = o.id'],
    ['INSERT … SELECT', 'INSERT INTO written SELECT id FROM orders WHERE customer_id = 3'],
    ['INSERT … VALUES', 'INSERT INTO written VALUES (1), (2)'],
    ['REPLACE', 'REPLACE INTO written VALUES (1)'],
    ['SELECT … FOR UPDATE', 'SELECT * FROM orders WHERE customer_id = 7 FOR UPDATE'],
    ['SELECT … LOCK IN SHARE MODE', 'SELECT * FROM orders WHERE id = 7 LOCK IN SHARE MODE'],
  ])('%s is explained and changes and locks nothing', async (_name, sql) => {
    const before = await contents()
    const { outputs } = await explain(sql)
    expect(outputs.length).toBeGreaterThanOrEqual(2)
    expect(outputs.every((output) => !output.measured)).toBe(true)
    expect(await contents()).toEqual(before)
    const other = await witness(server, database)
    await other.query('SET SESSION lock_wait_timeout = 1, SESSION innodb_lock_wait_timeout = 1')
    await other.query('UPDATE orders SET note = note')
    await other.query('ALTER TABLE orders COMMENT = "free"')
    await other.end()
  })

  test('no metadata lock stays after a plan or a measurement', async () => {
    await explain('SELECT * FROM orders WHERE customer_id = 7', true)
    await session.measure({ sql: 'SELECT * FROM orders WHERE customer_id = 7', trace: false }, never)
    const other = await witness(server, database)
    await other.query('SET SESSION lock_wait_timeout = 1')
    await other.query('ALTER TABLE orders COMMENT = "free again"')
    await other.end()
  })

  test('a function that writes is refused by the fence, and its server still works', async () => {
    const before = await contents()
    const fault = await faultFrom(session.measure({ sql: 'SELECT writes(7)', trace: false }, never))
    expect(fault.code).toBe('read-only')
    expect(fault.server?.errno).toBe(1792)
    expect(fault.hint).toContain('Nothing was changed')
    // EXPLAIN alone runs the function on most versions; where it does, the fence answers.
    const planned = await explain('SELECT * FROM orders WHERE id = writes(5)').then(
      () => 'planned',
      (error: unknown) => String(error),
    )
    expect(planned).toMatch(/planned|READ ONLY transaction/)
    expect(await contents()).toEqual(before)
    expect((await explain('SELECT 1 FROM orders')).outputs.length).toBe(session.formats.length)
  })

  test.each([
    ['nothing', '', 'empty-statement'],
    ['only a comment', ' -- nothing here\n', 'empty-statement'],
    ['two statements', 'SELECT 1; SELECT 2', 'not-one-statement'],
    [
      'a statement and the end of the transaction',
      'SELECT 1; COMMIT; CREATE TABLE escaped (a INT)',
      'not-one-statement',
    ],
    ['DDL', 'CREATE TABLE made (a INT)', 'unsupported'],
    ['a SET', "SET GLOBAL sql_mode = ''", 'unsupported'],
    ['a CALL', 'CALL something()', 'unsupported'],
    ['a file on the server', "SELECT * FROM orders INTO OUTFILE '/tmp/x'", 'unsupported'],
    ['a table that is not there', 'SELECT * FROM orderz', 'unknown-table'],
    ['a column that is not there', 'SELECT statuss FROM orders', 'unknown-column'],
    ['placeholders without values', 'SELECT * FROM orders WHERE id = ?', 'bad-request'],
    ['a NUL character', 'SELECT \u0000 FROM orders', 'syntax-error'],
    ['half a surrogate pair', "SELECT * FROM orders WHERE note = '\ud800' AND", 'syntax-error'],
    ['an unclosed string', "SELECT * FROM orders WHERE note = 'abc", 'syntax-error'],
  ])('%s is said in words and leaves the session usable', async (_name, sql, code) => {
    const fault = await faultFrom(explain(sql))
    expect(fault.code).toBe(code)
    expect(fault.hint).toBeTruthy()
    expect((await explain('SELECT 1 FROM orders')).outputs.length).toBe(session.formats.length)
  })

  test.each([
    // sql, the words at the place, line, column
    ['SELECT * FROM orders WHER id = 1', 'id', 1, 27],
    ['SELECT * FORM orders', 'FORM', 1, 10],
    ['SELECT *\nFROM orders\nWHERE id = = 1', '=', 3, 12],
    ['  SELECT id,\n\n  FROM orders', 'FROM', 3, 3],
    ["/* what */ SELECT 'é', 1 2 FROM orders", '2', 1, 26],
    ['SELECT * FROM orders WHERE', '', 1, 27],
    ['SELECT * FROM orders WHERE id IN (1, 2, 3', '', 1, 42],
    [`SELECT ${'id, '.repeat(60)}\n${'id, '.repeat(60)}\nFROM FROM orders`, 'FROM', 3, 1],
    ['EXPLAIN SELECT * FROM orders WHERE id = = 1;', '=', 1, 41],
  ])('a syntax error in %j is at %j', async (sql, words, line, column) => {
    const fault = await faultFrom(explain(sql))
    expect(fault.code).toBe('syntax-error')
    expect(fault.server?.errno).toBe(1064)
    expect(fault.server?.sqlState).toBe('42000')
    expect(fault.span && sql.slice(fault.span.start, fault.span.end)).toBe(words)
    expect([fault.line, fault.column]).toEqual([line, column])
  })

  test('an unknown name that stands once is pointed at', async () => {
    const table = await faultFrom(explain('SELECT *\nFROM orderz'))
    expect([table.line, table.column]).toEqual([2, 6])
    const nowhere = await faultFrom(explain('SELECT *\n  FROM nowhere.orders'))
    expect(nowhere.code).toMatch(/^unknown-(table|database)$/)
    expect([nowhere.line, nowhere.column]).toEqual([2, 8])
    const column = await faultFrom(explain('SELECT o.id, o.statuss FROM orders o'))
    expect([column.line, column.column]).toEqual([1, 14])
  })

  test('a statement of 1 MB is explained', async () => {
    const values = Array.from({ length: 130_000 }, (_, n) => String(1_000_000 + n)).join(',')
    expect(values.length).toBeGreaterThan(1_000_000)
    const { outputs } = await explain(`SELECT * FROM orders WHERE id IN (${values})`)
    expect(outputs.map((output) => output.format)).toEqual(session.formats)
  })

  // The other servers take 64 MiB.
  test.runIf(/5\d$|maria/.test(server.id))(
    'a statement over max_allowed_packet is refused before it is sent',
    async () => {
      const fault = await faultFrom(explain(`SELECT '${'x'.repeat(17 * 1024 * 1024)}'`))
      expect(fault.code).toBe('statement-too-large')
      expect((await explain('SELECT 1 FROM orders')).cautions).toEqual([])
    },
  )

  test('EXPLAIN before the statement is taken off, as is what a client adds after it', async () => {
    const { outputs } = await explain('EXPLAIN FORMAT=JSON SELECT * FROM orders WHERE id = 1 ;\n-- done')
    expect(outputs[0]?.statement).toBe('EXPLAIN FORMAT=JSON SELECT * FROM orders WHERE id = 1')
  })

  test.runIf(server.id.startsWith('mariadb'))('SET STATEMENT … FOR stays before EXPLAIN', async () => {
    const { outputs } = await explain("SET STATEMENT optimizer_switch='mrr=on' FOR SELECT * FROM orders WHERE id = 1")
    expect(outputs.length).toBe(session.formats.length)
    expect(outputs[0]?.statement).toMatch(/^SET STATEMENT .* FOR EXPLAIN FORMAT=JSON SELECT/)
  })

  test('shows what it would send', async () => {
    const sql = 'SELECT * FROM orders WHERE id = 1'
    const sent = session.statementsFor(`${sql};`, false)
    expect(sent[0]).toBe('START TRANSACTION READ ONLY')
    const { outputs } = await explain(sql)
    expect(sent.slice(1, -1)).toEqual(outputs.map((output) => output.statement))
    expect(session.statementsFor('DELETE FROM orders', false)[0]).toBe('START TRANSACTION READ WRITE')
  })

  test('a production connection explains SELECT only, and measures nothing', async () => {
    const production = await open(server, { database, production: true })
    expect(
      (await production.explain({ sql: 'SELECT 1 FROM orders', trace: false }, never)).outputs.length,
    ).toBeGreaterThan(1)
    for (const sql of ['DELETE FROM orders', 'SELECT * FROM orders FOR UPDATE']) {
      expect((await faultFrom(production.explain({ sql, trace: false }, never))).code).toBe('production-refused')
    }
    const measure = await faultFrom(production.measure({ sql: 'SELECT 1 FROM orders', trace: false }, never))
    expect(measure.code).toBe('production-refused')
    await production.close()
  })

  test('a lock that somebody holds ends the wait in words', async () => {
    const holder = await witness(server, database)
    await holder.query('LOCK TABLES orders WRITE')
    const impatient = await open(server, { database: 'sargable', lockTimeoutMs: 1000 })
    const fault = await faultFrom(impatient.explain({ sql: `SELECT * FROM ${database}.orders`, trace: false }, never))
    expect(fault.code).toBe('lock-wait')
    expect(fault.server?.errno).toBe(1205)
    await holder.query('UNLOCK TABLES')
    await holder.end()
    await impatient.close()
  })
})
