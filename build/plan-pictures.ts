import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBrowserApp } from '../tests/kit/browser-app'
import { picturePlan } from './picture-plans'

const sizes = [1, 30, 400, 20_000]

/** Draws diagram and flame of plans of four sizes in both themes into a folder, and saves them as a person does. */
export async function drawPlanPictures(browser: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const theme of ['dark', 'light'] as const) {
    const app = await openBrowserApp(browser, { width: 1440, height: 900, theme })
    const { page } = app
    page.setDefaultTimeout(60_000)
    try {
      for (const size of sizes) {
        await page.evaluate(() => localStorage.clear())
        await page.reload()
        const box = page.locator('textarea.paste-text').first()
        await box.waitFor()
        await box.click()
        await page.evaluate((text) => navigator.clipboard.writeText(text), picturePlan(size))
        await page.keyboard.press('Control+v')
        await page.locator('.paste-foot b', { hasText: 'Plan' }).waitFor()
        await page.keyboard.press('Control+Enter')
        await page.locator('.verdict-area .say').waitFor()
        const draw = async (name: string) => {
          await page.mouse.move(0, 0)
          await page.waitForTimeout(600) // tooltips
          await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`) })
        }
        const save = async (name: string, command: string) => {
          await page.keyboard.press('Control+k')
          await page.getByPlaceholder('Search or run a command').fill(command)
          const download = page.waitForEvent('download', { timeout: 20_000 }).catch(() => undefined)
          await page.keyboard.press('Enter')
          const file = await download
          if (file) await file.saveAs(join(folder, `saved-${name}-${size}-${theme}.${command.slice(-3).toLowerCase()}`))
          else console.log(`${name} ${size}: ${await page.locator('footer').textContent()}`)
        }
        /** The words under the pointer, a hatched part, another width, and the menu. */
        const close = async (take: typeof draw) => {
          const step = await page
            .getByRole('treeitem', { name: /^CTE Scan/ })
            .first()
            .boundingBox()
          await page.mouse.move((step?.x ?? 0) + 20, (step?.y ?? 0) + 5)
          await page.screenshot({ path: join(folder, `flame-tip-${size}-${theme}.png`) })
          await page.getByRole('radio', { name: 'Cost' }).click()
          await take('flame-cost')
          await page.getByRole('radio', { name: 'Rows' }).click()
          await take('flame-rows')
          await page.getByRole('radio', { name: 'Time' }).click()
          await page.getByRole('button', { name: 'Copy or save the plan' }).click()
          await take('menu')
          await page.keyboard.press('Escape')
        }
        for (const view of ['diagram', 'flame']) {
          await page.keyboard.press(view === 'diagram' ? 'Alt+1' : 'Alt+2')
          await page.getByRole('tree').waitFor()
          await draw(view)
          if (view === 'flame' && size === 30) await close(draw)
          await save(view, 'save the whole plan as SVG')
          await save(view, 'save the whole plan as PNG')
          await save(`${view}-seen`, 'save what is in view as PNG')
        }
        await writeFile(join(folder, 'complaints.txt'), app.complaints.join('\n'))
      }
    } finally {
      await app.close()
    }
  }
}
