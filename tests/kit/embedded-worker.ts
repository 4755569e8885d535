import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..', '..')

/** Builds the worker of the embedded server when it is missing or older than its source: tests run from source, workers do not. */
export async function buildEmbeddedWorker(): Promise<void> {
  const built = join(root, 'dist', 'node', 'pglite-worker.cjs')
  const source = join(root, 'src', 'engines', 'pglite', 'worker.ts')
  if (existsSync(built) && statSync(built).mtimeMs > statSync(source).mtimeMs) return
  await build({ configFile: join(root, 'build', 'vite.node.config.ts'), mode: 'worker', logLevel: 'warn' })
}
