// Protects the preset of triggers on real servers: what each costs beside none and an empty one, on copies that go away.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dropDatabase, targetOf, witness } from '../../kit/mysql'
import { connectPostgres, dropPostgres } from '../../kit/postgres'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { between, isNoisy, loadInto, nameOf, offered, proveOrders, runOffer } from './presets'
import { type TestService, testService } from './service'

const database = 'preset_triggers'
const mostDraws = 2
const limits = { minPairs: 10, maxPairs: 12, warmupRounds: 1, budgetMs: 60_000, runTimeoutMs: 60_000 }
const update = 'UPDATE form SET form_created_date = NOW() + INTERVAL FLOOR(RAND()*100000) SECOND WHERE form_id > 5000'
const trigger =
  'CREATE TRIGGER form_au AFTER UPDATE ON form FOR EACH ROW BEGIN DECLARE r INT DEFAULT 0; SELECT func3() INTO r; END'

const servers = mysqlServers.filter(({ id }) => ['mysql56', 'mysql97', 'mariadb1011'].includes(id))
test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (server) => {
  let service: TestService
  let connectionId: string
  beforeAll(async () => {
    await loadInto(server, database, 'trigger-overhead', [trigger, 'ANALYZE TABLE form'])
    service = testService()
    connectionId = await service.open(targetOf(server, { database }), server.password)
  })
  afterAll(async () => {
    await service.close()
    await dropDatabase(server, database)
  })

  test('none, empty, written out, calling; dead branches cost where the server does not see through them', {
    timeout: 400_000,
  }, async () => {
    const offer = await offered(service, connectionId, 'triggers', update)
    expect(offer).toMatchObject({ available: true, scratch: true, perRun: { count: 65_536, of: 'rows' } })
    const name = (label: string) => nameOf(offer, label)
    const none = name('No trigger')
    const empty = name('An empty trigger')
    const func3 = name('form_au')
    const inlined = name('form_au with func3 written into it')
    // Without its dead branches func3 is func1 of the sample.
    const func1 = name('form_au without dead branches')
    const all = [
      [none, empty],
      [empty, func1],
      [func1, func3],
      [empty, inlined],
      [inlined, func3],
    ] as const
    // 9.7 takes as long for func1 as for func3, so that only the calls can be told apart from none.
    const orders =
      server.id === 'mysql97'
        ? ([
            [none, empty],
            [empty, func1],
            [empty, func3],
          ] as const)
        : all
    const { unproved, reversed, documents } = await proveOrders(
      (seed) => runOffer(service, connectionId, offer, { ...limits, seed }),
      orders,
      mostDraws,
    )
    console.info(
      server.id,
      documents.map(({ verdict }) => verdict.text),
      { unproved, reversed },
    )
    expect(reversed).toEqual([])
    // Five times as long shows on any machine; the steps between need one without much other work.
    expect(between(documents, none, func3).low).toBeGreaterThan(1)
    if (!documents.some(isNoisy)) expect(unproved).toEqual([])
    if (server.id === 'mysql97') expect(between(documents, func1, func3).high).toBeGreaterThanOrEqual(1)
    for (const { scratch, comparisons, spec } of documents) {
      expect(scratch?.schemas).toHaveLength(offer.variants.length)
      expect(scratch?.left).toEqual([])
      expect(spec.perRun).toEqual({ count: 65_536, of: 'rows' })
      // What EXPLAIN and the Handler counters say does not change: only time tells of triggers.
      for (const { workRatio } of comparisons) expect(workRatio['Handler_read_next'] ?? 1).toBe(1)
    }
  })

  test('the originals keep their rows and their trigger', async () => {
    const connection = await witness(server, database)
    const ask = async (sql: string) => JSON.stringify((await connection.query(sql))[0])
    expect(await ask("SELECT COUNT(*) AS n FROM form WHERE form_created_date = '2020-01-01'")).toBe('[{"n":65536}]')
    expect(await ask('SHOW TRIGGERS')).toContain('SELECT func3() INTO r')
    expect(await ask('SHOW FUNCTION STATUS WHERE Db = DATABASE()')).not.toContain('func3_live')
    await connection.end()
  })
})

describe.each(postgresServers)('$id', (server) => {
  let service: TestService
  let connectionId: string
  beforeAll(async () => {
    await loadInto(server, database, 'trigger-overhead', [
      'DELETE FROM form WHERE form_id > 12000',
      'CREATE TRIGGER form_au AFTER UPDATE ON form FOR EACH ROW EXECUTE FUNCTION f_dead()',
    ])
    service = testService()
    const { host, port, user, password } = server
    connectionId = await service.open({ via: 'network', product: 'postgres', host, port, user, database }, password)
  })
  afterAll(async () => {
    await service.close()
    await dropPostgres(server, database)
  })

  test('none, empty, the trigger and its function without dead branches run on copies', {
    timeout: 240_000,
  }, async () => {
    const offer = await offered(service, connectionId, 'triggers', 'UPDATE form SET form_created_date = now()')
    expect(offer.variants.map(({ label }) => label)).toEqual([
      'No trigger',
      'An empty trigger',
      'form_au',
      'form_au without dead branches',
    ])
    expect(offer.perRun).toEqual({ count: 7000, of: 'rows' })
    const document = await runOffer(service, connectionId, offer, limits)
    console.info(server.id, document.verdict.text, document.cautions)
    expect(document.stoppedBecause).not.toBe('failed')
    expect(document.scratch?.left).toEqual([])
    expect(document.comparisons.map(({ verdict }) => verdict)).not.toContain('faster')
    const client = await connectPostgres({ ...server, database })
    const { rows } = await client.query("SELECT count(*)::int AS n FROM form WHERE form_created_date = '2020-01-01'")
    expect(rows).toEqual([{ n: 7000 }])
    await client.end()
  })
})
