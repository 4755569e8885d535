// Protects the comparison of two logs that a real server wrote: an index made between them, a batch that locks, new and gone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { digestDiff } from '../../../src/core/digest/diff/diff'
import type { ShapeChange } from '../../../src/core/digest/model'
import { type Provoked, productsHere, provoked, whileHeld } from './provoked'

const here = await productsHere()
test.runIf(here.length === 0)('no server program is here', ({ skip }) => skip())

const calls = 12
const heldMs = 120
const update = 'UPDATE warehouse SET w_ytd = w_ytd + 1 WHERE w_id = 25'

describe.each(here)('%s', (product) => {
  let server: Provoked
  const isPostgres = product === 'postgres'
  beforeAll(async () => {
    // MariaDB writes the rows of EXPLAIN into its log; PostgreSQL does with auto_explain.
    server = await provoked(product, {}, product === 'mariadb' ? ["log_slow_verbosity = 'query_plan,explain'"] : [])
  }, 120_000)
  afterAll(() => server?.stop())

  test('better by an index, worse by waiting, new, gone, and the same', { timeout: 180_000 }, async () => {
    const engine = isPostgres ? '' : ' ENGINE=InnoDB'
    for (const sql of [
      `CREATE TABLE digits (n INT)${engine}`,
      'INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)',
      `CREATE TABLE goods (id INT PRIMARY KEY, spread INT, pad VARCHAR(200))${engine}`,
      "INSERT INTO goods SELECT a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n, 10 * c.n + b.n, REPEAT('x', 100) FROM digits a, digits b, digits c, digits d, digits e",
      `CREATE TABLE warehouse (w_id INT PRIMARY KEY, w_ytd INT)${engine}`,
      'INSERT INTO warehouse VALUES (24, 0), (25, 0)',
      isPostgres ? 'ANALYZE' : 'ANALYZE TABLE goods',
    ])
      await server.one(sql)
    const log = async (isAfter: boolean) => {
      await server.startLog()
      if (isPostgres)
        for (const sql of ["LOAD 'auto_explain'", 'SET auto_explain.log_min_duration = 0']) await server.one(sql)
      for (let i = 0; i < calls; i++) {
        await server.one(`SELECT count(*) FROM goods WHERE spread = ${i} AND pad > 'a'`)
        await server.one(`SELECT max(pad) FROM goods WHERE id % 7 = ${i % 7}`)
        if (isAfter) await whileHeld(server, update, heldMs)
        else await server.one(update)
      }
      for (let i = 0; i < calls; i++)
        await server.one(isAfter ? 'SELECT min(pad) FROM goods' : 'SELECT sum(length(pad)) FROM goods')
      return server.endLog()
    }
    const before = await log(false)
    await server.one('CREATE INDEX spread ON goods (spread)')
    await server.one(isPostgres ? 'ANALYZE goods' : 'ANALYZE TABLE goods')
    const after = await log(true)
    const diff = digestDiff(before, after)
    console.info(product, server.versionText, diff.verdict, [...diff.worse, ...diff.better].map(words).join('\n'))

    const listOf = (words: string) =>
      (['worse', 'better', 'appeared', 'vanished', 'same'] as const).find((list) =>
        diff[list].some(({ fingerprint }) => fingerprint.includes(words)),
      )
    expect(listOf('where spread = ?')).toBe('better')
    expect(listOf('update warehouse')).toBe('worse')
    expect(listOf('min ( pad )')).toBe('appeared')
    expect(listOf('sum ( length ( pad ) )')).toBe('vanished')
    // How long it took is as noisy as the machine.
    expect(listOf('id % ?')).toMatch(/^(?:same|worse|better)$/)
    const changed = (words: string) =>
      [...diff.better, ...diff.worse].find(({ fingerprint }) => fingerprint.includes(words))?.changed ?? []
    const faster = changed('where spread = ?')
    // The log of PostgreSQL does not tell rows examined, that of MySQL no plans.
    if (!isPostgres) expect(faster.map(({ what }) => what)).toContain('rows-examined')
    if (product !== 'mysql')
      expect(faster.find(({ what }) => what === 'plan')?.text).toBe('plan changed: goods whole table → spread')
    // MariaDB's lock time leaves row locks out.
    if (product !== 'mariadb') expect(changed('update warehouse').map(({ what }) => what)).toContain('lock-wait')
    expect(diff.verdict.text).toMatch(/ got (?:faster|worse)/)
  })
})

function words({ fingerprint, ratio, low, high, changed }: ShapeChange): string {
  return `  ${fingerprint.slice(0, 60)} ${ratio?.toFixed(2)} [${low?.toFixed(2)}–${high?.toFixed(2)}] ${changed.map(({ text }) => text).join('; ')}`
}
