// Makes the data folder that connections of the embedded PostgreSQL copy: `dist/pglite-data-<version>`. Making one takes
// seconds, copying it a tenth of one. Kept until the package changes.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Makes the folder below `dist` if it is not there, and removes those of other versions. */
export async function preparePglite(dist = join(root, 'dist')) {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8'))
  const name = `pglite-data-${version}`
  if (existsSync(join(dist, name))) return
  for (const other of readdirSync(dist)) {
    if (/^pglite-data-[\d.]+$/.test(other)) rmSync(join(dist, other), { recursive: true, force: true })
  }
  const part = join(dist, `${name}.${process.pid}`)
  try {
    const { PGlite } = await import('@electric-sql/pglite')
    const server = await PGlite.create(part)
    await server.close()
    // Another build that ran beside this one may have been faster; its folder is as good.
    if (!existsSync(join(dist, name))) renameSync(part, join(dist, name))
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await preparePglite()
