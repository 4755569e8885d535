// Protects the preset of stored functions on real servers: dead branches cost, the call costs far more than its expression.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dropDatabase, targetOf, witness } from '../../kit/mysql'
import { dropPostgres, freshPostgres } from '../../kit/postgres'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { between, comparisonOf, isNoisy, loadInto, nameOf, offered, proveOrders, runOffer } from './presets'
import { type TestService, testService } from './service'

const database = 'preset_routine'
const mostDraws = 3
const limits = { minPairs: 8, maxPairs: 16, warmupRounds: 1, budgetMs: 40_000, runTimeoutMs: 60_000 }

const servers = mysqlServers.filter(({ id }) => ['mysql56', 'mysql97', 'mariadb1011'].includes(id))
test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (server) => {
  let service: TestService
  let connectionId: string
  beforeAll(async () => {
    await loadInto(server, database, 'routine-dead-code', [
      ...Array.from({ length: 5 }, (_, at) => `INSERT INTO form (form_id, form_name) VALUES (${at}, 'form ${at}')`),
      'CREATE FUNCTION doubled(a INT) RETURNS INT DETERMINISTIC NO SQL RETURN a * 2',
      'ANALYZE TABLE form',
    ])
    service = testService()
    connectionId = await service.open(targetOf(server, { database }), server.password)
  })
  afterAll(async () => {
    await service.close()
    await dropDatabase(server, database)
  })

  test('func3 costs half as much again as func1, which it is without its dead branches', {
    timeout: 400_000,
  }, async () => {
    const offer = await offered(service, connectionId, 'routine', 'SELECT BENCHMARK(20000, func3())')
    expect(offer).toMatchObject({ available: true, scratch: true, perRun: { count: 20_000, of: 'calls' } })
    const called = nameOf(offer, 'func3, called')
    const live = nameOf(offer, /without dead branches \(1=2, 2=3, 3=4 and 4=5\)/)
    const bare = nameOf(offer, 'The bare expression')
    const { unproved, reversed, documents } = await proveOrders(
      (seed) => runOffer(service, connectionId, offer, { ...limits, seed }),
      [
        [bare, live],
        [live, called],
      ],
      mostDraws,
    )
    const dead = between(documents, live, called)
    console.info(
      server.id,
      documents[0]?.verdict.text,
      { unproved, reversed },
      dead.ratio,
      dead.low,
      dead.high,
      dead.decidedBy,
    )
    expect(reversed).toEqual([])
    expect(dead.high).toBeGreaterThanOrEqual(1.5)
    expect(between(documents, bare, called).low).toBeGreaterThan(10)
    if (!documents.some(isNoisy)) {
      expect(unproved).toEqual([])
      expect(dead.ratio).toBeGreaterThanOrEqual(1.5)
    }
    for (const { scratch, comparisons } of documents) {
      expect(scratch?.left).toEqual([])
      expect(comparisons.map(({ sameResult }) => sameResult)).toEqual(comparisons.map(() => 'same'))
    }
    const connection = await witness(server, database)
    const functions = JSON.stringify((await connection.query('SHOW FUNCTION STATUS WHERE Db = DATABASE()'))[0])
    expect(functions).not.toMatch(/_live|_empty/)
    await connection.end()
  })

  test('in a statement: with its expression in the place of the call the rows are the same', {
    timeout: 120_000,
  }, async () => {
    const offer = await offered(service, connectionId, 'routine', 'SELECT SUM(doubled(form_id)) AS s FROM form')
    expect(offer).toMatchObject({ available: true, scratch: false })
    const document = await runOffer(service, connectionId, offer, { ...limits, minPairs: 2, maxPairs: 2 })
    expect(document.stoppedBecause).not.toBe('failed')
    expect(comparisonOf(document, nameOf(offer, /its expression instead/)).sameResult).toBe('same')
    expect(document.spec.variants.map(({ cell }) => cell?.row)).toContain('In the statement')
  })
})

describe.each(postgresServers)('$id', (server) => {
  let service: TestService
  let connectionId: string
  beforeAll(async () => {
    const client = await freshPostgres(server, database)
    await client.query(
      `CREATE FUNCTION taxed(price numeric) RETURNS numeric LANGUAGE plpgsql IMMUTABLE AS $$
       BEGIN IF 1=2 THEN PERFORM count(*) FROM pg_class; END IF; RETURN price * 0.2; END $$`,
    )
    await client.end()
    service = testService()
    const { host, port, user, password } = server
    connectionId = await service.open({ via: 'network', product: 'postgres', host, port, user, database }, password)
  })
  afterAll(async () => {
    await service.close()
    await dropPostgres(server, database)
  })

  test('a call in a loop, without dead branches, its expression and an empty function run', {
    timeout: 240_000,
  }, async () => {
    const offer = await offered(service, connectionId, 'routine', 'SELECT taxed(7)')
    expect(offer.variants.map(({ label }) => label)).toEqual([
      'taxed, called',
      'taxed without dead branches (1=2)',
      'The bare expression',
      'An empty function',
    ])
    const called = nameOf(offer, 'taxed, called')
    const bare = nameOf(offer, 'The bare expression')
    const { unproved, reversed, documents } = await proveOrders(
      (seed) => runOffer(service, connectionId, offer, { ...limits, seed }),
      [[bare, called]],
      mostDraws,
    )
    console.info(server.id, documents[0]?.verdict.text, { unproved, reversed })
    expect(reversed).toEqual([])
    if (!documents.some(isNoisy)) expect(unproved).toEqual([])
    for (const document of documents) {
      expect(document.scratch?.left).toEqual([])
      expect(comparisonOf(document, bare).sameResult).toBe('same')
    }
  })
})
