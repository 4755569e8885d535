// Protects experiments on copies: changes of a variant are on its copies only, writing statements too, and whatever happens no schema, session or lock is left.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { scratchPrefix } from '../../../src/core/scratch/model'
import { buildEmbeddedWorker } from '../../kit/embedded-worker'
import { faultFrom, until } from '../../kit/mysql'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { type ExperimentServer, experimentServer, type Witness } from './servers'
import { experiment, type TestService, testService } from './service'

const database = 'experiment_scratch'
const servers = [...mysqlServers, ...postgresServers].map((endpoint) => experimentServer(endpoint, database))

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (server: ExperimentServer) => {
  let service: TestService
  let connectionId: string
  let eyes: Witness
  const schemaOf = server.isPostgres ? 'public' : database
  beforeAll(async () => {
    await server.make(5000)
    service = testService()
    connectionId = await service.open(server.target, server.password)
    eyes = await server.witness()
  })
  afterAll(async () => {
    await service.close()
    await eyes.end()
    await server.drop()
  })
  const scratchSchemas = () =>
    eyes.ask(
      server.isPostgres
        ? `SELECT nspname FROM pg_namespace WHERE starts_with(nspname, '${scratchPrefix}')`
        : `SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE '${scratchPrefix.replaceAll('_', '\\_')}20%'`,
    )
  /** Connections to the database and to scratch schemas of it; other tests have theirs on this server too. */
  const sessions = async (schemas: readonly string[]) =>
    (
      await eyes.ask(
        server.isPostgres
          ? `SELECT pid FROM pg_stat_activity WHERE datname = '${database}' AND pid <> pg_backend_pid()`
          : `SELECT ID FROM information_schema.PROCESSLIST WHERE DB IN (${[database, ...schemas].map((name) => `'${name}'`).join(', ')}) AND ID <> CONNECTION_ID()`,
      )
    ).length
  /** Other tests make scratch schemas on this server too: those that were there before are not counted. */
  let before: readonly string[] = []
  const nothingLeft = async (schemas: readonly string[] = []) => {
    const now = await scratchSchemas()
    expect(now.filter((schema) => schemas.includes(schema))).toEqual([])
    await until('only its own connection is left', async () => (await sessions(schemas)) === 1)
  }
  const nothingLeftOf = async (schemas: readonly string[]) => {
    expect((await scratchSchemas()).filter((schema) => schemas.includes(schema))).toEqual([])
  }
  afterEach(async () => {
    expect(await eyes.ask('SELECT COUNT(*) FROM numbers')).toEqual(['5000'])
    expect(await eyes.ask(`SELECT COUNT(*) FROM numbers WHERE word = 'changed'`)).toEqual(['0'])
  })
  const index = { apply: 'CREATE INDEX by_word ON numbers (word)', undo: 'DROP INDEX by_word ON numbers' }
  const find = `SELECT id FROM ${schemaOf}.numbers WHERE word = 'w4711'`

  test('an index of one variant is on its copy only, and makes it read less', { timeout: 60_000 }, async () => {
    before = await scratchSchemas()
    const document = await experiment(service, {
      connectionId,
      variants: [find, { sql: find, ddl: [index], label: 'indexed' }, { sql: find, ddl: [index] }],
      scratch: { rows: 'all' },
      maxPairs: 10,
      consent: true,
    })
    const [indexed, again] = document.comparisons
    expect(indexed).toMatchObject({ sameResult: 'same' })
    expect(indexed?.workRatio['rowsExamined']).toBeLessThan(0.01)
    expect(again?.workRatio['rowsExamined']).toBeLessThan(0.01)
    expect(document.spec.scratch).toEqual({ rows: 'all' })
    const [a, b, c] = document.spec.variants.map(({ schema }) => schema)
    expect(b).toMatch(new RegExp(`^${scratchPrefix}`))
    expect([a === b, b === c]).toEqual([false, true])
    expect(document.spec.variants[1]).toMatchObject({ sql: find, label: 'indexed' })
    expect(document.scratch).toMatchObject({ schemas: [a, b], rows: 10_000, left: [] })
    expect(document.plans).toHaveLength(3)
    expect(document.plans[1]?.root).toBeDefined()
    expect(before).not.toContain(a)
    await nothingLeft(document.scratch?.schemas)
  })

  test('a writing statement runs on copies and is rolled back', { timeout: 60_000 }, async () => {
    const document = await experiment(service, {
      connectionId,
      variants: [
        `UPDATE numbers SET word = 'changed' WHERE id <= 100`,
        `UPDATE ${schemaOf}.numbers SET word = 'changed' WHERE id <= 100 AND word LIKE 'w%'`,
        `UPDATE numbers SET word = 'changed' WHERE id <= 99`,
      ],
      scratch: { rows: 'all' },
      maxPairs: 6,
      consent: true,
    })
    expect(document.samples.filter(({ variant }) => variant === 'A').every(({ rows }) => rows === 100)).toBe(true)
    expect(document.comparisons.map(({ sameResult }) => sameResult)).toEqual(['unchecked', 'different'])
    expect(document.cautions.join('\n')).toMatch(/rolled back/)
    expect(document.scratch?.schemas).toHaveLength(1)
    await nothingLeft(document.scratch?.schemas)
  })

  test('rows of locking reads are compared, on a sample of the rows', { timeout: 60_000 }, async () => {
    const document = await experiment(service, {
      connectionId,
      variants: [
        'SELECT id FROM numbers WHERE id > 10 FOR UPDATE',
        'SELECT id FROM numbers WHERE id + 0 > 10 FOR UPDATE',
      ],
      scratch: { rows: 'sample' },
      maxPairs: 6,
      consent: true,
    })
    expect(document.comparisons[0]?.sameResult).toBe('same')
    expect(document.spec.scratch).toEqual({ rows: 'sample', fraction: 0.1 })
    // A tenth of 5,000, by the hash of the key.
    expect(document.scratch?.rows).toBeGreaterThan(300)
    expect(document.scratch?.rows).toBeLessThan(700)
    await nothingLeft(document.scratch?.schemas)
  })

  test('a mistake in a change names the variant, and nothing is timed', { timeout: 60_000 }, async () => {
    const wrong = { apply: 'CREATE INDEX broken ON numbers (no_such_column)', undo: '' }
    const seen: string[] = []
    const fault = await faultFrom(
      experiment(
        service,
        { connectionId, variants: [find, { sql: find, ddl: [wrong] }], consent: true },
        { onEvent: ({ sample, text }) => seen.push(sample ? 'sample' : text) },
      ),
    )
    expect(fault.message).toMatch(/^B: .*no_such_column/)
    expect(seen).not.toContain('sample')
    const made = seen.flatMap((text) => new RegExp(`${scratchPrefix}\\w+`).exec(text)?.[0] ?? [])
    expect(made).not.toEqual([])
    await nothingLeft(made)
  })

  test('a mistake in a statement leaves no copies', { timeout: 60_000 }, async () => {
    const fault = await faultFrom(
      experiment(service, {
        connectionId,
        variants: [find, 'SELECT no_such_column FROM numbers'],
        scratch: { rows: 'all' },
        consent: true,
      }),
    )
    expect(fault.message).toMatch(/^B: .*no_such_column/)
    await until('only its own connection is left', async () => (await sessions([])) === 1)
  })

  test('a stop keeps the finished pairs and removes the copies', { timeout: 60_000 }, async () => {
    const stop = new AbortController()
    const document = await experiment(
      service,
      {
        connectionId,
        variants: [find, { sql: find, ddl: [index] }],
        minPairs: 5000,
        maxPairs: 5000,
        budgetMs: 60_000,
        consent: true,
      },
      {
        signal: stop.signal,
        onEvent: ({ sample }) => {
          if (sample?.pair === 3) stop.abort()
        },
      },
    )
    expect(document.stoppedBecause).toBe('stopped')
    expect(document.samples.length).toBeGreaterThanOrEqual(8)
    expect(document.scratch?.left).toEqual([])
    await nothingLeft(document.scratch?.schemas)
  })

  test('a trigger whose body has several statements can be a change', { timeout: 60_000 }, async () => {
    const sql = 'INSERT INTO numbers SELECT id + 100000, word FROM numbers WHERE id <= 500'
    const trigger = server.isPostgres
      ? [
          {
            apply: `CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.word := upper(NEW.word); NEW.word := lower(NEW.word); RETURN NEW; END $$`,
            undo: '',
          },
          {
            apply: 'CREATE TRIGGER shouts BEFORE INSERT ON numbers FOR EACH ROW EXECUTE FUNCTION shout()',
            undo: '',
          },
        ]
      : [
          {
            apply: `CREATE TRIGGER shouts BEFORE INSERT ON numbers FOR EACH ROW BEGIN SET NEW.word = UPPER(NEW.word); SET NEW.word = LOWER(NEW.word); END`,
            undo: 'DROP TRIGGER shouts',
          },
        ]
    const document = await experiment(service, {
      connectionId,
      variants: [sql, { sql, ddl: trigger }],
      maxPairs: 10,
      perRun: { count: 500, of: 'rows' },
      preset: 'triggers',
      consent: true,
    })
    expect(document.spec).toMatchObject({ preset: 'triggers', perRun: { count: 500, of: 'rows' } })
    expect(document.samples.every(({ rows }) => rows === 500)).toBe(true)
    expect(document.comparisons[0]).toMatchObject({ sameResult: 'unchecked', pairs: 10 })
    expect(document.comparisons[0]?.ratio).toBeGreaterThan(1)
    await nothingLeft(document.scratch?.schemas)
  })

  test('copies are asked for, with every change on the card', async () => {
    const variants = [find, { sql: find, ddl: [index] }, `DELETE FROM numbers WHERE id = 1`]
    const fault = await faultFrom(experiment(service, { connectionId, variants, scratch: { rows: 'all' } }))
    expect(fault.code).toBe('needs-consent')
    expect(fault.card?.sends.join('\n')).toContain(`B: ${index.apply}`)
    expect(fault.card?.sends[0]).toContain(scratchPrefix)
    expect(fault.card?.sends.at(-1)).toContain(`DROP ${server.isPostgres ? 'SCHEMA' : 'DATABASE'} ${scratchPrefix}`)
    expect(fault.card?.worstCase).toMatch(/take up to .* of the server’s disk/)
  })

  test('nothing is copied on a production connection', async () => {
    const production = await service.open({ ...server.target, production: true }, server.password)
    const there = experiment(service, {
      connectionId: production,
      variants: [find, { sql: find, ddl: [index] }],
      consent: true,
    })
    expect((await faultFrom(there)).code).toBe('production-refused')
    await service.client.call('connections.close', { connectionId: production })
  })

  test('a production connection that allows copies takes them, after a card with their size', {
    timeout: 60_000,
  }, async () => {
    const allowed = await service.open({ ...server.target, production: true, scratchAllowed: true }, server.password)
    const order = { connectionId: allowed, variants: [find, { sql: find, ddl: [index] }], maxPairs: 10 }
    const { code, card } = await faultFrom(experiment(service, order))
    expect(code).toBe('needs-consent')
    expect(card?.rows).toMatch(/^About [\d,]+ rows and .* are copied\. Each statement runs/)
    expect(card?.sends.some((sent) => sent.includes('CREATE TABLE numbers, like the original'))).toBe(true)
    const document = await experiment(service, { ...order, consent: true })
    // That the index was used: by work, since ten pairs on a busy machine need not be enough for a clock.
    expect(document.comparisons[0]?.sameResult).toBe('same')
    expect(document.comparisons[0]?.workRatio['rowsExamined']).toBeLessThan(0.01)
    expect(document.scratch?.left).toEqual([])
    await nothingLeftOf(document.scratch?.schemas ?? [])
    // Beside the copies it stays what it is.
    const itself = await faultFrom(
      experiment(service, { connectionId: allowed, variants: [find, find], consent: true }),
    )
    expect(itself.code).toBe('production-refused')
    await service.client.call('connections.close', { connectionId: allowed })
  })
})

describe('PGlite', () => {
  let service: TestService
  beforeAll(async () => {
    await buildEmbeddedWorker()
    service = testService()
  })
  afterAll(() => service.close())

  test('runs on copies too, decides by pages, and has only the originals afterwards', {
    timeout: 180_000,
  }, async () => {
    const { client } = service
    const { connection, sql } = await client.call('samples.open', { name: 'dbt2-new-order-prefix', on: 'pglite' })
    const { connectionId } = connection
    const run = (variants: Parameters<typeof experiment>[1]['variants']) =>
      experiment(service, { connectionId, variants, maxPairs: 6, consent: true })
    const better = { apply: 'CREATE INDEX by_district ON new_order (no_w_id, no_d_id)', undo: '' }
    const document = await run([sql, { sql, ddl: [better] }])
    expect(document.comparisons[0]).toMatchObject({ decidedBy: 'work', verdict: 'faster', sameResult: 'same' })
    expect(document.scratch).toMatchObject({ left: [] })
    expect(document.scratch?.schemas).toHaveLength(2)
    const schemas = `SELECT nspname FROM pg_namespace WHERE starts_with(nspname, '${scratchPrefix}')`
    const indexes = `SELECT indexname FROM pg_indexes WHERE indexname = 'by_district'`
    const after = await run([schemas, indexes])
    expect(after.samples.every(({ rows }) => rows === 0)).toBe(true)
  })
})
