// Protects: a call that only waited, or was slow only because nothing was in memory yet, is not taken for a slow plan.
// Provoked on private servers, since the logs' settings and the memory of a server belong to everybody on it.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { digestBytes } from '../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../src/core/digest/document'
import type { DigestShape } from '../../../src/core/digest/model'
import { type Sandbox, sandboxAvailability, sandboxFolders, startSandbox } from '../../../src/sandbox/index'

const root = join(import.meta.dirname, '../../..')
const folders = { appFolder: root, cacheFolder: join(root, '.cache') }
const here = (await sandboxAvailability(folders)).filter(({ available }) => available).map(({ product }) => product)
test.runIf(here.length === 0)('no server program is here', ({ skip }) => skip())

const lockedMs = 1200
const coldRuns = 6
/** Rows all over a table that fits into memory, beside one that drives it out. */
const scattered = 'SELECT sum(length(pad)) AS pads FROM goods WHERE spread BETWEEN 1000 AND 4000'
const update = 'UPDATE warehouse SET w_ytd = w_ytd + 1 WHERE w_id = 25'

function shapesOf(log: Uint8Array): readonly DigestShape[] {
  return digestDocument(digestBytes('provoked', log)).shapes
}

/** The shape whose statement begins so, and its kinds. */
function kindsOf(shapes: readonly DigestShape[], begins: string): readonly string[] {
  const shape = shapes.find(({ fingerprint }) => fingerprint.startsWith(begins))
  expect(shape, begins).toBeDefined()
  return (shape?.kinds ?? []).map(({ kind }) => kind)
}

function expectKinds(shapes: readonly DigestShape[]): void {
  // Waited for another's row; the same statement without anybody in its way is fast.
  expect(kindsOf(shapes, 'update warehouse')).toContain('lock-wait')
  expect(kindsOf(shapes, 'update notes')).not.toContain('lock-wait')
  // Slow while nothing was in memory, then fast.
  expect(kindsOf(shapes, 'select sum ( length ( pad ) ) as pads from goods')).toContain('first-run-only')
  expect(kindsOf(shapes, 'select count ( * ) from goods where pad like')).not.toContain('first-run-only')
}

describe.each(here.filter((product) => product !== 'postgres'))('%s', (product) => {
  let sandbox: Sandbox
  let one: Connection
  let other: Connection

  beforeAll(async () => {
    sandbox = await startSandbox(product, folders, new AbortController().signal, undefined, {
      poolBytes: 24 * 1024 * 1024,
      directIo: true,
    })
    const { host, port, user, database } = sandbox.target
    const connect = () => createConnection({ host, port, user, password: sandbox.password, database })
    one = await connect()
    other = await connect()
  }, 120_000)
  afterAll(async () => {
    one?.destroy()
    other?.destroy()
    await sandbox?.stop()
  })

  test('a lock wait and a first run are what they are', { timeout: 180_000 }, async () => {
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
      await one.query(sql)
    for (let i = 0; i < 2; i++) await one.query('SELECT SUM(LENGTH(pad)) FROM filler')
    const [[place]] = await one.query<RowDataPacket[]>('SELECT @@datadir AS folder')
    const file = join(String(place?.['folder']), 'provoked.log')
    for (const sql of [`slow_query_log_file = '${file}'`, 'long_query_time = 0', 'slow_query_log = ON'])
      await one.query(`SET GLOBAL ${sql}`)
    for (const connection of [one, other]) {
      await connection.query('SET SESSION long_query_time = 0')
      // MariaDB has the switch per session too.
      if (product === 'mariadb') await connection.query('SET SESSION slow_query_log = ON')
    }

    const hint = scattered.replace('FROM goods', 'FROM goods FORCE INDEX (spread)')
    for (let i = 0; i < coldRuns; i++) await one.query(hint)
    for (let i = 0; i < coldRuns; i++) await one.query("SELECT COUNT(*) FROM goods WHERE pad LIKE '%z%'")
    for (let i = 0; i < 3; i++) await one.query('UPDATE notes SET body = body + 1 WHERE id = 1')
    await other.query('START TRANSACTION')
    await other.query(update)
    const waiting = one.query(update)
    await sleep(lockedMs)
    await other.query('COMMIT')
    await waiting
    await one.query('SET GLOBAL slow_query_log = OFF')

    const shapes = shapesOf(readFileSync(file))
    console.info(product, sandbox.versionText, told(shapes))
    expectKinds(shapes)
  })
})

describe.each(here.filter((product) => product === 'postgres'))('%s', (product) => {
  let sandbox: Sandbox
  let one: Client
  let other: Client

  beforeAll(async () => {
    sandbox = await startSandbox(product, folders, new AbortController().signal)
    const { host, port, user, database } = sandbox.target
    const connect = async () => {
      const client = new Client({ host, port, user, password: sandbox.password, ...(database && { database }) })
      await client.connect()
      return client
    }
    one = await connect()
    other = await connect()
  }, 120_000)
  afterAll(async () => {
    await one?.end()
    await other?.end()
    await sandbox?.stop()
  })

  test('a lock wait and a first run are what they are', { timeout: 180_000 }, async () => {
    for (const sql of [
      'CREATE TABLE warehouse AS SELECT n AS w_id, 0 AS w_ytd FROM generate_series(24, 25) n',
      'CREATE TABLE notes AS SELECT 1 AS id, 0 AS body',
      "CREATE TABLE goods AS SELECT n AS id, (n * 7919) % 32768 AS spread, repeat('x', 250) AS pad FROM generate_series(1, 32768) n",
      'CREATE INDEX ON goods (spread)',
      "CREATE TABLE filler AS SELECT n AS id, repeat('y', 250) AS pad FROM generate_series(1, 200000) n",
      'CREATE INDEX ON filler (id)',
      'VACUUM ANALYZE',
      'CHECKPOINT',
    ])
      await one.query(sql)
    // A sequential scan of a large table has a small ring of buffers; an index scan takes them all.
    await one.query('SET enable_seqscan = off; SET enable_bitmapscan = off')
    for (let i = 0; i < 2; i++) await one.query('SELECT sum(length(pad)) FROM filler WHERE id > 0')
    await one.query('RESET enable_seqscan; RESET enable_bitmapscan')
    const settings = await one.query('SHOW data_directory')
    const folder = String(settings.rows[0]?.data_directory)
    const paths = await one.query(
      "SELECT pg_relation_filepath(oid) AS path FROM pg_class WHERE relname IN ('goods', 'goods_spread_idx')",
    )
    for (const { path } of paths.rows) await forgetCached(join(folder, String(path)))
    const before = readFileSync(logOf(product)).length
    for (const sql of [
      "log_line_prefix = '%m [%p] %q%u@%d '",
      'log_min_duration_statement = 0',
      // Said only of waits longer than deadlock_timeout, 1 s.
      'log_lock_waits = on',
    ])
      await one.query(`ALTER SYSTEM SET ${sql}`)
    await one.query('SELECT pg_reload_conf()')
    await sleep(500)

    for (let i = 0; i < coldRuns; i++) await one.query(scattered)
    for (let i = 0; i < coldRuns; i++) await one.query("SELECT count(*) FROM goods WHERE pad LIKE '%z%'")
    for (let i = 0; i < 3; i++) await one.query('UPDATE notes SET body = body + 1 WHERE id = 1')
    await other.query('BEGIN')
    await other.query(update)
    const waiting = one.query(update)
    await sleep(lockedMs)
    await other.query('COMMIT')
    await waiting
    await sleep(300)

    const shapes = shapesOf(readFileSync(logOf(product)).subarray(before))
    console.info(product, sandbox.versionText, told(shapes))
    expectKinds(shapes)
  })
})

/** What the server writes down: in the folder of its run, which is this process's. */
function logOf(product: string): string {
  const { running } = sandboxFolders(folders)
  const run = readdirSync(running).find((name) => name.startsWith(`${product}-${process.pid}-`))
  return join(running, run ?? '', 'server.log')
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
