// `npm run screenshots`: draws docs/images again, in dark and light, with a real browser on a real service.
// `npm run screenshots -- --why`: only those of "Why this plan" and the key ruler.
// `npm run screenshots -- --advice`: only those of advice.
// `npm run screenshots -- --slow`: only those of slow queries.
// `npm run screenshots -- --compare [PICTURE]`: only those of Compare, or one of them.
// `npm run screenshots -- --plans FOLDER`: draws plans of 1, 30, 400 and 20,000 nodes and what is saved of them.
import { dirname, join, resolve } from 'node:path'
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
const plans = process.argv.indexOf('--plans')
if (process.argv.includes('--compare')) {
  const { module } = await runnerImport(join(root, 'build/compare-pictures.ts'))
  await module.drawComparePictures(browser)
} else if (process.argv.includes('--advice')) {
  const { module } = await runnerImport(join(root, 'build/advice-pictures.ts'))
  await module.drawAdvicePictures(browser)
} else if (process.argv.includes('--slow')) {
  const { module } = await runnerImport(join(root, 'build/slow-pictures.ts'))
  await module.drawSlowPictures(browser)
} else if (plans === -1) {
  if (!process.argv.includes('--why')) {
    const { module } = await runnerImport(join(root, 'build/screenshots.ts'))
    await module.drawPictures(browser)
  }
  const { module } = await runnerImport(join(root, 'build/why-pictures.ts'))
  await module.drawWhyPictures(browser)
  if (!process.argv.includes('--why')) {
    const { module: compare } = await runnerImport(join(root, 'build/compare-pictures.ts'))
    await compare.drawComparePictures(browser)
    const { module: advice } = await runnerImport(join(root, 'build/advice-pictures.ts'))
    await advice.drawAdvicePictures(browser)
    const { module: slow } = await runnerImport(join(root, 'build/slow-pictures.ts'))
    await slow.drawSlowPictures(browser)
  }
} else {
  const { module } = await runnerImport(join(root, 'build/plan-pictures.ts'))
  await module.drawPlanPictures(browser, resolve(process.argv[plans + 1] ?? 'plan-pictures'))
}
process.exit(0)
