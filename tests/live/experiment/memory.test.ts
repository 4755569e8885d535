// Protects the memory of the product: ten million rows are timed, and summed up for sameness, in no more of it than a hundred thousand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RowsChecksum } from '../../../src/core/experiment/rows-checksum'
import type { Session, Stopwatch, TimedStatement } from '../../../src/engines/engine'
import { never } from '../../kit/mysql'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { type ExperimentServer, experimentServer } from './servers'

/** Every driver, and both ways in which servers of the MySQL family end a result. */
const ids = ['mysql56', 'mysql97', 'mariadb1011', 'pg15']
const servers = [...mysqlServers, ...postgresServers]
  .filter(({ id }) => ids.includes(id))
  .map((endpoint) => experimentServer(endpoint, 'experiment_memory'))
const many = 10_000_000
const few = 100_000
/** As bytes these rows are 200 MB, as objects more than a thousand. */
const mostGrownMb = 100

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', { timeout: 180_000 }, (server: ExperimentServer) => {
  let session: Session
  let stopwatch: Stopwatch
  beforeAll(async () => {
    await server.make(1)
    session = await server.open()
    stopwatch = await session.stopwatch({ switchOnCpuClock: false }, never)
  })
  afterAll(async () => {
    await session.close()
    await server.drop()
  })

  /** So many rows of two values, from a cross join of ten rows with themselves. */
  const ready = (count: number): Promise<TimedStatement> => {
    const digits = `SELECT 0 AS d${Array.from({ length: 9 }, (_, at) => ` UNION ALL SELECT ${at + 1}`).join('')}`
    const joined = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `(${digits}) ${name}`).join(', ')
    const sql = `SELECT a.d, CONCAT('some text of a row', b.d) FROM ${joined} LIMIT ${count}`
    return stopwatch.prepare({ sql, settings: [], timeoutMs: 150_000 }, never)
  }

  async function mostGrown(run: (count: number) => Promise<number>): Promise<number> {
    expect(await run(few)).toBe(few)
    const before = process.memoryUsage().rss
    let most = before
    const watching = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss)
    }, 10)
    try {
      expect(await run(many)).toBe(many)
    } finally {
      clearInterval(watching)
    }
    return (Math.max(most, process.memoryUsage().rss) - before) / 2 ** 20
  }

  test('a timed run of ten million rows', async () => {
    const grown = await mostGrown(async (count) => (await (await ready(count)).time(never)).rows)
    console.info(`${server.id}: ten million rows timed, memory +${grown.toFixed(0)} MB`)
    expect(grown).toBeLessThan(mostGrownMb)
  })

  test('the sum of ten million rows', async () => {
    const grown = await mostGrown(async (count) => {
      const rows = new RowsChecksum()
      let seen = 0
      const take = (row: Uint8Array) => {
        rows.add(row)
        seen++
      }
      await (await ready(count)).eachRow(take, never)
      return seen
    })
    console.info(`${server.id}: ten million rows summed up, memory +${grown.toFixed(0)} MB`)
    expect(grown).toBeLessThan(mostGrownMb)
  })
})
