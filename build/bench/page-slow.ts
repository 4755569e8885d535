import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Page } from 'playwright-core'
import { openDesktopApp } from '../../tests/electron/desktop-app'
import { openBrowserApp } from '../../tests/kit/browser-app'
import { generatedLog } from './generated-log'
import { median } from './rounds'
import { quantile } from './trace-frames'

const longestTaskMs = 100
const answerMs = 100
const looks = 12

/**
 * A log of many gigabytes in the app: dropped on the window (in the desktop it is read from its path, in the browser it is
 * sent to the service), stopped, read to its end, then brushed and filtered. Counts the tasks of the page's thread that
 * are longer than 100 ms.
 * @param words `--gigabytes 5`, or `--log FILE` for one that is there
 */
export async function benchSlowPage(
  programs: { readonly browser: string | undefined; readonly desktop: string | undefined },
  words: readonly string[],
): Promise<readonly string[]> {
  const gigabytes = words.includes('--gigabytes') ? Number(words[words.indexOf('--gigabytes') + 1]) : 5
  const folder = await mkdtemp(join(tmpdir(), 'sargable-slow-page-'))
  const given = words.includes('--log') ? words[words.indexOf('--log') + 1] : undefined
  const path = given ?? join(folder, 'slow.log')
  try {
    if (given === undefined)
      await pipeline(
        generatedLog({ flavor: 'mysql-extra', bytes: gigabytes * 1e9, seed: 7, shapes: 400 }),
        createWriteStream(path),
      )
    const lines = [`log: ${((await stat(path)).size / 1e9).toFixed(2)} GB`]
    if (programs.desktop !== undefined) {
      const app = await openDesktopApp(programs.desktop)
      try {
        lines.push(...(await onPage('desktop', app.page, path)))
      } finally {
        await app.remove()
      }
    }
    if (programs.browser !== undefined) {
      const app = await openBrowserApp(programs.browser, { width: 1440, height: 900, theme: 'dark' })
      try {
        lines.push(...(await onPage('browser', app.page, path)))
      } finally {
        await app.close()
      }
    }
    return lines
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function onPage(where: string, page: Page, path: string): Promise<readonly string[]> {
  page.setDefaultTimeout(600_000)
  await page.getByRole('button', { name: 'Slow', exact: true }).click()
  await page.waitForTimeout(1500)
  await watchTasks(page)

  await drop(page, path)
  await page.getByRole('region', { name: 'Reading' }).waitFor()
  await page.waitForTimeout(1500)
  const stoppedAt = Date.now()
  await page.getByRole('button', { name: 'Stop' }).first().click()
  await page.getByRole('region', { name: 'Reading' }).waitFor({ state: 'hidden' })
  const stopMs = Date.now() - stoppedAt
  const leftOpen = await page.getByRole('grid', { name: 'Query shapes' }).count()

  const startedAt = Date.now()
  await drop(page, path)
  await page.getByRole('grid', { name: 'Query shapes' }).waitFor()
  const readMs = Date.now() - startedAt
  await page.waitForTimeout(1000)
  const reading = await longTasks(page)

  const { size } = await stat(path)
  const brushed: number[] = []
  const chart = page.getByRole('group', { name: /Arrow keys move a window/ })
  await chart.focus()
  for (let look = 0; look < looks; look++)
    brushed.push(...(await answered(page, () => page.keyboard.press('ArrowRight'))))
  await page.keyboard.press('Escape')
  const filtered: number[] = []
  const field = page.getByRole('combobox', { name: 'Filter shapes' })
  for (let look = 0; look < looks; look++)
    filtered.push(...(await answered(page, () => field.fill(`text:shape_${look + 1}`))))
  const looking = await longTasks(page)
  const tasks = (list: readonly number[]) =>
    `${list.length} tasks over ${longestTaskMs} ms${list.length > 0 ? ` (${list.map((ms) => ms.toFixed(0)).join(', ')})  MISSED` : ''}`
  const answers = (list: readonly number[]) =>
    `median ${median(list).toFixed(0)} ms, 95th ${quantile(list, 0.95).toFixed(0)} ms (goal ${answerMs})${quantile(list, 0.95) < answerMs ? '' : '  MISSED'}`
  return [
    `${where}: read in ${(readMs / 1000).toFixed(1)} s, ${(size / 1e6 / (readMs / 1000)).toFixed(0)} MB/s; ${tasks(reading)}`,
    `${where}: stopped after ${stopMs} ms, ${leftOpen === 0 ? 'nothing stays' : 'a log stays open  MISSED'}`,
    `${where}: brush answers at the ${answers(brushed)}; filter at the ${answers(filtered)}; meanwhile ${tasks(looking)}`,
  ]
}

/** Drops the file as the system does: a File that knows its path in the desktop. */
async function drop(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement('input')
    input.type = 'file'
    input.id = 'bench-file'
    document.body.append(input)
  })
  const input = page.locator('#bench-file')
  await input.setInputFiles(path)
  await input.evaluate((element) => {
    const { files } = element as HTMLInputElement
    const data = new DataTransfer()
    for (const file of files ?? []) data.items.add(file)
    element.remove()
    document.querySelector('.app')?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }))
  })
}

async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const own = window as unknown as { benchTasks: number[] }
    own.benchTasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) own.benchTasks.push(duration)
    }).observe({ type: 'longtask' })
  })
}

/** Since the last time that it was asked. */
async function longTasks(page: Page): Promise<readonly number[]> {
  const tasks = await page.evaluate(() => (window as unknown as { benchTasks: number[] }).benchTasks.splice(0))
  return tasks.filter((ms) => ms > longestTaskMs)
}

/** From the input event to the first change of the table's rows, in the page's own time. */
async function answered(page: Page, act: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate(() => {
    const own = window as unknown as { benchAnswer: Promise<number> }
    own.benchAnswer = new Promise((resolve) => {
      let from = 0
      const begin = () => {
        from = from || performance.now()
      }
      for (const name of ['keydown', 'input']) addEventListener(name, begin, { capture: true, once: true })
      const observer = new MutationObserver(() => {
        if (from === 0) return
        observer.disconnect()
        resolve(performance.now() - from)
      })
      const body = document.querySelector('.slow-table .pt-body')
      if (body) observer.observe(body, { subtree: true, childList: true, characterData: true, attributes: true })
    })
  })
  await act()
  // A window that cannot go on changes nothing.
  const ms = await page.evaluate(() =>
    Promise.race([
      (window as unknown as { benchAnswer: Promise<number> }).benchAnswer,
      new Promise<undefined>((resolve) => setTimeout(resolve, 2000)),
    ]),
  )
  await page.waitForTimeout(150)
  return ms === undefined ? [] : [ms]
}
