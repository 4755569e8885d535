// Protects what PostgreSQL's planner is asked when a choice is taken away: right answers on real servers, and a session left as it was.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Alternatives, PlannerQuestion } from '../../src/core/alternatives/model'
import { createContext, type ServiceContext } from '../../src/service/context'
import { alternativeMethods } from '../../src/service/methods/alternatives'
import { connectionMethods } from '../../src/service/methods/connections'
import { buildEmbeddedWorker } from '../kit/embedded-worker'
import { dropPostgres, freshPostgres } from '../kit/postgres'
import { postgresServers } from '../kit/servers'
import { alternativesDatabase as database, indexCases, places, schema } from './alternatives-cases'
import { faultFrom } from './postgres-fixture'

const signal = new AbortController().signal
const context = { signal, progress: () => undefined }
let folder = ''
let service: ServiceContext

beforeAll(async () => {
  await buildEmbeddedWorker()
  folder = await mkdtemp(join(tmpdir(), 'sargable-alternatives-'))
  const appFolder = join(import.meta.dirname, '../..')
  service = createContext({ version: '0', secrets: 'memory', appFolder, dataFolder: folder, cacheFolder: folder })
})
afterAll(async () => {
  await service?.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each(places)('$id', ({ id, target, password, hypopg }) => {
  let connectionId = ''
  const server = postgresServers.find((one) => one.id === id)
  const methods = () => alternativeMethods(service)
  const ask = (sql: string, index?: { table: string; index: string }, more: { budgetMs?: number } = {}) =>
    methods()['whynot.alternatives']({ connectionId, sql, ...(index && { index }), ...more }, context)
  const open = async () => {
    const request = { target, ...(password !== undefined && { password }) }
    return (await connectionMethods(service)['connections.open'](request, context)).connectionId
  }
  const onSession = <T>(sql: string, read: (rows: readonly (readonly (string | null)[])[]) => T) =>
    service.connections.withSession(connectionId, signal, async (session) =>
      read((await session.read(sql, signal)).rows),
    )
  /** Name and value of every setting that something in this session has changed, but for the limits of every session. */
  const changed = () =>
    onSession(
      `SELECT name, setting FROM pg_settings WHERE source = 'session' AND (name LIKE 'enable%' OR name IN
        ('max_parallel_workers_per_gather', 'join_collapse_limit', 'jit', 'plan_cache_mode'))`,
      (rows) => rows,
    )
  const execute = (statement: string) =>
    service.connections.withSession(connectionId, signal, (session) => session.execute(statement, signal))

  beforeAll(async () => {
    if (server) {
      const client = await freshPostgres(server, database)
      for (const statement of schema) await client.query(statement)
      await client.end()
      connectionId = await open()
    } else {
      connectionId = await open()
      for (const statement of schema) await execute(statement)
    }
  })
  afterAll(async () => {
    await service?.connections.close(connectionId)
    if (server) await dropPostgres(server, database)
  })

  const answers = (one: Alternatives) => one.alternatives.map(({ question }) => question.taken)
  const alternative = (one: Alternatives, pattern: RegExp) => one.alternatives.find(({ words }) => pattern.test(words))

  describe('why an index is not read', () => {
    test.each(indexCases)('$name', async ({ sql, table, index, answer, says }) => {
      const { whyNot } = await ask(sql, { table, index })
      expect(whyNot).toMatchObject({ answer, text: expect.stringMatching(says) })
    })
  })

  test('all three ways to join are costed, none with a penalty in its cost', async () => {
    const found = await ask('SELECT count(a.name) FROM post p JOIN author a ON a.id = p.author_id')
    expect(found.chosen.words).toMatch(/hash join/)
    const merge = alternative(found, /merge join/)
    const loop = alternative(found, /nested loop/)
    expect(merge?.ratio).toBeGreaterThan(1)
    expect(loop?.ratio).toBeGreaterThan(1)
    expect([merge?.forced, loop?.forced]).toEqual([[], []])
    for (const { cost } of found.alternatives) expect(cost).toBeLessThan(1e7)
    expect(merge?.difference).toMatch(/merge join instead of a hash join|now read by/)
    expect(found.text).toMatch(/^The planner chose its plan at cost [\d,]+; the next best of \d other plans, without /)
  })

  test('where nothing else is possible, that is the answer', async () => {
    const found = await ask('SELECT * FROM note')
    expect(found.alternatives).toEqual([])
    expect(found.text).toMatch(/nothing else was possible/)
    expect(found.unchanged.find(({ question }) => question.id === 'enable_seqscan')).toMatchObject({
      because: 'no-other-way',
      text: expect.stringMatching(/no other way than Seq Scan on `note`/),
    })
  })

  test('a step that had to be used although it was switched off is named, and its penalty is not in the cost', async () => {
    const found = await ask('SELECT n.text, a.name FROM note n JOIN author a ON a.id = n.id')
    expect(found.chosen.words).toMatch(/^`n` by a sequential scan, hash join `a` by a sequential scan$/)
    const alone = found.alternatives.find(({ question }) => question.id === 'enable_seqscan')
    expect(alone?.forced).toContain('Seq Scan on `n`')
    expect(alone?.cost).toBeLessThan(1e5)
    expect(alone?.penalties).toBe(id === 'pg15' ? 1 : 0)
    expect(alone?.caution !== undefined).toBe(id === 'pg15')
  })

  test('every kind of step of the plan is taken away once', async () => {
    const found = await ask('SELECT country, count(*) FROM author GROUP BY country')
    const asked = [
      ...found.alternatives.flatMap((one) => [one.question.taken, ...one.also]),
      ...found.unchanged.map(({ question }) => question.taken),
    ]
    expect(asked).toContain('hash aggregates')
    expect(found.asked).toBeLessThanOrEqual(25)
    expect(new Set(asked).size).toBe(asked.length)
  })

  test('placeholders without values are planned anew for each question', async () => {
    const found = await ask('SELECT * FROM post WHERE author_id = $1')
    expect(found.chosen.words).toMatch(/post_author_created/)
    expect(alternative(found, /sequential scan/)?.ratio).toBeGreaterThan(1)
    expect(found.cautions.join(' ')).toMatch(/generic/)
    await onSession('SELECT count(*)::text FROM pg_prepared_statements', (rows) => expect(rows).toEqual([['0']]))
  })

  test('values stand in the places of placeholders', async () => {
    const request = {
      connectionId,
      sql: 'SELECT * FROM post WHERE author_id = $1',
      values: { positional: [{ kind: 'number' as const, value: 7 }] },
    }
    const found = await methods()['whynot.alternatives'](request, context)
    expect(found.chosen.words).toMatch(/post_author_created/)
    expect(found.cautions.join(' ')).not.toMatch(/generic/)
  })

  test('a writing statement is planned, and nothing is written', async () => {
    const found = await ask('DELETE FROM post WHERE author_id = 7')
    expect(alternative(found, /sequential scan/)).toBeDefined()
    await onSession('SELECT count(*)::text FROM post', (rows) => expect(rows).toEqual([['40000']]))
  })

  test('after the time for questions, what came back is the answer', async () => {
    const found = await ask('SELECT * FROM post WHERE score = slow()', undefined, { budgetMs: 1 })
    expect(found.asked).toBe(1)
    expect(found.cautions.join(' ')).toMatch(/time for questions was over after 1 of \d+/)
  })

  test('the forced plan is run beside the chosen one, and the planner was right', async () => {
    const sql = 'SELECT * FROM post WHERE id = 5'
    const found = await ask(sql)
    const question = alternative(found, /sequential scan/)?.question
    const measured = await measure(sql, question)
    expect(measured).toMatchObject({
      verdict: 'right',
      runs: 2,
      text: expect.stringMatching(/^The planner was right: without any index it takes/),
    })
    expect(measured.expectedRatio).toBeGreaterThan(50)
    expect(measured.loser.blocks ?? 0).toBeGreaterThan(measured.chosen.blocks ?? 0)
    expect(measured.loser.plan?.root.access?.accessType).toBe('Seq Scan')
  })

  test('the plan that reads an index asked about can be run, where settings lead to it', async () => {
    const sql = 'SELECT * FROM post WHERE score = 3 ORDER BY created LIMIT 10'
    const { whyNot } = await ask(sql, { table: 'post', index: 'post_score' })
    const measured = await measure(sql, whyNot?.measurable)
    expect(measured.verdict).toBe('right')
    expect(measured.loser.plan?.source.text).toContain('post_score')
  })

  test('rows estimated wrong are named when the forced plan is faster', async () => {
    const sql = `SELECT count(a.name) FROM post p JOIN author a ON a.id = p.author_id
      WHERE p.id % 1 = 0 AND p.score % 1 = 0 AND p.author_id % 1 = 0`
    const found = await ask(sql)
    expect(found.chosen.words).toMatch(/nested loop/)
    const question = found.alternatives.find(({ question }) => question.id === 'enable_nestloop')?.question
    const measured = await measure(sql, question)
    expect(measured).toMatchObject({
      verdict: 'misestimate',
      text: expect.stringMatching(/expected to give 1 and gave 40,000/),
    })
  })

  test.each([
    ['is run only if it reads', 'DELETE FROM post WHERE id = 5', 'not-allowed'],
    ['cannot be run with a made-up index', 'SELECT * FROM post', 'unsupported'],
  ])('a forced plan %s', async (_name, sql, code) => {
    const added = code === 'unsupported' ? ['CREATE INDEX ON post (body)'] : []
    const question = { id: 'x', taken: 'x', phrase: 'Without x', settings: [], hidden: [], added }
    expect((await faultFrom(methods()['whynot.measureForced']({ connectionId, sql, question }, context))).code).toBe(
      code,
    )
  })

  const measure = async (sql: string, question: PlannerQuestion | undefined) => {
    if (question === undefined) throw new Error('There is no such alternative.')
    const { settings } = question
    return methods()['whynot.measureForced'](
      { connectionId, sql, question: { ...question, settings: [...settings], hidden: [], added: [] } },
      context,
    )
  }

  test('on production it asks first, with all that is sent, and nothing is run there', async () => {
    const request = { target: { ...target, production: true }, ...(password !== undefined && { password }) }
    const opened = await connectionMethods(service)['connections.open'](request, context)
    const asked = { connectionId: opened.connectionId, sql: 'SELECT 1' }
    const fault = await faultFrom(methods()['whynot.alternatives'](asked, context))
    expect(fault.code).toBe('needs-consent')
    expect(fault.card?.sends).toContain('SET LOCAL enable_seqscan = off')
    expect((await methods()['whynot.alternatives']({ ...asked, consent: true }, context)).alternatives).toEqual([])
    const forced = {
      ...asked,
      consent: true,
      question: { id: 'x', taken: 'x', phrase: 'x', settings: [], hidden: [], added: [] },
    }
    expect((await faultFrom(methods()['whynot.measureForced'](forced, context))).code).toBe('production-refused')
    await service.connections.close(opened.connectionId)
  })

  // The embedded server is stopped by starting it anew, which its own tests hold.
  test.runIf(server)(
    'stopped in between, no question is left on the server and no setting in the session',
    async () => {
      const stop = new AbortController()
      const request = { connectionId, sql: 'SELECT * FROM post WHERE score = slow()', budgetMs: 60_000 }
      const running = faultFrom(
        methods()['whynot.alternatives'](request, {
          signal: stop.signal,
          progress: ({ total }) => total && setTimeout(() => stop.abort(), 300),
        }),
      )
      expect((await running).code).toBe('cancelled')
      expect(await changed()).toEqual([])
      await onSession('SELECT 1', (rows) => expect(rows).toEqual([['1']]))
    },
  )

  describe.runIf(hypopg !== 'absent')('with hypopg', () => {
    test('it is found in whatever schema it lies', async () => {
      await execute('CREATE SCHEMA "of hypo"')
      await execute('CREATE EXTENSION hypopg SCHEMA "of hypo"')
      // Own writing is over: a fresh session is read only again.
      await service.connections.close(connectionId)
      connectionId = await open()
      expect((await ask('SELECT * FROM post')).cautions.join(' ')).not.toMatch(/hypopg is not created/)
    })

    test('an index that is not there is shown to the planner', async () => {
      const definition = 'CREATE INDEX ON post (score, created) INCLUDE (body)'
      const sql = 'SELECT body FROM post WHERE score = 3 AND created > $$2022-08-01$$'
      const { whyNot } = await ask(sql, { table: 'post', index: definition })
      expect(whyNot).toMatchObject({
        answer: 'hypothetical',
        text: expect.stringMatching(/^The planner would read it: cost [\d.,]+ against/),
      })
      expect(whyNot?.ratio).toBeLessThan(1)
    })

    test('text that is no index is refused, and the rest is answered', async () => {
      const { whyNot, alternatives, cautions } = await ask('SELECT * FROM post WHERE score = 3', {
        table: 'post',
        index: 'CREATE INDEX ON post (nowhere)',
      })
      expect(whyNot?.answer).toBe('hypothetical')
      expect(alternatives.length).toBeGreaterThan(0)
      expect(cautions.join(' ')).toMatch(/nowhere/)
    })

    test('an index that the plan reads is hidden, where this hypopg can', async () => {
      const found = await ask('SELECT * FROM post WHERE created = $$2021-01-01$$')
      if (hypopg === 'adds and hides') {
        const hidden = found.alternatives.find(({ question }) => question.hidden.length > 0)
        expect(hidden?.question.taken).toBe('index `post_created`')
        expect(hidden?.words).not.toMatch(/post_created`/)
      } else {
        expect(answers(found).join()).not.toMatch(/index `/)
        expect(found.cautions.join(' ')).toMatch(/not hide real ones \(1\.4 can\)/)
      }
    })

    test.each(indexCases)('alone of its table: $name', async ({ sql, table, index, answer, says, hiding }) => {
      const { whyNot } = await ask(sql, { table, index })
      const expected = hypopg === 'adds and hides' && hiding ? hiding : { answer, says }
      expect(whyNot).toMatchObject({ answer: expected.answer, text: expect.stringMatching(expected.says) })
      if (hypopg === 'adds and hides' && answer === 'unusable')
        expect(whyNot?.text).toMatch(
          /With every other index hidden \(hypopg\) and sequential scans off, no plan read it/,
        )
    })

    test('no index stays hidden or made up, also when it was stopped', async () => {
      const stop = new AbortController()
      const request = {
        connectionId,
        sql: 'SELECT * FROM post WHERE score = slow()',
        index: { table: 'post', index: 'CREATE INDEX ON post (score, id)' },
        budgetMs: 60_000,
      }
      await faultFrom(
        methods()['whynot.alternatives'](request, {
          signal: stop.signal,
          progress: ({ total }) => total && setTimeout(() => stop.abort(), 300),
        }),
      )
      await onSession('SELECT count(*)::text FROM "of hypo".hypopg()', (rows) => expect(rows).toEqual([['0']]))
      if (hypopg === 'adds and hides')
        await onSession('SELECT count(*)::text FROM "of hypo".hypopg_hidden_indexes()', (rows) =>
          expect(rows).toEqual([['0']]),
        )
    })
  })

  test('after all of this the settings of the session are as they were', async () => {
    expect(await changed()).toEqual([])
    await onSession(
      `SELECT count(*)::text FROM pg_settings WHERE name LIKE 'enable%' AND setting <> boot_val`,
      (rows) => expect(rows).toEqual([['0']]),
    )
  })
})
