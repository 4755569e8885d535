// Runs the recorder of servers' own statistics: `npm run record:server-statements -- --servers endpoints.json [--only mysql97]`.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const { module } = await runnerImport(join(dirname(fileURLToPath(import.meta.url)), 'record-server-statements.ts'))
await module.main(process.argv.slice(2))
