// Protects the first path of a person in the built page on a real service: sample, plan, keys, error, paste, history.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
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

describe.skipIf(program === undefined).each(['dark', 'light'] as const)('the page, %s', (theme) => {
  let app: BrowserApp
  let page: Page
  beforeAll(async () => {
    app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme })
    page = app.page
    page.setDefaultTimeout(20_000)
  })
  afterAll(() => app.close())

  const editor = () => page.locator('.monaco-editor').first()
  async function write(sql: string) {
    await editor().click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(sql)
  }

  test('teaches when nothing is open', async () => {
    await page.getByRole('heading', { name: 'What is slow?' }).waitFor()
    await page.getByText('Worked cases').waitFor()
    await page.locator('.card-button').nth(3).waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('says what a pasted text is', async () => {
    await page.locator('textarea').first().fill('SELECT 1 FROM t WHERE a = 2')
    await page.locator('.paste-foot b', { hasText: 'Statement' }).waitFor()
    await page.locator('textarea').first().fill('')
  })

  test('opens a sample analyzed on the embedded PostgreSQL', { timeout: 120_000 }, async () => {
    await page.keyboard.press('Control+5')
    const card = page.locator('.sample', { hasText: 'equality-like-prefix' })
    await card.getByRole('button', { name: 'Server for' }).click()
    await page.getByRole('option', { name: 'Embedded PostgreSQL' }).click()
    await card.getByRole('button', { name: 'Open', exact: true }).click()
    await page.locator('.verdict-area .say', { hasText: 't_msg' }).waitFor({ timeout: 100_000 })
    await page.locator('.view-lines', { hasText: 'infamous_table' }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('reaches every pane by the keyboard', async () => {
    const seen = new Set<string>()
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('F6')
      const pane = await page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane'))
      if (pane) seen.add(pane)
    }
    expect([...seen].sort()).toEqual(['advice', 'connection', 'editor', 'inspector', 'lower', 'plan'])
  })

  test('runs commands from the palette', async () => {
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search or run a command').fill('plan as json')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'JSON', selected: true }).waitFor()
    await page.keyboard.press('Alt+1')
    await page.getByRole('tab', { name: 'Diagram', selected: true }).waitFor()
  })

  test('keeps the focus in the statement while it is explained', async () => {
    await write('SELECT member_id FROM infamous_table WHERE t2send = 5')
    await page.keyboard.press('Control+Enter')
    await page.locator('.verdict-area .say', { hasText: 't_msg' }).waitFor()
    await page.keyboard.insertText(' AND flag = 1')
    await page.locator('.view-lines', { hasText: 'AND flag = 1' }).waitFor()
  })

  test('shows the server’s words and the place of a wrong statement, and keeps the text', async () => {
    await write('SELECT member_id\n  FROM infamous_table\n WHER t2send > 5')
    await page.keyboard.press('Control+Enter')
    await page.getByText('refused the statement: a syntax error on line 3').waitFor()
    await page.getByText('syntax error at or near "t2send"').first().waitFor()
    await page.locator('.mark-error', { hasText: 't2send' }).waitFor()
    await page.locator('.view-lines', { hasText: 'WHER' }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('asks before it runs what may change something, with the focus on Cancel', async () => {
    await write('SELECT nobody_knows_it(60)')
    await page.keyboard.press('Control+Shift+Enter')
    const card = page.getByRole('alertdialog')
    await card.waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Cancel')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
  })

  test('keeps tabs and the connection over a reload', async () => {
    await page.reload()
    await page.locator('.view-lines', { hasText: 'nobody_knows_it' }).waitFor()
    await page.locator('.conn-name', { hasText: 'Embedded PostgreSQL' }).waitFor()
  })

  test('reopens a run from History, and removing one can be undone', async () => {
    await page.keyboard.press('Control+6')
    const rows = page.locator('table.history tbody tr')
    await rows.first().waitFor()
    const before = await rows.count()
    await rows
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect.poll(() => rows.count()).toBeLessThan(before === 1 ? 2 : before)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => rows.count()).toBe(before)
    expect(await violations(page)).toEqual([])
    await rows.first().locator('.link').click()
    await page.locator('.verdict-area .say', { hasText: 't_msg' }).waitFor()
  })

  test('says nothing in the console', () => expect(app.complaints).toEqual([]))
})

describe.skipIf(program === undefined)('a plan without a server', () => {
  let app: BrowserApp
  let page: Page
  const fixture: { format: string; text?: string }[] = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../fixtures/pg18/nested-loop-inner-index/explain.json'), 'utf8'),
  )
  const plan = fixture.find((output) => output.format === 'postgres-json')?.text ?? ''
  beforeAll(async () => {
    app = await openBrowserApp(program ?? '', { width: 1000, height: 700, theme: 'light' })
    page = app.page
    page.setDefaultTimeout(20_000)
  })
  afterAll(() => app.close())

  test('is recognized in the paste box and drawn by the key', async () => {
    await page.locator('textarea').first().fill(plan)
    await page.locator('.paste-foot b', { hasText: 'Plan, PostgreSQL, JSON' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.locator('.verdict-area .say').waitFor()
    await page.getByText('pasted plan, no server asked').waitFor()
    await page.getByText('Bitmap Heap Scan').first().waitFor()
  })

  test('fits a window of 1,000 px without scrolling sideways', async () => {
    const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(wide).toBeLessThanOrEqual(window ?? 0)
    expect(await violations(page)).toEqual([])
  })

  test('is read again in its own tab', async () => {
    await page.locator('.monaco-editor').first().click()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Plan drawn').waitFor()
    expect(await page.locator('.file').count()).toBe(1)
  })

  test('pasted into the empty editor it is drawn, too', async () => {
    await page.keyboard.press('Alt+n')
    await page.locator('textarea.paste-text').fill('SELECT 1')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor() // Explain asks for a server
    await page.keyboard.press('Escape')
    await page.locator('.monaco-editor').first().click()
    await page.keyboard.press('Control+a')
    await page.evaluate((text) => navigator.clipboard.writeText(text), plan)
    await page.keyboard.press('Control+v')
    await page.locator('.file.on', { hasText: 'pasted plan' }).waitFor()
    await page.locator('.verdict-area .say').waitFor()
  })

  test('says nothing in the console', () => expect(app.complaints).toEqual([]))
})

describe.skipIf(program === undefined)('before the editor has loaded', () => {
  let app: BrowserApp
  let page: Page
  beforeAll(async () => {
    app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme: 'dark' })
    page = app.page
    page.setDefaultTimeout(20_000)
    await page.locator('textarea.paste-text').fill('SELECT 1')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor() // Explain asks for a server
    await page.locator('.monaco-editor').waitFor()
  })
  afterAll(() => app.close())

  test('the statement can be typed into, and the editor goes on where the person was', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/QueryEditor-.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    await page.locator('.plain-editor').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' + 20')
    await page.keyboard.press('ArrowLeft')
    expect(await page.locator('.monaco-editor').count()).toBe(0)
    release()
    await page.locator('.monaco-editor').waitFor()
    await page.locator('.plain-editor').waitFor({ state: 'detached' })
    await page.keyboard.type('3')
    await page.locator('.view-lines', { hasText: 'SELECT 1 + 230' }).waitFor()
    expect(app.complaints).toEqual([])
  })
})
