import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SandboxProduct, sandboxFolders, startSandbox } from '../../../src/sandbox/index'
import { readOwnerRecord } from '../../../src/sandbox/owner-record'
import { never } from '../../kit/mysql'
import { type ExperimentServer, experimentServer } from './servers'

/** A server that nobody else uses, so that it can be killed, and looked through for anything left. */
export interface PrivateServer extends ExperimentServer {
  readonly port: number
  /** Ends the server as a loss of power would. */
  kill(): Promise<void>
  /** Starts it again on the data that it had when it was killed. */
  startAgain(): Promise<void>
  remove(): Promise<void>
}

export async function privateServer(product: SandboxProduct, database: string): Promise<PrivateServer> {
  const appFolder = join(import.meta.dirname, '../../..')
  const cacheFolder = await mkdtemp(join(tmpdir(), 'sargable-private-'))
  const sandbox = await startSandbox(product, { appFolder, cacheFolder }, never)
  const { host, port, user, database: initial } = sandbox.target
  if (host === undefined || port === undefined || user === undefined || initial === undefined)
    throw new Error('The server has no address')
  const endpoint = {
    id: product,
    kind: product === 'postgres' ? ('pg' as const) : ('mysql' as const),
    host,
    port,
    user,
    password: sandbox.password,
    database: initial,
  }
  const server = experimentServer(endpoint, database)
  const launched = launchOf(serverProcess(cacheFolder))
  let again: ChildProcess | undefined
  const end = async (child: ChildProcess, how: 'SIGKILL' | 'SIGQUIT') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(how)
    await exit
  }
  return {
    ...server,
    port,
    async kill() {
      if (again) return end(again, 'SIGKILL')
      process.kill(launched.pid, 'SIGKILL')
      await sandbox.ended
    },
    async startAgain() {
      const { program, args, cwd, uid, gid, environment } = launched
      again = spawn(program, args, { cwd, uid, gid, env: environment, stdio: 'ignore' })
      for (let attempt = 0; ; attempt++) {
        try {
          const eyes = await server.witness()
          return await eyes.end()
        } catch (thrown) {
          if (attempt === 300 || again.exitCode !== null) throw thrown
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      }
    },
    async remove() {
      // PostgreSQL gives its shared memory back only when it is told to end.
      if (again) await end(again, product === 'postgres' ? 'SIGQUIT' : 'SIGKILL')
      await sandbox.stop()
      await rm(cacheFolder, { recursive: true, force: true })
    },
  }
}

function serverProcess(cacheFolder: string): number {
  const { running } = sandboxFolders({ cacheFolder })
  for (const run of readdirSync(running)) {
    const pid = readOwnerRecord(join(running, run))?.server?.pid
    if (pid !== undefined) return pid
  }
  throw new Error(`No server runs in ${running}`)
}

/** How a process was started, as the system tells it. */
function launchOf(pid: number) {
  const of = (what: string) => join('/proc', String(pid), what)
  const list = (what: string) => readFileSync(of(what), 'utf8').split('\0').slice(0, -1)
  const { uid, gid } = statSync(of('stat'))
  return {
    pid,
    program: readlinkSync(of('exe')),
    args: list('cmdline').slice(1),
    cwd: readlinkSync(of('cwd')),
    environment: Object.fromEntries(list('environ').map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
    uid,
    gid,
  }
}
