import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig, type UserConfig } from 'vite'

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/**
 * Everything that runs on Node, as CommonJS in one folder, so that entries and shared chunks see the same __dirname.
 * Three are built alone: the desktop's main script, so that the window never waits for the service's code; the preload
 * script, because a sandboxed one may not require a sibling chunk; the PGlite worker, which must be one file once packed.
 */
const entries: Record<string, Record<string, string>> = {
  node: {
    'service-process': 'electron/service-process.ts',
    serve: 'src/web/main.ts',
    cli: 'src/cli/main.ts',
    'digest-worker': 'src/service/digest/worker.ts',
  },
  main: { main: 'electron/main.ts' },
  preload: { preload: 'electron/preload.ts' },
  worker: { 'pglite-worker': 'src/engines/pglite/worker.ts' },
  tools: { 'record-fixtures': 'build/record-fixtures.ts', 'record-slow-logs': 'build/record-slow-logs.ts' },
  docs: { 'rule-docs': 'build/rule-docs.ts' },
  // Bundled like the product: unbundled modules run several times slower.
  bench: {
    'bench-plans': 'build/bench/plan.ts',
    'bench-plan-diff': 'build/bench/plan-diff.ts',
    'bench-trace': 'build/bench/trace.ts',
    'bench-experiment': 'build/bench/experiment.ts',
    'bench-self-comparison': 'build/bench/experiment-self.ts',
    'bench-simulation': 'build/bench/experiment-simulation.ts',
    'bench-digest': 'build/bench/digest.ts',
    'digest-worker': 'src/service/digest/worker.ts',
    'bench-sql': 'build/bench/sql.ts',
    'bench-sql-worst': 'build/bench/sql-worst.ts',
    'bench-complete': 'build/bench/sql-complete.ts',
    'bench-embedded': 'build/bench/embedded.ts',
    'bench-advice-wide': 'build/bench/advice-wide.ts',
    'bench-advice': 'build/bench/advice/index.ts',
  },
}

/** Stay packages: they find their .wasm and data files beside themselves. */
const packages = ['electron', '@electric-sql/pglite', 'node-sqlite3-wasm', 'libpg-query']

export default defineConfig(({ mode }): UserConfig => {
  const chosen = entries[mode]
  if (!chosen) throw new Error(`No such part: ${mode}`)
  return {
    root: file('.'),
    build: {
      ssr: true,
      outDir: file(['tools', 'docs', 'bench'].includes(mode) ? 'dist/tools' : 'dist/node'),
      emptyOutDir: false,
      // The Node inside the oldest desktop runtime that we support.
      target: 'node16',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(chosen).map(([name, path]) => [name, file(path)])),
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunk-[name]-[hash].cjs' },
        external: [...packages, 'pg-native', ...builtinModules, /^node:/],
      },
    },
    ssr: { noExternal: true, external: packages },
  }
})
