import type { Page } from 'playwright-core'

/** Puts the text into the paste box and waits until it is recognized. */
export async function pastePlan(page: Page, text: string): Promise<void> {
  const box = page.locator('textarea.paste-text, textarea').first()
  await box.waitFor()
  await box.click()
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
  await page.keyboard.press('Control+v')
  await page.locator('.paste-foot b', { hasText: 'Plan' }).waitFor()
}
