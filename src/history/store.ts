import { mkdirSync, rmdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Database } from 'node-sqlite3-wasm'
import { fault } from '../core/errors'
import { migrations } from './migrations'

/**
 * A transaction of ours lasts milliseconds; a lock folder older than this was left by a process that died. (The
 * WebAssembly build locks by making a folder beside the file, which nobody removes after a crash.)
 */
const staleLockMs = 10_000
/** How long to wait for another window of the product that writes right now. */
const busyTimeoutMs = 2_000

/**
 * Opens the store at `path`, creating it and its folder where they are missing, and takes the migrations it lacks.
 * @throws SargableError `store-failed`, also when a newer version of the product wrote the file.
 */
export function openStore(path: string): Database {
  try {
    mkdirSync(dirname(path), { recursive: true })
    removeStaleLock(`${path}.lock`)
    const store = new Database(path)
    store.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
    migrate(store)
    return store
  } catch (thrown) {
    throw fault('store-failed', `The store ${path} cannot be opened: ${messageOf(thrown)}`, {
      hint: 'Work goes on, but connections and history are not kept. Check that the folder is writable, or move the file away.',
    })
  }
}

function migrate(store: Database): void {
  const row = store.get('PRAGMA user_version')
  const taken = Number(row?.['user_version'] ?? 0)
  if (taken > migrations.length) {
    store.close()
    throw new Error(`it was written by a newer version (schema ${taken}, this one knows ${migrations.length})`)
  }
  migrations.slice(taken).forEach((step, index) => {
    store.exec(`BEGIN IMMEDIATE; ${step}; PRAGMA user_version = ${taken + index + 1}; COMMIT;`)
  })
}

function removeStaleLock(folder: string): void {
  let changedAt: number
  try {
    changedAt = statSync(folder).mtimeMs
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return
    throw thrown
  }
  if (Date.now() - changedAt > staleLockMs) rmdirSync(folder)
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
