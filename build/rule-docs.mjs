// Builds the writer of the rules' pages and runs it: `npm run docs:rules`.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = dirname(fileURLToPath(import.meta.url))
await build({ configFile: join(here, 'vite.node.config.ts'), mode: 'docs', logLevel: 'warn' })
const { status } = spawnSync(process.execPath, [join(here, '../dist/tools/rule-docs.cjs')], {
  stdio: 'inherit',
  cwd: join(here, '..'),
})
process.exitCode = status ?? 1
