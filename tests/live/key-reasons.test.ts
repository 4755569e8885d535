// Protects the reasons: each code stands where real servers give cause for it, and not where they do not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analyze } from '../../src/core/analysis/analyze'
import type { Catalog } from '../../src/core/catalog/model'
import type { KeyPartUse } from '../../src/core/keyparts/model'
import type { Session } from '../../src/engines/engine'
import { mysqlCases, mysqlTables, type ReasonCase } from '../kit/key-reason-cases'
import { dropDatabase, freshDatabase, never, open } from '../kit/mysql'
import { mysqlServers } from '../kit/servers'

const database = 'sargable_key_reasons'

/** The part in the best plan's uses, read by the product as it reads everything. */
async function partIn(session: Session, catalog: Catalog, sql: string, place: string): Promise<KeyPartUse> {
  const [table, index, ...name] = place.split('.')
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
  const use = keyUse.find((one) => one.planIndex === 0 && one.table === table && one.index === index)
  const part = use?.parts.find((one) => (one.column ?? one.expression) === name.join('.'))
  if (part === undefined) throw new Error(`No part ${place} in ${sql}`)
  return part
}

/** A server's own table of cases. */
function checked(
  cases: readonly ReasonCase[],
  id: string,
  ask: (sql: string, place: string) => Promise<KeyPartUse>,
): void {
  test.each(cases.filter(({ on }) => on === undefined || on.includes(id)))('$code: $name', async (one) => {
    const given = await ask(one.yes, one.part)
    expect({ code: given.reason?.code, text: given.reason?.text }).toEqual({
      code: one.code,
      text: expect.stringMatching(one.says),
    })
    const from = given.reason?.evidence?.map((each) => each.from) ?? []
    expect(one.from.filter((each) => !from.includes(each))).toEqual([])
    const spared = await ask(one.no, one.part)
    expect(spared.reason?.code).not.toBe(one.code)
  })
}

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
  checked(mysqlCases, server.id, (sql, place) => partIn(session, catalog, sql, place))
})
