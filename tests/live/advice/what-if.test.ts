// Protects what-ifs of advice on real servers: each is tried by the means that its server has, asks before it copies, and leaves nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type WhatIfDocument, whatIfDocumentSchema } from '../../../src/core/advisor/trial/model'
import type { Request } from '../../../src/service/api'
import { faultFrom, until } from '../../kit/mysql'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { experimentServer, type Witness } from '../experiment/servers'
import { type TestService, testService } from '../experiment/service'
import { addIndex, dropIndex, rewrite, statement } from './advised'

const database = 'advice_what_if'
const servers = [...mysqlServers, ...postgresServers].map((endpoint) => experimentServer(endpoint, database))
const rows = 20_000

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', { timeout: 90_000 }, (server) => {
  const schema = server.isPostgres ? 'public' : database
  let service: TestService
  let connectionId: string
  let eyes: Witness
  beforeAll(async () => {
    const kinds = server.isPostgres ? `'k' || (id % 50)` : `CONCAT('k', id % 50)`
    const analyze = server.isPostgres ? 'VACUUM ANALYZE numbers' : 'ANALYZE TABLE numbers'
    await server.make(rows, [
      'ALTER TABLE numbers ADD COLUMN kind varchar(10)',
      `UPDATE numbers SET kind = ${kinds}`,
      'CREATE INDEX by_kind ON numbers (kind)',
      analyze,
    ])
    service = testService()
    connectionId = await service.open(server.target, server.password)
    eyes = await server.witness()
  }, 60_000)
  afterAll(async () => {
    await service.close()
    await eyes.end()
    await server.drop()
  })

  const whatIf = async (more: Partial<Request<'advice.whatIf'>>): Promise<WhatIfDocument> => {
    const request = { connectionId, sql: statement, advice: [addIndex(server, schema)], consent: true, ...more }
    const reply = await service.client.call('advice.whatIf', request)
    return whatIfDocumentSchema.parse(JSON.parse(JSON.stringify(reply)))
  }
  const one = async (more: Partial<Request<'advice.whatIf'>>) => {
    const { results } = await whatIf(more)
    const [result] = results
    if (!result?.whatIf) throw new Error(result?.notTried ?? 'Nothing came back')
    return { ...result.whatIf, advice: result.advice }
  }
  const indexes = () =>
    eyes.ask(
      server.isPostgres
        ? `SELECT indexname FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`
        : `SELECT DISTINCT INDEX_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = '${database}' ORDER BY 1`,
    )
  const isGone = async (name: string | undefined) => {
    const found = await eyes.ask(
      server.isPostgres
        ? `SELECT nspname FROM pg_namespace WHERE nspname = '${name}'`
        : `SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = '${name}'`,
    )
    return found.length === 0
  }

  test('an index is built on copies, where it would be read', async () => {
    const before = await indexes()
    const tried = await one({})
    expect(tried.method).toBe('copies')
    expect(tried.judgement).toBe('better')
    expect(tried.index).toMatchObject({ used: true, usedParts: ['word'], parts: 1 })
    expect(tried.before.rowsExamined).toBeGreaterThan(rows / 2)
    expect(tried.after.rowsExamined).toBeLessThan(10)
    expect(tried.advice.expected).toMatchObject({ method: 'what-if', rowsAfter: tried.after.rowsExamined })
    expect(tried.scratch?.left).toEqual([])
    expect(await isGone(tried.scratch?.schemas[0])).toBe(true)
    expect(await indexes()).toEqual(before)
  })

  test.each(['sample', 'narrow'] as const)('the same on %s copies', async (how) => {
    const sql = "SELECT id FROM numbers WHERE kind = 'k7' AND word LIKE 'w1%'"
    const advice = addIndex(server, schema)
    const own = { ...advice, variant: { ...advice.variant, sql } }
    const tried = await one({ sql, advice: [own], copies: { rows: how, ...(how === 'sample' && { fraction: 0.2 }) } })
    const [copy] = tried.scratch?.tables ?? []
    if (how === 'narrow') expect(copy?.columns).toEqual(expect.arrayContaining(['id', 'word', 'kind']))
    else {
      expect(copy).toMatchObject({ rows: 'sample', fraction: 0.2 })
      expect(tried.cautions.join(' ')).toMatch(/multiplied by its size/)
      expect(tried.scratch?.rows).toBeLessThan(rows / 2)
    }
    // 400 rows are of the kind. In the sample about 80 are, which stand for 400 again; estimates differ by some.
    const { rowsExamined = 0, rowsFrom } = tried.after
    expect(rowsFrom).toBe(how === 'sample' ? 'corrected' : 'estimated')
    expect(rowsExamined).toBeGreaterThan(400 / 3)
    expect(rowsExamined).toBeLessThan(400 * 3)
  })

  test('each of several is tried alone, and what cannot be tried says why', async () => {
    const missing = addIndex(server, schema, 'missing')
    const { results } = await whatIf({
      advice: [addIndex(server, schema), missing, addIndex(server, schema, 'kind'), rewrite(statement)],
      by: 'copies',
    })
    expect(results.map(({ whatIf: tried }) => tried?.index?.used)).toEqual([true, undefined, false, undefined])
    expect(results[1]?.notTried).toMatch(/missing/)
    expect(results[2]?.whatIf?.judgement).toBe('not-used')
    expect(results[2]?.whatIf?.reasons[0]).toBe('The server does not choose `ix_numbers_kind`.')
    expect(results[3]?.notTried).toMatch(/^It changes neither the statement nor its tables/)
    // The second one spoiled its copies: others were made for the third.
    const schemas = results.flatMap(({ whatIf: tried }) => tried?.scratch?.schemas ?? [])
    for (const name of new Set(schemas)) expect(await isGone(name)).toBe(true)
  })

  test('an index that is to be dropped is not touched', async () => {
    const before = await indexes()
    const sql = "SELECT id, word FROM numbers WHERE kind = 'k7'"
    const advice = dropIndex(server, schema, 'by_kind', 'kind')
    const own = { ...advice, variant: { ...advice.variant, sql } }
    const needed = await one({ sql, advice: [own] })
    expect(needed.method).toBe(server.isPostgres ? 'copies' : 'switched-off')
    expect(needed.judgement).toBe('worse')
    expect(needed.after.rowsExamined).toBeGreaterThan(rows / 2)
    const idle = await one({ advice: [dropIndex(server, schema, 'by_kind', 'kind')] })
    expect(idle.judgement).toBe('same')
    expect(idle.reasons[0]).toBe('The plan stays as it is without `by_kind`.')
    expect(await indexes()).toEqual(before)
  })

  test('another text is planned as it is, without asking', async () => {
    const tried = await one({ advice: [rewrite('SELECT id FROM numbers WHERE id = 77')], consent: false })
    expect(tried.method).toBe('planned')
    expect(tried.judgement).toBe('better')
    expect(tried.scratch).toBeUndefined()
  })

  test('values go into the placeholders, also where the advice has them in its text already', async () => {
    const sql = 'SELECT id FROM numbers WHERE word = :word'
    const values = { named: { word: { kind: 'text', value: 'w77' } } } as const
    const open = { ...addIndex(server, schema), variant: { ...addIndex(server, schema).variant, sql } }
    const { results } = await whatIf({ sql, values, advice: [open, addIndex(server, schema)] })
    expect(results.map(({ whatIf: tried }) => tried?.judgement)).toEqual(['better', 'better'])
  })

  test('asks before it copies, with what is copied', async () => {
    const { code, card } = await faultFrom(whatIf({ consent: false }))
    expect(code).toBe('needs-consent')
    expect(card?.sends.join(' ')).toMatch(/CREATE (DATABASE|SCHEMA) sargable_scratch_….*ix_numbers_word/)
    expect(card?.rows).toMatch(/rows and .* are copied/)
  })

  test('nothing is copied on production, or without the right to', async () => {
    const production = await service.open({ ...server.target, production: true }, server.password)
    expect((await faultFrom(whatIf({ connectionId: production, by: 'copies' }))).code).toBe('production-refused')
    await service.client.call('connections.close', { connectionId: production })
    const user = 'advice_weak'
    const made = server.isPostgres
      ? [`CREATE ROLE ${user} LOGIN PASSWORD 'p'`, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${user}`]
      : [`CREATE USER ${user}@'%' IDENTIFIED BY 'p'`, `GRANT SELECT ON ${database}.* TO ${user}@'%'`]
    for (const sql of made) await eyes.ask(sql)
    try {
      if (server.target.via !== 'network') throw new Error('Only over the network')
      const weak = await service.open({ ...server.target, user }, 'p')
      const { code, hint } = await faultFrom(whatIf({ connectionId: weak, by: 'copies' }))
      expect(code).toBe('not-allowed')
      expect(hint).toMatch(/GRANT/)
      await service.client.call('connections.close', { connectionId: weak })
    } finally {
      if (server.isPostgres) await eyes.ask(`DROP OWNED BY ${user}`)
      await eyes.ask(server.isPostgres ? `DROP ROLE ${user}` : `DROP USER ${user}@'%'`)
    }
  })

  test('stopped while it copies, it leaves nothing', async () => {
    const stop = new AbortController()
    let made: string | undefined
    const work = service.client.call(
      'advice.whatIf',
      { connectionId, sql: statement, advice: [addIndex(server, schema)], by: 'copies', consent: true },
      {
        signal: stop.signal,
        onEvent: ({ text }) => {
          made = /sargable_scratch_\w+/.exec(text)?.[0] ?? made
          if (text === 'Copying numbers') stop.abort()
        },
      },
    )
    expect((await faultFrom(work)).code).toBe('cancelled')
    expect(made).toBeDefined()
    await until('the copies are gone', () => isGone(made))
  })
})

describe.each(servers.filter(({ isPostgres }) => isPostgres))('$id, with hypopg', { timeout: 60_000 }, (server) => {
  let service: TestService
  let connectionId: string
  beforeAll(async () => {
    await server.make(rows, ['CREATE INDEX by_word ON numbers (word)', 'ANALYZE'])
    service = testService()
  }, 60_000)
  afterAll(async () => {
    await service.close()
    await server.drop()
  })

  test('without it, words say how to get it; with it nothing is copied, and it is gone afterwards', async () => {
    const sql = "SELECT id FROM numbers WHERE word LIKE 'w777%' AND id % 3 = 1"
    const advice = addIndex(server, 'public')
    const ddl = [
      {
        apply: 'CREATE INDEX ix_numbers_word ON public.numbers (word text_pattern_ops) INCLUDE (id)',
        undo: 'DROP INDEX public.ix_numbers_word',
      },
    ]
    const own = { ...advice, variant: { sql, session: [], ddl } }
    connectionId = await service.open(server.target, server.password)
    const without = await service.client.call('advice.whatIf', { connectionId, sql, advice: [own], consent: true })
    expect(without.hints.join(' ')).toMatch(/CREATE EXTENSION hypopg/)
    expect(without.results[0]?.whatIf?.method).toBe('copies')
    const eyes = await server.witness()
    await eyes.ask('CREATE EXTENSION hypopg')
    const found = await service.client.call('advice.whatIf', { connectionId, sql, advice: [own] })
    const [{ whatIf: tried } = {}] = found.results
    expect(tried?.method).toBe('hypothetical')
    expect(tried?.index).toMatchObject({ used: true, usedParts: ['word'] })
    expect(tried?.judgement).toBe('better')
    // The session that asked has none left.
    const { results } = await service.client.call('advice.whatIf', {
      connectionId,
      sql,
      advice: [rewrite(`${sql} LIMIT 10`)],
    })
    expect(JSON.stringify(results[0]?.whatIf?.before.plan)).not.toMatch(/<\d+>|ix_numbers_word/)
    await eyes.end()
  })

  test('an index is hidden where this version can hide', async () => {
    const hides = server.id !== 'pg15' // 1.3 there, 1.4 on 18
    const document = await service.client.call('advice.whatIf', {
      connectionId,
      sql: statement,
      advice: [dropIndex(server, 'public', 'by_word', 'word')],
      consent: true,
    })
    const [{ whatIf: tried } = {}] = document.results
    expect(tried?.method).toBe(hides ? 'hypothetical' : 'copies')
    expect(tried?.judgement).toBe('worse')
    expect(document.hints.join(' ')).toMatch(hides ? /^$/ : /1\.4 and later/)
  })

  test('on production it asks, and nothing but the statement and hypopg is sent', async () => {
    const production = await service.open({ ...server.target, production: true }, server.password)
    const sql = "SELECT id FROM numbers WHERE word = 'w77' AND id > 5"
    const asked = { connectionId: production, sql, advice: [addIndex(server, 'public')] }
    const { code, card } = await faultFrom(service.client.call('advice.whatIf', asked))
    expect(code).toBe('needs-consent')
    expect(card?.sends.join('; ')).toMatch(/hypopg_create_index\('CREATE INDEX ON "public"."numbers" \("word"\)'\)/)
    const { results } = await service.client.call('advice.whatIf', { ...asked, consent: true })
    expect(results[0]?.whatIf?.method).toBe('hypothetical')
  })
})
