import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import type { Request } from '../../../src/service/api'
import type { ExperimentServer } from '../experiment/servers'

const root = join(import.meta.dirname, '../../..')

/** The service as a program of its own, which can be killed while it tries or proves advice. */
export interface KillableService {
  /**
   * Runs the call until it says what `at` matches, calls `meanwhile`, and kills the program.
   * @returns what it said until then
   */
  killedAt<Method extends 'advice.whatIf' | 'advice.prove'>(
    server: ExperimentServer,
    dataFolder: string,
    method: Method,
    request: Omit<Request<Method>, 'connectionId'>,
    at: RegExp,
    meanwhile: () => Promise<void>,
  ): Promise<readonly string[]>
  remove(): void
}

export async function killableService(): Promise<KillableService> {
  const folder = mkdtempSync(join(tmpdir(), 'sargable-killed-advice-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    ssr: { noExternal: true, external: ['pg-native', 'node-sqlite3-wasm', '@electric-sql/pglite', 'libpg-query'] },
    build: {
      ssr: join(import.meta.dirname, 'killed-app.ts'),
      outDir: join(folder, 'program'),
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'killed-app.cjs' } },
    },
  })
  return {
    async killedAt({ target, password }, dataFolder, method, request, at, meanwhile) {
      const words = [dataFolder, JSON.stringify(target), password, method, JSON.stringify(request)]
      const app = spawn(process.execPath, [join(folder, 'program/killed-app.cjs'), ...words], {
        stdio: ['ignore', 'pipe', 'inherit'],
        // The bundle lies outside of the folder whose packages it loads.
        env: { ...process.env, NODE_PATH: join(root, 'node_modules') },
      })
      const said: string[] = []
      try {
        for await (const line of createInterface({ input: app.stdout })) {
          said.push(line)
          if (!at.test(line)) continue
          await meanwhile()
          return said
        }
        throw new Error(`It ended by itself: ${said.slice(-5).join('; ')}`)
      } finally {
        if (app.exitCode === null && app.signalCode === null) {
          const exit = once(app, 'exit')
          app.kill('SIGKILL')
          await exit
        }
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
