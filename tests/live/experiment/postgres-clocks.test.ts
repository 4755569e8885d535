// Protects how PostgreSQL is timed where its own clocks are missing or tell a part: short statements are run many times inside the server, parallel plans and compilation are told.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresServers } from '../../kit/servers'
import { experimentServer, type Witness } from './servers'
import { experiment, type TestService, testService } from './service'

const database = 'experiment_clocks'
const role = 'experiment_clocks_reader'
const servers = postgresServers.map((endpoint) => experimentServer(endpoint, database))

test.runIf(servers.length === 0)('no PostgreSQL is here', ({ skip }) => skip())

describe.each(servers)('$id', (server) => {
  let service: TestService
  let eyes: Witness
  let owner: string
  let reader: string
  beforeAll(async () => {
    await server.make(20_000)
    eyes = await server.witness()
    for (const statement of [
      `DROP ROLE IF EXISTS ${role}`,
      `CREATE ROLE ${role} LOGIN PASSWORD '${role}'`,
      `GRANT SELECT ON numbers TO ${role}`,
    ])
      await eyes.ask(statement)
    service = testService()
    owner = await service.open(server.target, server.password)
    reader = await service.open({ ...server.target, user: role } as typeof server.target, role)
  })
  afterAll(async () => {
    await service.close()
    await eyes.ask(`DROP OWNED BY ${role}`)
    await eyes.ask(`DROP ROLE ${role}`)
    await eyes.end()
    await server.drop()
  })

  const byKey = 'SELECT word FROM numbers WHERE id = 4711'
  // The text is what a quote of ours must not be ended by.
  const scan = `SELECT word, '$sargable$ $sargable1$' AS odd FROM numbers WHERE word LIKE '%w4711'`

  test('without a clock of the server, a short statement is run many times inside of it', {
    timeout: 60_000,
  }, async () => {
    const inside = /mean of \d+ runs inside the server/
    const run = (seed: number) =>
      experiment(service, { connectionId: reader, variants: [byKey, scan], maxPairs: 10, seed })
    let document = await run(1)
    // On a machine that stands still in the warm-up, a short statement does not look short.
    for (let seed = 2; seed < 10 && !inside.test(document.cautions.join('\n')); seed++) document = await run(seed)
    const [found] = document.comparisons
    expect(document.cautions.join('\n')).toMatch(inside)
    expect(found).toMatchObject({ decidedBy: 'client', verdict: 'slower' })
    // A scan of 20,000 rows against one lookup.
    expect(found?.ratio).toBeGreaterThan(5)
    expect(document.samples.every(({ rows }) => rows === 1)).toBe(true)
    expect(document.samples.every(({ counters }) => (counters['resultBytes'] ?? 0) > 0)).toBe(true)
    expect(document.cautions.join('\n')).not.toMatch(/way to the server and back/)
  })

  test('a statement of some milliseconds is sent as it is', { timeout: 60_000 }, async () => {
    const slow = `SELECT pg_sleep(0.005)`
    const document = await experiment(service, { connectionId: reader, variants: [slow, slow], maxPairs: 10 })
    expect(document.cautions.join('\n')).not.toMatch(/inside the server/)
    expect(document.comparisons[0]?.decidedBy).toBe('client')
  })

  test('with the server’s clock nothing is repeated', { timeout: 60_000 }, async () => {
    const document = await experiment(service, { connectionId: owner, variants: [byKey, scan], maxPairs: 10 })
    expect(document.cautions.join('\n')).not.toMatch(/inside the server/)
    expect(document.comparisons[0]?.clocks.serverWall).toBeDefined()
  })

  test('a parallel plan is told, and CPU time does not decide', { timeout: 60_000 }, async () => {
    const sql = `SELECT COUNT(*) FROM numbers WHERE word LIKE '%9%8%7%'`
    const settings = [
      ['parallel_setup_cost', '0'],
      ['parallel_tuple_cost', '0'],
      ['min_parallel_table_scan_size', '0'],
      ['max_parallel_workers_per_gather', '2'],
    ].map(([name = '', value = '']) => ({ name, value }))
    const document = await experiment(service, {
      connectionId: owner,
      variants: [sql, { sql, session: settings }],
      maxPairs: 10,
    })
    expect(document.cautions.join('\n')).toMatch(/^B: It runs in parallel/m)
    expect(document.comparisons[0]).toMatchObject({ decidedBy: 'serverWall', sameResult: 'same' })
  })

  test('compilation that takes much of the time is told', { timeout: 60_000 }, async (context) => {
    if ((await eyes.ask('SELECT pg_jit_available()')).join() !== 'true') return context.skip('no JIT here')
    const session = ['jit_above_cost', 'jit_optimize_above_cost', 'jit_inline_above_cost'].map((name) => ({
      name,
      value: '0',
    }))
    const document = await experiment(service, {
      connectionId: owner,
      variants: [scan, { sql: scan, session: [{ name: 'jit', value: 'on' }, ...session] }],
      maxPairs: 6,
    })
    expect(document.cautions.join('\n')).toMatch(/^B: JIT compilation took \d+ %/m)
  })
})
