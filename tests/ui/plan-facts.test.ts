// Protects the way from what a plan says to its proof in the built page: a number, a bar, a finding or a note leads to its node or line.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BrowserApp, browserProgram, openBrowserApp } from '../kit/browser-app'

const program = browserProgram()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A join of which one side was misjudged, reads 50,000 rows to keep 40,000, and has a word that nobody knows. */
const plan = [
  'Sort  (cost=0..30 rows=500 width=8) (actual time=90..95 rows=40000 loops=1)',
  '  Sort Key: big.v',
  '  Sort Method: external merge  Disk: 3936kB',
  '  ->  Hash Join  (cost=0..20 rows=500 width=8) (actual time=1..60 rows=40000 loops=1)',
  '        Hash Cond: (big.s = small.id)',
  '        Frobnication: 7',
  '        ->  Seq Scan on big  (cost=0..10 rows=500 width=8) (actual time=0.1..20 rows=40000 loops=1)',
  '              Filter: (a = 1)',
  '              Rows Removed by Filter: 10000',
  '        ->  Hash  (cost=0..1 rows=10 width=8) (actual time=0.2..0.2 rows=10 loops=1)',
  '              ->  Seq Scan on small  (cost=0..1 rows=10 width=8) (actual time=0.1..0.1 rows=10 loops=1)',
].join('\n')

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

describe.skipIf(program === undefined).each(['dark', 'light'] as const)('what a plan says, %s', (theme) => {
  let app: BrowserApp
  let page: Page
  beforeAll(async () => {
    app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme })
    page = app.page
    page.setDefaultTimeout(20_000)
    await page.locator('textarea').first().fill(plan)
    await page.keyboard.press('Control+Enter')
    await page.locator('.verdict-area .say', { hasText: 'Reads 50,010 rows from 2 tables' }).waitFor()
  })
  afterAll(() => app.close())

  const panel = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  const inspected = (title: string) => page.locator('.ins-head h3', { hasText: title }).waitFor()

  test('a number of the verdict leads to its node', async () => {
    await page.locator('.verdict .fact-link', { hasText: 'an estimate is off by ×80' }).click()
    await inspected('Seq Scan')
    await page.locator('.estimate-note', { hasText: '2 steps above inherit it' }).waitFor()
  })

  test('rows are drawn as wide as they are, and lead to their steps', async () => {
    await panel('Rows')
    const widths = await page
      .locator('.funnel-bar')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width))
    // 50,010 read, 40,010 left, 40,000 joined, sorted and returned.
    const [read = 0, ...others] = widths
    expect(others.map((width) => Math.round((width / read) * 100))).toEqual([80, 80, 80, 80])
    await page.locator('.funnel').getByRole('button', { name: 'joined' }).click()
    await inspected('Hash Join')
    await page.locator('.estimate-note').getByRole('button').click()
    await inspected('Seq Scan')
    expect(await violations(page)).toEqual([])
  })

  test('statistics sort, and each press goes to the next step of a line', async () => {
    // The first of the two scans is selected already.
    await panel('Statistics')
    const kinds = page.locator('table.statistics').last()
    await kinds.getByRole('button', { name: 'Steps', exact: true }).click()
    await kinds.getByRole('columnheader', { name: 'Steps' }).and(page.locator('[aria-sort=descending]')).waitFor()
    await kinds.locator('tbody tr').first().getByRole('button', { name: 'Seq Scan, 2 steps' }).click()
    await kinds.getByText('2 of 2').waitFor()
    await kinds.getByRole('button', { name: 'Seq Scan, 2 steps' }).click()
    await kinds.getByText('1 of 2').waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('findings name their nodes; nothing is said about the step that was not understood', async () => {
    await panel('Findings')
    const spill = page.locator('.finding', { hasText: 'does not fit into memory' })
    await spill.getByRole('button', { name: 'node 1' }).click()
    await inspected('Sort')
    await page.locator('.findings-panel', { hasText: 'not understood' }).waitFor()
    expect(await page.locator('.finding', { hasText: 'Hash Join' }).count()).toBe(0)
    expect(await violations(page)).toEqual([])
  })

  test('the share that was read opens the notes, and a note its line', async () => {
    await page.getByRole('button', { name: /% read, 1 note/ }).click()
    await page.locator('.notes-table').getByRole('button', { name: '6:9' }).click()
    await page.getByRole('tab', { name: 'Text', selected: true }).waitFor()
    await page.locator('.plan-text [class*="lit"]', { hasText: 'Frobnication: 7' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(app.complaints).toEqual([])
  })
})
