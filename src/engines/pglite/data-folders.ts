import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import envPaths from 'env-paths'
import { workerFile } from './worker-file'

/**
 * Data folders of the embedded server. Making one takes seconds, so one is kept prepared and copied:
 *   dist/pglite-data-<version>          comes with the build
 *   <cache>/pglite/prepared-<version>   made at the first start where the build has none; neither is opened in place
 *   <cache>/pglite/running/<pid>-<id>   private copies, removed when their connection closes
 */
export interface DataFolders {
  readonly prepared: string
  readonly running: string
}

/** Every data folder has it; folders get their name when they are whole. */
const readyFile = 'PG_VERSION'

/** By the system's customs; SARGABLE_CACHE names another cache folder. */
export function dataFolders(version: string): DataFolders {
  const cache = process.env['SARGABLE_CACHE'] ?? envPaths('Sargable', { suffix: '' }).cache
  const shipped = join(dirname(dirname(workerFile())), `pglite-data-${version}`)
  return {
    prepared: existsSync(join(shipped, readyFile)) ? shipped : join(cache, 'pglite', `prepared-${version}`),
    running: join(cache, 'pglite', 'running'),
  }
}

/**
 * Makes the prepared folder if it is not there: `initialise` fills a folder beside it, which then gets its name in
 * one step, so that two processes may do this at once.
 */
export async function ensurePrepared(
  folders: DataFolders,
  initialise: (dataFolder: string) => Promise<void>,
): Promise<void> {
  if (await exists(join(folders.prepared, readyFile))) return
  await mkdir(dirname(folders.prepared), { recursive: true, mode: 0o700 })
  const part = `${folders.prepared}.${process.pid}-${randomUUID()}.part`
  try {
    await initialise(part)
    await rename(part, folders.prepared)
  } catch (error) {
    // Another process was faster: its folder is as good.
    if (!(await exists(join(folders.prepared, readyFile)))) throw error
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}

/** A private copy of the prepared folder. */
export async function makePrivateCopy(folders: DataFolders): Promise<string> {
  const copy = join(folders.running, `${process.pid}-${randomUUID()}`)
  await mkdir(folders.running, { recursive: true, mode: 0o700 })
  await copyTree(folders.prepared, copy)
  return copy
}

/** Fills a folder that is missing or empty with the prepared data; leaves any other as it is. */
export async function fillEmptyFolder(folders: DataFolders, dataFolder: string): Promise<void> {
  const names = await readdir(dataFolder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  if (names.length === 0) await copyTree(folders.prepared, dataFolder)
}

export async function removePrivateCopy(copy: string): Promise<void> {
  await rm(copy, { recursive: true, force: true, maxRetries: 3 })
}

/** Removes the copies of processes that are gone. */
export async function removeStaleCopies(folders: DataFolders): Promise<void> {
  const names = await readdir(folders.running).catch(() => []) // nothing was ever opened here
  const stale = names.filter((name) => !isRunning(Number(name.split('-')[0])))
  await Promise.all(stale.map((name) => removePrivateCopy(join(folders.running, name))))
}

/** Our file beside a folder that a person chose: two servers in one folder would destroy it. */
const lockEnding = '.sargable.lock'

/**
 * Takes a data folder for this process.
 * @returns undefined when another running process has it, else what gives it back.
 */
export async function takeFolder(dataFolder: string): Promise<(() => Promise<void>) | undefined> {
  await mkdir(dirname(dataFolder), { recursive: true })
  const lock = `${dataFolder.replace(/[\\/]+$/, '')}${lockEnding}`
  const write = () => writeFile(lock, String(process.pid), { flag: 'wx' })
  try {
    await write()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const owner = Number(await readFile(lock, 'utf8').catch(() => '')) // given back meanwhile
    if (isRunning(owner)) return undefined
    await rm(lock, { force: true })
    await write()
  }
  return () => rm(lock, { force: true })
}

/** Number.isInteger guards process.kill, which reads 0 and negative numbers as groups. */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Copies a tree, files of one folder at once; blocks are shared where the file system can. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700, recursive: true })
  const entries = await readdir(from, { withFileTypes: true })
  await Promise.all(
    entries.map((entry) => {
      const source = join(from, entry.name)
      const target = join(to, entry.name)
      return entry.isDirectory() ? copyTree(source, target) : copyFile(source, target, constants.COPYFILE_FICLONE)
    }),
  )
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
