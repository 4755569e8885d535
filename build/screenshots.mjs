// `npm run screenshots`: draws docs/images again, in dark and light, with a real browser on a real service.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { buildParts } from './build.mjs'
import { chromium } from './find-programs.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const browser = chromium()
if (!browser) {
  console.error('No Chromium or Chrome on this computer; CHROMIUM names one.')
  process.exit(1)
}
await buildParts(['node', 'ui'], { ifStale: true })
const { module } = await runnerImport(join(root, 'build/screenshots.ts'))
await module.drawPictures(browser)
process.exit(0)
