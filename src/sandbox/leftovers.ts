import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readOwnerRecord } from './owner-record'
import { isRunning, type ProcessIdentity, signalProcess } from './processes'

const endTimeoutMs = 5_000
/** A run folder without a readable record is either being made right now or was left by a crash in that moment. */
const recordlessAgeMs = 60_000

/**
 * Removes what crashed runs left below `runningFolder`: ends the servers whose owner is gone (and only those, after
 * checking that the process is the one that was recorded), then deletes their data.
 */
export async function removeLeftovers(runningFolder: string): Promise<void> {
  const names = await readdir(runningFolder).catch(() => []) // nothing was ever started here
  for (const name of names) {
    const folder = join(runningFolder, name)
    const record = readOwnerRecord(folder)
    if (record) {
      if (isRunning(record.owner)) continue
      if (record.server) await endProcess(record.server, record.endSignal)
      for (const other of record.otherFolders) await removeFolder(other)
      await removeFolder(folder)
    } else if (await olderThan(folder, recordlessAgeMs)) await removeFolder(folder)
  }
}

/** Ends exactly this process, by force when it does not go; resolves when it is gone. */
export async function endProcess(identity: ProcessIdentity, signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
  signalProcess(identity, signal)
  if (await goneWithin(identity, endTimeoutMs)) return
  signalProcess(identity, 'SIGKILL')
  await goneWithin(identity, endTimeoutMs)
}

/** Deletes a folder; a server that is just ending may still write into it, so a failed try is repeated. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

async function goneWithin(identity: ProcessIdentity, limitMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += 25) {
    if (!isRunning(identity)) return true
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return false
}

async function olderThan(folder: string, ageMs: number): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined) // removed meanwhile by another process
  return found !== undefined && Date.now() - found.mtimeMs > ageMs
}
