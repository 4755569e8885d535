import { constants } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fault } from '../core/errors'

/**
 * Makes sure that files of this folder can be read past the page cache. A server that cannot only writes a warning
 * into its log and goes on, and its figures would be those of memory.
 * @throws SargableError `sandbox-failed`
 */
export async function demandDirectIo(folder: string): Promise<void> {
  // Undefined on systems without it, whatever the types say.
  const flag: number | undefined = constants.O_DIRECT
  if (flag === undefined || process.platform !== 'linux')
    throw fault('sandbox-failed', 'This system cannot read past its page cache (O_DIRECT).', {
      hint: 'Leave direct=1 out: the server then reads from memory of the system.',
    })
  const probe = join(folder, 'direct-io')
  try {
    const file = await open(probe, constants.O_CREAT | constants.O_RDWR | flag, 0o600)
    await file.close()
  } catch (error) {
    throw fault('sandbox-failed', `The file system of ${folder} refuses O_DIRECT (${String(error)}).`, {
      hint: 'Use a cache folder on a disk: on tmpfs all data lies in memory.',
    })
  } finally {
    await rm(probe, { force: true })
  }
}
