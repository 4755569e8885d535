// Protects what experiments leave behind when something goes wrong: finished pairs are kept, settings, locks and statements are not left on the server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultFrom, until } from '../../kit/mysql'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { type ExperimentServer, experimentServer, type Witness } from './servers'
import { experiment, type TestService, testService } from './service'

const database = 'experiment_faults'
const servers = [...mysqlServers, ...postgresServers].map((endpoint) => experimentServer(endpoint, database))

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (server: ExperimentServer) => {
  let service: TestService
  let connectionId: string
  let eyes: Witness
  beforeAll(async () => {
    await server.make(20_000, [
      server.isPostgres
        ? 'CREATE FUNCTION plus_one(n int) RETURNS int LANGUAGE sql AS $$ SELECT n + 1 $$'
        : 'CREATE FUNCTION plus_one(n INT) RETURNS INT DETERMINISTIC NO SQL RETURN n + 1',
    ])
    service = testService()
    connectionId = await service.open(server.target, server.password)
    eyes = await server.witness()
  })
  afterAll(async () => {
    await service.close()
    await eyes.end()
    await server.drop()
  })

  const whole = `SELECT COUNT(*) FROM numbers WHERE word LIKE '%9%8%7%'`
  const other = `SELECT COUNT(*) FROM numbers WHERE word LIKE '%9%8%6%'`
  /** Ids of connections to the database, without the service's own and the witness's. */
  const sessions = async () => {
    const ids = await eyes.ask(
      server.isPostgres
        ? `SELECT pid FROM pg_stat_activity WHERE datname = '${database}' AND pid <> pg_backend_pid()`
        : `SELECT ID FROM information_schema.PROCESSLIST WHERE DB = '${database}' AND ID <> CONNECTION_ID()`,
    )
    return ids.map(Number).sort((a, b) => a - b)
  }
  const cut = (id: number) => eyes.ask(server.isPostgres ? `SELECT pg_terminate_backend(${id})` : `KILL ${id}`)

  test('a syntax error in one variant names it, with its place', async () => {
    const fault = await faultFrom(
      experiment(service, { connectionId, variants: [whole, 'SELECT id FROM FROM numbers'] }),
    )
    expect(fault.code).toBe('syntax-error')
    expect(fault.message).toMatch(/^B: /)
    expect(fault.span).toBeDefined()
  })

  test('a variant that never ends is stopped on the server and said so', async () => {
    const document = await experiment(service, { connectionId, variants: [whole, server.sleep(60)], runTimeoutMs: 500 })
    expect(document.stoppedBecause).toBe('failed')
    expect(document.failure).toMatch(/^B: Stopped after the time limit of 0.5 s/)
    expect(document.comparisons[0]).toMatchObject({ verdict: 'undecided', pairs: 0 })
    await until('the statement is stopped', async () => (await sessions()).length === 1)
  })

  test('a stop keeps the finished pairs and leaves no connection', async () => {
    const stop = new AbortController()
    const document = await experiment(
      service,
      { connectionId, variants: [whole, other], minPairs: 500, maxPairs: 500, budgetMs: 60_000 },
      {
        signal: stop.signal,
        onEvent: ({ sample }) => {
          if (sample?.pair === 4) stop.abort()
        },
      },
    )
    expect(document.stoppedBecause).toBe('stopped')
    expect(new Set(document.samples.map(({ pair }) => pair)).size).toBeGreaterThanOrEqual(5)
    expect(document.comparisons[0]?.pairs).toBe(document.samples.length / 2)
    const { client } = service
    expect(await client.call('experiment.get', { id: document.id })).toEqual(document)
    await until('its connection is closed', async () => (await sessions()).length === 1)
  })

  test('a lost connection is opened again and the pairs before it are kept', { timeout: 60_000 }, async () => {
    const [own] = await sessions()
    let cuts: Promise<unknown> | undefined
    const document = await experiment(
      service,
      { connectionId, variants: [whole, other], minPairs: 20, maxPairs: 20, budgetMs: 60_000 },
      {
        onEvent: ({ sample }) => {
          if (sample?.pair !== 7 || cuts) return
          cuts = sessions().then((ids) => Promise.all(ids.filter((id) => id !== own).map(cut)))
        },
      },
    )
    await cuts
    expect(document.stoppedBecause).not.toBe('failed')
    expect(document.samples).toHaveLength(40)
    expect(document.cautions.join('\n')).toMatch(/lost after \d+ pairs and opened again/)
  })

  test('settings of a variant are in force for it and gone afterwards', async () => {
    const [name, value] = server.setting
    const setting = { name, value }
    const document = await experiment(service, {
      connectionId,
      variants: [server.readSetting, { sql: server.readSetting, session: [setting] }],
      minPairs: 6,
      maxPairs: 6,
    })
    const [found] = document.comparisons
    expect(found?.sameResult).toBe('different')
    expect(found?.firstDifferences?.find(({ only }) => only === 'variant')?.row).toEqual([value])
    expect(document.cautions.filter((caution) => caution.includes(name))).toEqual([])
    // A new connection of anybody has what the server had before.
    const others = await server.witness()
    expect(await others.ask(server.readSetting)).not.toEqual([value])
    await others.end()
  })

  test('an unknown setting is refused by name before anything runs', async () => {
    const fault = await faultFrom(
      experiment(service, {
        connectionId,
        variants: [whole, { sql: whole, session: [{ name: 'no_such_setting', value: '1' }] }],
      }),
    )
    expect(fault.message).toMatch(/^B: .*no_such_setting/)
  })

  test('two at once run one after the other, and both end', { timeout: 60_000 }, async () => {
    const waits: string[] = []
    const run = (name: string) =>
      experiment(
        service,
        { connectionId, variants: [whole, other], minPairs: 6, maxPairs: 6 },
        {
          onEvent: ({ text }) => {
            if (text.startsWith('Waiting for another')) waits.push(name)
          },
        },
      )
    const documents = await Promise.all([run('first'), run('second')])
    expect(documents.map(({ samples }) => samples.length)).toEqual([12, 12])
    expect(waits).toEqual(['second'])
  })

  test('a function that could write is asked for, with every statement on the card', async () => {
    const variants = [whole, 'SELECT plus_one(1)']
    const fault = await faultFrom(experiment(service, { connectionId, variants }))
    expect(fault.code).toBe('needs-consent')
    expect(fault.card?.sends).toEqual([`A: ${whole}`, 'B: SELECT plus_one(1)'])
    const document = await experiment(service, { connectionId, variants, consent: true, maxPairs: 6 })
    expect(document.comparisons[0]?.pairs).toBe(6)
  })

  test('only reading statements are compared, and nothing on a production connection', async () => {
    const writing = experiment(service, { connectionId, variants: [whole, 'DELETE FROM numbers'], consent: true })
    expect((await faultFrom(writing)).code).toBe('not-allowed')
    const target = { ...server.target, production: true }
    const production = await service.open(target, server.password)
    const there = experiment(service, { connectionId: production, variants: [whole, other], consent: true })
    expect((await faultFrom(there)).code).toBe('production-refused')
    await service.client.call('connections.close', { connectionId: production })
  })
})
