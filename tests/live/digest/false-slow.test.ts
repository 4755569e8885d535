// Protects: a call that only waited, or was slow only because nothing was in memory yet, is not taken for a slow plan.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DigestShape } from '../../../src/core/digest/model'
import { type Provoked, productsHere, provoked, whileHeld } from './provoked'

const here = await productsHere()
test.runIf(here.length === 0)('no server program is here', ({ skip }) => skip())

const lockedMs = 1200
const coldRuns = 6
/** Rows all over a table that fits into memory, beside one that drives it out. */
const scattered = 'SELECT sum(length(pad)) AS pads FROM goods WHERE spread BETWEEN 1000 AND 4000'
const update = 'UPDATE warehouse SET w_ytd = w_ytd + 1 WHERE w_id = 25'

describe.each(here)('%s', (product) => {
  let server: Provoked
  beforeAll(async () => {
    server = await provoked(product, product === 'postgres' ? {} : { poolBytes: 24 * 1024 * 1024, directIo: true })
  }, 120_000)
  afterAll(() => server?.stop())

  test('a lock wait and a first run are what they are', { timeout: 180_000 }, async () => {
    const isPostgres = product === 'postgres'
    await (isPostgres ? coldPostgres(server) : coldMysql(server))
    await server.startLog()
    // By the index alone: rows in its order lie all over the table, where no reading ahead helps.
    const byIndex = isPostgres ? ['enable_seqscan', 'enable_bitmapscan'] : []
    for (const name of byIndex) await server.one(`SET ${name} = off`)
    const hinted = isPostgres ? scattered : scattered.replace('FROM goods', 'FROM goods FORCE INDEX (spread)')
    for (let i = 0; i < coldRuns; i++) await server.one(hinted)
    for (const name of byIndex) await server.one(`RESET ${name}`)
    for (let i = 0; i < coldRuns; i++) await server.one("SELECT count(*) FROM goods WHERE pad LIKE '%z%'")
    for (let i = 0; i < 3; i++) await server.one('UPDATE notes SET body = body + 1 WHERE id = 1')
    await server.one(update)
    await whileHeld(server, update, lockedMs)
    const { shapes } = await server.endLog()
    console.info(product, server.versionText, told(shapes))
    const kindsOf = (begins: string) => {
      const shape = shapes.find(({ fingerprint }) => fingerprint.startsWith(begins))
      expect(shape, begins).toBeDefined()
      return (shape?.kinds ?? []).map(({ kind }) => kind)
    }
    // Waited for another's row; the same statement without anybody in its way is fast.
    expect(kindsOf('update warehouse')).toContain('lock-wait')
    expect(kindsOf('update warehouse')).not.toContain('first-run-only')
    expect(kindsOf('update notes')).not.toContain('lock-wait')
    // Slow while nothing was in memory, then fast.
    expect(kindsOf('select sum ( length ( pad ) ) as pads from goods')).toContain('first-run-only')
    expect(kindsOf('select count ( * ) from goods where pad like')).not.toContain('first-run-only')
  })
})

/** Both tables, and the first of them in no memory. */
async function coldMysql(server: Provoked): Promise<void> {
  const wide = (table: string) =>
    `CREATE TABLE ${table} (id INT AUTO_INCREMENT PRIMARY KEY, spread INT, pad VARCHAR(250), KEY spread (spread)) ENGINE=InnoDB`
  const doubled = (table: string) => `INSERT INTO ${table} (spread, pad) SELECT 0, pad FROM ${table}`
  for (const sql of [
    'CREATE TABLE warehouse (w_id INT PRIMARY KEY, w_ytd INT) ENGINE=InnoDB',
    'INSERT INTO warehouse VALUES (24, 0), (25, 0)',
    'CREATE TABLE notes (id INT PRIMARY KEY, body INT) ENGINE=InnoDB',
    'INSERT INTO notes VALUES (1, 0)',
    wide('goods'),
    "INSERT INTO goods (spread, pad) VALUES (0, REPEAT('x', 250))",
    ...Array.from({ length: 15 }, () => doubled('goods')),
    'UPDATE goods SET spread = MOD(id * 7919, 32768)',
    wide('filler'),
    "INSERT INTO filler (spread, pad) VALUES (0, REPEAT('y', 250))",
    ...Array.from({ length: 18 }, () => doubled('filler')),
    'ANALYZE TABLE goods',
    // Everything that is read may drive out everything that was.
    'SET GLOBAL innodb_old_blocks_time = 0',
    'SET GLOBAL innodb_old_blocks_pct = 95',
  ])
    await server.one(sql)
  for (let i = 0; i < 2; i++) await server.one('SELECT SUM(LENGTH(pad)) FROM filler')
}

async function coldPostgres(server: Provoked): Promise<void> {
  for (const sql of [
    'CREATE TABLE warehouse AS SELECT n AS w_id, 0 AS w_ytd FROM generate_series(24, 25) n',
    'CREATE TABLE notes AS SELECT 1 AS id, 0 AS body',
    "CREATE TABLE goods AS SELECT n AS id, (n * 7919) % 32768 AS spread, repeat('x', 250) AS pad FROM generate_series(1, 32768) n",
    'CREATE INDEX ON goods (spread)',
    "CREATE TABLE filler AS SELECT n AS id, repeat('y', 250) AS pad FROM generate_series(1, 200000) n",
    'CREATE INDEX ON filler (id)',
    'VACUUM ANALYZE',
    'CHECKPOINT',
    // A sequential scan of a large table has a small ring of buffers; an index scan takes them all.
    'SET enable_seqscan = off',
    'SET enable_bitmapscan = off',
    'SELECT sum(length(pad)) FROM filler WHERE id > 0',
    'SELECT sum(length(pad)) FROM filler WHERE id > 0',
    'RESET enable_seqscan',
    'RESET enable_bitmapscan',
  ])
    await server.one(sql)
  const folder = String((await server.one('SHOW data_directory'))?.['data_directory'])
  for (const name of ['goods', 'goods_spread_idx'])
    await forgetCached(
      join(folder, String((await server.one(`SELECT pg_relation_filepath('${name}') AS path`))?.['path'])),
    )
}

/** Drops a file's pages from the memory of the operating system. */
async function forgetCached(path: string): Promise<void> {
  const run = promisify(execFile)
  await run('sync', [path])
  await run('dd', [`if=${path}`, 'iflag=nocache', 'count=0', 'status=none'])
}

function told(shapes: readonly DigestShape[]): string {
  return shapes
    .filter(({ fingerprint }) => /warehouse|notes|goods/.test(fingerprint))
    .map(
      ({ fingerprint, count, firstMicros, p50Micros, maxMicros, kinds }) =>
        `\n  ${fingerprint.slice(0, 50)} × ${count}: first ${firstMicros}, median ${p50Micros}, most ${maxMicros}: ${kinds.map(({ kind, evidence }) => `${kind} (${evidence})`).join('; ')}`,
    )
    .join('')
}
