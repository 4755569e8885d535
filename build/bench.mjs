// `npm run bench`: speed as ratios to a baseline of the same run. `npm run bench -- plans trace trace-page sql sql-worst complete advice-wide embedded page plan-page plan-frames slow-page desktop size` picks parts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, runnerImport } from 'vite'
import { buildParts } from './build.mjs'
import { chromium, electronRuntime, hasDisplay, onPath } from './find-programs.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const maxScriptMb = 5

const parts = {
  plans: async () => (await bundled('bench-plans')).benchPlans(),
  'plan-diff': async () => (await bundled('bench-plan-diff')).benchPlanDiff(),
  trace: async () => (await bundled('bench-trace')).benchTrace(),
  async 'trace-page'() {
    const browser = chromium()
    if (!browser) return ['NOT RUN: no Chromium on this computer']
    const { module } = await runnerImport(join(root, 'build/bench/page-trace.ts'))
    return module.benchTracePage(browser)
  },
  simulation: async () => (await bundled('bench-simulation')).benchSimulation(root),
  harness: async () => (await bundled('bench-experiment')).benchExperiment(),
  'self-comparison': async () => (await bundled('bench-self-comparison')).benchSelfComparisons(),
  digest: async () =>
    (await bundled('bench-digest')).benchDigest(join(root, 'dist/tools/bench-digest.cjs'), process.argv.slice(2)),
  sql: async () => (await bundled('bench-sql')).benchSql(root),
  'sql-worst': async () => (await bundled('bench-sql-worst')).benchWorstSql(),
  advice: async () => (await bundled('bench-advice')).benchAdvice(root, process.argv.slice(2)),
  complete: async () => (await bundled('bench-complete')).benchComplete(),
  'advice-wide': async () => (await bundled('bench-advice-wide')).benchWideAdvice(),
  embedded: async () => (await bundled('bench-embedded')).benchEmbedded(),
  async page() {
    const browser = chromium()
    if (!browser) return ['NOT RUN: no Chromium on this computer']
    const { module } = await runnerImport(join(root, 'build/bench/page.ts'))
    return module.benchPage(browser)
  },
  async 'plan-page'() {
    const browser = chromium()
    if (!browser) return ['NOT RUN: no Chromium on this computer']
    const { module } = await runnerImport(join(root, 'build/bench/page-plan.ts'))
    return module.benchFirstPaint(browser)
  },
  async 'plan-frames'() {
    const browser = chromium()
    if (!browser) return ['NOT RUN: no Chromium on this computer']
    const { module } = await runnerImport(join(root, 'build/bench/page-plan.ts'))
    return module.benchFrames(browser)
  },
  async 'slow-page'() {
    const { program } = electronRuntime()
    const display = hasDisplay() || !program ? undefined : await startDisplay()
    const { module } = await runnerImport(join(root, 'build/bench/page-slow.ts'))
    try {
      const programs = { browser: chromium(), desktop: hasDisplay() ? program : undefined }
      return await module.benchSlowPage(programs, process.argv.slice(2))
    } finally {
      display?.kill()
    }
  },
  async desktop() {
    const { program, because } = electronRuntime()
    if (!program) return [`NOT RUN: ${because}`]
    const display = hasDisplay() ? undefined : await startDisplay()
    if (!hasDisplay()) return ['NOT RUN: no display and no Xvfb']
    const { module } = await runnerImport(join(root, 'build/bench/desktop.ts'))
    try {
      return await module.benchDesktop(program)
    } finally {
      display?.kill()
    }
  },
  size() {
    const assets = join(root, 'dist/ui/assets')
    const bytes = readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .reduce((sum, name) => sum + statSync(join(assets, name)).size, 0)
    return [`shipped script: ${(bytes / 1e6).toFixed(2)} MB of ${maxScriptMb} MB`]
  },
}

/** A bench of the core, bundled as the product is. */
async function bundled(name) {
  await build({ configFile: join(root, 'build/vite.node.config.ts'), mode: 'bench', logLevel: 'warn' })
  return createRequire(import.meta.url)(join(root, 'dist/tools', `${name}.cjs`))
}

async function startDisplay() {
  const program = onPath('Xvfb')
  if (!program) return undefined
  const server = spawn(program, ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(server.stdout, 'data')
  process.env.DISPLAY = `:${String(number).trim()}`
  return server
}

await buildParts(['node', 'ui'], { ifStale: true })
/** Take minutes or need servers: only when asked for. */
const onlyNamed = new Set(['simulation', 'harness', 'self-comparison', 'advice'])
const named = process.argv.slice(2).filter((word) => word in parts)
for (const name of named.length ? named : Object.keys(parts).filter((name) => !onlyNamed.has(name))) {
  console.log(`\n${name}`)
  try {
    for (const line of await parts[name]()) console.log(`  ${line}`)
  } catch (error) {
    console.error(`  FAILED: ${String(error).slice(0, 2000)}`)
    process.exitCode = 1
  }
}
process.exit()
