import { execFile } from 'node:child_process'
import { chown, lchown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fault } from '../core/errors'
import type { RunAs } from './model'

const execute = promisify(execFile)

/** Users that a computer with PostgreSQL has, the server's own first. */
const candidates = ['postgres', 'nobody']

/** The user for a server that refuses root; undefined when we are not root and it simply runs as us. */
export async function unprivilegedUser(): Promise<RunAs | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of candidates) {
    try {
      const [uid, gid] = await Promise.all(['-u', '-g'].map(async (what) => (await execute('id', [what, name])).stdout))
      return { uid: Number(uid), gid: Number(gid) }
    } catch {
      // no such user; the next one
    }
  }
  throw fault(
    'sandbox-failed',
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.',
    {
      hint: 'Start Sargable as an ordinary user.',
    },
  )
}

/** Gives a folder and all below it to a user. */
export async function giveFolder(folder: string, { uid, gid }: RunAs): Promise<void> {
  await chown(folder, uid, gid)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await giveFolder(path, { uid, gid })
    else await lchown(path, uid, gid)
  }
}
