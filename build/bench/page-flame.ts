import type { Page } from 'playwright-core'
import { framesHead, framesLine } from './page-frames'

/** Frames while the icicle of a big plan is scrolled, pointed at and zoomed, beside an empty loop of frames. */
export async function flameFrames(page: Page): Promise<readonly string[]> {
  await page.getByRole('tab', { name: /^Flame/ }).click()
  const tree = page.locator('.flame-scroll')
  await tree.waitFor()
  await page.waitForTimeout(1500)
  const pane = await tree.boundingBox()
  if (!pane) throw new Error('no icicle')
  const [x, y] = [pane.x + pane.width / 2, pane.y + pane.height / 2]
  await page.mouse.move(x, y)
  return [
    `flame, frames: ${framesHead}`,
    await framesLine(page, 'scrolling', async () => {
      for (let step = 0; step < 80; step++) await page.mouse.wheel(0, step < 40 ? 24 : -24)
    }),
    await framesLine(page, 'pointing', async () => {
      for (let step = 0; step < 80; step++) {
        const turn = (step / 80) * 2 * Math.PI
        await page.mouse.move(x + Math.sin(turn) * pane.width * 0.45, y + Math.cos(turn) * pane.height * 0.45)
      }
    }),
    await framesLine(page, 'zooming', async () => {
      for (let step = 0; step < 4; step++) {
        await page.mouse.dblclick(pane.x + pane.width * 0.3, pane.y + pane.height * 0.4)
        await page.waitForTimeout(250)
        await page.keyboard.press('f')
        await page.waitForTimeout(250)
      }
    }),
  ]
}
