import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import type { Request } from '../../../src/service/api'
import type { ExperimentServer } from './servers'

/** The service as a program of its own, which can be killed in mid-experiment. */
export interface KillableApp {
  /** Where its store is; another service can open it afterwards. */
  readonly dataFolder: string
  /** Runs an experiment until some finished pairs are surely written down, and kills it. */
  runAndKill(server: ExperimentServer, request: Omit<Request<'experiment.run'>, 'connectionId'>): Promise<void>
  remove(): void
}

export async function killableApp(): Promise<KillableApp> {
  const folder = mkdtempSync(join(tmpdir(), 'sargable-killed-'))
  const dataFolder = join(folder, 'data')
  await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    ssr: { noExternal: true, external: ['pg-native', 'node-sqlite3-wasm'] },
    build: {
      ssr: join(import.meta.dirname, 'killed-app.ts'),
      outDir: join(folder, 'program'),
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'killed-app.cjs' } },
    },
  })
  return {
    dataFolder,
    async runAndKill({ target, password }, request) {
      const app = spawn(
        process.execPath,
        [
          join(folder, 'program/killed-app.cjs'),
          dataFolder,
          JSON.stringify(target),
          password,
          JSON.stringify({ ...request, minPairs: 10_000, maxPairs: 10_000, budgetMs: 100_000 }),
        ],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
          env: { ...process.env, NODE_PATH: join(import.meta.dirname, '../../../node_modules') },
        },
      )
      let firstAt: number | undefined
      for await (const _chunk of app.stdout) {
        firstAt ??= Date.now()
        // Pairs are written down once a second.
        if (Date.now() - firstAt > 2500) break
      }
      app.kill('SIGKILL')
      if (app.exitCode === null && app.signalCode === null) await once(app, 'exit')
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
