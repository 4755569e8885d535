// Protects measuring on MySQL and MariaDB: counters are exactly the statement's work, and a stop stops the server.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RowDataPacket } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../src/engines/engine'
import { dropDatabase, faultFrom, freshDatabase, minutes, never, open, running, until, witness } from '../kit/mysql'
import { mysqlServers } from '../kit/servers'

const database = 'mysqlpart_measure'

/** The statements of a sample's file; its rule is that each ends with `;` at the end of a line. */
function statementsOf(file: string): string[] {
  return readFileSync(join(import.meta.dirname, '../../samples/equality-like-prefix', file), 'utf8')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
const [query = ''] = statementsOf('query.sql')

test.runIf(mysqlServers.length === 0)('no MySQL or MariaDB server is here', ({ skip }) => skip())

describe.each(mysqlServers)('$id', (server) => {
  let session: Session
  beforeAll(async () => {
    await freshDatabase(server, database, [
      ...statementsOf('schema.sql'),
      ...statementsOf('data.sql'),
      'ANALYZE TABLE infamous_table',
      'CREATE FUNCTION plus_one(n INT) RETURNS INT DETERMINISTIC NO SQL RETURN n + 1',
    ])
    session = await open(server, { database })
  })
  afterAll(async () => {
    await session.close()
    await dropDatabase(server, database)
  })

  test('counts what the statement does, and nothing of its own reading', async () => {
    const { counters, outputs } = await session.measure({ sql: query, trace: false }, never)
    expect(counters.rowsReturned).toBe(157)
    // 3813 entries of t_msg from t2send = 1235 on, one descent into the index.
    const reads = Object.entries(counters.values).filter(([name]) => name.startsWith('Handler_read'))
    expect(Object.fromEntries(reads)).toEqual({ Handler_read_key: 1, Handler_read_next: 3813 })
    expect(Object.keys(counters.values).filter((name) => /^(Created_tmp|Sort_)/.test(name))).toEqual([])
    expect(counters.global.every((name) => name.startsWith('Innodb_'))).toBe(true)
    const recorded = ['mysql57', 'mysql80', 'mysql97'].includes(server.id)
    expect(counters.rowsExaminedFrom).toBe(recorded ? 'performance-schema' : 'handler-counters')
    // The storage engine filters by the pushed condition: the server examined what it was given.
    expect(counters.rowsExamined).toBe(server.id === 'mysql56' || server.id.startsWith('maria') ? 3814 : 3813)
    expect(counters.clientMs).toBeGreaterThan(0)
    const measured = outputs.filter((output) => output.measured).map((output) => output.format)
    const forms: Record<string, string[]> = {
      mysql80: ['mysql-tree'],
      mysql97: ['mysql-json-v2', 'mysql-tree'],
      mariadb1011: ['mariadb-json'],
      mariadb114: ['mariadb-json'],
    }
    expect(measured).toEqual(forms[server.id] ?? [])
    for (const output of outputs.filter((one) => one.measured)) {
      expect(output.text).toMatch(/actual time|actual_rows|r_rows/)
    }
    expect(outputs.filter((output) => !output.measured).map((output) => output.format)).toEqual(session.formats)
  })

  test('the same statement gives the same counts again, also beside another busy session', async () => {
    const other = await open(server, { database })
    const stop = new AbortController()
    const busy = faultFrom(other.measure({ sql: minutes, trace: false }, stop.signal))
    await until('the other one runs', async () => (await running(server, database)).length > 0)
    const { counters } = await session.measure({ sql: query, trace: false }, never)
    expect(counters.values['Handler_read_next']).toBe(3813)
    expect(counters.values['Handler_read_rnd_next']).toBeUndefined()
    stop.abort()
    expect((await busy).code).toBe('cancelled')
    await other.close()
  })

  test('a big result is counted, not kept', async () => {
    const { counters } = await session.measure({ sql: 'SELECT * FROM infamous_table', trace: false }, never)
    expect(counters.rowsReturned).toBe(131_072)
    expect(counters.values['Handler_read_rnd_next']).toBe(131_073)
  })

  test('a statement with a function of the database is measured, with a caution', async () => {
    const { counters, cautions } = await session.measure(
      { sql: 'SELECT plus_one(id) FROM infamous_table LIMIT 10', trace: false },
      never,
    )
    expect(counters.rowsReturned).toBe(10)
    expect(cautions.join(' ')).toContain('could write')
  })

  test.each([
    ['UPDATE', "UPDATE infamous_table SET flag = 'Z'"],
    ['SELECT … FOR UPDATE', 'SELECT * FROM infamous_table WHERE id = 1 FOR UPDATE'],
  ])('%s is not measured', async (_name, sql) => {
    expect((await faultFrom(session.measure({ sql, trace: false }, never))).code).toBe('not-allowed')
  })

  test('a lock that a statement takes by name is free again afterwards', async () => {
    const { cautions } = await session.measure({ sql: "SELECT GET_LOCK('mysqlpart', 1)", trace: false }, never)
    expect(cautions.join(' ')).toContain('could write')
    const other = await witness(server)
    const [rows] = await other.query<RowDataPacket[]>("SELECT IS_FREE_LOCK('mysqlpart') free")
    expect(rows[0]?.['free']).toBe(1)
    await other.end()
  })

  test.each([
    ['a long SELECT', minutes],
    ['SELECT SLEEP, which comes back as if it had succeeded', 'SELECT SLEEP(60)'],
  ])('a stop ends %s on the server too', async (_name, sql) => {
    const stop = new AbortController()
    const work = faultFrom(session.measure({ sql, trace: false }, stop.signal))
    await until('the statement runs', async () =>
      (await running(server, database)).some((text) => text.startsWith('SELECT')),
    )
    stop.abort()
    expect((await work).code).toBe('cancelled')
    await until('nothing runs any more', async () => (await running(server, database)).length === 0)
    const { counters } = await session.measure({ sql: query, trace: false }, never)
    expect(counters.rowsReturned).toBe(157)
  })

  test('a stop while an EXPLAIN runs its subquery ends that too', async () => {
    const stop = new AbortController()
    const sql = `SELECT * FROM infamous_table WHERE id = (${minutes})`
    const work = faultFrom(session.explain({ sql, trace: false }, stop.signal))
    const runs = await Promise.race([
      until('the EXPLAIN runs', async () => (await running(server, database)).length > 0).then(() => true),
      work.then(
        () => false,
        () => false,
      ),
    ])
    stop.abort()
    if (runs) expect((await work).code).toBe('cancelled')
    await until('nothing runs any more', async () => (await running(server, database)).length === 0)
  })

  test.each([
    ['the limit of the call', {}, { timeoutMs: 300 }],
    ['the limit of the connection', { statementTimeoutMs: 300 }, {}],
  ])('%s ends a statement in words', async (_name, settings, request) => {
    const own = await open(server, { database, ...settings })
    const fault = await faultFrom(own.measure({ sql: minutes, trace: false, ...request }, never))
    expect(fault.code).toBe('timed-out')
    expect(fault.message).toContain('0.3 s')
    await until('nothing runs any more', async () => (await running(server, database)).length === 0)
    expect((await own.explain({ sql: query, trace: false }, never)).cautions).toEqual([])
    await own.close()
  })

  test('the server’s own limit stands behind ours', async ({ skip }) => {
    if (server.id === 'mysql56') return skip('it has none')
    const own = await open(server, { database, statementTimeoutMs: 10_000 })
    const name = server.id.startsWith('maria') ? 'max_statement_time' : 'max_execution_time'
    const { rows } = await own.execute(`SELECT @@session.${name}`, never)
    expect(Number(rows[0]?.[0])).toBe(server.id.startsWith('maria') ? 12 : 12_000)
    await own.close()
  })

  test('an interrupted EXPLAIN ANALYZE is not taken for a fast plan', async ({ skip }) => {
    if (/5\d$/.test(server.id)) return skip('it has no EXPLAIN ANALYZE')
    const own = await open(server, { database })
    const limit = server.id.startsWith('maria') ? 'max_statement_time = 0.2' : 'max_execution_time = 200'
    await own.execute(`SET SESSION ${limit}`, never)
    // Sleeps in every run but the first: the counted run is quick, the one with actuals meets the server's limit.
    const sql = 'SELECT SLEEP(IF((@runs := IFNULL(@runs, 0) + 1) > 1, 0.5, 0)) FROM infamous_table WHERE id > 131071'
    const { outputs, cautions, counters } = await own.measure({ sql, trace: false }, never)
    expect(counters.rowsReturned).toBe(1)
    expect(outputs.filter((output) => output.measured)).toEqual([])
    const said = server.id.startsWith('maria') ? 'max_statement_time exceeded' : 'partial numbers are left out'
    expect(cautions.join(' ')).toContain(said)
    await own.close()
  })

  test('calls take turns: names asked for during a measurement come after it', async () => {
    const measured = session.measure({ sql: query, trace: true }, never)
    const names = session.names(undefined, never)
    const [result, list] = await Promise.all([measured, names])
    expect(result.counters.values['Handler_read_next']).toBe(3813)
    expect(list.tables).toEqual([{ schema: database, name: 'infamous_table', type: 'table' }])
    expect(list.schemas).toContain(database)
    expect(list.schemas).not.toContain('mysql')
  })

  test('a task that is stopped while it waits never starts, and does not disturb the one that runs', async () => {
    const running = session.measure({ sql: query, trace: false }, never)
    const stop = new AbortController()
    const waiting = faultFrom(session.measure({ sql: query, trace: false }, stop.signal))
    stop.abort()
    expect((await waiting).code).toBe('cancelled')
    expect((await running).counters.rowsReturned).toBe(157)
  })

  test('closing a session stops what it runs', async () => {
    const own = await open(server, { database })
    const work = faultFrom(own.measure({ sql: minutes, trace: false }, never))
    await until('the statement runs', async () =>
      (await running(server, database)).some((text) => text.startsWith('SELECT')),
    )
    await own.close()
    expect((await work).code).toBe('cancelled')
    await own.closed
    await until('nothing runs any more', async () => (await running(server, database)).length === 0)
  })

  test('a call may have more time than its connection', async () => {
    const own = await open(server, { database, statementTimeoutMs: 1 })
    const sql = 'SELECT SLEEP(0.2) FROM infamous_table WHERE id > 131071'
    const { counters } = await own.measure({ sql, trace: false, timeoutMs: 20_000 }, never)
    expect(counters.rowsReturned).toBe(1)
    await own.close()
  })
})
