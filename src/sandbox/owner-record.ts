import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ProcessIdentity } from './processes'

const identitySchema = z.object({ pid: z.int().positive(), startedAt: z.string() })

/** What a run leaves on disk about itself, so that a later start can clean up after a crash. */
const ownerRecordSchema = z.object({
  /** The process that started the sandbox. While it runs, the sandbox is in use. */
  owner: identitySchema,
  /** The server, once it was started; the only process that clean-up may end. */
  server: identitySchema.optional(),
  endSignal: z.enum(['SIGKILL', 'SIGQUIT']),
  /** Folders outside the run folder that go with it. */
  otherFolders: z.array(z.string()),
})
export interface OwnerRecord {
  readonly owner: ProcessIdentity
  readonly server?: ProcessIdentity | undefined
  readonly endSignal: 'SIGKILL' | 'SIGQUIT'
  readonly otherFolders: readonly string[]
}

const fileName = 'owner.json'

/** Writes the record in one step: a reader sees the old or the new one, never half of it. Synchronous on purpose: the
 * server's number must be on disk in the same turn in which the server was started. */
export function writeOwnerRecord(runFolder: string, record: OwnerRecord): void {
  mkdirSync(runFolder, { recursive: true, mode: 0o700 })
  const half = join(runFolder, `${fileName}.part`)
  writeFileSync(half, JSON.stringify(record), { mode: 0o600 })
  renameSync(half, join(runFolder, fileName))
}

/** The record of a run folder; undefined when there is none or it cannot be read. */
export function readOwnerRecord(runFolder: string): OwnerRecord | undefined {
  try {
    const read = ownerRecordSchema.safeParse(JSON.parse(readFileSync(join(runFolder, fileName), 'utf8')))
    return read.success ? read.data : undefined
  } catch {
    return undefined // the caller decides by the folder's age
  }
}
