// Protects the advice on ORDER BY … LIMIT: what it advises for the sample gives the same rows and reads far fewer when the product compares it.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '../../../src/core/advisor/model'
import { type Analysis, analysisSchema } from '../../../src/core/analysis/model'
import type { Comparison } from '../../../src/core/experiment/model'
import { listSamples } from '../../../src/service/samples'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { experiment, type TestService, testService } from '../experiment/service'
import { StoryDatabases } from '../experiment/story-databases'

const ids = ['mysql56', 'mysql97', 'mariadb1011', 'pg15']
const servers = [...mysqlServers, ...postgresServers].filter(({ id }) => ids.includes(id))
const samples = await listSamples(join(import.meta.dirname, '../../../samples'))
const sample = samples.find(({ name }) => name === 'enum-or-order-limit')
if (!sample) throw new Error('The sample is missing')
/** One round counts the work and compares the rows. */
const once = { warmupRounds: 0, minPairs: 1, maxPairs: 1, budgetMs: 5000, runTimeoutMs: 60_000 }

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (endpoint) => {
  const isPostgres = endpoint.kind === 'pg'
  const databases = new StoryDatabases(endpoint, sample)
  let service: TestService
  let connectionId = ''

  beforeAll(async () => {
    service = testService()
    connectionId = await service.open(await databases.targetOf({ ddl: [] }), endpoint.password)
  }, 120_000)
  afterAll(async () => {
    await service.close()
    await databases.drop()
  })

  async function findings(sql: string, measure: boolean): Promise<readonly Finding[]> {
    const answer: Analysis = await service.client.call('analyze.run', { connectionId, sql, measure, consent: true })
    return analysisSchema.parse(JSON.parse(JSON.stringify(answer))).findings
  }

  async function of(rule: string, story: string, measure: boolean): Promise<Finding | undefined> {
    return (await findings(databases.variant(story).sql, measure)).find((one) => one.rule === rule)
  }

  /** Each advice of a finding against the statement as it is, without those that change tables. */
  async function proved(story: string, finding: Finding | undefined) {
    const advice = (finding?.advice ?? []).filter(({ variant }) => variant.ddl.length === 0)
    const variants = advice.map(({ variant }, at) => ({
      name: `advice ${at}`,
      sql: variant.sql,
      session: [...variant.session],
    }))
    const { comparisons, failure } = await experiment(service, {
      connectionId,
      variants: [{ name: 'now', sql: databases.variant(story).sql }, ...variants],
      consent: true,
      ...once,
    })
    expect(failure).toBeUndefined()
    return advice.map((one, at) => {
      const comparison = comparisons.find(({ variant }) => variant === `advice ${at}`)
      if (!comparison) throw new Error(`${one.title} was not compared`)
      console.info(
        `${endpoint.id}, ${story}: ${one.title}: rows ${comparison.sameResult}, ÷ ${fewer(comparison).toFixed(0)}`,
      )
      return { ...one, comparison }
    })
  }

  function fewer({ workRatio }: Comparison): number {
    return 1 / (workRatio['rowsExamined'] ?? Number.NaN)
  }

  const forward = 'order-limit-prefer-ordered-index'
  const reverse = 'order-limit-correlated-filter'

  test.runIf(!isPostgres)(
    'the forced plan of the story: every advice reads a hundredth, and the same rows',
    async () => {
      const story = '0-force-col1'
      const all = await proved(story, await of(forward, story, false))
      const texts = all.map(({ variant }) => variant.sql)
      expect(texts[0]).toContain('FORCE INDEX (`PRIMARY`)')
      for (const form of [/ IN \(SELECT/, /JOIN \(SELECT/, /UNION ALL/])
        expect(texts.some((sql) => form.test(sql))).toBe(true)
      for (const { title, comparison, equivalence } of all) {
        expect(equivalence, title).toBe('identical')
        expect(comparison.sameResult, title).toBe('same')
        expect(fewer(comparison), title).toBeGreaterThanOrEqual(100)
      }
    },
    120_000,
  )

  test('rows at the far end of the order: found by their condition, a tenth is read, and the same rows', async () => {
    const story = 'n4-or-correlated'
    const all = await proved(story, await of(reverse, story, true))
    expect(all.length).toBeGreaterThan(0)
    // What the server makes of a switch is its own choice.
    for (const { title, kind, comparison } of all.filter((one) => one.kind !== 'change-switch')) {
      expect(comparison.sameResult, title).toBe('same')
      expect(fewer(comparison), `${kind}: ${title}`).toBeGreaterThanOrEqual(10)
    }
  }, 120_000)

  test.each(['query', 'n1-negative-rare', 'n3-correlated-low-ids'])(
    '%s: the order is not advised',
    async (story) => {
      if (isPostgres && story !== 'query') return
      for (const measure of [false, true]) expect(await of(forward, story, measure)).toBeUndefined()
    },
    60_000,
  )

  test('rows that are found at once are not said to lie at the far end', async () => {
    const sql = "SELECT * FROM items WHERE (col1='A' OR col1='B') ORDER BY id DESC LIMIT 20"
    expect((await findings(sql, true)).some(({ rule }) => rule === reverse)).toBe(false)
  }, 60_000)

  test('an order hidden from its index: without the expression a hundredth is read', async () => {
    const sql = "SELECT * FROM items WHERE (col1='A' OR col1='B') ORDER BY id + 0 DESC LIMIT 20"
    // What MySQL 5.6 and 5.7 print does not tell how many rows match; measuring them neither.
    const finding = (await findings(sql, true)).find(({ rule }) => rule === forward)
    if (finding === undefined) return expect(endpoint.id).toBe('mysql56')
    expect(finding.advice.map(({ variant }) => variant.sql)).toEqual([sql.replace(' + 0', '')])
    const { comparisons } = await experiment(service, {
      connectionId,
      variants: [sql, finding.advice[0]?.variant.sql ?? ''],
      consent: true,
      ...once,
    })
    expect(comparisons[0]?.sameResult).toBe('same')
    expect(comparisons[0] && fewer(comparisons[0])).toBeGreaterThanOrEqual(100)
  }, 60_000)
})
