import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowserApp } from '../tests/kit/browser-app'

const folder = join(import.meta.dirname, '../docs/images')

/** The stories of advice: what is tried and proved of three samples. */
const stories = [
  { sample: 'equality-like-prefix', picture: 'equality-prefix' },
  { sample: 'dbt2-customer-by-name', picture: 'customer-by-name' },
  { sample: 'enum-or-order-limit', picture: 'enum-or' },
] as const

/** Draws the first advice of three samples on the best server that is here: its card, tried, and proved. */
export async function drawAdvicePictures(browser: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    const app = await openBrowserApp(browser, { width: 1440, height: 900, theme })
    app.page.setDefaultTimeout(180_000)
    try {
      for (const story of stories) await drawStory(app.page, story, theme)
    } finally {
      await app.close()
    }
  }
}

async function drawStory(page: Page, { sample, picture }: (typeof stories)[number], theme: string): Promise<void> {
  const draw = async (name: string) => {
    await page.mouse.move(0, 0)
    await page.waitForTimeout(800) // tooltips and Monaco's colours
    await page.screenshot({ path: join(folder, `${name}-${picture}-${theme}.png`) })
  }
  await page.keyboard.press('Control+5')
  await page.locator('.sample', { hasText: sample }).getByRole('button', { name: 'Open', exact: true }).click()
  await page.locator('.conn-name', { hasText: /sandbox/i }).waitFor()
  const card = page.locator('.advice-card').first()
  await card.waitFor()
  await draw('advice')
  await card.getByRole('button', { name: 'Try it' }).click()
  await answered(page, 'As the server would plan it')
  await card.getByRole('button', { name: 'Prove' }).click()
  await answered(page, 'Proof')
  await draw('advice-proved')
}

/** Agrees to the card where there is one, and waits for what came of it. */
async function answered(page: Page, name: string): Promise<void> {
  const consent = page.getByRole('alertdialog')
  const answer = page.getByRole('region', { name, exact: true })
  await consent.or(answer).first().waitFor()
  if (await consent.isVisible()) await consent.getByRole('button', { name: /^Send/ }).click()
  await answer.waitFor()
}
