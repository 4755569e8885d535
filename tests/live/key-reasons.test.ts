// Protects the reasons: each code stands where real servers give cause for it, and not where they do not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analyze } from '../../src/core/analysis/analyze'
import type { Catalog } from '../../src/core/catalog/model'
import { isAboutCondition } from '../../src/core/keyparts/condition-findings'
import { keyPartReasonCodeSchema } from '../../src/core/keyparts/model'
import type { Session } from '../../src/engines/engine'
import { mysqlCases, mysqlTables } from '../kit/key-reason-cases'
import { postgresCases } from '../kit/key-reason-cases-postgres'
import { checkReasons } from '../kit/key-reason-check'
import { dropDatabase, freshDatabase, never, open } from '../kit/mysql'
import { mysqlServers } from '../kit/servers'

const database = 'sargable_key_reasons'

test('every reason has its pair', () => {
  const proved = new Set([...mysqlCases, ...postgresCases].map(({ code }) => code))
  expect(keyPartReasonCodeSchema.options.filter((code) => !proved.has(code))).toEqual([])
})

// PostgreSQL's and the embedded server's stand in key-postgres.test.ts.
describe.each(mysqlServers)('$id', (server) => {
  let session: Session
  let catalog: Catalog
  beforeAll(async () => {
    await freshDatabase(server, database, mysqlTables)
    session = await open(server, { database })
    catalog = await session.catalog([{ name: 't' }, { name: 'u' }, { name: 'few' }], never)
  }, 60_000)
  afterAll(async () => {
    await session.close()
    await dropDatabase(server, database)
  })

  const analyzed = async (sql: string) => {
    const explain = await session.explain({ sql, trace: true }, never)
    return analyze({
      engine: session.identity,
      capabilities: session.capabilities,
      sql,
      explain: explain.outputs,
      traceText: explain.traceText,
      catalog,
      cautions: [],
    })
  }

  checkReasons(mysqlCases, server.id, async (sql) =>
    (await analyzed(sql)).keyUse.filter(({ planIndex }) => planIndex === 0),
  )

  test.each([
    ['unsearchable-comparison', 'SELECT * FROM t WHERE pad = 5', "SELECT * FROM t WHERE pad = '5'"],
    ['unsearchable-comparison', 'SELECT * FROM u JOIN few f ON u.n = f.w', 'SELECT * FROM u JOIN few f ON u.n = f.n'],
    // Without an index: with one the server finds it out itself, and its plan says so.
    ['impossible-condition', 'SELECT * FROM few WHERE n > 3 AND n < 2', 'SELECT * FROM few WHERE n > 2 AND n < 4'],
    [
      'impossible-condition',
      'SELECT * FROM t LEFT JOIN few f ON f.n > 3 AND f.n < 2',
      'SELECT * FROM t LEFT JOIN few f ON f.n > 2 AND f.n < 3',
    ],
  ])('%s: %s, and not %s', async (rule, yes, no) => {
    const rulesOf = async (sql: string) =>
      (await analyzed(sql)).findings.filter(isAboutCondition).map((one) => one.rule)
    expect(await rulesOf(yes)).toEqual([rule])
    expect(await rulesOf(no)).toEqual([])
  })
})
