// Protects experiments over several connections: one bench each, settings of each put back, no rows called different for the way in which a server prints them, and clocks that are not alike do not decide.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultFrom } from '../../kit/mysql'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { type ExperimentServer, experimentServer } from './servers'
import { experiment, type TestService, testService } from './service'

const database = 'experiment_two'
const servers = new Map(
  [...mysqlServers, ...postgresServers].map((endpoint) => [endpoint.id, experimentServer(endpoint, database)]),
)

interface Pair {
  readonly ids: readonly [string, string]
  /** What decides a statement of some milliseconds. */
  readonly decidedBy: readonly string[]
}
const pairs: readonly Pair[] = [
  { ids: ['mysql56', 'mysql97'], decidedBy: ['cpu', 'client'] },
  { ids: ['mysql57', 'mariadb1011'], decidedBy: ['cpu', 'client'] },
  { ids: ['mysql80', 'mariadb114'], decidedBy: ['cpu', 'client'] },
  { ids: ['pg15', 'pg18'], decidedBy: ['cpu'] },
  { ids: ['mysql97', 'pg18'], decidedBy: ['client'] },
]
const present = pairs.flatMap(({ ids, decidedBy }) => {
  const [a, b] = ids.map((id) => servers.get(id))
  return a && b ? [{ name: ids.join(' and '), a, b, decidedBy }] : []
})

test.runIf(present.length === 0)('no two servers are here', ({ skip }) => skip())

describe.each(present)('$name', ({ a, b, decidedBy }) => {
  let service: TestService
  let connectionId: string
  let other: string
  const make = (server: ExperimentServer) => server.make(20_000)
  beforeAll(async () => {
    await make(a)
    await make(b)
    service = testService()
    connectionId = await service.open(a.target, a.password)
    other = await service.open(b.target, b.password)
  }, 60_000)
  afterAll(async () => {
    await service.close()
    await a.drop()
    await b.drop()
  })

  const compared = (sql: string, more: { readonly maxPairs?: number } = {}) =>
    experiment(service, {
      connectionId,
      variants: [{ sql }, { sql, connectionId: other, label: 'there' }],
      maxPairs: 10,
      ...more,
    })

  test('the same statement runs on both, each under its own name', { timeout: 60_000 }, async () => {
    const document = await compared(`SELECT id, word FROM numbers WHERE word LIKE '%9%8%7%'`)
    const [found] = document.comparisons
    expect(found?.sameResult).toBe('same')
    expect(found?.pairs).toBe(10)
    expect(decidedBy).toContain(found?.decidedBy)
    const [here, there] = document.spec.variants
    expect(here?.on).toBeUndefined()
    expect(there).toMatchObject({ label: 'there', on: expect.stringContaining(String(portOf(b))) })
    expect(there?.engine?.versionText).not.toBe(here?.engine?.versionText)
    expect(document.plans.map(({ source }) => source.engine?.versionText)).toEqual([
      here?.engine?.versionText,
      there?.engine?.versionText,
    ])
  })

  test('the environment of each server is told', async () => {
    const document = await compared('SELECT COUNT(*) FROM numbers WHERE id < 10', { maxPairs: 6 })
    const names = [...new Set((document.environment ?? []).map(({ on }) => on))]
    expect(names).toHaveLength(2)
    for (const [server, on] of [a, b].map((server, at) => [server, names[at]] as const)) {
      const size = server.isPostgres ? 'shared_buffers' : 'innodb_buffer_pool_size'
      const told = document.environment?.find((one) => one.on === on && one.name === size)?.value
      const eyes = await server.witness()
      expect([told]).toEqual(
        await eyes.ask(server.isPostgres ? `SELECT current_setting('${size}')` : `SELECT @@GLOBAL.${size}`),
      )
      await eyes.end()
    }
    expect(document.verdict.facts.map(({ name }) => name)).toContain('rowsExamined')
  })

  test('a row more is different, however values are printed', async () => {
    const document = await experiment(service, {
      connectionId,
      variants: [
        'SELECT id * 1.5 AS x FROM numbers WHERE id <= 900',
        { sql: 'SELECT id * 1.5 AS x FROM numbers WHERE id <= 901', connectionId: other },
      ],
      maxPairs: 6,
    })
    expect(document.comparisons[0]).toMatchObject({
      sameResult: 'different',
      sameResultBecause: expect.stringMatching(/900 rows, the variant 901/),
    })
  })

  test('a value that differs is different where both print it alike', async () => {
    const document = await experiment(service, {
      connectionId,
      variants: [
        'SELECT id, word FROM numbers WHERE id <= 100',
        {
          sql: `SELECT id, CASE WHEN id = 50 THEN 'odd' ELSE word END AS word FROM numbers WHERE id <= 100`,
          connectionId: other,
        },
      ],
      maxPairs: 6,
    })
    expect(document.comparisons[0]?.sameResult).toBe('different')
    expect(document.comparisons[0]?.firstDifferences?.map(({ row }) => row)).toEqual([
      ['50', 'w50'],
      ['50', 'odd'],
    ])
  })

  test.runIf(a.isPostgres !== b.isPostgres)('means are not called different for their digits', async () => {
    const document = await compared('SELECT id % 7, AVG(id) AS mean FROM numbers GROUP BY id % 7')
    expect(document.comparisons[0]).toMatchObject({
      sameResult: 'not-comparable',
      sameResultBecause: expect.stringMatching(/Column 2 \(mean\) is a decimal number/),
    })
  })

  test('settings are those of each server, and put back on both', async () => {
    const settings = (server: ExperimentServer) => [{ name: server.setting[0], value: server.setting[1] }]
    const document = await experiment(service, {
      connectionId,
      variants: [
        { sql: a.readSetting, session: settings(a) },
        { sql: b.readSetting, session: settings(b), connectionId: other },
        { sql: b.readSetting, connectionId: other },
      ],
      maxPairs: 6,
    })
    const same = document.comparisons.map(({ sameResult }) => sameResult)
    if (a.isPostgres === b.isPostgres) expect(same).toEqual(['same', 'different'])
    expect(document.cautions.filter((caution) => caution.includes('and was'))).toEqual([])
    for (const server of [a, b]) {
      const eyes = await server.witness()
      expect(await eyes.ask(server.readSetting)).not.toEqual([server.setting[1]])
      await eyes.end()
    }
  })

  test('a fault names the variant, and nothing runs on the other server', async () => {
    const fault = await faultFrom(
      experiment(service, {
        connectionId,
        variants: ['SELECT COUNT(*) FROM numbers', { sql: 'SELECT nothing FROM numbers', connectionId: other }],
      }),
    )
    expect(fault.message).toMatch(/^B: /)
  })
})

function portOf({ target }: ExperimentServer): number | undefined {
  return target.via === 'network' ? target.port : undefined
}
