import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowserApp } from '../tests/kit/browser-app'

const folder = join(import.meta.dirname, '../docs/images')

/** The stories of "Why this plan": a sample, the index that is asked about, and the key ruler beside it. */
const stories = [
  { sample: 'enum-or-order-limit', index: 'PRIMARY', picture: 'enum-or' },
  { sample: 'mrr-tpch-q10', index: 'i_l_orderkey', picture: 'join-of-four' },
  { sample: 'equality-like-prefix', index: 'PRIMARY', picture: 'equality-prefix' },
] as const

/** Draws "Why this plan" of three samples on the best server that is here, with a choice taken away, and their rulers. */
export async function drawWhyPictures(browser: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    const app = await openBrowserApp(browser, { width: 1440, height: 900, theme })
    app.page.setDefaultTimeout(120_000)
    try {
      for (const story of stories) await drawStory(app.page, story, theme)
    } finally {
      await app.close()
    }
  }
}

async function drawStory(
  page: Page,
  { sample, index, picture }: (typeof stories)[number],
  theme: string,
): Promise<void> {
  const draw = async (name: string) => {
    await page.mouse.move(0, 0)
    await page.waitForTimeout(800) // tooltips and Monaco's colours
    await page.screenshot({ path: join(folder, `${name}-${picture}-${theme}.png`) })
  }
  await page.keyboard.press('Control+5')
  await page.locator('.sample', { hasText: sample }).getByRole('button', { name: 'Open', exact: true }).click()
  await page.locator('.conn-name', { hasText: /sandbox/i }).waitFor()
  await page.locator('.verdict-area .say').waitFor()
  await page.getByRole('tab', { name: 'Index use' }).click()
  await draw('ruler')
  await page.getByRole('tab', { name: 'Why this plan' }).click()
  await page.locator('.why-headline').waitFor()
  await page.getByRole('button', { name: 'Give it the whole window' }).click()
  await page.locator('.why-chooser input').fill(`${index} on`)
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Take the choice away and measure' }).click()
  await page.locator('.why-measured').waitFor()
  await draw('why')
  await page.getByRole('button', { name: 'Show statement and plan again' }).click()
}
