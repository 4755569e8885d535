// Protects the verdicts of experiments on all servers: more work is found slower by about as much as it is more, waits are called waiting.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { expectWaiting, isDisturbed } from './disturbed'
import { type ExperimentServer, experimentServer, type Witness } from './servers'
import { experiment, type TestService, testService } from './service'

const rows = 50_000
const mostDraws = 8

const servers = [...mysqlServers, ...postgresServers].map((endpoint) =>
  experimentServer(endpoint, 'experiment_verdict'),
)

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (server: ExperimentServer) => {
  let service: TestService
  let connectionId: string
  beforeAll(async () => {
    await server.make(rows, [
      'CREATE TABLE other (id int NOT NULL PRIMARY KEY, word varchar(20) NOT NULL)',
      'INSERT INTO other SELECT id, word FROM numbers WHERE id <= 2000',
      'CREATE TABLE fifth (id int NOT NULL PRIMARY KEY, word varchar(20) NOT NULL)',
      `INSERT INTO fifth SELECT id, word FROM numbers WHERE id <= ${rows / 5}`,
    ])
    service = testService()
    connectionId = await service.open(server.target, server.password)
  })
  afterAll(async () => {
    await service.close()
    await server.drop()
  })

  const whole = `SELECT COUNT(*) FROM numbers WHERE word LIKE '%9%8%7%'`

  test('a fifth more work is slower by about a fifth', { timeout: 300_000 }, async () => {
    // Both parts are read from end to end, so that nothing but the number of rows differs.
    const counted = (table: string) => `SELECT COUNT(*) AS n FROM ${table} WHERE word LIKE '%9%8%7%'`
    const variants = [whole, `SELECT SUM(n) FROM (${counted('numbers')} UNION ALL ${counted('fifth')}) both_parts`]
    let document = await experiment(service, { connectionId, variants, budgetMs: 20_000 })
    // Other tests use the server too: where its CPU time is that of the whole process, the experiment then says so.
    const unclear = () => isDisturbed(document) || document.comparisons[0]?.verdict === 'undecided'
    for (let draw = 1; draw < mostDraws && unclear(); draw++) {
      document = await experiment(service, { connectionId, variants, budgetMs: 20_000, seed: draw })
    }
    const [found] = document.comparisons
    if (unclear()) {
      expect(found?.verdict).not.toBe('faster')
      return
    }
    expect(found, JSON.stringify(document.cautions)).toMatchObject({ verdict: 'slower' })
    expect(found?.decidedBy).toBe('cpu')
    expect(found?.low).toBeLessThan(1.3)
    expect(found?.high).toBeGreaterThan(1.1)
    expect(found?.workRatio['rowsExamined']).toBeCloseTo(1.2, 1)
    expect(document.verdict.text).toContain('more')
    expect(document.plans).toHaveLength(2)
  })

  test('a wait is called waiting', { timeout: 120_000 }, async () => {
    const pause = server.sleep(0.03).replace(')', ') AS seconds')
    const sleeping = `SELECT COUNT(*) FROM (${pause}) pause, numbers WHERE word LIKE '%9%8%7%'`
    const document = await expectWaiting(
      (seed) => experiment(service, { connectionId, variants: [whole, sleeping], maxPairs: 20, seed }),
      mostDraws,
    )
    const [found] = document.comparisons
    if (!found?.waiting) return
    expect(found.clocks.serverWall?.low).toBeGreaterThan(found.clocks.cpu?.high ?? Number.POSITIVE_INFINITY)
  })

  test('a lock is called waiting', { timeout: 120_000 }, async () => {
    const locker = await server.witness()
    const ending = new AbortController()
    const locking = holdLocks(locker, server, ending.signal)
    try {
      // The baseline reads a table that nobody locks.
      const of = (table: string) => `SELECT COUNT(*) FROM ${table} WHERE id <= 2000 AND word LIKE '%9%8%7%'`
      const variants = [of('numbers'), of('other')]
      const limits = { minPairs: 10, maxPairs: 20, budgetMs: 60_000 }
      // A clock that once read nothing of so short a statement is left out, and without it nothing is told of waiting.
      await expectWaiting((seed) => experiment(service, { connectionId, variants, ...limits, seed }), mostDraws)
    } finally {
      ending.abort()
      await locking
      await locker.end()
    }
  })
})

/** Locks the table `other` for 40 ms again and again, with hardly a pause between. */
async function holdLocks(locker: Witness, server: ExperimentServer, signal: AbortSignal): Promise<void> {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  while (!signal.aborted) {
    if (server.isPostgres) {
      await locker.ask('BEGIN')
      await locker.ask('LOCK TABLE other IN ACCESS EXCLUSIVE MODE')
    } else await locker.ask('LOCK TABLES other WRITE')
    await pause(40)
    await locker.ask(server.isPostgres ? 'ROLLBACK' : 'UNLOCK TABLES')
    await pause(1)
  }
}
