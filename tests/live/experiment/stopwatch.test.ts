// Protects the stopwatch on all servers: rows and bytes are counted without being kept, the server's own times come with a run, and the session is left as it was.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session, Stopwatch } from '../../../src/engines/engine'
import { faultFrom, never } from '../../kit/mysql'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { type ExperimentServer, experimentServer } from './servers'

const servers = [...mysqlServers, ...postgresServers].map((endpoint) => experimentServer(endpoint, 'experiment_watch'))

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (server: ExperimentServer) => {
  let session: Session
  let stopwatch: Stopwatch
  beforeAll(async () => {
    await server.make(1000)
    session = await server.open()
    stopwatch = await session.stopwatch({ switchOnCpuClock: false }, never)
  })
  afterAll(async () => {
    await session.close()
    await server.drop()
  })
  const request = (sql: string, timeoutMs = 10_000) => ({ sql, settings: [], timeoutMs })

  test('counts rows, bytes, time and work of a run', async () => {
    const statement = await stopwatch.prepare(request('SELECT id, word FROM numbers'), never)
    await statement.time(never)
    const run = await statement.time(never)
    expect(run.rows).toBe(1000)
    // Each value has at least its digits and one byte of length.
    expect(run.counters['resultBytes']).toBeGreaterThan(1000 * 4)
    expect(run.clientMs).toBeGreaterThan(0)
    expect(run.serverWallMs).toBeGreaterThan(0)
    expect(run.serverCpuMs).toBeGreaterThan(0)
    // Handler calls count the start of a scan and the miss at its end too; 5.6 two more.
    expect(run.counters['rowsExamined']).toBeGreaterThanOrEqual(1000)
    expect(run.counters['rowsExamined']).toBeLessThanOrEqual(1003)
    expect(statement.outputs.length).toBeGreaterThan(0)
  })

  test('hands over rows as lengths and bytes of the text', async () => {
    const sql = `SELECT id, CASE WHEN id = 1 THEN NULL ELSE word END, '' FROM numbers WHERE id <= 2 ORDER BY id`
    const statement = await stopwatch.prepare(request(sql), never)
    const rows: string[] = []
    const columns = await statement.eachRow((row) => rows.push(Buffer.from(row).toString('hex')), never)
    expect(columns).toHaveLength(3)
    const value = (text: string) => `0000000${text.length}${Buffer.from(text).toString('hex')}`
    expect(rows).toEqual([`${value('1')}ffffffff${value('')}`, `${value('2')}${value('w2')}${value('')}`])
  })

  test('hands over a value larger than any packet of the network', async () => {
    const sql = `SELECT REPEAT('x', 700000) FROM numbers WHERE id <= 3`
    const statement = await stopwatch.prepare(request(sql), never)
    const sizes: number[] = []
    await statement.eachRow((row) => sizes.push(row.length), never)
    expect(sizes).toEqual([700_004, 700_004, 700_004])
    expect((await statement.time(never)).rows).toBe(3)
  })

  test('settings hold for the runs of their statement only', async () => {
    const [name, value] = server.setting
    const before = await stopwatch.settings([name], never)
    const read = await stopwatch.prepare({ ...request(server.readSetting), settings: [{ name, value }] }, never)
    const seen: string[] = []
    await read.eachRow((row) => seen.push(Buffer.from(row.subarray(4)).toString()), never)
    expect(seen).toEqual([value])
    expect(await stopwatch.settings([name], never)).toEqual(before)
    expect(before.get(name)).not.toBe(value)
  })

  test('an error of the server has its place in the statement', async () => {
    const fault = await faultFrom(stopwatch.prepare(request('SELECT id FRM numbers WHERE'), never))
    expect(fault.code).toBe('syntax-error')
  })

  test('a run that meets its limit ends on the server too, and the next one works', async () => {
    const statement = await stopwatch.prepare(request(server.sleep(5), 300), never)
    expect((await faultFrom(statement.time(never))).code).toBe('timed-out')
    const next = await stopwatch.prepare(request('SELECT 1'), never)
    expect((await next.time(never)).rows).toBe(1)
  })

  test('only reading statements are taken', async () => {
    expect((await faultFrom(stopwatch.prepare(request('DELETE FROM numbers'), never))).code).toBe('not-allowed')
    expect((await faultFrom(stopwatch.prepare(request('SELECT * FROM numbers FOR UPDATE'), never))).code).toBe(
      'not-allowed',
    )
  })
})
