import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import type { ExperimentServer } from '../experiment/servers'
import type { TestLedger } from './servers'

const root = join(import.meta.dirname, '../../..')

/** Another process of the product that uses a scratch schema. */
export interface Owner {
  readonly schema: string
  /** Ends it as a crash would. */
  kill(): Promise<void>
}

export async function startOwner(server: ExperimentServer, { path }: TestLedger, owner: string): Promise<Owner> {
  const args = [await program(), JSON.stringify(server.target), server.password, path, owner, 'numbers']
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    // The bundle lies outside of the folder whose packages it loads.
    env: { ...process.env, NODE_PATH: join(root, 'node_modules') },
  })
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    if (printed.includes('\n')) break
  }
  const said: unknown = JSON.parse(printed)
  const schema = typeof said === 'object' && said !== null && 'schema' in said ? String(said.schema) : ''
  return {
    schema,
    async kill() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

let bundled: Promise<string> | undefined

/** Tests run from source, other processes do not. */
function program(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sargable-owner-'))
  bundled ??= build({
    configFile: false,
    logLevel: 'error',
    root,
    ssr: { noExternal: true, external: ['pg-native', '@electric-sql/pglite', 'node-sqlite3-wasm'] },
    build: {
      ssr: join(import.meta.dirname, 'owner.ts'),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'owner.cjs' } },
    },
  }).then(() => join(folder, 'owner.cjs'))
  return bundled
}
