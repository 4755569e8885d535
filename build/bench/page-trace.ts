import type { Page } from 'playwright-core'
import { openBrowserApp } from '../../tests/kit/browser-app'
import { generatedTrace } from './generated-trace'
import { median } from './rounds'
import { quantile, traceFrames } from './trace-frames'

/** A trace of 30 MB is thought to be the largest that a server gives before a person gives up. */
const wantedChars = 30_000_000
const goalMs = 2000

/**
 * A big optimizer trace in Chromium, on a real service: from its text to the sentence and the tables on the screen, and
 * frames while its raw lines and its ways are scrolled, beside an empty loop of frames.
 */
export async function benchTracePage(browser: string): Promise<readonly string[]> {
  const text = generatedTrace(wantedChars)
  const app = await openBrowserApp(browser, { width: 1440, height: 900, theme: 'dark' })
  const { page } = app
  page.setDefaultTimeout(120_000)
  try {
    const shown: number[] = []
    const read: string[] = []
    for (let round = 0; round < 3; round++) {
      if (round > 0) await page.keyboard.press('Alt+n')
      // Each round has a text of its own: a trace that is open already is not read again.
      const own = `${text}${' '.repeat(round)}`
      shown.push(await fromTextToShown(page, own))
      read.push(/read in ([\d.]+ m?s)/.exec((await page.locator('.why-facts').textContent()) ?? '')?.[1] ?? '?')
      await page.waitForTimeout(1000)
    }
    // The same text parsed by the browser itself, in the same minute: what this computer can do now.
    const parsed = await page.evaluate(async () => {
      const own = await navigator.clipboard.readText()
      const startedAt = performance.now()
      JSON.parse(own)
      return performance.now() - startedAt
    })
    const ms = median(shown)
    const lines = [
      `text to shown, ${(text.length / 1e6).toFixed(1)} MB: ${ms.toFixed(0)} ms (goal ${goalMs}), of which the reader beside the page ${read.join(', ')}; JSON.parse of it ${parsed.toFixed(0)} ms, ${(ms / parsed).toFixed(1)} times${ms < goalMs ? '' : '  MISSED'}`,
    ]
    await page.getByRole('radio', { name: 'Raw trace' }).click()
    await page.getByRole('tree', { name: 'Optimizer trace' }).waitFor()
    const count = await page.locator('.why-raw .plan-subhead').textContent()
    lines.push(await scrolled(page, '.why-many', `raw trace, ${/[\d,]+ lines/.exec(count ?? '')?.[0]}`))
    for (let more = 0; more < 3; more++) {
      const rest = page.getByText(/weighed again after/).first()
      if ((await rest.count()) > 0) await rest.click()
      await page.waitForTimeout(300)
    }
    lines.push(await scrolled(page, '.why-side', 'ways to read'))
    return lines
  } finally {
    await app.close()
  }
}

async function fromTextToShown(page: Page, text: string): Promise<number> {
  const box = page.locator('textarea.paste-text').first()
  await box.waitFor()
  await box.click()
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
  await page.keyboard.press('Control+v')
  await page.locator('.paste-foot b', { hasText: 'Optimizer trace' }).waitFor()
  await page.waitForTimeout(1500)
  await page.evaluate(() => {
    const noted = window as unknown as { benchPressed: number; benchDrawn: Promise<number> }
    window.addEventListener(
      'keydown',
      ({ key }: KeyboardEvent) => {
        if (key === 'Enter') noted.benchPressed = performance.now()
      },
      { capture: true },
    )
    noted.benchDrawn = new Promise((resolve) => {
      const look = () => {
        if (!document.querySelector('.why-row.way')) requestAnimationFrame(look)
        // The frame that shows it has been drawn when the next task runs.
        else requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
      }
      requestAnimationFrame(look)
    })
  })
  await page.keyboard.press('Control+Enter')
  return page.evaluate(async () => {
    const noted = window as unknown as { benchPressed: number; benchDrawn: Promise<number> }
    return (await noted.benchDrawn) - noted.benchPressed
  })
}

async function scrolled(page: Page, selector: string, what: string): Promise<string> {
  const pane = await page.locator(selector).first().boundingBox()
  if (!pane) throw new Error(`nothing at ${selector}`)
  await page.mouse.move(pane.x + pane.width / 2, pane.y + pane.height / 2)
  const empty = await traceFrames(page, () => page.waitForTimeout(700))
  const moved = await traceFrames(page, async () => {
    for (let step = 0; step < 80; step++) await page.mouse.wheel(0, step < 40 ? 400 : -400)
  })
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  const [frame, still, script] = [moved.intervals, empty.intervals, moved.scripts].map((each) => quantile(each, 0.95))
  return `${what}: frame ${frame?.toFixed(1)} ms at the 95th of 100 (empty ${still?.toFixed(1)}), script ${script?.toFixed(1)}, ${elements} elements`
}
