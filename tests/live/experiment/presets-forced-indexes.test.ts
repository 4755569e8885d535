// Protects the preset of forced indexes on real servers: from a bad hint to the index that reads 24 rows, by counted work.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { dropDatabase, targetOf } from '../../kit/mysql'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { comparisonOf, loadInto, nameOf, offered, runOffer } from './presets'
import { experimentServer } from './servers'
import { type TestService, testService } from './service'

const database = 'preset_forced'
const folder = join(import.meta.dirname, '../../../samples/enum-or-order-limit')
const limits = { minPairs: 5, maxPairs: 10, warmupRounds: 1, budgetMs: 60_000, runTimeoutMs: 30_000 }

const factsSchema = z.object({
  comparisons: z.array(
    z.object({
      server: z.string(),
      before: z.string(),
      after: z.string(),
      rows_examined_ratio_min: z.number().optional(),
    }),
  ),
})
const { comparisons } = factsSchema.parse(JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8')))
const statementOf = (variant: string) =>
  readFileSync(join(folder, 'variants', `${variant}.sql`), 'utf8').replace(/^-- @.*\n/gm, '')

const servers = mysqlServers.filter(({ id }) => comparisons.some(({ server }) => server === id))
test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (server) => {
  let service: TestService
  let connectionId: string
  beforeAll(async () => {
    await loadInto(server, database, 'enum-or-order-limit', ['ANALYZE TABLE items'])
    service = testService()
    connectionId = await service.open(targetOf(server, { database }), server.password)
  })
  afterAll(async () => {
    await service.close()
    await dropDatabase(server, database)
  })

  test('from the forced index on col1 to the primary key, beside two rewrites', { timeout: 240_000 }, async () => {
    const offer = await offered(service, connectionId, 'forced-indexes', statementOf('0-force-col1'))
    const primary = nameOf(offer, 'items by PRIMARY (gives the order)')
    const named = { 'c-force-primary': primary, 'a-in-subquery': 'in', 'd-union-topn': 'union' }
    const document = await runOffer(service, connectionId, offer, {
      ...limits,
      variants: [
        { name: 'in', sql: statementOf('a-in-subquery') },
        { name: 'union', sql: statementOf('d-union-topn') },
      ],
    })
    console.info(server.id, document.verdict.text)
    for (const [variant, name] of Object.entries(named)) {
      const fact = comparisons.find(
        (one) => one.server === server.id && one.before === '0-force-col1' && one.after === variant,
      )
      const found = comparisonOf(document, name)
      expect(found).toMatchObject({ verdict: 'faster', sameResult: 'same' })
      expect(1 / (found.workRatio['rowsExamined'] ?? 1)).toBeGreaterThanOrEqual(fact?.rows_examined_ratio_min ?? 1000)
    }
    // Without any index all rows are read and sorted.
    const none = comparisonOf(document, nameOf(offer, 'items without any index'))
    expect(none.workRatio['rowsExamined']).toBeGreaterThan(1)
  })
})

describe.each(postgresServers.map((endpoint) => experimentServer(endpoint, database)))('$id', (server) => {
  let service: TestService
  let connectionId: string
  beforeAll(async () => {
    await server.make(20_000)
    service = testService()
    connectionId = await service.open(server.target, server.password)
  })
  afterAll(async () => {
    await service.close()
    await server.drop()
  })

  test('settings take the index away: the table read whole needs a hundred times the pages', {
    timeout: 120_000,
  }, async () => {
    const offer = await offered(service, connectionId, 'forced-indexes', 'SELECT word FROM numbers WHERE id = 77')
    const document = await runOffer(service, connectionId, offer, limits)
    console.info(server.id, document.verdict.text)
    const whole = comparisonOf(document, nameOf(offer, 'Tables read whole'))
    expect(whole).toMatchObject({ verdict: 'slower', sameResult: 'same' })
    expect(whole.workRatio['buffers']).toBeGreaterThan(20)
  })
})
