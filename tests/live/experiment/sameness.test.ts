// Protects the judgement whether two statements return the same rows, and the reasons why it cannot be made, on all servers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { type ExperimentServer, experimentServer } from './servers'
import { experiment, type TestService, testService } from './service'

const servers = [...mysqlServers, ...postgresServers].map((endpoint) => experimentServer(endpoint, 'experiment_same'))

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

interface Case {
  readonly says: string
  readonly sql: readonly [string, string]
  readonly result: 'same' | 'different' | 'not-comparable'
  readonly because?: RegExp
  /** Of the baseline, of the variant. */
  readonly differences?: readonly [readonly (string | null)[], readonly (string | null)[]]
  readonly only?: 'mysql' | 'pg'
}

const cases: readonly Case[] = [
  {
    says: 'the same rows in another order are the same without ORDER BY',
    sql: ['SELECT id, word FROM numbers', 'SELECT id, word FROM (SELECT id, word FROM numbers ORDER BY word) sorted'],
    result: 'same',
  },
  {
    says: 'the same rows in another order differ where ORDER BY decides it',
    sql: ['SELECT id, word FROM numbers ORDER BY id', 'SELECT id, word FROM numbers ORDER BY id DESC'],
    result: 'different',
    because: /another order/,
  },
  {
    says: 'ties of an ORDER BY are not compared',
    sql: ['SELECT id FROM numbers ORDER BY id % 3', 'SELECT id FROM numbers ORDER BY id % 3, id DESC'],
    result: 'same',
    because: /leaves ties/,
  },
  {
    says: 'one other value is found and shown',
    sql: [
      'SELECT id, word FROM numbers',
      `SELECT id, CASE WHEN id = 777 THEN 'odd' ELSE word END AS word FROM numbers`,
    ],
    result: 'different',
    differences: [
      ['777', 'w777'],
      ['777', 'odd'],
    ],
  },
  {
    says: 'a row more is found and shown',
    sql: ['SELECT id FROM numbers WHERE id < 900', 'SELECT id FROM numbers WHERE id <= 900'],
    result: 'different',
    because: /899 rows, the variant 900/,
    differences: [[], ['900']],
  },
  {
    says: 'a row twice is not a row once',
    sql: ['SELECT id FROM numbers', 'SELECT id FROM numbers UNION ALL SELECT id FROM numbers WHERE id = 5'],
    result: 'different',
    differences: [[], ['5']],
  },
  {
    says: 'NULL is not the empty text',
    sql: [`SELECT id, NULL AS x FROM numbers WHERE id = 1`, `SELECT id, '' AS x FROM numbers WHERE id = 1`],
    result: 'different',
    differences: [
      ['1', null],
      ['1', ''],
    ],
  },
  {
    says: 'values do not flow into their neighbours',
    sql: [
      `SELECT 'ab' AS x, 'c' AS y FROM numbers WHERE id = 1`,
      `SELECT 'a' AS x, 'bc' AS y FROM numbers WHERE id = 1`,
    ],
    result: 'different',
    differences: [
      ['ab', 'c'],
      ['a', 'bc'],
    ],
  },
  {
    says: 'LIMIT without ORDER BY cannot be compared',
    sql: ['SELECT id FROM numbers LIMIT 10', 'SELECT id FROM numbers ORDER BY id LIMIT 10'],
    result: 'not-comparable',
    because: /LIMIT without ORDER BY/,
  },
  {
    says: 'LIMIT behind ties cannot be compared',
    sql: ['SELECT id FROM numbers ORDER BY id % 3 LIMIT 10', 'SELECT id FROM numbers ORDER BY id % 3 LIMIT 10'],
    result: 'not-comparable',
    because: /leaves ties/,
  },
  {
    says: 'LIMIT behind a total order is compared',
    sql: ['SELECT id FROM numbers ORDER BY id LIMIT 10', 'SELECT id FROM numbers WHERE id < 11 ORDER BY id LIMIT 10'],
    result: 'same',
  },
  {
    says: 'LIMIT that is not reached is compared',
    sql: ['SELECT id FROM numbers WHERE id < 5 LIMIT 10', 'SELECT id FROM numbers WHERE id <= 4'],
    result: 'same',
  },
  {
    says: 'a deferred join keeps the total order',
    sql: [
      'SELECT id, word FROM numbers ORDER BY id DESC LIMIT 20',
      'SELECT n.id, n.word FROM (SELECT id FROM numbers ORDER BY id DESC LIMIT 20) few JOIN numbers n ON n.id = few.id ORDER BY few.id DESC',
    ],
    result: 'same',
  },
  {
    says: 'RAND gives other values each time',
    sql: ['SELECT id, RAND() FROM numbers', 'SELECT id, RAND() FROM numbers'],
    result: 'not-comparable',
    because: /RAND\(\)/,
    only: 'mysql',
  },
  {
    says: 'random gives other values each time',
    sql: ['SELECT id, random() FROM numbers', 'SELECT id, random() FROM numbers'],
    result: 'not-comparable',
    because: /RANDOM\(\)/,
    only: 'pg',
  },
  {
    says: 'the time of the run cannot be compared',
    sql: ['SELECT id FROM numbers WHERE CURRENT_TIMESTAMP IS NOT NULL', 'SELECT id FROM numbers'],
    result: 'not-comparable',
    because: /CURRENT_TIMESTAMP/,
  },
  {
    says: 'values joined in the order of reading cannot be compared',
    sql: [
      'SELECT GROUP_CONCAT(id) FROM (SELECT id FROM numbers WHERE id < 4) few',
      'SELECT GROUP_CONCAT(id ORDER BY id DESC) FROM numbers WHERE id < 4',
    ],
    result: 'not-comparable',
    because: /GROUP_CONCAT/,
    only: 'mysql',
  },
  {
    says: 'another number of columns differs',
    sql: ['SELECT id FROM numbers', 'SELECT id, word FROM numbers'],
    result: 'different',
    because: /1 columns, the variant 2/,
  },
  {
    says: 'no rows are the same as no rows',
    sql: ['SELECT id FROM numbers WHERE id < 0', 'SELECT id FROM numbers WHERE id > 99999'],
    result: 'same',
  },
]

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
  const own = cases.filter(({ only }) => only === undefined || (only === 'pg') === server.isPostgres)

  test.each(own)('$says', async ({ sql, result, because, differences }) => {
    const document = await experiment(service, {
      connectionId,
      variants: [...sql],
      warmupRounds: 0,
      minPairs: 1,
      maxPairs: 1,
    })
    const [found] = document.comparisons
    expect(found).toMatchObject({ sameResult: result })
    if (because) expect(found?.sameResultBecause).toMatch(because)
    if (!differences) return
    const rows = (only: 'baseline' | 'variant') =>
      (found?.firstDifferences ?? []).filter((one) => one.only === only).flatMap(({ row }) => row)
    expect([rows('baseline'), rows('variant')]).toEqual(differences)
  })
})
