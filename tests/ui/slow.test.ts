// Protects the screen of slow queries in the built page on a real service: logs come in, are filtered, brushed, ranked,
// walked by keys, marked, stopped; what it shows is what `sargable digest` says.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { generatedLog } from '../../build/bench/generated-log'
import { dayLog } from '../../build/day-log'
import { type DigestDocument, digestDocumentSchema } from '../../src/core/digest/model'
import { formatCount, formatLongTime } from '../../src/core/figures'
import { violations } from '../kit/axe'
import { type BrowserApp, browserProgram, openBrowserApp } from '../kit/browser-app'
import { sargable } from '../kit/cli'

const program = browserProgram()
const folder = mkdtempSync(join(tmpdir(), 'sargable-slow-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, pieces: Iterable<string>): string {
  const path = join(folder, name)
  writeFileSync(path, [...pieces].join(''))
  return path
}

/** What the command line says of the same log. */
async function digested(...words: readonly string[]): Promise<DigestDocument> {
  const { stdout } = await sargable(['digest', ...words, '--json'])
  return digestDocumentSchema.parse(JSON.parse(stdout))
}

const recorded = join(import.meta.dirname, '../../fixtures/slow-logs/mysql80/extra.log')

/** Drops files on the window as a person does. */
async function drop(page: Page, files: readonly { readonly name: string; readonly text: string }[]): Promise<void> {
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer()
    for (const { name, text } of given) transfer.items.add(new File([text], name))
    return transfer
  }, files)
  await page.dispatchEvent('.app', 'drop', { dataTransfer: data })
}

/** A page that has just begun takes no keys yet. */
async function goToSlow(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  const screen = page.getByRole('region', { name: 'Slow queries' })
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+3')
      return screen.isVisible()
    })
    .toBe(true)
}

/** Opens a file by the key of the screen. */
async function choose(page: Page, path: string): Promise<void> {
  await goToSlow(page)
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Control+o')])
  await chooser.setFiles(path)
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Query shapes' })
const row = (page: Page, place: number) => page.locator(`.slow-table [role="row"][aria-rowindex="${place + 2}"]`)
const picked = (page: Page) => page.locator('.slow-table [role="row"][aria-selected="true"]')
const cells = async (page: Page, place: number) =>
  (await row(page, place).getByRole('gridcell').allInnerTexts()).map((text) => text.trim())
const verdict = (page: Page) => page.getByRole('status', { name: 'Verdict' })
const filter = (page: Page) => page.getByRole('combobox', { name: 'Filter shapes' })
const plot = (page: Page) => page.locator('.slow-plot')
const chip = (page: Page) => page.getByRole('button', { name: /^Window / })

describe.skipIf(program === undefined)('slow queries', () => {
  let app: BrowserApp
  let page: Page
  let day: string
  let ofDay: DigestDocument
  beforeAll(async () => {
    day = write('day.log', dayLog({ day: '2026-05-10', seed: 3, thousands: 6 }))
    ofDay = await digested(day)
    app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme: 'dark' })
    page = app.page
    page.setDefaultTimeout(20_000)
  }, 60_000)
  afterAll(async () => {
    expect(app.complaints).toEqual([])
    await app.close()
  })
  beforeEach(async () => {
    await page.reload()
    await goToSlow(page)
  })

  /** The day's log, open and drawn. */
  async function openDay(): Promise<void> {
    await choose(page, day)
    await row(page, 0).getByText('%').first().waitFor()
  }

  test('a dropped log gives the table that the command line gives', async () => {
    const expected = await digested(recorded)
    await drop(page, [{ name: 'extra.log', text: readFileSync(recorded, 'utf8') }])
    await row(page, 0).getByText('%').first().waitFor()
    expect(await grid(page).getAttribute('aria-rowcount')).toBe(String(expected.shapes.length + 1))
    for (const [place, shape] of expected.shapes.slice(0, 8).entries()) {
      const own = await cells(page, place)
      expect(own[0]).toBe(String(place + 1))
      expect(own[3]).toBe(shape.share < 0.0005 && shape.share > 0 ? '< 0.1 %' : `${(shape.share * 100).toFixed(1)} %`)
      expect(own[4]).toBe(formatLongTime(shape.totalMicros / 1000))
      expect(own[5]).toBe(formatCount(shape.count))
      expect(own[8]).toBe(formatLongTime(shape.maxMicros / 1000))
    }
    await page.getByText('MySQL slow log', { exact: true }).waitFor()
  })

  test('several dropped files are added up as one', async () => {
    const [text, expected] = [readFileSync(recorded, 'utf8'), await digested(recorded, recorded)]
    await drop(page, [
      { name: 'a.log', text },
      { name: 'b.log', text },
    ])
    await row(page, 0).getByText('%').first().waitFor()
    expect((await cells(page, 0))[5]).toBe(formatCount(expected.shapes[0]?.count ?? -1))
    await page.getByRole('navigation', { name: 'Open logs' }).getByText('a.log and 1 more').waitFor()
  })

  test('a slow log that is dropped on another screen comes here', async () => {
    await page.keyboard.press('Control+1')
    await drop(page, [{ name: 'extra.log', text: readFileSync(recorded, 'utf8') }])
    await row(page, 0).getByText('%').first().waitFor()
  })

  test('words filter, choosers write words, and a word that is not understood is told', async () => {
    await openDay()
    await page.keyboard.press('/')
    await page.keyboard.type('text:warehouse')
    const expected = await digested(day, '--filter', 'text:warehouse')
    await expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe(String(expected.shapes.length + 1))
    expect((await cells(page, 0))[5]).toBe(formatCount(expected.shapes[0]?.count ?? -1))
    await filter(page).fill('')
    await page.getByRole('button', { name: 'Kind of slow' }).click()
    await page.getByRole('option', { name: 'returns too much' }).click()
    await expect.poll(() => filter(page).inputValue()).toBe('kind:returns-too-much')
    const kinds = await digested(day, '--filter', 'kind:returns-too-much')
    await expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe(String(kinds.shapes.length + 1))
    await filter(page).fill('tiem>1s')
    await page.getByRole('alert').getByText('"tiem>1s" is no filter.').waitFor()
    // What was shown before stays.
    expect(await grid(page).getAttribute('aria-rowcount')).toBe(String(kinds.shapes.length + 1))
  })

  test('typing offers words and names, which keys take', async () => {
    await openDay()
    await page.keyboard.press('/')
    await page.keyboard.type('kind:ret')
    await page.getByRole('option', { name: 'kind:returns-too-much' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => filter(page).inputValue()).toBe('kind:returns-too-much ')
  })

  test('a dragged window ranks what is in it, estimates are marked, and then read exactly', async () => {
    await openDay()
    const box = await plot(page).boundingBox()
    if (!box) throw new Error('The chart is not drawn.')
    await page.mouse.move(box.x + box.width * 0.501, box.y + 40)
    await page.mouse.down()
    const estimate = page.locator('.slow-table .est', { hasText: '≈' }).first().waitFor()
    await page.mouse.move(box.x + box.width * 0.6, box.y + 40, { steps: 4 })
    await estimate
    await page.mouse.move(box.x + box.width * 0.6661, box.y + 40, { steps: 4 })
    await page.mouse.up()
    const words = (await chip(page).getAttribute('aria-label')) ?? ''
    const [, from = '', to = ''] = /Window (\d\d:\d\d) – (\d\d:\d\d)/.exec(words) ?? []
    const exact = await digested(day, '--from', `2026-05-10T${from}:00Z`, '--to', `2026-05-10T${to}:00Z`)
    const first = exact.shapes[0]
    if (!first) throw new Error('Nothing is in the window.')
    await expect.poll(async () => (await cells(page, 0))[5]).toBe(formatCount(first.count))
    // At rest the log is read again: the percentiles are those of the window.
    await expect.poll(async () => (await cells(page, 0))[7]).toBe(formatLongTime((first.p95Micros ?? -1) / 1000))
    expect((await cells(page, 0))[8]).toBe(formatLongTime(first.maxMicros / 1000))
    expect(await page.getByRole('status', { name: 'Estimates' }).count()).toBe(0)
    await chip(page).click()
    await expect.poll(async () => (await cells(page, 0))[5]).toBe(formatCount(ofDay.shapes[0]?.count ?? -1))
  })

  test('keys make, move, stretch and clear the window', async () => {
    await openDay()
    await plot(page).focus()
    await page.keyboard.press('ArrowRight')
    const label = () => chip(page).getAttribute('aria-label')
    const made = await label()
    await page.keyboard.press('ArrowRight')
    await expect.poll(label).not.toBe(made)
    const moved = await label()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(label).not.toBe(moved)
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(label).toBe(moved)
    await page.keyboard.press('Escape')
    await expect.poll(() => chip(page).count()).toBe(0)
  })

  test('heads rank, the least first when pressed again', async () => {
    await openDay()
    const head = page.getByRole('columnheader', { name: 'Calls' })
    await head.getByRole('button').click()
    const counts = ofDay.shapes.map(({ count }) => count)
    await expect.poll(async () => (await cells(page, 0))[5]).toBe(formatCount(Math.max(...counts)))
    expect(await head.getAttribute('aria-sort')).toBe('descending')
    await head.getByRole('button').click()
    await expect.poll(async () => (await cells(page, 0))[5]).toBe(formatCount(Math.min(...counts)))
    expect(await head.getAttribute('aria-sort')).toBe('ascending')
  })

  test('keys walk the rows, mark them, and open the picked one', async () => {
    await openDay()
    await grid(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => picked(page).getAttribute('aria-rowindex')).toBe('4')
    await page.keyboard.press('End')
    await expect.poll(() => picked(page).getAttribute('aria-rowindex')).toBe(String(ofDay.shapes.length + 1))
    await page.keyboard.press('Home')
    await page.keyboard.press('r')
    await row(page, 0).getByRole('img', { name: 'reviewed' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('m')
    await page.getByText('1 muted:').waitFor()
    await expect.poll(() => row(page, 1).count()).toBe(0)
    await expect.poll(() => picked(page).getAttribute('aria-rowindex')).toBe('4')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => picked(page).getAttribute('aria-rowindex')).toBe('2')
    await page.getByRole('button', { name: 'show', exact: true }).click()
    await row(page, 1).getByRole('img', { name: 'muted' }).waitFor()
    await row(page, 1).click()
    await grid(page).focus()
    await page.keyboard.press('m')
    await page.keyboard.press('Home')
    await page.keyboard.press('r')
    await expect.poll(() => row(page, 0).getByRole('img').count()).toBe(0)
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Open logs' }).locator('.file.on').textContent())
      .toContain('select')
    await page.keyboard.press('Alt+w')
    await grid(page).waitFor()
  })

  test('Ctrl+Enter brings the slowest call to Analyze', async () => {
    await openDay()
    await grid(page).focus()
    await page.keyboard.press('Control+Enter')
    await page.locator('.monaco-editor, .plain-editor').first().waitFor()
    await page.getByText('infamous_table').first().waitFor()
  })

  test('the digest is saved as the command line writes it', async () => {
    await openDay()
    const download = page.waitForEvent('download')
    await page.keyboard.press('Control+s')
    const file = await download
    const saved = digestDocumentSchema.parse(JSON.parse(readFileSync(await file.path(), 'utf8')))
    expect(saved.shapes.map(({ digest, count, totalMicros }) => [digest, count, totalMicros])).toEqual(
      ofDay.shapes.map(({ digest, count, totalMicros }) => [digest, count, totalMicros]),
    )
  })

  test('what was not understood is listed with its place and reason', async () => {
    const broken = write('broken.log', [
      readFileSync(recorded, 'utf8'),
      '# Time: 2026-11-20T19:00:00.000000Z\n# User@Host: a[a] @ h [] Id: 1\n# Query_time: none\n\n',
    ])
    const expected = await digested(broken)
    const piece = expected.sources[0]?.skipped[0]
    if (!piece) throw new Error('Nothing was skipped.')
    await choose(page, broken)
    await page.getByRole('button', { name: /not understood: show/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(formatCount(piece.startByte), { exact: true }).waitFor()
    await dialog.getByText(piece.reason).first().waitFor()
    await page.keyboard.press('Escape')
  })

  test('reading is stopped by Escape, nothing stays of it, and the next log is read', async () => {
    const piece = [...generatedLog({ flavor: 'mysql', bytes: 4_000_000, seed: 5 })].join('')
    const long = write(
      'long.log',
      Array.from({ length: 60 }, () => piece),
    )
    await choose(page, long)
    await page
      .getByRole('region', { name: 'Reading' })
      .getByText(/entries/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Reading' }).waitFor({ state: 'detached' })
    expect(await page.locator('.slow-log').count()).toBe(0)
    await page.getByRole('button', { name: /^Open log/ }).waitFor()
    await openDay()
  }, 60_000)

  test('100,000 shapes scroll with few rows in the page', async () => {
    const many = write('many.log', manyShapes(100_000))
    await choose(page, many)
    await row(page, 0).getByText('%').first().waitFor()
    expect(await grid(page).getAttribute('aria-rowcount')).toBe('100001')
    await grid(page).focus()
    await page.keyboard.press('End')
    await row(page, 99_999).getByText('t_').waitFor()
    expect(await page.locator('.slow-table [role="row"]').count()).toBeLessThan(400)
    await page.keyboard.press('/')
    await page.keyboard.type('text:t_4242 ')
    await expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe('12')
  }, 90_000)

  test('a tab that is closed lets its log go, and two open logs are compared', async () => {
    await openDay()
    await choose(page, recorded)
    await page.getByRole('navigation', { name: 'Open logs' }).getByText('extra.log').waitFor()
    await page.getByRole('button', { name: 'Compare with another log' }).click()
    await page.getByRole('menuitem', { name: /day\.log/ }).click()
    await page.getByRole('button', { name: /^day\.log against extra\.log/ }).waitFor()
    for (const name of ['day.log against extra.log', 'extra.log', 'day.log'])
      await page.getByRole('button', { name: `Close ${name}`, exact: true }).click()
    await page.getByRole('button', { name: /^Open log/ }).waitFor()
  })
})

/** As many shapes as wanted, each once, the later ones faster. */
function* manyShapes(count: number): Generator<string> {
  for (let at = 0; at < count; at++)
    yield `# Time: 2026-11-20T${String(10 + Math.floor(at / 10_000)).padStart(2, '0')}:00:00.000000Z\n# User@Host: app[app] @ web [10.0.0.1]  Id: 1\n# Query_time: ${(200_000 - at) / 100_000}  Lock_time: 0.000001 Rows_sent: 1  Rows_examined: 10\nSET timestamp=1795168800;\nSELECT a FROM t_${at} WHERE b = ${at};\n`
}

describe.skipIf(program === undefined).each(['dark', 'light'] as const)('slow queries for everybody, %s', (theme) => {
  test('no rule of accessibility is broken, empty, full, in a window and narrow', async () => {
    const app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme })
    const { page } = app
    try {
      page.setDefaultTimeout(20_000)
      await page.keyboard.press('Control+3')
      await page.getByRole('button', { name: /^Open log/ }).waitFor()
      expect(await violations(page)).toEqual([])
      await choose(page, write(`${theme}.log`, dayLog({ day: '2026-05-10', seed: 3, thousands: 3 })))
      await row(page, 0).getByText('%').first().waitFor()
      expect(await violations(page)).toEqual([])
      await plot(page).focus()
      await page.keyboard.press('ArrowRight')
      await chip(page).waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('u')
      await page.getByRole('option', { name: /user:/ }).waitFor()
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 960, height: 560 })
      await expect.poll(() => page.getByRole('columnheader').count()).toBeLessThan(12)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect(wide).toBe(false)
      expect(await violations(page)).toEqual([])
      await verdict(page).waitFor()
      expect(app.complaints).toEqual([])
    } finally {
      await app.close()
    }
  }, 90_000)
})
