// Protects what is not copied into scratch schemas, and the words that say why and what helps.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ScratchTable } from '../../../src/core/scratch/model'
import { engineFor } from '../../../src/engines/index'
import { makeScratch } from '../../../src/service/scratch/make-scratch'
import { faultFrom, never } from '../../kit/mysql'
import type { ExperimentServer, Witness } from '../experiment/servers'
import { make, scratchSchemas, serversWith, silent, type TestLedger, testLedger } from './servers'

const database = 'scratch_refusals'
const owner = 'refusals'
const servers = serversWith(database)
const whole = { rows: 'all', indexes: true, triggers: false } as const satisfies Omit<ScratchTable, 'name'>

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (server: ExperimentServer) => {
  const ledger: TestLedger = testLedger(owner)
  let eyes: Witness
  beforeAll(async () => {
    await server.make(100, [
      'CREATE VIEW seen AS SELECT * FROM numbers',
      ...(server.isPostgres
        ? ['CREATE SCHEMA other', 'CREATE TABLE other.numbers (id int)']
        : ['CREATE TABLE m1 (id INT) ENGINE=MyISAM', 'CREATE TABLE merged (id INT) ENGINE=MERGE UNION=(m1)']),
    ])
    eyes = await server.witness()
  })
  afterAll(async () => {
    expect(await scratchSchemas(server, eyes, owner)).toEqual([])
    expect(ledger.entries()).toEqual([])
    await eyes.end()
    await server.drop()
    ledger.close()
  })
  const refused = (...tables: readonly ScratchTable[]) => faultFrom(make(server, ledger, { tables, ddl: [] }))

  test('a view', async () => {
    const fault = await refused({ name: 'seen', ...whole })
    expect(fault).toMatchObject({ code: 'not-allowed', hint: 'Name the tables that it reads instead.' })
    expect(fault.message).toBe('seen is a view; only tables can be copied into a scratch schema.')
  })

  test('a table that is not there', async () => {
    expect(await refused({ name: 'nowhere', ...whole })).toMatchObject({ code: 'unknown-table' })
  })

  test('a column that is not there', async () => {
    const fault = await refused({ name: 'numbers', ...whole, columns: ['nope'] })
    expect(fault).toMatchObject({ code: 'unknown-column', message: 'numbers has no column "nope".' })
  })

  test.runIf(server.isPostgres)('two tables of one name', async () => {
    const fault = await refused({ name: 'numbers', ...whole }, { schema: 'other', name: 'numbers', ...whole })
    expect(fault.message).toBe('Two tables are called numbers; a scratch schema holds one of each name.')
  })

  test.runIf(!server.isPostgres)('a table that shares the rows of another', async () => {
    const fault = await refused({ name: 'merged', ...whole })
    expect(fault.code).toBe('not-allowed')
    expect(fault.message).toMatch(/engine MRG_MyISAM/i)
  })

  test('more than the size limit, unless fewer rows are asked for', async () => {
    const limited = (table: ScratchTable) => make(server, ledger, { tables: [table], ddl: [], maxBytes: 4000 })
    const fault = await faultFrom(limited({ name: 'numbers', ...whole }))
    expect(fault.code).toBe('not-allowed')
    expect(fault.message).toMatch(/^The copies would take about \d+ KiB; at most 4 KiB are copied\.$/)
    const empty = await limited({ name: 'numbers', ...whole, rows: 'none' })
    expect(await empty.remove()).toEqual([])
  })

  test('an account without the right, until the GRANT of the hint was made', async () => {
    const account = server.isPostgres ? 'scratch_reader' : `'scratch_reader'@'%'`
    if (server.isPostgres) await eyes.ask(`DROP ROLE IF EXISTS ${account}`)
    else await eyes.ask(`DROP USER ${account}`).catch(() => undefined) // 5.6 has no IF EXISTS
    await eyes.ask(
      server.isPostgres
        ? `CREATE ROLE ${account} LOGIN PASSWORD 'reads'`
        : `CREATE USER ${account} IDENTIFIED BY 'reads'`,
    )
    await eyes.ask(
      server.isPostgres ? `GRANT SELECT ON numbers TO ${account}` : `GRANT SELECT ON ${database}.* TO ${account}`,
    )
    const target = { ...server.target, user: 'scratch_reader' }
    const asReader = () =>
      makeScratch(
        async () => {
          const session = await engineFor(target).connect(target, { password: 'reads' }, never)
          return { session, close: () => session.close() }
        },
        {
          tables: [{ name: 'numbers', ...whole }],
          ddl: ['CREATE INDEX w ON numbers (word)'],
          statistics: server.isPostgres ? 'own' : 'implanted',
        },
        ledger.ledger,
        never,
        silent,
      )
    const fault = await faultFrom(asReader())
    expect(fault.code).toBe('not-allowed')
    const grant = /^Ask for (GRANT .*)\.$/.exec(fault.hint ?? '')?.[1]
    expect(grant).toBeDefined()
    await eyes.ask(grant ?? '')
    const scratch = await asReader()
    expect(scratch.rows).toBe(100)
    // The system tables with the statistics are another right, without which the copy keeps its own.
    if (!server.isPostgres) {
      expect(scratch.notes.at(-1)).toMatch(
        /^numbers: the copy has its own statistics: .* GRANT SELECT, UPDATE ON mysql\./,
      )
    }
    expect(await scratch.remove()).toEqual([])
    if (server.isPostgres) await eyes.ask(`DROP OWNED BY ${account}`)
    await eyes.ask(server.isPostgres ? `DROP ROLE ${account}` : `DROP USER ${account}`)
  })
})
