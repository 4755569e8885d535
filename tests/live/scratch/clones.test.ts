// Protects copies in scratch schemas: same rows, indexes, triggers and odd names as the originals, and nothing left afterwards.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ScratchTable } from '../../../src/core/scratch/model'
import type { Scratch } from '../../../src/service/scratch/make-scratch'
import { never } from '../../kit/mysql'
import type { ExperimentServer, Witness } from '../experiment/servers'
import { mysqlEyes, postgresEyes } from './look'
import { mysqlOdd, postgresOdd } from './odd-tables'
import { lockIsFree, make, scratchSchemas, serversWith, type TestLedger, testLedger } from './servers'

const database = 'scratch_clones'
const servers = serversWith(database)
const whole = { rows: 'all', indexes: true, triggers: false } as const satisfies Omit<ScratchTable, 'name'>

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (server: ExperimentServer) => {
  const ledger: TestLedger = testLedger('clones')
  let eyes: Witness
  const odd = (server.isPostgres ? postgresOdd : mysqlOdd).filter(({ notOn }) => !notOn?.includes(server.id))
  const from = server.isPostgres ? 'public' : database
  const { quote, shape } = server.isPostgres ? postgresEyes : mysqlEyes
  beforeAll(async () => {
    await server.make(
      1000,
      odd.flatMap(({ statements }) => statements),
    )
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
    expect(await indexes(from)).toEqual([primary])
    expect(await scratch.remove()).toEqual([])
  })

  describe('odd tables in one scratch schema', () => {
    let scratch: Scratch
    beforeAll(async () => {
      scratch = await make(server, ledger, { tables: odd.map(({ name }) => ({ name, ...whole })), ddl: [] })
    })
    afterAll(async () => {
      expect(await scratch.remove()).toEqual([])
      expect(await scratchSchemas(server, eyes, 'clones')).toEqual([])
    })

    test.each(odd)('$name has the form and the rows of the original', async ({ name }) => {
      expect(await shape(eyes, scratch.schema, name)).toEqual(await shape(eyes, from, name))
      const count = (schema: string) => eyes.ask(`SELECT count(*) FROM ${schema}.${quote(name)}`)
      expect(await count(scratch.schema)).toEqual(await count(from))
    })

    test('rows are counted, and what is left out is said', () => {
      expect(scratch.rows).toBe(1000 * odd.length)
      expect(scratch.notes).toEqual(['child: its foreign keys are left out.'])
    })
  })

  test('a sample is by hash: rows that follow the key in a rhythm are in it as often', async () => {
    const tables = [{ name: 'numbers', ...whole, rows: 'sample', fraction: 0.2 } as const]
    const scratch = await make(server, ledger, { tables, ddl: [] })
    const twice = await make(server, ledger, { tables, ddl: [] })
    // 1000 draws at 0.2: six standard deviations are 76 rows; of the 100 with one last digit, 24.
    expect(Math.abs(scratch.rows - 200)).toBeLessThan(76)
    const digits = await eyes.ask(`SELECT count(*) FROM ${scratch.schema}.numbers GROUP BY MOD(id, 10)`)
    expect(digits).toHaveLength(10)
    for (const count of digits) expect(Math.abs(Number(count) - 20)).toBeLessThan(24)
    const others = `SELECT count(*) FROM ${scratch.schema}.numbers a JOIN ${twice.schema}.numbers b ON a.id = b.id`
    expect(await eyes.ask(others)).toEqual([String(scratch.rows)])
    for (const one of [scratch, twice]) expect(await one.remove()).toEqual([])
  })

  test('an empty copy has no rows, one without indexes only what its rows need', async () => {
    const scratch = await make(server, ledger, {
      tables: [
        { name: 'numbers', ...whole, rows: 'none' },
        { name: 'order', ...whole, indexes: false },
        { name: 'keyless', ...whole, indexes: false },
      ],
      ddl: [],
    })
    expect(scratch.rows).toBe(2000)
    const indexes = await eyes.ask(
      server.isPostgres
        ? `SELECT indexname FROM pg_indexes WHERE schemaname = '${scratch.schema}' ORDER BY 1`
        : `SELECT DISTINCT CONCAT(TABLE_NAME, '.', INDEX_NAME) FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = '${scratch.schema}' ORDER BY 1`,
    )
    expect(indexes).toEqual(server.isPostgres ? ['numbers_pkey', 'order_pkey'] : ['numbers.PRIMARY', 'order.PRIMARY'])
    expect(await scratch.remove()).toEqual([])
  })

  test('a narrow copy has the primary key, the columns asked for, and the indexes that fit', async () => {
    const narrow = odd.some(({ name }) => name === 'computed') ? [{ name: 'computed', ...whole, columns: ['c'] }] : []
    const scratch = await make(server, ledger, {
      tables: [
        { name: 'order', ...whole, columns: ['day'] },
        { name: 'keyless', ...whole, columns: ['b'] },
        { name: 'parts', ...whole, columns: [] },
        ...narrow,
      ],
      ddl: [],
    })
    const columns = (table: string) =>
      eyes.ask(
        `SELECT column_name FROM information_schema.columns WHERE table_schema = '${scratch.schema}' AND table_name = '${table}' ORDER BY ordinal_position`,
      )
    expect(await columns('order')).toEqual(['id', 'day'])
    expect(await columns('keyless')).toEqual(['b'])
    expect(await columns('parts')).toEqual(['id', 'y'])
    // On MySQL a computed column stays one, with the column that it is computed from.
    if (narrow.length > 0) expect(await columns('computed')).toEqual(server.isPostgres ? ['id', 'c'] : ['id', 'a', 'c'])
    const indexes = await eyes.ask(
      server.isPostgres
        ? `SELECT indexname FROM pg_indexes WHERE schemaname = '${scratch.schema}' AND tablename IN ('order', 'keyless') ORDER BY 1`
        : `SELECT DISTINCT CONCAT(TABLE_NAME, '.', INDEX_NAME) FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = '${scratch.schema}' AND TABLE_NAME IN ('order', 'keyless') ORDER BY 1`,
    )
    expect(indexes).toEqual(server.isPostgres ? ['order_pkey', 'u'] : ['order.PRIMARY', 'order.u'])
    expect(scratch.notes.join('\n')).toMatch(/keyless: indexes left out with their columns: (a|keyless_a_idx)\./)
    expect(scratch.rows).toBe(1000 * (3 + narrow.length))
    expect(await scratch.remove()).toEqual([])
  })

  test.runIf(odd.some(({ name }) => name === 'checked'))(
    'checks of columns that are left out go with them',
    async () => {
      const scratch = await make(server, ledger, { tables: [{ name: 'checked', ...whole, columns: ['a'] }], ddl: [] })
      expect(scratch.rows).toBe(1000)
      expect(await scratch.remove()).toEqual([])
    },
  )
})
