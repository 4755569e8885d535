// Protects the reasons: each code stands where real servers give cause for it, and not where they do not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analyze } from '../../src/core/analysis/analyze'
import type { Catalog } from '../../src/core/catalog/model'
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

  checkReasons(mysqlCases, server.id, async (sql) => {
    const explain = await session.explain({ sql, trace: true }, never)
    const { keyUse } = analyze({
      engine: session.identity,
      capabilities: session.capabilities,
      sql,
      explain: explain.outputs,
      traceText: explain.traceText,
      catalog,
      cautions: [],
    })
    return keyUse.filter(({ planIndex }) => planIndex === 0)
  })
})
