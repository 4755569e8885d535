// Protects two logs beside each other in the page: what got worse and why, by mouse and by keys, saved as a report.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayLog } from '../../build/day-log'
import { violations } from '../kit/axe'
import { type BrowserApp, browserProgram, openBrowserApp } from '../kit/browser-app'

const program = browserProgram()
const folder = mkdtempSync(join(tmpdir(), 'sargable-two-logs-'))
const place = (name: string) => join(folder, name)
beforeAll(() => {
  const day = (later: boolean) =>
    [...dayLog({ day: later ? '2026-05-17' : '2026-05-10', seed: later ? 17 : 10, thousands: 6, later })].join('')
  writeFileSync(place('10-may.log'), day(false))
  writeFileSync(place('17-may.log'), day(true))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.runIf(program !== undefined).each(['dark', 'light'] as const)('%s', (theme) => {
  let app: BrowserApp
  beforeEach(async () => {
    app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme })
  }, 60_000)
  afterEach(() => app.close())

  async function choose(file: string, press: () => Promise<void>): Promise<void> {
    const [chooser] = await Promise.all([app.page.waitForEvent('filechooser'), press()])
    await chooser.setFiles(place(file))
  }

  /** The later log is opened first: the earlier one still comes first in the comparison. */
  async function openBoth() {
    const { page } = app
    await page.getByRole('button', { name: 'Slow', exact: true }).click()
    await choose('17-may.log', () =>
      page
        .getByRole('button', { name: /^Open (a )?log/ })
        .first()
        .click(),
    )
    await page.getByRole('grid', { name: 'Query shapes' }).waitFor()
    await page.getByRole('button', { name: 'Compare with another log' }).click()
    await choose('10-may.log', () => page.getByRole('menuitem', { name: /^Open another log/ }).click())
    const grid = page.getByRole('grid', { name: 'What became of the shapes' })
    await grid.getByText('Worse').waitFor()
    return grid
  }

  test('what got worse, better, new and gone, why, and as a report', { timeout: 60_000 }, async () => {
    const { page } = app
    const grid = await openBoth()
    const says = await page.getByRole('status', { name: 'Verdict' }).textContent()
    expect(says).toMatch(/^Two shapes got faster and saved .* but two shapes got worse/)
    const rows = await grid.getByRole('row').allTextContents()
    const rowOf = (words: string) => rows.find((row) => row.includes(words)) ?? ''
    const at = (words: string) => rows.indexOf(rowOf(words))
    expect(at('Worse')).toBeLessThan(at('items'))
    expect(at('items')).toBeLessThan(at('Better'))
    expect(at('Better')).toBeLessThan(at('infamous_table'))
    expect(at('New')).toBeLessThan(at('picks'))
    expect(at('Gone')).toBeLessThan(at('audit_log'))
    expect(rowOf('warehouse')).toContain('waiting for locks')
    expect(rowOf('items')).toMatch(/×\d+.*\[\d+ – \d+\].*10 → 50,440 rows examined per call/)
    expect(rowOf('infamous_table')).toMatch(/÷22\[2\d\.\d – 2\d\.\d\]/)
    // Both logs, side by side.
    const both = page.getByRole('table')
    expect(await both.getByRole('row', { name: /Query time/ }).textContent()).toMatch(
      /^Query time[\d.]+ min[\d.]+ min[×÷]\d/,
    )
    // As before: hidden until asked for.
    expect(at('catalog_3')).toBe(-1)
    await page.getByRole('button', { name: /^Show the \d+ others$/ }).click()
    await grid.getByText('As before').waitFor()
    // A report as a file.
    await page.getByRole('button', { name: 'Report' }).click()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Save report as HTML' }).click(),
    ])
    const report = readFileSync(await saved.path(), 'utf8')
    expect(report).toContain(`<h1>${says}</h1>`)
    expect(await violations(page)).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('by keys alone', { timeout: 60_000 }, async () => {
    const { page } = app
    const grid = await openBoth()
    await grid.focus()
    const picked = () => grid.getByRole('row', { selected: true }).textContent()
    const first = await picked()
    await page.keyboard.press('ArrowDown')
    expect(await picked()).not.toBe(first)
    await page.keyboard.press('End')
    await expect.poll(picked).toContain('audit_log')
    await page.keyboard.press('Home')
    await expect.poll(picked).toBe(first)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Open logs' }).getByRole('button').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:items SELECT|warehouse UPDATE)$/)]),
    )
    expect(app.complaints).toEqual([])
  })
})
