// Protects the word on statements that wait for a row: another session's lock makes them take longer, not work more.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExperimentDocument } from '../../../src/core/experiment/model'
import { scratchPrefix } from '../../../src/core/scratch/model'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { expectWaiting } from './disturbed'
import { type ExperimentServer, experimentServer } from './servers'
import { experiment, type TestService, testService } from './service'

/** Last first: the other files begin with the first, and a CPU clock of the whole server sees their work. */
const servers = [...mysqlServers, ...postgresServers]
  .map((endpoint) => experimentServer(endpoint, 'experiment_rows'))
  .reverse()
const mostDraws = 8

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (server: ExperimentServer) => {
  let service: TestService
  let connectionId: string
  beforeAll(async () => {
    // No plain SELECT waits for a row, so rows are written: on copies, of which another session locks one row.
    await server.make(2000, [
      'CREATE TABLE held_rows (id int NOT NULL PRIMARY KEY, word varchar(20) NOT NULL)',
      'INSERT INTO held_rows SELECT id, word FROM numbers',
    ])
    service = testService()
    connectionId = await service.open(server.target, server.password)
  })
  afterAll(async () => {
    await service.close()
    await server.drop()
  })

  test('a row that another session has locked is called waiting', { timeout: 300_000 }, async () => {
    const variants = ['numbers', 'held_rows'].map((table) => `UPDATE ${table} SET word = CONCAT(word, 'x')`)
    const draw = async (seed: number): Promise<ExperimentDocument> => {
      const ending = new AbortController()
      let locking: Promise<void> | undefined
      const document = await experiment(
        service,
        {
          connectionId,
          variants,
          scratch: { rows: 'all' },
          consent: true,
          warmupRounds: 1,
          minPairs: 10,
          maxPairs: 10,
          budgetMs: 60_000,
          seed,
        },
        {
          onEvent: ({ text }) => {
            if (text.startsWith('Warming up')) locking ??= holdRow(server, ending.signal)
            if (text.startsWith('Putting everything back')) ending.abort()
          },
        },
      )
      ending.abort()
      await locking
      expect(document.failure).toBeUndefined()
      return document
    }
    // A clock that once read nothing of so short a statement is left out, and without it nothing is told of waiting.
    const document = await expectWaiting(draw, mostDraws)
    expect(document.comparisons[0]?.workRatio[server.isPostgres ? 'buffers' : 'rowsExamined']).toBeCloseTo(1, 0)
  })
})

/** Locks one row of the copy for 150 ms again and again, with hardly a pause between: longer than a busy machine delays anything. */
async function holdRow(server: ExperimentServer, signal: AbortSignal): Promise<void> {
  const locker = await server.witness()
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  try {
    const [schema] = await locker.ask(
      server.isPostgres
        ? `SELECT schemaname FROM pg_tables WHERE tablename = 'held_rows' AND schemaname LIKE '${scratchPrefix}%'`
        : `SELECT TABLE_SCHEMA FROM information_schema.TABLES WHERE TABLE_NAME = 'held_rows' AND TABLE_SCHEMA LIKE '${scratchPrefix}%'`,
    )
    while (!signal.aborted) {
      await locker.ask('BEGIN')
      await locker.ask(`SELECT id FROM ${schema}.held_rows WHERE id = 1000 FOR UPDATE`)
      await pause(150)
      await locker.ask('ROLLBACK')
      await pause(1)
    }
  } catch (thrown) {
    // The copy went away under it.
    if (!signal.aborted) throw thrown
  } finally {
    await locker.end()
  }
}
