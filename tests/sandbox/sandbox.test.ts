// Protects private servers: real ones start, only their account gets in, and nothing stays behind, also after a crash.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { Client } from 'pg'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SargableError } from '../../src/core/errors'
import {
  findServers,
  type Sandbox,
  type SandboxProduct,
  sandboxAvailability,
  sandboxFolders,
  startSandbox,
} from '../../src/sandbox/index'
import { readOwnerRecord } from '../../src/sandbox/owner-record'
import { isRunning } from '../../src/sandbox/processes'

const appFolder = join(import.meta.dirname, '../..')
let cacheFolder = ''
let kinds: Awaited<ReturnType<typeof sandboxAvailability>> = []
const folders = () => ({ appFolder, cacheFolder })
const noSignal = () => new AbortController().signal

beforeAll(async () => {
  cacheFolder = await mkdtemp(join(tmpdir(), 'sargable-test-'))
  kinds = await sandboxAvailability(folders())
})
afterAll(async () => {
  await rm(cacheFolder, { recursive: true, force: true })
})

const running = () => {
  const { running } = sandboxFolders({ cacheFolder })
  return existsSync(running) ? readdirSync(running) : []
}

async function answers(port: number): Promise<boolean> {
  const socket = connectSocket(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false // refused: nobody listens
  } finally {
    socket.destroy()
  }
}

/** Who may log in, as the server's own account table says, and who we are. */
async function accounts({ product, target, password }: Sandbox): Promise<{ version: string; open: readonly string[] }> {
  const { host, port, user, database } = target
  if (product === 'postgres') {
    const client = new Client({ host, port, user, database, password })
    await client.connect()
    const version = (await client.query('SELECT version() AS v')).rows[0].v
    const rules = await client.query(
      "SELECT type || ' ' || auth_method AS r FROM pg_hba_file_rules WHERE auth_method <> 'scram-sha-256'",
    )
    await client.end()
    return { version, open: rules.rows.map((row) => row.r) }
  }
  const connection = await createConnection({ host, port, user, database, password })
  const [versions] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS v')
  const [users] = await connection.query<RowDataPacket[]>(
    "SELECT CONCAT(User, '@', Host) AS u FROM mysql.user WHERE User IN ('', 'root')",
  )
  await connection.end()
  return { version: versions[0]?.['v'], open: users.map((row) => String(row['u'])) }
}

async function refusal(sandbox: Sandbox, user: string, password: string): Promise<string> {
  const { host, port } = sandbox.target
  try {
    if (sandbox.product === 'postgres') {
      const client = new Client({ host, port, user, password, database: 'postgres' })
      await client.connect()
      await client.end()
    } else await (await createConnection({ host, port, user, password })).end()
    return 'let in'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

const expected: readonly (readonly [SandboxProduct, RegExp])[] = [
  ['mysql', /^\d+\.\d+\.\d+/],
  ['mariadb', /MariaDB/],
  ['postgres', /^PostgreSQL \d+/],
]

describe.each(expected)('a %s sandbox', (product, versionPattern) => {
  const missing = () => !kinds.some((kind) => kind.product === product && kind.available)

  test('starts, takes only its own account, starts again from its template, and leaves nothing', async (context) => {
    if (missing()) return context.skip(`no ${product} server program here`)
    const said: string[] = []
    const first = await startSandbox(product, folders(), noSignal(), (progress) => said.push(progress.text))
    try {
      const { version, open } = await accounts(first)
      expect(version).toMatch(versionPattern)
      expect(open).toEqual([])
      for (const [user, password] of [
        ['root', ''],
        ['postgres', ''],
        ['', ''],
        ['sargable', ''],
        ['sargable', 'replaced-at-every-start'],
      ] as const)
        expect(await refusal(first, user, password), `user "${user}", password "${password}"`).not.toBe('let in')
      expect(said.at(-1)).toMatch(/^Preparing .* for the first time$/)
    } finally {
      await first.stop()
    }
    expect(running()).toEqual([])
    expect(await answers(first.target.port ?? 0)).toBe(false)

    const second = await startSandbox(product, folders(), noSignal(), (progress) => said.push(progress.text))
    await second.stop()
    expect(said.at(-1)).toMatch(/^Starting /)
    expect(second.password).not.toBe(first.password)
    await second.ended
    expect(running()).toEqual([])
  })

  test('is ended and removed by the next start when its owner was killed', async (context) => {
    if (missing()) return context.skip(`no ${product} server program here`)
    const bundle = await ownerBundle()
    const owner = spawn(process.execPath, [bundle, product, appFolder, cacheFolder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(owner.stdout, 'data')
    const { port } = JSON.parse(String(line))
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    const [left] = running()
    const record = readOwnerRecord(join(sandboxFolders({ cacheFolder }).running, left ?? ''))
    expect(record?.server && isRunning(record.server), 'the orphan runs until the next start').toBe(true)

    const next = await startSandbox(product, folders(), noSignal())
    await next.stop()
    expect(record?.server && isRunning(record.server)).toBe(false)
    expect(await answers(port)).toBe(false)
    expect(running()).toEqual([])
    for (const folder of record?.otherFolders ?? []) expect(existsSync(folder)).toBe(false)
  })

  test('that is stopped while it starts leaves nothing', async (context) => {
    if (missing()) return context.skip(`no ${product} server program here`)
    const controller = new AbortController()
    const starting = startSandbox(product, folders(), controller.signal, () =>
      setTimeout(() => controller.abort(), 150),
    )
    await expect(starting).rejects.toMatchObject({ fault: { code: 'cancelled' } })
    expect(running()).toEqual([])
  })
})

let bundled: Promise<string> | undefined
/** The owner process as one file that Node runs; built once. */
function ownerBundle(): Promise<string> {
  bundled ??= build({
    configFile: false,
    logLevel: 'error',
    root: appFolder,
    ssr: { noExternal: true, external: ['pg-native'] },
    build: {
      ssr: join(import.meta.dirname, 'owner.ts'),
      outDir: join(cacheFolder, 'owner'),
      emptyOutDir: false,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'owner.cjs' } },
    },
  }).then(() => join(cacheFolder, 'owner/owner.cjs'))
  return bundled
}

test('a number that belongs to another process by now is left alone', async () => {
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
  const { removeLeftovers } = await import('../../src/sandbox/leftovers')
  const { writeOwnerRecord } = await import('../../src/sandbox/owner-record')
  const { running } = sandboxFolders({ cacheFolder })
  writeOwnerRecord(join(running, 'mysql-1-00000000'), {
    owner: { pid: 1, startedAt: 'long ago' },
    server: { pid: bystander.pid ?? 0, startedAt: 'long ago' },
    endSignal: 'SIGKILL',
    otherFolders: [],
  })
  await removeLeftovers(running)
  expect(readdirSync(running)).toEqual([])
  expect(bystander.exitCode).toBeNull()
  expect(readFileSync(`/proc/${bystander.pid}/stat`, 'utf8')).not.toMatch(/\) Z /)
  bystander.kill('SIGKILL')
  await once(bystander, 'exit')
})

test('a missing server is said with what was looked for and what brings it', async () => {
  const path = process.env['PATH']
  process.env['PATH'] = ''
  try {
    const absent = (await sandboxAvailability({ appFolder: cacheFolder, cacheFolder })).find(
      (kind) => kind.product === 'mysql',
    )
    const found = (await findServers({ appFolder: cacheFolder, cacheFolder })).some((one) => one.product === 'mysql')
    expect(absent?.available).toBe(found) // a computer may have MySQL in /usr/sbin
    if (found) return
    expect(absent?.text).toMatch(/looked for mysqld/)
    const starting = startSandbox('mysql', { appFolder: cacheFolder, cacheFolder }, noSignal())
    await expect(starting).rejects.toBeInstanceOf(SargableError)
    await expect(starting).rejects.toMatchObject({ fault: { code: 'sandbox-unavailable' } })
  } finally {
    process.env['PATH'] = path
  }
})

test('kept data that a server cannot start from is thrown away, and the next start makes it anew', async (context) => {
  const kind = kinds.find((one) => one.available)
  if (!kind) return context.skip('no server program here')
  const { product } = kind
  await (await startSandbox(product, folders(), noSignal())).stop()
  const { templates } = sandboxFolders({ cacheFolder })
  const [template] = readdirSync(templates).filter((name) => name.startsWith(product))
  await rm(join(templates, template ?? ''), { recursive: true })
  await mkdir(join(templates, template ?? ''))
  await expect(startSandbox(product, folders(), noSignal())).rejects.toMatchObject({
    fault: { code: 'sandbox-failed' },
  })
  expect(running()).toEqual([])
  await (await startSandbox(product, folders(), noSignal())).stop()
})
