import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, readdir, realpath } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { atLeast, type Version } from '../core/engine'
import type { FoundServer, SandboxAvailability, SandboxFolders, SandboxProduct } from './model'
import { packagedMysql } from './packaged-mysql'

const execute = promisify(execFile)
const versionTimeoutMs = 10_000

const titles: Readonly<Record<SandboxProduct, string>> = {
  mysql: 'MySQL',
  mariadb: 'MariaDB',
  postgres: 'PostgreSQL',
}
const programNames = ['mysqld', 'mariadbd', 'postgres'] as const

/** Where packages put servers that are not on the PATH, by operating system. */
const usualFolders: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/usr/libexec', '/usr/local/mysql/bin', '/opt/mysql/bin'],
  darwin: [
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '/opt/homebrew/opt/mysql/bin',
    '/opt/homebrew/opt/mariadb/bin',
    '/usr/local/mysql/bin',
    '/opt/local/lib/mysql/bin',
  ],
}
/** Folders with one folder per version below; the server is in `bin` of each. */
const versionedFolders: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['/usr/lib/postgresql', '/usr/pgsql'],
  darwin: ['/Library/PostgreSQL', '/Applications/Postgres.app/Contents/Versions'],
  win32: ['C:\\Program Files\\MySQL', 'C:\\Program Files\\MariaDB', 'C:\\Program Files\\PostgreSQL'],
}

/** MySQL older than 5.7.6 has no `--initialize`, and its Perl installer is rarely there. */
const oldestInitialising: Version = { major: 5, minor: 7, patch: 6 }

/**
 * Every server program on this computer that a sandbox can run, best first for each product: the PATH, then the usual
 * folders (newest version first), then the MySQL package of a source checkout.
 */
export async function findServers(folders: SandboxFolders): Promise<readonly FoundServer[]> {
  const programs: string[] = []
  for (const folder of await searchFolders())
    for (const name of programNames) {
      const program = join(folder, process.platform === 'win32' ? `${name}.exe` : name)
      const real = await executablePath(program)
      // mysqld of a MariaDB package is a link to mariadbd, and folders are named twice on some computers.
      if (real !== undefined && !programs.includes(real)) programs.push(real)
    }
  const found = await Promise.all(programs.map(identify))
  const packaged = await packagedMysql(folders.appFolder)
  return [...found, packaged].filter((server) => server !== undefined).filter(canInitialise)
}

/** The best server of one product, or undefined. */
export async function findServer(product: SandboxProduct, folders: SandboxFolders): Promise<FoundServer | undefined> {
  return (await findServers(folders)).find((server) => server.product === product)
}

/** What each product's sandbox would run, or why there is none, in words for the screen. */
export async function sandboxAvailability(folders: SandboxFolders): Promise<readonly SandboxAvailability[]> {
  const servers = await findServers(folders)
  return (['mysql', 'mariadb', 'postgres'] as const).map((product) => {
    const server = servers.find((one) => one.product === product)
    if (server) return { product, available: true, text: server.versionText }
    return { product, available: false, text: `${absence(product)} ${remedy(product)}` }
  })
}

/** "No MySQL server program is on this computer: looked for …" */
export function absence(product: SandboxProduct): string {
  const name = { mysql: 'mysqld (MySQL 5.7 or newer)', mariadb: 'mariadbd', postgres: 'postgres' }[product]
  return `No ${titles[product]} server program is on this computer: looked for ${name} on the PATH and in the usual folders.`
}

/** What brings a server program, in one sentence. */
export function remedy(product: SandboxProduct): string {
  const debian = { mysql: 'mysql-server', mariadb: 'mariadb-server', postgres: 'postgresql' }[product]
  const homebrew = { mysql: 'mysql', mariadb: 'mariadb', postgres: 'postgresql' }[product]
  if (process.platform === 'darwin') return `\`brew install ${homebrew}\` brings it.`
  if (process.platform === 'win32') return `The ${titles[product]} installer brings it.`
  return `The package ${debian} brings it (it need not run as a service).`
}

async function searchFolders(): Promise<readonly string[]> {
  const fromPath = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const versioned: string[] = []
  for (const folder of versionedFolders[process.platform] ?? []) {
    const names = await readdir(folder).catch(() => []) // the folder need not exist
    const newestFirst = [...names].sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    versioned.push(...newestFirst.map((name) => join(folder, name, 'bin')))
  }
  return [...new Set([...fromPath, ...(usualFolders[process.platform] ?? []), ...versioned])]
}

async function executablePath(program: string): Promise<string | undefined> {
  try {
    await access(program, constants.X_OK)
    return await realpath(program)
  } catch {
    return undefined // not here, or not ours to run
  }
}

/** Asks a program who it is. Undefined when it does not answer like a server that we know. */
async function identify(program: string): Promise<FoundServer | undefined> {
  const postgres = /postgres(\.exe)?$/.test(program)
  try {
    const args = postgres ? ['--version'] : ['--no-defaults', '--version']
    const { stdout } = await execute(program, args, { timeout: versionTimeoutMs })
    const identity = identityOf(stdout)
    return identity && { ...identity, program, origin: 'computer' }
  } catch {
    return undefined // present but not able to run: as good as absent
  }
}

/** Reads what `mysqld --version` and `postgres --version` print. */
export function identityOf(text: string): Pick<FoundServer, 'product' | 'version' | 'versionText'> | undefined {
  const postgres = /\(PostgreSQL\) (\d+)(?:\.(\d+))?/.exec(text)
  const mysql = /\bVer (\d+)\.(\d+)\.(\d+)/.exec(text)
  if (!postgres && !mysql) return undefined
  const product: SandboxProduct = postgres ? 'postgres' : /MariaDB/i.test(text) ? 'mariadb' : 'mysql'
  const [major, minor, patch] = (postgres ?? mysql ?? []).slice(1).map((digits) => Number(digits ?? 0))
  const version: Version = { major: major ?? 0, minor: minor ?? 0, patch: patch ?? 0 }
  const numbers =
    product === 'postgres' ? [version.major, version.minor] : [version.major, version.minor, version.patch]
  const title = /Percona/i.test(text) ? 'Percona Server' : titles[product]
  return { product, version, versionText: `${title} ${numbers.join('.')}` }
}

function canInitialise(server: FoundServer): boolean {
  if (server.product !== 'mysql' || server.origin === 'package') return true
  const { major, minor, patch } = oldestInitialising
  return atLeast(server.version, major, minor, patch)
}
