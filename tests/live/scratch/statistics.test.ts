// Protects statistics in scratch schemas: a tenth of the rows with those of the original is planned like the original.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ScratchTable } from '../../../src/core/scratch/model'
import { never } from '../../kit/mysql'
import type { ExperimentServer, Witness } from '../experiment/servers'
import { make, serversWith, type TestLedger, testLedger } from './servers'

const database = 'scratch_statistics'
const servers = serversWith(database)
const tenth = { name: 'numbers', rows: 'sample', fraction: 0.1, indexes: true, triggers: false } as const
const rows = 20_000

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (server: ExperimentServer) => {
  const ledger: TestLedger = testLedger('statistics')
  let eyes: Witness
  beforeAll(async () => {
    await server.make(rows, [
      server.isPostgres ? 'CREATE INDEX w ON numbers (word)' : 'ALTER TABLE numbers ADD KEY w (word)',
    ])
    eyes = await server.witness()
  })
  afterAll(async () => {
    await eyes.end()
    await server.drop()
    ledger.close()
  })
  const made = (table: ScratchTable, statistics: 'own' | 'implanted') =>
    make(server, ledger, { tables: [table], ddl: ['CREATE INDEX id_word ON numbers (id, word)'], statistics })

  test.runIf(!server.isPostgres)('the optimizer counts the rows of the original', async () => {
    // What it takes the table to have, as a connection of its own sees it.
    const believed = async (schema: string) => {
      const session = await server.open()
      const { tables } = await session.catalog([{ schema, name: 'numbers' }], never)
      await session.close()
      return tables[0]?.rows
    }
    const own = await made(tenth, 'own')
    expect(await believed(own.schema)).toBeLessThan(rows / 5)
    expect(await own.remove()).toEqual([])
    const implanted = await made(tenth, 'implanted')
    expect(implanted.notes).toEqual([])
    expect(await believed(implanted.schema)).toBeGreaterThan(rows * 0.8)
    const distinct = await eyes.ask(
      `SELECT stat_value FROM mysql.innodb_index_stats WHERE database_name = '${implanted.schema}' AND index_name = 'id_word' AND stat_name = 'n_diff_pfx01'`,
    )
    expect(distinct).toEqual([String(rows)])
    expect(await implanted.remove()).toEqual([])
  })

  test.runIf(server.isPostgres)('columns have the statistics of the original, or a note says why not', async () => {
    const own = await made(tenth, 'own')
    const implanted = await made(tenth, 'implanted')
    const width = (schema: string) =>
      eyes.ask(`SELECT histogram_bounds::text FROM pg_stats WHERE schemaname = '${schema}' AND attname = 'id'`)
    if (server.id === 'pg15') {
      expect(implanted.notes).toEqual(['numbers: the copy has its own statistics; PostgreSQL takes others since 18.'])
    } else {
      expect(implanted.notes).toEqual([])
      expect(await width(implanted.schema)).toEqual(await width('public'))
      expect(await width(own.schema)).not.toEqual(await width('public'))
    }
    for (const one of [own, implanted]) expect(await one.remove()).toEqual([])
  })

  const histograms = !server.isPostgres && !['mysql56', 'mysql57'].includes(server.id)
  test.runIf(histograms)('statistics of columns are computed where the original has them', async () => {
    const maria = server.id.startsWith('mariadb')
    await eyes.ask(
      maria
        ? 'ANALYZE TABLE numbers PERSISTENT FOR COLUMNS (word) INDEXES ()'
        : 'ANALYZE TABLE numbers UPDATE HISTOGRAM ON word WITH 17 BUCKETS',
    )
    const copy = await made({ ...tenth, rows: 'all' }, 'own')
    const found = await eyes.ask(
      maria
        ? `SELECT column_name FROM mysql.column_stats WHERE db_name = '${copy.schema}' AND column_name = 'word'`
        : `SELECT CONCAT(COLUMN_NAME, ' ', JSON_EXTRACT(HISTOGRAM, '$."number-of-buckets-specified"')) FROM information_schema.COLUMN_STATISTICS WHERE SCHEMA_NAME = '${copy.schema}'`,
    )
    expect(found).toEqual([maria ? 'word' : 'word 17'])
    expect(copy.notes).toEqual([])
    expect(await copy.remove()).toEqual([])
  })

  test('rows in a fresh copy are known to the optimizer', async () => {
    const whole = await made({ ...tenth, rows: 'all' }, 'own')
    const session = await server.open()
    const catalog = await session.catalog([{ schema: whole.schema, name: 'numbers' }], never)
    const known = catalog.tables[0]?.rows ?? 0
    expect(known).toBeGreaterThan(rows * 0.8)
    expect(known).toBeLessThan(rows * 1.2)
    await session.close()
    // An index is read without its table only where the visibility map is there.
    if (server.isPostgres) {
      const pages = await eyes.ask(
        `SELECT relallvisible > 0 FROM pg_class WHERE oid = '${whole.schema}.numbers'::regclass`,
      )
      expect(pages).toEqual(['true'])
    }
    expect(await whole.remove()).toEqual([])
  })
})
