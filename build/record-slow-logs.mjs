// Builds the recorder of slow logs and runs it: `npm run record:slow-logs -- --servers endpoints.json [--only mysql97]`.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = dirname(fileURLToPath(import.meta.url))
await build({ configFile: join(here, 'vite.node.config.ts'), mode: 'tools', logLevel: 'warn' })
const { status } = spawnSync(
  process.execPath,
  [join(here, '../dist/tools/record-slow-logs.cjs'), ...process.argv.slice(2)],
  { stdio: 'inherit', cwd: join(here, '..') },
)
process.exitCode = status ?? 1
