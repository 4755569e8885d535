import { readFile, stat } from 'node:fs/promises'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pgpass from 'pgpass'
import type { ConnectionTarget, Tls } from '../core/connection/model'
import { fault } from '../core/errors'
import type { Credentials } from './engine'
import { readMyCnf } from './my-cnf'

type NetworkTarget = Extract<ConnectionTarget, { via: 'network' }>

export interface FilledConnection {
  readonly target: ConnectionTarget
  readonly credentials: Credentials
  /** What a person should know of the files: one that others can read, one that was not used. */
  readonly cautions: readonly string[]
}

/** Permission bits of group and others. */
const othersBits = 0o077

/**
 * Fills in what a connection leaves open, as the servers' own clients do: `~/.my.cnf` ([client]) for MySQL and
 * MariaDB; PGPASSWORD and `~/.pgpass` (PGPASSFILE) for PostgreSQL; the user name of this computer for both. What is
 * given wins; a password given, an empty one too, keeps the password files closed.
 * @throws SargableError `file-unreadable` when such a file is there and cannot be read.
 */
export async function withClientFiles(
  target: ConnectionTarget,
  credentials: Credentials,
  home: string = homedir(),
): Promise<FilledConnection> {
  if (target.via !== 'network') return { target, credentials, cautions: [] }
  return target.product === 'postgres'
    ? fillPostgres(target, credentials, home)
    : fillMysql(target, credentials, join(home, '.my.cnf'))
}

async function fillMysql(target: NetworkTarget, credentials: Credentials, path: string): Promise<FilledConnection> {
  const file = await readOptional(path)
  const said = file ? readMyCnf(file.text) : {}
  const cautions: string[] = []
  // The file's account is for the server that it names; nobody else gets its password.
  const sameServer = target.host === undefined || said.host === undefined || said.host === target.host
  const sameUser = target.user === undefined || said.user === undefined || said.user === target.user
  const user = target.user ?? (sameServer ? said.user : undefined) ?? localUser()
  const filled: NetworkTarget = {
    ...target,
    user,
    ...(target.host === undefined &&
      target.socketPath === undefined && {
        ...(said.host !== undefined && { host: said.host }),
        ...(said.socketPath !== undefined && { socketPath: said.socketPath }),
      }),
    ...(target.port === undefined && sameServer && said.port !== undefined && { port: said.port }),
    ...(target.database === undefined && sameServer && said.database !== undefined && { database: said.database }),
    ...tlsOf(target, sameServer ? said : {}),
  }
  if (credentials.password !== undefined || said.password === undefined || !sameServer || !sameUser) {
    return { target: filled, credentials, cautions }
  }
  if (file && (file.mode & othersBits) !== 0) {
    cautions.push(`Others on this computer can read the password in ${path}; chmod 600 keeps it to you.`)
  }
  return { target: filled, credentials: { password: said.password }, cautions }
}

function tlsOf(target: NetworkTarget, said: ReturnType<typeof readMyCnf>): { tls?: Tls } {
  if (target.tls || !said.caFile) return {}
  const { caFile, certFile, keyFile } = said
  return { tls: { mode: 'verify-ca', caFile, ...(certFile && { certFile }), ...(keyFile && { keyFile }) } }
}

async function fillPostgres(target: NetworkTarget, credentials: Credentials, home: string): Promise<FilledConnection> {
  const user = target.user ?? process.env['PGUSER'] ?? localUser()
  const filled: NetworkTarget = { ...target, user }
  if (credentials.password !== undefined) return { target: filled, credentials, cautions: [] }
  const fromEnvironment = process.env['PGPASSWORD']
  if (fromEnvironment !== undefined) {
    return { target: filled, credentials: { password: fromEnvironment }, cautions: [] }
  }
  const path = process.env['PGPASSFILE'] ?? (process.platform === 'win32' ? undefined : join(home, '.pgpass'))
  const mode = path === undefined ? 0 : await modeOf(path)
  if (mode === undefined) return { target: filled, credentials, cautions: [] }
  if (process.platform !== 'win32' && (mode & othersBits) !== 0) {
    const caution = `${path} is not used, because others on this computer can read it; chmod 600 makes it usable.`
    return { target: filled, credentials, cautions: [caution] }
  }
  // A socket stands in the file as "localhost", or by its folder.
  const hosts = target.socketPath === undefined ? [target.host ?? 'localhost'] : [target.socketPath, 'localhost']
  for (const host of hosts) {
    const asked = { host, port: target.port ?? 5432, database: target.database ?? user, user }
    const password = await lookUp(asked, path)
    if (password !== undefined) return { target: filled, credentials: { password }, cautions: [] }
  }
  return { target: filled, credentials, cautions: [] }
}

/** The package takes the file's path from the environment only, and warns on stderr. */
function lookUp(asked: Parameters<typeof pgpass>[0], path: string | undefined): Promise<string | undefined> {
  const before = process.env['PGPASSFILE']
  if (path !== undefined) process.env['PGPASSFILE'] = path
  pgpass.warnTo(new Writable({ write: (_chunk, _encoding, done) => done() }))
  try {
    // The path is read before the call returns.
    return new Promise((resolve) => pgpass(asked, resolve))
  } finally {
    if (before === undefined) delete process.env['PGPASSFILE']
    else process.env['PGPASSFILE'] = before
  }
}

async function readOptional(path: string): Promise<{ text: string; mode: number } | undefined> {
  const mode = await modeOf(path)
  if (mode === undefined) return undefined
  try {
    return { text: await readFile(path, 'utf8'), mode }
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Permission bits, or undefined when there is no such file. */
async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return undefined
    }
    throw unreadable(path, error)
  }
}

function unreadable(path: string, error: unknown) {
  return fault('file-unreadable', `${path} cannot be read.`, {
    hint: error instanceof Error ? error.message : 'Check its permissions.',
  })
}

function localUser(): string {
  try {
    return userInfo().username
  } catch {
    // No entry in the user database (some containers): the server then says which account is missing.
    return process.env['USER'] ?? ''
  }
}
