// Protects the comparison of two plans in the built page: filling the sides, seeing what changed, keys, copy, both themes.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatedPlan } from '../../build/bench/generated-plan'
import { recordedPlan } from '../core/plan/diff/recorded'
import { type BrowserApp, browserProgram, openBrowserApp } from '../kit/browser-app'

const program = browserProgram()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function violations(page: Page): Promise<unknown> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    interface Found {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    const { axe: checker } = window as unknown as { axe: { run(root: Document, options: object): Promise<Found> } }
    const found = await checker.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })
    return found.violations.map(({ id, nodes }) => ({ id, places: nodes.map((node) => node.html.slice(0, 200)) }))
  })
}

const free = recordedPlan('mysql80/free.analyze')
const ignored = recordedPlan('mysql80/ignored.analyze')
const screenshots = process.env['SARGABLE_SCREENSHOTS']

describe.skipIf(program === undefined).each(['dark', 'light'] as const)('two plans compared, %s', (theme) => {
  let app: BrowserApp
  let page: Page
  beforeAll(async () => {
    app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme })
    page = app.page
    page.setDefaultTimeout(20_000)
  })
  afterAll(() => app.close())

  const picture = async (name: string) => {
    if (screenshots !== undefined) await page.screenshot({ path: `${screenshots}/compare-${name}-${theme}.png` })
  }
  const grid = () => page.getByRole('treegrid', { name: 'Both plans side by side' })

  test('two plans have a tab on Compare, which teaches while it is empty', async () => {
    await page.getByRole('heading', { name: 'What is slow?' }).waitFor()
    await page.keyboard.press('Control+2')
    await page.getByRole('button', { name: 'Two plans' }).click()
    await page.getByRole('heading', { name: 'Compare two plans' }).waitFor()
    expect(await violations(page)).toEqual([])
    await picture('empty')
  })

  test('a text without a plan is told beside it and kept', async () => {
    await page.getByLabel('Plan A: paste EXPLAIN output').fill('hello')
    await page.getByRole('button', { name: 'Read this plan' }).first().click()
    await page.getByText('There is no execution plan in this text.').waitFor()
    expect(await page.getByLabel('Plan A: paste EXPLAIN output').inputValue()).toBe('hello')
    await page.getByLabel('Plan A: paste EXPLAIN output').fill('')
  })

  test('two pasted plans are told apart in one sentence and row by row', async () => {
    await page.getByLabel('Plan A: paste EXPLAIN output').fill(free)
    await page.getByRole('button', { name: 'Read this plan' }).first().click()
    await page.getByLabel('Plan B: paste EXPLAIN output').fill(ignored)
    await page.getByRole('button', { name: 'Read this plan' }).click()
    const sentence = page.getByRole('status', { name: 'Verdict' }).getByRole('heading')
    expect(await sentence.textContent()).toContain('Tables are joined in the order o, c instead of c, o')
    expect(await sentence.textContent()).toContain('275 → 10,000 rows examined, ×36.4')
    const scan = grid().getByRole('row').filter({ hasText: 'ix_cust' })
    expect(await scan.textContent()).toMatch(/ACCESS[\s\S]*WORK/)
    await scan.click()
    await page.getByRole('region', { name: 'Difference of one step' }).getByText('×500').waitFor()
    expect(await violations(page)).toEqual([])
    await picture('two')
  })

  test('F8 walks the changes and comes round', async () => {
    const picked = () => grid().locator('[aria-selected=true]').getAttribute('aria-rowindex')
    await page.keyboard.press('F8')
    const second = await picked()
    await page.keyboard.press('F8')
    expect(Number(await picked())).toBeGreaterThan(Number(second))
    await page.keyboard.press('Shift+F8')
    expect(await picked()).toBe(second)
    for (let at = 0; at < 6; at++) await page.keyboard.press('F8')
    expect(await grid().locator('[aria-selected=true]').count()).toBe(1)
  })

  test('the sides swap, and the difference is copied as Markdown', async () => {
    await page.getByRole('button', { name: 'Swap sides' }).click()
    await page.getByText('10,000 → 275 rows examined, ÷36.4').first().waitFor()
    await page.getByRole('button', { name: 'Copy the difference as Markdown' }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('```diff')
    expect(copied).toContain('ORDER join order: o, c → c, o')
  })

  test('c adds the plan of Analyze; the formats of one statement are the same plan', async () => {
    await page.getByRole('button', { name: 'Take plan A out' }).click()
    await page.keyboard.press('Control+1')
    await page.locator('textarea').first().fill(recordedPlan('mysql80/free.table'))
    await page.locator('textarea').first().press('Control+Enter')
    await page.getByRole('tree', { name: 'Plan' }).waitFor()
    await page.getByRole('tree', { name: 'Plan' }).focus()
    await page.keyboard.press('c')
    await page.getByText('The same plan in two formats').waitFor()
    expect(await page.getByText('same plan shape').count()).toBe(1)
  })

  test('20,000 rows stay few elements and can be cut down to what changed', { timeout: 60_000 }, async () => {
    // One text crosses the wire to the browser; the other is made there.
    const text = JSON.stringify(JSON.parse(generatedPlan(20_000).text))
    await page.evaluate((a) => {
      const b = a.replace('"Node Type":"Index Scan"', '"Node Type":"Seq Scan"')
      const files = new DataTransfer()
      files.items.add(new File([a], 'a.json'))
      files.items.add(new File([b], 'b.json'))
      for (const type of ['dragover', 'drop'])
        document.querySelector('.compare')?.dispatchEvent(new DragEvent(type, { bubbles: true, dataTransfer: files }))
    }, text)
    await page.getByText('b.json').waitFor({ timeout: 30_000 })
    expect(await page.locator('*').count()).toBeLessThan(2_000)
    await page.getByText('Only changes').click()
    await page.getByText(/^\d{1,2} of [\d,]+ rows$/).waitFor()
    await picture('large')
  })

  test('nothing unexpected was printed to the console', () => expect(app.complaints).toEqual([]))
})
