// Protects copies in scratch schemas: same rows, indexes, triggers and odd names as the originals, and nothing left afterwards.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ScratchTable } from '../../../src/core/scratch/model'
import { never } from '../../kit/mysql'
import type { ExperimentServer, Witness } from '../experiment/servers'
import { lockIsFree, make, scratchSchemas, serversWith, type TestLedger, testLedger } from './servers'

const database = 'scratch_clones'
const servers = serversWith(database)
const whole = { rows: 'all', indexes: true, triggers: false } as const satisfies Omit<ScratchTable, 'name'>

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (server: ExperimentServer) => {
  const ledger: TestLedger = testLedger('clones')
  let eyes: Witness
  beforeAll(async () => {
    await server.make(1000, server.isPostgres ? postgresTables : mysqlTables)
    eyes = await server.witness()
  })
  afterAll(async () => {
    await eyes.end()
    await server.drop()
    ledger.close()
  })

  test('a whole copy has the rows and goes without trace', async () => {
    const scratch = await make(server, ledger, { tables: [{ name: 'numbers', ...whole }], ddl: [] })
    expect(scratch.schema).toMatch(/^sargable_scratch_\d{8}t\d{6}_clones_/)
    expect(scratch.rows).toBe(1000)
    expect(await eyes.ask(`SELECT count(*) FROM ${scratch.schema}.numbers`)).toEqual(['1000'])
    expect(await lockIsFree(server, eyes, scratch.schema)).toBe(false)
    expect(await scratch.remove()).toEqual([])
    expect(await scratchSchemas(server, eyes, 'clones')).toEqual([])
    expect(await lockIsFree(server, eyes, scratch.schema)).toBe(true)
  })

  test('changes are made in the copy only, also when they name the original', async () => {
    const index = server.isPostgres
      ? 'CREATE INDEX by_word ON public.numbers (word)'
      : `CREATE INDEX by_word ON ${database}.numbers (word)`
    const scratch = await make(server, ledger, { tables: [{ name: 'numbers', ...whole }], ddl: [index] })
    await scratch.execute('CREATE INDEX second ON numbers (word, id)', never)
    const indexes = (schema: string) =>
      eyes.ask(
        server.isPostgres
          ? `SELECT indexname FROM pg_indexes WHERE schemaname = '${schema}' AND tablename = 'numbers' ORDER BY 1`
          : `SELECT DISTINCT INDEX_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = '${schema}' AND TABLE_NAME = 'numbers' ORDER BY 1`,
      )
    const primary = server.isPostgres ? 'numbers_pkey' : 'PRIMARY'
    expect((await indexes(scratch.schema)).sort()).toEqual(['by_word', primary, 'second'].sort())
    expect(await indexes(server.isPostgres ? 'public' : database)).toEqual([primary])
    expect(await scratch.remove()).toEqual([])
  })
})

const mysqlTables: readonly string[] = []
const postgresTables: readonly string[] = []
