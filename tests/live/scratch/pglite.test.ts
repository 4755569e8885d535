// Protects scratch schemas in the embedded server, which has one session: the person's own stays as it was.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScratchTable } from '../../../src/core/scratch/model'
import { readScratchName, scratchName } from '../../../src/core/scratch/name'
import type { Session } from '../../../src/engines/engine'
import { engineFor } from '../../../src/engines/index'
import { makeScratch } from '../../../src/service/scratch/make-scratch'
import { sweepScratch } from '../../../src/service/scratch/sweep'
import { buildEmbeddedWorker } from '../../kit/embedded-worker'
import { faultFrom, never } from '../../kit/mysql'
import { postgresOdd } from './odd-tables'
import { silent, type TestLedger, testLedger } from './servers'

const whole = { rows: 'all', indexes: true, triggers: true } as const satisfies Omit<ScratchTable, 'name'>
let folder = ''
let session: Session
let ledger: TestLedger

beforeAll(async () => {
  await buildEmbeddedWorker()
  folder = await mkdtemp(join(tmpdir(), 'sargable-scratch-'))
  ledger = testLedger('embedded')
  const target = { via: 'pglite', dataFolder: join(folder, 'data') } as const
  session = await engineFor(target).connect(target, {}, never)
  for (const sql of [
    'CREATE TABLE numbers (id int PRIMARY KEY, word text NOT NULL)',
    "INSERT INTO numbers SELECT i, 'w' || i FROM generate_series(1, 1000) i",
    ...postgresOdd.flatMap(({ statements }) => statements),
  ])
    await session.execute(sql, never)
}, 120_000)
afterAll(async () => {
  await session.close()
  ledger.close()
  await rm(folder, { recursive: true, force: true })
})

const open = () => Promise.resolve({ session, close: () => Promise.resolve() })
const schemas = async () => (await session.names(undefined, never)).schemas.filter((name) => /^sargable/.test(name))
const make = (tables: readonly ScratchTable[], ddl: readonly string[] = [], signal = never) =>
  makeScratch(open, { tables, ddl }, ledger.ledger, signal, silent)

test('odd tables are copied, and the session means the same tables as before', async () => {
  const scratch = await make(postgresOdd.map(({ name }) => ({ name, ...whole })))
  expect(scratch.rows).toBe(1000 * postgresOdd.length)
  const found = await session.read("SELECT current_schema(), current_setting('row_security')", never)
  expect(found.rows).toEqual([['public', 'on']])
  expect(await scratch.remove()).toEqual([])
  expect(await schemas()).toEqual([])
})

test('two at once each make their own changes', async () => {
  const both = await Promise.all([
    make([{ name: 'numbers', ...whole }], ['CREATE INDEX one ON numbers (word)']),
    make([{ name: 'numbers', ...whole }], ['CREATE INDEX two ON numbers (word)']),
  ])
  const { rows } = await session.read("SELECT indexname FROM pg_indexes WHERE indexname IN ('one', 'two')", never)
  expect(rows.flat().sort()).toEqual(['one', 'two'])
  for (const one of both) expect(await one.remove()).toEqual([])
  expect(await schemas()).toEqual([])
})

test('a wrong change and a stop leave nothing', async () => {
  expect((await faultFrom(make([{ name: 'numbers', ...whole }], ['CREATE INDEX x ON numbers (nope)']))).code).toBe(
    'unknown-column',
  )
  expect(await schemas()).toEqual([])
  const stop = new AbortController()
  const slow = makeScratch(
    open,
    { tables: [{ name: 'numbers', ...whole }], ddl: [] },
    ledger.ledger,
    stop.signal,
    ({ text }) => {
      if (text === 'Computing statistics of the copies') stop.abort()
    },
  )
  expect((await faultFrom(slow)).code).toBe('cancelled')
  expect(await schemas()).toEqual([])
  expect(ledger.entries()).toEqual([])
})

test('what a dead owner left in the folder is removed, what is in use stays', async () => {
  const live = await make([{ name: 'numbers', ...whole }])
  const name = readScratchName(live.schema)
  if (!name) throw new Error('The name says nothing')
  const dead = scratchName({ ...name, random: 'dddddd' })
  await session.execute(`CREATE SCHEMA ${dead}`, never)
  expect(await sweepScratch(session, ledger.ledger, never)).toEqual([])
  expect(await schemas()).toEqual([live.schema])
  expect(await live.remove()).toEqual([])
})
