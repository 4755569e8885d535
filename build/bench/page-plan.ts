import type { Page } from 'playwright-core'
import { openBrowserApp } from '../../tests/kit/browser-app'
import { generatedPlan } from './generated-plan'
import { firstPaint } from './page-first-paint'
import { flameFrames } from './page-flame'
import { diagramFrames } from './page-frames'
import { pastePlan } from './paste-plan'

/** A plan of 20,000 nodes in Chromium, on a real service. From the text of a big plan to its first paint, beside JSON.parse of the same text in the same page. */
export function benchFirstPaint(browser: string): Promise<readonly string[]> {
  return withPage(browser, firstPaint)
}

/** Frames while a big plan is moved: as a diagram with every node unfolded, and as an icicle. */
export function benchFrames(browser: string): Promise<readonly string[]> {
  return withPage(browser, async (page) => {
    const { text } = generatedPlan(20_000)
    await pastePlan(page, text)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('tree').waitFor()
    await page.waitForTimeout(3000)
    return [...(await diagramFrames(page)), ...(await flameFrames(page))]
  })
}

async function withPage(
  browser: string,
  bench: (page: Page) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const app = await openBrowserApp(browser, { width: 1440, height: 900, theme: 'dark' })
  app.page.setDefaultTimeout(120_000)
  try {
    return await bench(app.page)
  } finally {
    await app.close()
  }
}
