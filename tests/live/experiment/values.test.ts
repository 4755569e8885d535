// Protects values for placeholders in experiments: bound into every variant, told in the texts of the document, and asked for where they are missing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultFrom } from '../../kit/mysql'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { type ExperimentServer, experimentServer } from './servers'
import { experiment, type TestService, testService } from './service'

const servers = [...mysqlServers, ...postgresServers].map((endpoint) => experimentServer(endpoint, 'experiment_values'))

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

const w77 = { kind: 'text', value: 'w77' } as const

describe.each(servers)('$id', (server: ExperimentServer) => {
  let service: TestService
  let connectionId: string
  beforeAll(async () => {
    await server.make(1000)
    service = testService()
    connectionId = await service.open(server.target, server.password)
  })
  afterAll(async () => {
    await service.close()
    await server.drop()
  })
  const place = server.isPostgres ? '$1' : '?'

  test('stand in the texts of all variants that have a place for them', async () => {
    const document = await experiment(service, {
      connectionId,
      variants: [
        `SELECT id FROM numbers WHERE word = ${place}`,
        'SELECT id FROM numbers WHERE word = :word',
        `SELECT id FROM numbers WHERE word = 'w77'`,
        `SELECT id FROM numbers WHERE word = ${place} AND id > 0`,
      ],
      values: server.isPostgres ? { named: { '1': w77, word: w77 } } : { positional: [w77], named: { word: w77 } },
      maxPairs: 6,
    })
    expect(document.spec.variants.map(({ sql }) => sql)).toEqual([
      expect.stringContaining(`word = 'w77'`),
      expect.stringContaining(`word = 'w77'`),
      `SELECT id FROM numbers WHERE word = 'w77'`,
      expect.stringContaining(`word = 'w77' AND id > 0`),
    ])
    expect(document.comparisons.map(({ sameResult }) => sameResult)).toEqual(['same', 'same', 'same'])
    expect(document.samples.every(({ rows }) => rows === 1)).toBe(true)
  })

  test.each([
    ['no values', undefined, 'bad-request'],
    ['too few', { named: {} }, 'unsupported'],
  ] as const)('are asked for, by the variant: %s', async (_says, values, code) => {
    const fault = await faultFrom(
      experiment(service, {
        connectionId,
        variants: ['SELECT id FROM numbers', `SELECT id FROM numbers WHERE word = ${place}`],
        ...(values && { values }),
      }),
    )
    expect(fault.message).toMatch(/^B: /)
    expect(fault.code).toBe(code)
  })
})
