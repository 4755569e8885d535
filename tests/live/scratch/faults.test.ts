// Protects what is left when a scratch schema cannot be made, or its owner dies: nothing, and nothing of anybody else is touched.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ScratchTable } from '../../../src/core/scratch/model'
import { readScratchName, scratchName } from '../../../src/core/scratch/name'
import type { Session } from '../../../src/engines/engine'
import { engineFor } from '../../../src/engines/index'
import { makeScratch } from '../../../src/service/scratch/make-scratch'
import { sweepScratch } from '../../../src/service/scratch/sweep'
import { faultFrom, never, until } from '../../kit/mysql'
import type { ExperimentServer, Witness } from '../experiment/servers'
import { lockIsFree, make, opener, scratchSchemas, serversWith, silent, type TestLedger, testLedger } from './servers'
import { type Owner, startOwner } from './start-owner'

const database = 'scratch_faults'
const owner = 'faults'
const servers = serversWith(database)
const numbers: ScratchTable = { name: 'numbers', rows: 'all', indexes: true, triggers: false }
const many: ScratchTable = { ...numbers, name: 'many' }

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (server: ExperimentServer) => {
  const ledger: TestLedger = testLedger(owner)
  let eyes: Witness
  let own: Session
  beforeAll(async () => {
    await server.make(1000, server.isPostgres ? slowTable : twoPieces)
    eyes = await server.witness()
    own = await server.open()
  })
  afterAll(async () => {
    await own.close()
    await eyes.end()
    await server.drop()
    ledger.close()
  })

  const nothingLeft = async () => {
    await until('no schema is left', async () => (await scratchSchemas(server, eyes, owner)).length === 0)
    expect(ledger.entries()).toEqual([])
  }
  const ids = () =>
    eyes.ask(
      server.isPostgres
        ? `SELECT pid FROM pg_stat_activity WHERE datname = '${database}' AND query LIKE 'INSERT INTO "sargable%' AND state = 'active'`
        : `SELECT ID FROM information_schema.PROCESSLIST WHERE DB LIKE 'sargable|_scratch|_%|_${owner}|_%' ESCAPE '|' AND ID <> CONNECTION_ID()`,
    )
  /** Calls `then` when some of the rows are copied and others are not. */
  const inTheMidst = (then: () => unknown) => {
    let called = false
    const once = () => {
      if (!called) then()
      called = true
    }
    // PostgreSQL copies in one statement, which takes ten seconds here; MySQL in two.
    return ({ text, done }: { readonly text: string; readonly done?: number }) => {
      if (!server.isPostgres && text === 'Copying many' && done === 1) once()
      if (server.isPostgres && text === 'Copying many') {
        void until('rows are being copied', async () => (await ids()).length === 1).then(once)
      }
    }
  }

  test('a wrong change is told with its place, and nothing is left', async () => {
    const fault = await faultFrom(
      make(server, ledger, { tables: [numbers], ddl: ['CREATE INDEX x ON numbers (nope)'] }),
    )
    expect(fault.code).toBe(server.isPostgres ? 'unknown-column' : 'server-error')
    expect(fault.message).toMatch(/nope/)
    await nothingLeft()
    const syntax = make(server, ledger, { tables: [numbers], ddl: ['CREATE INDEX x ON numbers ((('] })
    expect((await faultFrom(syntax)).code).toBe('syntax-error')
    await nothingLeft()
  })

  test('a stop in the midst of copying removes what was copied', async () => {
    const stop = new AbortController()
    const made = makeScratch(
      opener(server),
      { tables: [numbers, many], ddl: [] },
      ledger.ledger,
      stop.signal,
      inTheMidst(() => stop.abort()),
    )
    expect((await faultFrom(made)).code).toBe('cancelled')
    await nothingLeft()
    await until('nothing runs any more', async () => (await ids()).length === 0)
  })

  test('a connection that is cut in the midst of copying leaves nothing', async () => {
    let cut: Promise<unknown> | undefined
    const made = makeScratch(
      opener(server),
      { tables: [numbers, many], ddl: [] },
      ledger.ledger,
      never,
      inTheMidst(() => {
        cut = ids().then((found) =>
          Promise.all(
            found.map((id) => eyes.ask(server.isPostgres ? `SELECT pg_terminate_backend(${id})` : `KILL ${id}`)),
          ),
        )
      }),
    )
    expect((await faultFrom(made)).code).toBe('lost-connection')
    await cut
    await nothingLeft()
  })

  test('a table that somebody has locked is given up after the lock time limit', async () => {
    const other = await server.witness()
    if (server.isPostgres) await other.ask('BEGIN')
    await other.ask(server.isPostgres ? 'LOCK TABLE numbers IN ACCESS EXCLUSIVE MODE' : 'LOCK TABLES numbers WRITE')
    const patient = { ...server, target: { ...server.target, lockTimeoutMs: 1000 } }
    const fault = await faultFrom(
      makeScratch(
        async () => {
          const session = await openWith(patient)
          return { session, close: () => session.close() }
        },
        { tables: [{ ...many, rows: 'none' }, numbers], ddl: [] },
        ledger.ledger,
        never,
        silent,
      ),
    )
    await other.ask(server.isPostgres ? 'ROLLBACK' : 'UNLOCK TABLES')
    await other.end()
    expect(fault.code).toBe('lock-wait')
    await nothingLeft()
  })

  test('rows that somebody has locked are copied without waiting, as they were', async () => {
    const other = await server.witness()
    await other.ask('BEGIN')
    await other.ask("UPDATE numbers SET word = 'changed' WHERE id = 7")
    const scratch = await make(server, ledger, { tables: [numbers], ddl: [] })
    expect(await eyes.ask(`SELECT word FROM ${scratch.schema}.numbers WHERE id = 7`)).toEqual(['w7'])
    await other.ask('ROLLBACK')
    await other.end()
    expect(await scratch.remove()).toEqual([])
    await nothingLeft()
  })

  test('two at once do not meet', async () => {
    const both = await Promise.all([1, 2].map(() => make(server, ledger, { tables: [numbers], ddl: [] })))
    const names = both.map(({ schema }) => schema)
    expect(new Set(names).size).toBe(2)
    expect(await both[0]?.remove()).toEqual([])
    expect(await scratchSchemas(server, eyes, owner)).toEqual([names[1]])
    expect(await both[1]?.remove()).toEqual([])
    await nothingLeft()
  })

  test('the connection of a made schema may be lost: changes and removal go on with another', async () => {
    const scratch = await make(server, ledger, { tables: [numbers], ddl: [] })
    const holders = await eyes.ask(
      server.isPostgres
        ? `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = '${database}')`
        : `SELECT IS_USED_LOCK('${scratch.schema}')`,
    )
    expect(holders).toHaveLength(1)
    await eyes.ask(server.isPostgres ? `SELECT pg_terminate_backend(${holders[0]})` : `KILL ${holders[0]}`)
    await until('the lock is free', () => lockIsFree(server, eyes, scratch.schema))
    await until('a change is made', () =>
      scratch.execute('CREATE INDEX w ON numbers (word)', never).then(
        () => true,
        () => false,
      ),
    )
    expect(await lockIsFree(server, eyes, scratch.schema)).toBe(false)
    expect(await scratch.remove()).toEqual([])
    await nothingLeft()
  })

  test('what a killed process left is removed, and not before it is dead', { timeout: 60_000 }, async () => {
    const dying: Owner = await startOwner(server, ledger, owner)
    expect(await scratchSchemas(server, eyes, owner)).toEqual([dying.schema])
    expect(ledger.entries()).toEqual([dying.schema])
    expect(await sweepScratch(own, ledger.ledger, never)).toEqual([])
    expect(await scratchSchemas(server, eyes, owner)).toEqual([dying.schema])
    await dying.kill()
    await until('the server has noticed', () => lockIsFree(server, eyes, dying.schema))
    expect(await sweepScratch(own, ledger.ledger, never)).toEqual([])
    await nothingLeft()
    expect(await lockIsFree(server, eyes, dying.schema)).toBe(true)
  })

  test('schemas of others, of other servers and of other names stay', async () => {
    const made = await make(server, ledger, { tables: [numbers], ddl: [] })
    const name = readScratchName(made.schema)
    if (!name) throw new Error('The name says nothing')
    const bystanders = {
      'another person': scratchName({ ...name, owner: 'faultsother', random: 'aaaaaa' }),
      'another server': scratchName({ ...name, server: '000000', random: 'bbbbbb' }),
      'no name of ours': 'sargable_scratch_faults_by_hand',
    }
    const dead = scratchName({ ...name, random: 'cccccc' })
    const word = server.isPostgres ? 'SCHEMA' : 'DATABASE'
    for (const schema of [...Object.values(bystanders), dead]) await eyes.ask(`CREATE ${word} ${schema}`)
    const fresh = testLedger(owner)
    try {
      // This ledger knows of none of them, as after the loss of the store; the mark in the name and the lock decide.
      expect(await sweepScratch(own, fresh.ledger, never)).toEqual([])
      const left = await scratchSchemas(server, eyes)
      expect(left).toEqual(expect.arrayContaining([...Object.values(bystanders), made.schema]))
      expect(left).not.toContain(dead)
    } finally {
      fresh.close()
      for (const schema of Object.values(bystanders)) await eyes.ask(`DROP ${word} ${schema}`)
    }
    expect(await made.remove()).toEqual([])
    await nothingLeft()
  })
})

function openWith(server: ExperimentServer): Promise<Session> {
  return engineFor(server.target).connect(server.target, { password: server.password }, never)
}

/** Enough rows for two statements. */
const twoPieces: readonly string[] = [
  'CREATE TABLE many (id int NOT NULL PRIMARY KEY, word varchar(20) NOT NULL)',
  'INSERT INTO many SELECT a.id + 1000 * (b.id - 1), a.word FROM numbers a, numbers b WHERE b.id <= 150',
  'ANALYZE TABLE many',
]
/** Each row takes ten milliseconds to copy, by a session as the product sets it up for that. */
const slowTable: readonly string[] = [
  'CREATE TABLE many (id int PRIMARY KEY, word text)',
  'INSERT INTO many SELECT * FROM numbers',
  "CREATE FUNCTION slow(text) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT $1 FROM pg_sleep(CASE current_setting(''client_min_messages'') WHEN ''warning'' THEN 0.01 ELSE 0 END)'",
  'ALTER TABLE many ADD COLUMN late text GENERATED ALWAYS AS (slow(word)) STORED',
]
