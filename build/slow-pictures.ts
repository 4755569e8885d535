import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowserApp } from '../tests/kit/browser-app'
import { dayLog } from './day-log'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/images')

/** Draws the screen of slow queries: three logs, a shape, and two logs beside each other. */
export async function drawSlowPictures(browser: string): Promise<void> {
  const logs = await mkdtemp(join(tmpdir(), 'sargable-slow-pictures-'))
  try {
    const day = async (name: string, order: Parameters<typeof dayLog>[0]) => {
      const path = join(logs, name)
      await writeFile(path, [...dayLog(order)].join(''))
      return path
    }
    const before = await day('db1-slow-0510.log', { day: '2026-05-10', seed: 10, thousands: 40 })
    const after = await day('db1-slow-0517.log', { day: '2026-05-17', seed: 17, thousands: 60, later: true })
    for (const theme of ['dark', 'light'] as const) await drawTheme(browser, theme, before, after)
  } finally {
    await rm(logs, { recursive: true, force: true })
  }
}

async function drawTheme(browser: string, theme: 'dark' | 'light', before: string, after: string): Promise<void> {
  const app = await openBrowserApp(browser, { width: 1440, height: 900, theme })
  const { page } = app
  page.setDefaultTimeout(60_000)
  const draw = async (name: string) => {
    await page.mouse.move(0, 0)
    await page.waitForTimeout(800) // tooltips
    await page.screenshot({ path: join(folder, `${name}-${theme}.png`) })
  }
  try {
    await page.getByRole('button', { name: 'Slow', exact: true }).click()
    await draw('slow-empty')
    const recorded = (path: string) => join(root, 'fixtures/slow-logs', path)
    await open(page, recorded('mariadb114/verbose.log'))
    await draw('slow-mariadb')
    await open(page, recorded('pg18/jsonlog.log'))
    await draw('slow-postgres')
    await open(page, before)
    await draw('slow-day-before')
    await open(page, after)
    const chart = page.getByRole('group', { name: /Arrow keys move a window/ })
    const box = await chart.boundingBox()
    if (box === null) throw new Error('The chart is not there.')
    await page.mouse.move(box.x + box.width * 0.48, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.68, box.y + 40, { steps: 8 })
    await page.mouse.up()
    await page.waitForTimeout(2000) // read again for exact figures
    await draw('slow-day')
    await page.keyboard.press('Escape')
    await page
      .getByRole('grid', { name: 'Query shapes' })
      .getByText(/warehouse/)
      .first()
      .dblclick()
    await page.getByText('The SELECT that finds the same rows').waitFor()
    await draw('slow-shape')
    await page.getByRole('navigation', { name: 'Open logs' }).getByText('db1-slow-0517.log').click()
    await page.getByRole('button', { name: 'Compare with another log' }).click()
    await page.getByRole('menuitem', { name: /db1-slow-0510/ }).click()
    await page.getByRole('grid', { name: 'What became of the shapes' }).waitFor()
    await draw('slow-two-logs')
  } finally {
    await app.close()
  }
}

async function open(page: Page, path: string): Promise<void> {
  const press = page.getByRole('button', { name: /^Open (a )?log/ }).first()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press.click()])
  await chooser.setFiles(path)
  await page.getByRole('region', { name: `Shapes of ${path.split('/').at(-1)}` }).waitFor()
  await page.getByRole('grid', { name: 'Query shapes' }).getByRole('row').nth(1).waitFor()
}
