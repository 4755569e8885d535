import { join } from 'node:path'
import { openBrowserApp } from '../tests/kit/browser-app'

const folder = join(import.meta.dirname, '../docs/images')
const size = { width: 1440, height: 900 }

/** Draws the pictures of the documents again: the first sample on the best server that is here and on the embedded one. */
export async function drawPictures(browser: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    const app = await openBrowserApp(browser, { ...size, theme })
    const { page } = app
    page.setDefaultTimeout(60_000)
    const draw = async (name: string) => {
      await page.mouse.move(0, 0)
      await page.waitForTimeout(800) // tooltips and Monaco's colours
      await page.screenshot({ path: join(folder, `${name}-${theme}.png`) })
    }
    try {
      await page.locator('.card-button', { hasText: 'Range column first' }).waitFor()
      await draw('first-screen')
      await page.locator('.card-button', { hasText: 'Range column first' }).click()
      await page.locator('.verdict-area .say', { hasText: 't_msg' }).waitFor()
      await draw('analyze')
      await page.keyboard.press('Control+5')
      const card = page.locator('.sample', { hasText: 'equality-like-prefix' })
      await card.getByRole('button', { name: 'Server for' }).click()
      await page.getByRole('option', { name: 'Embedded PostgreSQL' }).click()
      await card.getByRole('button', { name: 'Open', exact: true }).click()
      await page.locator('.conn-name', { hasText: 'Embedded PostgreSQL' }).waitFor()
      await page.locator('.verdict-area .say', { hasText: 't_msg' }).waitFor()
      await draw('analyze-embedded')
      await page.getByRole('tab', { name: 'Why this plan' }).click()
      await page.getByRole('button', { name: 'Ask what else it could do' }).click()
      await page.getByText(/^The planner chose its plan/).waitFor()
      await draw('why-embedded')
    } finally {
      await app.close()
    }
  }
}
