import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { fault } from '../core/errors'
import type { Launch, RunProgram, SandboxAccount, ServerKit, ServerPlace } from './model'

const connectTimeoutMs = 5_000

/** PostgreSQL 12 and newer. SIGQUIT is its immediate shutdown: it ends its children and frees its shared memory. */
export const postgresKit: ServerKit = { initialise, prepare, connect, endSignal: 'SIGQUIT' }

/** The role and the database of every sandbox; the template is made with them. */
export const postgresRole = 'sargable'

async function initialise(place: ServerPlace, run: RunProgram): Promise<void> {
  const { server, dataFolder, runAs } = place
  const initdb = join(dirname(server.program), process.platform === 'win32' ? 'initdb.exe' : 'initdb')
  if (!existsSync(initdb))
    throw fault('sandbox-failed', `${server.versionText} has no initdb beside ${server.program}.`, {
      hint: 'Install the complete PostgreSQL server package.',
    })
  // Every connection needs a password, and this first one never works: `prepare` sets a new one before each start.
  const args = ['-D', dataFolder, '-U', postgresRole, '--auth=scram-sha-256', '--no-sync', '-E', 'UTF8']
  const passwordFile = `${dataFolder}.pw`
  await writeFile(passwordFile, 'replaced-at-every-start\n', { mode: 0o644 })
  await run({ program: initdb, args: [...args, `--locale=${locale}`, `--pwfile=${passwordFile}`] }, runAs)
  await run(singleUser(place, `CREATE DATABASE ${postgresRole}\n`), runAs)
}

/** Sets this run's password on the stopped server, in single-user mode. */
async function prepare(place: ServerPlace, { user, password }: SandboxAccount, run: RunProgram): Promise<Launch> {
  await run(singleUser(place, `ALTER ROLE ${user} PASSWORD '${password}'\n`), place.runAs)
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '32MB',
    max_connections: '30',
    fsync: 'off',
    full_page_writes: 'off',
    track_io_timing: 'on',
    // /dev/shm is tiny or missing in some containers.
    ...(process.platform === 'linux' && { dynamic_shared_memory_type: 'mmap' }),
  }
  return {
    program: place.server.program,
    args: [
      '-D',
      place.dataFolder,
      '-p',
      String(place.port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
  }
}

/** Bytewise order and UTF-8 characters, where the system has such a locale under this name. */
const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C'

/** One statement per line; the server ends with its input. -F: nothing here must survive a power cut. */
function singleUser(place: ServerPlace, input: string): Launch {
  return { program: place.server.program, args: ['--single', '-F', '-D', place.dataFolder, 'postgres'], input }
}

async function connect({ user, password, database }: SandboxAccount, port: number): Promise<void> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user,
    password,
    database,
    connectionTimeoutMillis: connectTimeoutMs,
  })
  client.on('error', () => undefined) // the same error rejects connect()
  try {
    await client.connect()
  } finally {
    await client.end().catch(() => undefined) // never connected
  }
}
