// Protects the whole way through a plan by keyboard alone, what screen readers hear of it, and accessibility in each view.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BrowserApp, browserProgram, openBrowserApp } from '../kit/browser-app'

const program = browserProgram()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Broken accessibility rules of the page as it stands, WCAG 2 A and AA. */
async function violations(page: Page): Promise<unknown> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const checker = (window as unknown as { axe: { run(root: Document, options: object): Promise<AxeResult> } }).axe
    interface AxeResult {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    const found = await checker.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })
    return found.violations.map(({ id, nodes }) => ({ id, places: nodes.map((node) => node.html.slice(0, 200)) }))
  })
}

/** A sort over an append of `count` partitions, the last of them with an index. Times in ms add up. */
function partitioned(count: number): string {
  const scan = (at: number) => ({
    'Node Type': at === count ? 'Index Scan' : 'Seq Scan',
    'Parent Relationship': 'Member',
    'Relation Name': `orders_p${at}`,
    Alias: `o_${at}`,
    ...(at === count ? { 'Index Name': 'by_status', 'Scan Direction': 'Forward' } : {}),
    'Startup Cost': 0,
    'Total Cost': 100,
    'Plan Rows': 10,
    'Plan Width': 8,
    'Actual Startup Time': 0.1,
    'Actual Total Time': 2,
    'Actual Rows': 2000,
    'Actual Loops': 1,
    Filter: `(status = 'open'::text)`,
    'Rows Removed by Filter': 0,
  })
  const node = (type: string, ms: number, plans: readonly object[]) => ({
    'Node Type': type,
    'Startup Cost': 0,
    'Total Cost': 2000,
    'Plan Rows': 10 * count,
    'Plan Width': 8,
    'Actual Startup Time': 1,
    'Actual Total Time': ms,
    'Actual Rows': 2000 * count,
    'Actual Loops': 1,
    Plans: plans,
  })
  const scans = Array.from({ length: count }, (_, at) => scan(at + 1))
  return JSON.stringify([{ Plan: node('Sort', 2 * count + 3, [node('Append', 2 * count + 1, scans)]) }], null, 2)
}

describe.skipIf(program === undefined).each(['dark', 'light'] as const)('a plan by keyboard, %s', (theme) => {
  let app: BrowserApp
  let page: Page
  beforeAll(async () => {
    app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme })
    page = app.page
    page.setDefaultTimeout(20_000)
    await page.locator('textarea').first().fill(partitioned(12))
    await page.locator('.paste-foot b', { hasText: 'Plan, PostgreSQL, JSON' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.locator('.verdict-area .say').waitFor()
  })
  afterAll(() => app.close())

  /** The item that the focused tree, grid or list names as active, as a screen reader meets it. */
  const active = () =>
    page.evaluate(() => {
      const id = document.activeElement?.getAttribute('aria-activedescendant')
      const item = id ? document.getElementById(id) : null
      return {
        role: item?.getAttribute('role'),
        words: [...(item?.children ?? [])]
          .filter((child) => child.getAttribute('aria-hidden') !== 'true')
          .map((child) => child.textContent)
          .join(' '),
        level: item?.getAttribute('aria-level'),
        expanded: item?.getAttribute('aria-expanded'),
        selected: item?.getAttribute('aria-selected'),
        place: `${item?.getAttribute('aria-posinset')} of ${item?.getAttribute('aria-setsize')}`,
      }
    })
  const focused = (role: string) =>
    expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe(role)
  /** F6 until the plan has the focus, then Tab to what is named. */
  const goToPlan = async (role: string) => {
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('F6')
      if (await page.evaluate(() => document.activeElement?.closest('[data-pane="plan"]'))) break
    }
    for (let step = 0; step < 20; step++) {
      if ((await page.evaluate(() => document.activeElement?.getAttribute('role'))) === role) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach the ${role}`)
  }

  test('the diagram is a tree that says what stands where, folded parts too', async () => {
    await page.keyboard.press('Alt+1')
    await goToPlan('tree')
    await page.keyboard.press('Home')
    await expect.poll(async () => (await active()).words).toMatch(/^Sort, 24,000 rows/)
    expect(await active()).toMatchObject({
      role: 'treeitem',
      level: '1',
      expanded: 'true',
      selected: 'true',
      place: '1 of 1',
    })
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await active()).words).toMatch(/^Append/)
    expect(await active()).toMatchObject({ level: '2', place: '1 of 1' })
  })

  test('alike partitions are one card with sums, until it is unfolded', async () => {
    await page.keyboard.press('a')
    await page.getByText('All 14 nodes shown').waitFor()
    await page.keyboard.press('a')
    await page.getByText('10 of 14 nodes folded').waitFor()
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(async () => (await active()).words)
      .toMatch(
        /^11 partitions folded into one: Seq Scan on orders_p\*, 22,000 rows in all, 2,000 to 2,000 each, 22 ms own time/,
      )
    expect(await active()).toMatchObject({ expanded: 'false', level: '3', place: '1 of 2' })
    await page.keyboard.press('Space')
    await page.getByText('All 14 nodes shown').waitFor()
    expect(await active()).toMatchObject({ expanded: null, level: '3', place: '1 of 12' })
  })

  test('Space folds a subtree, the arrow inward opens it again', async () => {
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Space')
    await expect.poll(async () => (await active()).words).toMatch(/^Append.*12 nodes folded below$/)
    expect((await active()).expanded).toBe('false')
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await active()).expanded).toBe('true')
  })

  test('f fits, 0 gives cards their own size, + and - zoom', async () => {
    const zoom = () => page.locator('.plan-zoom').textContent()
    await page.keyboard.press('0')
    await expect.poll(zoom).toBe('100 %')
    await page.keyboard.press('-')
    await expect.poll(zoom).toBe('80 %')
    await page.keyboard.press('+')
    await expect.poll(zoom).toBe('100 %')
    await page.keyboard.press('f')
    await expect.poll(zoom).not.toBe('100 %')
  })

  test('search takes the node out of its stack, counts, goes on and back, and gives the focus back', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('orders_p7')
    await page.getByText('1 node', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('1 of 1 node').waitFor()
    await page.keyboard.press('Escape')
    await focused('tree')
    await expect.poll(async () => (await active()).words).toMatch(/^Seq Scan on orders_p7 o_7/)
  })

  test('e goes to the next problem, Enter to the inspector', async () => {
    await page.keyboard.press('e')
    await expect.poll(async () => (await active()).words).toMatch(/full scan|times more/)
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Node inspector')
  })

  test('the table is a tree grid with the same selection', async () => {
    await page.getByRole('tab', { name: 'Table' }).waitFor()
    await page.keyboard.press('Alt+3')
    await goToPlan('treegrid')
    await page.keyboard.press('Home')
    await expect.poll(async () => (await active()).words).toMatch(/Sort/)
    expect(await active()).toMatchObject({
      role: 'row',
      level: '1',
      expanded: 'true',
      selected: 'true',
      place: '1 of 1',
    })
    await page.keyboard.press('Space')
    await expect.poll(async () => (await active()).expanded).toBe('false')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('End')
    await expect.poll(async () => (await active()).words).toMatch(/Index Scan.*orders_p12/)
    // Folding the append puts the other eleven together: they stand above it as one row, with their sums.
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.getByText('2 of 14 rows').waitFor()
    await page.keyboard.press('Space')
    await page.getByText('4 of 14 rows').waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await active()).words).toMatch(/Seq Scan × 11 partitions.*orders_p\*.*22,000/)
    expect(await active()).toMatchObject({ expanded: 'false', level: '3', place: '1 of 2' })
    await page.keyboard.press('Space')
    await page.getByText('14 rows', { exact: true }).waitFor()
    expect(await active()).toMatchObject({ expanded: null, level: '3', place: '1 of 12' })
  })

  test('the text is walked line by line, and each line selects its step', async () => {
    await page.keyboard.press('Alt+4')
    await goToPlan('listbox')
    await page.keyboard.press('/')
    await page.keyboard.type('orders_p3"')
    await page.getByText('1 line', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await focused('listbox')
    await expect.poll(async () => (await active()).words).toMatch(/orders_p3/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.locator('.ins-place', { hasText: 'orders_p3' }).waitFor()
    expect(await active()).toMatchObject({ role: 'option', selected: 'true' })
  })

  test('JSON is a tree of lines that fold', async () => {
    await page.keyboard.press('Alt+5')
    await goToPlan('tree')
    await page.keyboard.press('Home')
    await expect.poll(async () => (await active()).role).toBe('treeitem')
    expect(await active()).toMatchObject({ level: '1', expanded: 'true' })
    await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => (await active()).expanded).toBe('false')
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await active()).expanded).toBe('true')
  })

  test.each([
    { key: 'Alt+1', name: 'Diagram' },
    { key: 'Alt+2', name: 'Flame' },
    { key: 'Alt+3', name: 'Table' },
    { key: 'Alt+4', name: 'Text' },
    { key: 'Alt+5', name: 'JSON' },
  ])('$name breaks no rule of accessibility', async ({ key, name }) => {
    await page.keyboard.press(key)
    await page.getByRole('tab', { name, selected: true }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('says nothing in the console', () => expect(app.complaints).toEqual([]))
})
