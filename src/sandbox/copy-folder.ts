import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Copies a folder with all below it; `to` must not exist. Shares blocks where the file system can, so that a data
 * folder of 100 MB costs nothing. (`fs.cp` of the oldest runtime has no such mode.) Sockets and pipes are left out.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: (await lstat(from)).mode & 0o777 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) await copyFolder(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (entry.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE)
  }
}
