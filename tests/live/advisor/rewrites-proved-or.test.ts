// Protects the advice on OR across columns and on a far OFFSET: the product's comparison finds the same rows, and far fewer read for the OR.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '../../../src/core/advisor/model'
import { analysisSchema } from '../../../src/core/analysis/model'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { experimentServer } from '../experiment/servers'
import { experiment, type TestService, testService } from '../experiment/service'

const ids = ['mysql56', 'mysql97', 'mariadb1011', 'pg15']
const servers = [...mysqlServers, ...postgresServers].filter(({ id }) => ids.includes(id))
const once = { warmupRounds: 0, minPairs: 1, maxPairs: 1, budgetMs: 5000, runTimeoutMs: 60_000 }
const rows = 30_000

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (endpoint) => {
  const server = experimentServer(endpoint, `rewrites_or_${process.pid}`)
  let service: TestService
  let connectionId = ''

  beforeAll(async () => {
    await server.make(rows, [
      'CREATE TABLE customer (id INT NOT NULL PRIMARY KEY, code INT, name VARCHAR(40))',
      'CREATE INDEX code ON customer (code)',
      'CREATE TABLE orders (id INT NOT NULL PRIMARY KEY, customer_id INT NOT NULL, amount INT, note VARCHAR(400))',
      'CREATE INDEX customer_id ON orders (customer_id)',
      'CREATE INDEX amount ON orders (amount, id)',
      "INSERT INTO customer SELECT id, NULLIF(id * 7 % 9001, 5), CONCAT('c', id) FROM numbers WHERE id <= 9000",
      "INSERT INTO orders SELECT id, 1 + id * 13 % 9000, NULLIF(id * 31 % 15013, 9), REPEAT('n', 300) FROM numbers",
      ...(server.isPostgres ? [] : ['ANALYZE TABLE customer', 'ANALYZE TABLE orders']),
    ])
    service = testService()
    connectionId = await service.open(server.target, server.password)
  }, 120_000)
  afterAll(async () => {
    await service.close()
    await server.drop()
  })

  async function findingOf(rule: string, sql: string): Promise<Finding | undefined> {
    const answer = await service.client.call('analyze.run', { connectionId, sql })
    return analysisSchema.parse(JSON.parse(JSON.stringify(answer))).findings.find((one) => one.rule === rule)
  }

  async function compared(sql: string, finding: Finding | undefined) {
    const [advice] = finding?.advice ?? []
    if (!advice) throw new Error(`Nothing is advised: ${sql}`)
    const { comparisons, failure } = await experiment(service, {
      connectionId,
      variants: [sql, advice.variant.sql],
      consent: true,
      ...once,
    })
    expect(failure).toBeUndefined()
    const [comparison] = comparisons
    if (!comparison) throw new Error('Nothing was compared')
    const fewer = 1 / (comparison.workRatio['rowsExamined'] ?? Number.NaN)
    console.info(`${endpoint.id}: ${advice.title}: rows ${comparison.sameResult}, ÷ ${fewer.toFixed(1)}`)
    return { advice, comparison, fewer }
  }

  const joined = 'FROM orders JOIN customer ON customer.id = orders.customer_id'
  test.each([
    [
      'with keys',
      `SELECT orders.id, customer.id AS who ${joined} WHERE orders.amount = 77 OR customer.code = 5`,
      /\nUNION\n/,
    ],
    ['without', `SELECT customer.name ${joined} WHERE customer.code = 7 OR orders.amount = 77`, /\nUNION ALL\n/],
    [
      'with an order',
      `SELECT orders.id AS no, customer.name, customer.id ${joined} WHERE orders.amount = 77 OR customer.code = 7 ORDER BY no DESC`,
      /ORDER BY [`"]no[`"] DESC$/,
    ],
  ])(
    'an OR over two tables, %s',
    async (_says, sql, form) => {
      const { advice, comparison, fewer } = await compared(sql, await findingOf('or-across-columns', sql))
      expect(advice.variant.sql).toMatch(form)
      expect(comparison.sameResult).toBe('same')
      expect(fewer).toBeGreaterThanOrEqual(100)
    },
    60_000,
  )

  test('a far page', async () => {
    const sql = 'SELECT * FROM orders WHERE amount > 5 ORDER BY amount, id LIMIT 20 OFFSET 20000'
    const { advice, comparison } = await compared(sql, await findingOf('deferred-join-offset', sql))
    expect(advice.equivalence).toBe('identical')
    expect(comparison.sameResult).toBe('same')
  }, 60_000)
})
