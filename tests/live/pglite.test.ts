// Protects the embedded PostgreSQL: the same session as a server's, data that stays when a statement is stopped, and no folders left behind.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../src/engines/engine'
import { pgliteEngine } from '../../src/engines/pglite'
import { buildEmbeddedWorker } from '../kit/embedded-worker'
import { faultFrom, fixtureStatements, never, pointedAt } from './postgres-fixture'

const keptCache = process.env['SARGABLE_CACHE']
let cache = ''
const running = async () => readdir(join(cache, 'pglite', 'running')).catch((): string[] => [])
const open = (dataFolder?: string) =>
  pgliteEngine.connect(dataFolder === undefined ? { via: 'pglite' } : { via: 'pglite', dataFolder }, {}, never)
const until = async (condition: () => Promise<boolean>) => {
  for (let tries = 0; tries < 100 && !(await condition()); tries++) await new Promise((done) => setTimeout(done, 30))
}

beforeAll(async () => {
  await buildEmbeddedWorker()
  cache = await mkdtemp(join(tmpdir(), 'sargable-pglite-'))
  process.env['SARGABLE_CACHE'] = cache
})
afterAll(async () => {
  if (keptCache === undefined) delete process.env['SARGABLE_CACHE']
  else process.env['SARGABLE_CACHE'] = keptCache
  await rm(cache, { recursive: true, force: true })
})

describe('in memory', () => {
  let session: Session
  beforeAll(async () => {
    session = await open()
    for (const statement of fixtureStatements) await session.execute(statement, never)
    await session.use('shop', never)
  })
  afterAll(() => session?.close())

  test('it says who it is and what it cannot do', () => {
    expect(session.identity).toMatchObject({ family: 'postgres', product: 'pglite', version: { major: 18 } })
    const missing = session.capabilities.filter((capability) => !capability.available)
    expect(missing.every((capability) => capability.because)).toBe(true)
    expect(missing.map((capability) => capability.name)).toContain('hypothetical-index')
    expect(missing.map((capability) => capability.name)).toContain('statement-timeout')
  })

  test('explain gives JSON and text as the server wrote them', async () => {
    const { outputs } = await session.explain(
      { sql: 'SELECT * FROM post WHERE author_id = 7 AND published', trace: false },
      never,
    )
    expect(outputs.map((output) => output.format)).toEqual(['postgres-json', 'postgres-text'])
    expect(outputs[0]?.text).toMatch(/^\[\n {2}\{\n {4}"Plan": \{\n/)
    expect(outputs[0]?.text).toContain('"Index Name": "post_published"')
  })

  test('parameters without values give the generic plan', async () => {
    const { outputs } = await session.explain({ sql: 'SELECT * FROM post WHERE author_id = $1', trace: false }, never)
    expect(outputs[0]?.text).toMatch(/author_id = \$1/)
  })

  test('measure counts the work of one run', async () => {
    const { counters } = await session.measure(
      { sql: `SELECT title FROM post WHERE body LIKE 'y%' OR author_id = 7`, trace: false },
      never,
    )
    expect(counters).toMatchObject({ rowsReturned: 20, rowsExamined: 2000 })
    expect(counters.values['Shared Hit Blocks']).toBeGreaterThan(10)
  })

  test('the catalog tells expressions, predicates and keys', async () => {
    const { tables } = await session.catalog([{ name: 'post' }], never)
    const [post] = tables
    expect(post).toMatchObject({ schema: 'shop', rows: 2000, primaryKey: ['id', 'author_id'] })
    expect(post?.indexes.find((index) => index.name === 'post_published')).toMatchObject({
      parts: [{ column: 'author_id', descending: false, cardinality: 100 }],
      include: ['title', 'price'],
      where: 'published',
    })
    expect(post?.indexes.find((index) => index.name === 'post_lower_title')?.parts[0]).toMatchObject({
      expression: 'lower(title::text)',
    })
  })

  test.each([
    ['a syntax error', 'SELECT * FORM post', 'syntax-error', 'FORM'],
    ['an unknown column', 'SELECT nope FROM post', 'unknown-column', 'nope'],
    ['an unknown table', 'SELECT * FROM pots', 'unknown-table', 'pots'],
    ['statements after a commit', 'select 1; commit; create table escaped (a int)', 'not-one-statement', 'commit'],
  ])('%s has its code and place, and the session goes on', async (_what, sql, code, piece) => {
    const fault = await faultFrom(session.explain({ sql, trace: false }, never))
    expect([fault.code, pointedAt(sql, fault)]).toEqual([code, piece])
    expect((await session.execute('SELECT 42', never)).rows).toEqual([['42']])
  })

  test('the fence holds: a function that writes, and a second statement for the protocol', async () => {
    expect((await faultFrom(session.measure({ sql: 'SELECT writes()', trace: false }, never))).code).toBe('read-only')
    expect((await faultFrom(session.execute('SELECT 1; CREATE TABLE escaped (a int)', never))).code).toBe(
      'not-one-statement',
    )
    expect(
      (await session.execute(`SELECT (SELECT count(*) FROM witness), to_regclass('escaped')`, never)).rows,
    ).toEqual([['0', null]])
  })

  test('DML is explained and changes nothing', async () => {
    expect((await session.explain({ sql: 'DELETE FROM post', trace: false }, never)).outputs).toHaveLength(2)
    expect((await session.execute('SELECT count(*) FROM post', never)).rows).toEqual([['2000']])
  })

  test('stopping a statement keeps what was committed, the schema in use, and says what it cost', async () => {
    await session.execute('CREATE TABLE kept (a int)', never)
    await session.execute('INSERT INTO kept VALUES (7)', never)
    const stop = new AbortController()
    const endless = 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b'
    const failing = faultFrom(session.measure({ sql: endless, trace: false }, stop.signal))
    setTimeout(() => stop.abort(), 200)
    const fault = await failing
    expect(fault).toMatchObject({ code: 'cancelled', hint: expect.stringMatching(/restarted/) })
    expect((await session.execute('SELECT a FROM kept', never)).rows).toEqual([['7']])
    expect((await session.explain({ sql: 'SELECT * FROM post', trace: false }, never)).outputs).toHaveLength(2)
    // Read only again, as a fresh session is.
    expect(await faultFrom(session.measure({ sql: 'SELECT writes()', trace: false }, never))).toMatchObject({
      code: 'read-only',
    })
  })

  test('the time limit is watched by us', async () => {
    const endless = 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b'
    const fault = await faultFrom(session.measure({ sql: endless, trace: false, timeoutMs: 200 }, never))
    expect(fault.code).toBe('timed-out')
    expect((await session.execute('SELECT a FROM kept', never)).rows).toEqual([['7']])
  })

  test('a second connection does not see the first one', async () => {
    const other = await open()
    expect((await other.execute(`SELECT to_regclass('shop.post')`, never)).rows).toEqual([[null]])
    expect(await running()).toHaveLength(2)
    await other.close()
    await other.closed
    expect(await running()).toHaveLength(1)
    expect((await faultFrom(other.execute('SELECT 1', never))).code).toBe('lost-connection')
  })

  test('copies of crashed processes are removed at the next start', async () => {
    // No process has this number: it is above the largest that Linux gives.
    await mkdir(join(cache, 'pglite', 'running', '4194305-left'))
    const other = await open()
    await until(async () => !(await running()).includes('4194305-left'))
    expect(await running()).not.toContain('4194305-left')
    await other.close()
  })

  test('opening can be stopped and leaves nothing', async () => {
    const before = await running()
    const stop = new AbortController()
    const opening = faultFrom(pgliteEngine.connect({ via: 'pglite' }, {}, stop.signal))
    setTimeout(() => stop.abort(), 30)
    expect((await opening).code).toBe('cancelled')
    expect(await running()).toEqual(before)
  })
})

describe('in a folder', () => {
  test('the data is there when it is opened again, and only one connection has it', async () => {
    const folder = join(cache, 'mine')
    const first = await open(folder)
    await first.execute('CREATE TABLE kept (a int)', never)
    await first.execute('INSERT INTO kept VALUES (1)', never)
    const fault = await faultFrom(open(folder))
    expect(fault).toMatchObject({ code: 'cannot-connect', message: expect.stringMatching(/in use/) })
    await first.close()

    const again = await open(folder)
    expect((await again.execute('SELECT a FROM kept', never)).rows).toEqual([['1']])
    await again.close()
    expect((await readdir(cache)).sort()).toEqual(['mine', 'pglite'])
  })

  test('a folder that is none of ours is refused', async () => {
    const folder = join(cache, 'foreign')
    await mkdir(folder)
    await mkdir(join(folder, 'PG_VERSION'))
    const fault = await faultFrom(open(folder))
    expect(fault.code).toBe('cannot-connect')
    expect(await readdir(folder)).toEqual(['PG_VERSION'])
  })
})
