import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { atLeast } from '../core/engine'
import { fault } from '../core/errors'
import { copyFolder } from './copy-folder'
import type { FoundServer, Launch, RunProgram, SandboxAccount, ServerKit, ServerPlace } from './model'

const connectTimeoutMs = 5_000

/** MySQL, Percona Server and MariaDB. */
export const mysqlKit: ServerKit = { initialise, prepare, connect, endSignal: 'SIGKILL' }

/** The three ways in which these servers get their first data folder. */
async function initialise(place: ServerPlace, run: RunProgram): Promise<void> {
  const { server, dataFolder } = place
  if (server.origin === 'package') {
    // It brings its system tables; one empty run makes the log files of our size.
    await copyFolder(join(dirname(server.program), 'data/mysql'), dataFolder)
    return run(launchOf(place, ['--bootstrap'], ''), undefined)
  }
  if (server.product === 'mariadb') {
    const program = await installProgram(server)
    const args = ['--no-defaults', ...rootOption(), '--skip-test-db', '--auth-root-authentication-method=normal']
    return run({ program, args: [...args, `--datadir=${dataFolder}`, ...sizes] }, undefined)
  }
  return run(launchOf(place, ['--initialize-insecure']), undefined)
}

/** mariadb-install-db beside the server, in the folders around it, or on Debian in /usr/bin for /usr/sbin. */
async function installProgram(server: FoundServer): Promise<string> {
  const folder = dirname(server.program)
  for (const place of [folder, join(folder, '../bin'), join(folder, '../scripts')])
    for (const name of ['mariadb-install-db', 'mysql_install_db', 'mariadb-install-db.exe', 'mysql_install_db.exe'])
      if (existsSync(join(place, name))) return join(place, name)
  throw fault('sandbox-failed', `${server.versionText} has no mariadb-install-db beside ${server.program}.`, {
    hint: 'Install the complete MariaDB server package.',
  })
}

/**
 * Accounts are set by the init file, which runs before the server takes its first connection: no moment in which
 * anyone could get in without the password.
 */
async function prepare(place: ServerPlace, account: SandboxAccount): Promise<Launch> {
  const initFile = join(place.runFolder, 'init.sql')
  await writeFile(initFile, `${accountStatements(place.server, account).join('\n')}\n`, { mode: 0o600 })
  return launchOf(place, [
    `--port=${place.port}`,
    '--bind-address=127.0.0.1',
    // Relative to the data folder: an absolute path may be longer than the 107 bytes of a socket address.
    '--socket=sandbox.sock',
    `--pid-file=${join(place.runFolder, 'server.pid')}`,
    // With names resolved, an account at "localhost" would win over ours.
    '--skip-name-resolve',
    `--init-file=${initFile}`,
    '--performance-schema=ON',
    // After the usual sizes: the last one wins.
    ...(place.options.poolBytes === undefined ? [] : [`--innodb-buffer-pool-size=${place.options.poolBytes}`]),
    ...(place.options.directIo ? ['--innodb-flush-method=O_DIRECT'] : []),
    ...(process.platform === 'win32' ? ['--console'] : []),
  ])
}

/** The server's init file takes one statement per line. The password is of hexadecimal digits and needs no escaping. */
function accountStatements(server: FoundServer, { user, password, database }: SandboxAccount): readonly string[] {
  const withoutRoot =
    server.product === 'mariadb'
      ? [`DELETE FROM mysql.${atLeast(server.version, 10, 4) ? 'global_priv' : 'user'} WHERE User IN ('', 'root');`]
      : server.origin === 'package'
        ? ["DELETE FROM mysql.user WHERE User IN ('', 'root');", 'DELETE FROM mysql.db;']
        : ["DROP USER IF EXISTS 'root'@'localhost';"]
  const createUser = server.origin === 'package' ? 'CREATE USER' : 'CREATE USER IF NOT EXISTS'
  return [
    ...withoutRoot,
    'FLUSH PRIVILEGES;',
    `${createUser} '${user}'@'%' IDENTIFIED BY '${password}';`,
    `GRANT ALL ON *.* TO '${user}'@'%' WITH GRANT OPTION;`,
    `CREATE DATABASE IF NOT EXISTS ${database};`,
  ]
}

/** Small: a sandbox holds samples and scratch tables, and stands beside the real work of this computer. */
const sizes = [
  '--innodb-buffer-pool-size=64M',
  '--loose-innodb-log-file-size=8M',
  '--loose-innodb-redo-log-capacity=8M',
  '--innodb-flush-log-at-trx-commit=0',
]
/** Below these limits MySQL 5.6 sizes performance_schema "small": tens of MB instead of hundreds. */
const runSizes = ['--max-connections=30', '--table-open-cache=300', '--table-definition-cache=400']

function launchOf(place: ServerPlace, more: readonly string[], input?: string): Launch {
  const { server, dataFolder } = place
  const folder = dirname(server.program)
  const packaged = server.origin === 'package'
  return {
    program: server.program,
    args: [
      '--no-defaults',
      ...rootOption(),
      ...messageFolders(folder),
      `--datadir=${dataFolder}`,
      ...sizes,
      ...runSizes,
      // Packages point it at a folder that only their own user may enter, and the server refuses to start without.
      `--secure-file-priv=${place.runFolder}`,
      // A server that starts removes all temporary tables from its folder, also those of others that run.
      `--tmpdir=${place.runFolder}`,
      '--loose-skip-log-bin',
      '--loose-mysqlx=OFF',
      ...(packaged ? ['--innodb-use-native-aio=0'] : []),
      ...more,
    ],
    input,
    // The packaged server finds its own libaio beside itself.
    ...(packaged && { workingFolder: folder, environment: { LD_LIBRARY_PATH: '.' } }),
  }
}

/** mysqld refuses to run as root unless it is told that this is meant. */
function rootOption(): readonly string[] {
  return process.getuid?.() === 0 ? ['--user=root'] : []
}

/** Servers that were unpacked somewhere find their messages only when told; installed ones know. */
function messageFolders(folder: string): readonly string[] {
  for (const base of [folder, join(folder, '..')]) {
    const share = join(base, 'share')
    if (existsSync(join(share, 'english/errmsg.sys')))
      return [`--basedir=${base}`, `--lc-messages-dir=${share}`, `--character-sets-dir=${join(share, 'charsets')}`]
  }
  return []
}

async function connect({ user, password, database }: SandboxAccount, port: number): Promise<void> {
  const options = { host: '127.0.0.1', port, user, password, database, connectTimeout: connectTimeoutMs }
  const connection = await createConnection(options)
  await connection.end()
}
