import { readFile, stat } from 'node:fs/promises'
import { type DigestSum, sumOfDocument } from '../../core/digest/digest-sum'
import { digestDocumentSchema } from '../../core/digest/model'
import { fault } from '../../core/errors'
import { openPlain } from './byte-source'

const head = /^\s*\{\s*"sargable"\s*:\s*\d+\s*,\s*"kind"\s*:\s*"digest"/

/**
 * The digest that a file holds, as `sargable digest --json` writes it; undefined for what is none.
 * @throws SargableError `file-unreadable`, `unreadable-text` with the place that is not as it must be
 */
export async function savedDigest(path: string): Promise<DigestSum | undefined> {
  if (!(await isSavedDigest(path))) return undefined
  const read = digestDocumentSchema.safeParse(JSON.parse(await readFile(path, 'utf8')))
  if (read.success) return sumOfDocument(read.data)
  const [issue] = read.error.issues
  throw fault('unreadable-text', `${path} is no whole digest: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}

/** Is the file a digest's document, and no log? */
export async function isSavedDigest(path: string): Promise<boolean> {
  if (path === '-') return false
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || !found.isFile()) return false
  const file = await openPlain(path)
  try {
    const space = new Uint8Array(200)
    const { bytesRead } = await file.read(space, 0, space.length, 0)
    return head.test(new TextDecoder().decode(space.subarray(0, bytesRead)))
  } finally {
    await file.close()
  }
}
