import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { Client } from 'pg'
import { digestBytes } from '../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../src/core/digest/document'
import type { DigestDocument } from '../../../src/core/digest/model'
import {
  type SandboxOptions,
  type SandboxProduct,
  sandboxAvailability,
  sandboxFolders,
  startSandbox,
} from '../../../src/sandbox/index'

const root = join(import.meta.dirname, '../../..')
const folders = { appFolder: root, cacheFolder: join(root, '.cache') }

/** The products of which a private server can be started here. */
export async function productsHere(): Promise<readonly SandboxProduct[]> {
  return (await sandboxAvailability(folders)).filter(({ available }) => available).map(({ product }) => product)
}

/** A private server whose log is provoked: settings and memory of a server belong to everybody on it. */
export interface Provoked {
  readonly versionText: string
  /** The first row. */
  one(sql: string): Promise<Readonly<Record<string, unknown>> | undefined>
  /** The same in another session. */
  other(sql: string): Promise<Readonly<Record<string, unknown>> | undefined>
  /** All statements from now on are logged. */
  startLog(): Promise<void>
  endLog(): Promise<DigestDocument>
  stop(): Promise<void>
}

/** @param settings for MySQL and MariaDB: of the global variables while the log is written */
export async function provoked(
  product: SandboxProduct,
  options: SandboxOptions = {},
  settings: readonly string[] = [],
): Promise<Provoked> {
  const sandbox = await startSandbox(product, folders, new AbortController().signal, undefined, options)
  const { host = '127.0.0.1', port = 0, user = '', database = '' } = sandbox.target
  const target = { host, port, user, password: sandbox.password, database }
  const server = product === 'postgres' ? await postgres(target) : await mysql(product, target, settings)
  return {
    versionText: sandbox.versionText,
    ...server,
    async stop() {
      await server.stop()
      await sandbox.stop()
    },
  }
}

interface Target {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

async function mysql(
  product: SandboxProduct,
  target: Target,
  settings: readonly string[],
): Promise<Omit<Provoked, 'versionText'>> {
  const sessions = [await createConnection(target), await createConnection(target)] as const
  const [one, other] = sessions
  const [[place]] = await one.query<RowDataPacket[]>('SELECT @@datadir AS folder')
  const first = async (session: typeof one, sql: string) => {
    const [rows] = await session.query<RowDataPacket[]>(sql)
    return Array.isArray(rows) ? rows[0] : undefined
  }
  let file = ''
  return {
    one: (sql) => first(one, sql),
    other: (sql) => first(other, sql),
    async startLog() {
      file = join(String(place?.['folder']), `provoked-${Date.now()}.log`)
      for (const set of [...settings, `slow_query_log_file = '${file}'`, 'long_query_time = 0', 'slow_query_log = ON'])
        await one.query(`SET GLOBAL ${set}`)
      for (const session of sessions) {
        await session.query('SET SESSION long_query_time = 0')
        // MariaDB has the switch, and what is told, per session too.
        if (product !== 'mariadb') continue
        for (const set of [...settings, 'slow_query_log = ON']) await session.query(`SET SESSION ${set}`)
      }
    },
    async endLog() {
      await one.query('SET GLOBAL slow_query_log = OFF')
      return digestDocument(digestBytes('provoked', readFileSync(file)))
    },
    async stop() {
      for (const session of sessions) session.destroy()
    },
  }
}

async function postgres(target: Target): Promise<Omit<Provoked, 'versionText'>> {
  const sessions = [new Client(target), new Client(target)] as const
  for (const session of sessions) await session.connect()
  const [one, other] = sessions
  // What the server writes down lies in the folder of its run, which is this process's.
  const { running } = sandboxFolders(folders)
  const run = readdirSync(running).find((name) => name.startsWith(`postgres-${process.pid}-`)) ?? ''
  const file = join(running, run, 'server.log')
  let before = 0
  return {
    one: async (sql) => (await one.query(sql)).rows?.[0],
    other: async (sql) => (await other.query(sql)).rows?.[0],
    async startLog() {
      for (const sql of [
        "log_line_prefix = '%m [%p] %q%u@%d '",
        'log_min_duration_statement = 0',
        // Said only of waits longer than deadlock_timeout.
        'log_lock_waits = on',
        "deadlock_timeout = '30ms'",
      ])
        await one.query(`ALTER SYSTEM SET ${sql}`)
      await one.query('SELECT pg_reload_conf()')
      await sleep(500)
      before = readFileSync(file).length
    },
    async endLog() {
      await sleep(300)
      return digestDocument(digestBytes('provoked', readFileSync(file).subarray(before)))
    },
    async stop() {
      for (const session of sessions) await session.end()
    },
  }
}

/** `act` while another session holds the row of `sql` for so long. */
export async function whileHeld(server: Provoked, sql: string, heldMs: number): Promise<void> {
  await server.other('BEGIN')
  await server.other(sql)
  const waiting = server.one(sql)
  await sleep(heldMs)
  await server.other('COMMIT')
  await waiting
}
