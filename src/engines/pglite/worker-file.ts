import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { fault } from '../../core/errors'

const fileName = 'pglite-worker.cjs'

/**
 * The built worker: beside this code when that is bundled (in a packed app outside of the archive, which workers
 * cannot read), else in `dist/node` of the checkout that this source file lies in.
 * @throws SargableError `unsupported` when it was not built.
 */
export function workerFile(from: string = __dirname): string {
  const beside = join(from.replace(/app\.asar(?=[\\/]|$)/, 'app.asar.unpacked'), fileName)
  if (existsSync(beside)) return beside
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const built = join(folder, 'dist', 'node', fileName)
    if (existsSync(built)) return built
  }
  throw fault('unsupported', 'The embedded PostgreSQL is not built.', { hint: 'Run: node build/build.mjs node' })
}

const packageSchema = z.object({ version: z.string() })

/** The version of the embedded server's package; data folders of another version are not reused. */
export function packageVersion(): string {
  const entry = createRequire(join(__dirname, fileName)).resolve('@electric-sql/pglite')
  return packageSchema.parse(JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8'))).version
}
