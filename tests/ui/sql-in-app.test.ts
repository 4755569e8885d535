// Protects the statement's side of the app in the built page: completion, hover, values for placeholders, and what lights up with what.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BrowserApp, browserProgram, openBrowserApp } from '../kit/browser-app'
import { write } from '../kit/page-steps'

const program = browserProgram()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const pictures = process.env['SARGABLE_PICTURES']

/** Broken accessibility rules of the statement's pane as it stands, WCAG 2 A and AA. */
async function violations(page: Page): Promise<unknown> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    interface AxeResult {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    const checker = (window as unknown as { axe: { run(root: string, options: object): Promise<AxeResult> } }).axe
    const found = await checker.run('[data-pane="editor"]', { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })
    return found.violations.map(({ id, nodes }) => ({ id, places: nodes.map((node) => node.html.slice(0, 200)) }))
  })
}

describe.skipIf(program === undefined).each(['dark', 'light'] as const)('the statement, %s', (theme) => {
  let app: BrowserApp
  let page: Page
  const picture = async (name: string) => {
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}-${theme}.png` })
  }
  beforeAll(async () => {
    app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme })
    page = app.page
    page.setDefaultTimeout(20_000)
    await page.keyboard.press('Control+5')
    const card = page.locator('.sample', { hasText: 'equality-like-prefix' })
    await card.getByRole('button', { name: 'Server for' }).click()
    await page.getByRole('option', { name: 'Embedded PostgreSQL' }).click()
    await card.getByRole('button', { name: 'Open', exact: true }).click()
    await page.locator('.verdict-area .say', { hasText: 't_msg' }).waitFor({ timeout: 100_000 })
    await page.locator('.monaco-editor .view-lines').waitFor()
  }, 180_000)
  afterAll(() => app.close())

  const verdict = (text: string | RegExp) => page.locator('.verdict-area', { hasText: text }).waitFor()

  test('offers the columns of the table behind an alias, best first', async () => {
    await write(page, 'SELECT i.member_id FROM infamous_table i WHERE i.')
    await page.keyboard.type('t2')
    const first = page.locator('.suggest-widget.visible .monaco-list-row').first()
    await first.waitFor()
    expect(await first.textContent()).toContain('t2send')
    await picture('completion')
    await page.keyboard.press('Enter')
    await page.locator('.view-lines', { hasText: 'i.t2send' }).waitFor()
  })

  test('offers tables after FROM and says nothing in a comment', async () => {
    await write(page, 'SELECT * FROM ')
    await page.keyboard.type('inf')
    await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'infamous_table' }).first().waitFor()
    await page.keyboard.press('Escape')
    await write(page, '-- ')
    await page.keyboard.type('inf')
    expect(await page.locator('.suggest-widget.visible').count()).toBe(0)
  })

  test('tells of a column under the pointer its type and the indexes that hold it', async () => {
    await write(page, 'SELECT member_id FROM infamous_table WHERE t2send > 5')
    await page
      .locator('.view-line span', { hasText: /^\s*t2send$|t2send/ })
      .last()
      .hover()
    const hover = page.locator('.monaco-hover:not(.hidden)', { hasText: 't_msg' })
    await hover.waitFor()
    expect(await hover.textContent()).toContain('infamous_table.t2send')
    await picture('hover')
    await page.mouse.move(5, 5)
  })

  test('asks for values, and plans the statement with them', async () => {
    await write(page, 'SELECT member_id FROM infamous_table WHERE t2send = ? AND flag = :flag')
    const panel = page.getByRole('region', { name: 'Values for placeholders' })
    await panel.waitFor()
    await page.keyboard.press('Control+Enter')
    // Without a value the run goes nowhere: the first empty field has the focus.
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-empty') === 'true')
    await page.keyboard.type('x')
    await panel.getByText('? is compared with a number.').waitFor()
    const flag = panel.getByRole('textbox', { name: /:flag/ })
    await picture('values')
    expect(await violations(page)).toEqual([])
    await panel.getByRole('textbox', { name: /^\?/ }).fill('5')
    await flag.fill('1')
    await flag.press('Control+Enter')
    await verdict(/with \? = 5, :flag = '?1'?/)
    await picture('planned-with-values')
  })

  test('suggests values only when asked, after saying what is sent', async () => {
    const panel = page.getByRole('region', { name: 'Values for placeholders' })
    await panel.getByRole('button', { name: 'Suggest values for ? from column statistics' }).click()
    const box = panel.getByRole('region', { name: 'Suggested values of t2send' })
    await box.getByText(/one SELECT at a time, read only/).waitFor()
    expect(await violations(page)).toEqual([])
    await box.getByRole('button', { name: 'Send' }).click()
    const smallest = box.getByRole('button', { name: /smallest|most common/ }).first()
    await smallest.waitFor()
    await picture('suggested')
    const value = (await smallest.locator('code').textContent()) ?? ''
    await smallest.click()
    await page.waitForFunction(
      (text) =>
        [...document.querySelectorAll('.values input')].some((input) => (input as HTMLInputElement).value === text),
      value,
    ) // prettier-ignore
    expect(await violations(page)).toEqual([])
  })

  test('remembers values by the statement’s shape', async () => {
    await write(page, 'SELECT 1')
    await page.getByRole('region', { name: 'Values for placeholders' }).waitFor({ state: 'detached' })
    await write(page, 'SELECT member_id\nFROM infamous_table\nWHERE t2send = ? AND flag = :flag')
    const flag = page.getByRole('region', { name: 'Values for placeholders' }).getByRole('textbox', { name: /:flag/ })
    await flag.waitFor()
    expect(await flag.inputValue()).toBe('1')
  })

  test('a condition in the text lights up its key part, and a key part its condition', async () => {
    await write(page, "SELECT member_id, email FROM infamous_table WHERE t2send = 1234 AND msg_type LIKE 'prefix%'")
    await page.keyboard.press('Control+Enter')
    await verdict('t_msg')
    await page.locator('.kr-bar').first().waitFor()
    // By its key: the cursor on the condition, then Show in plan.
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Alt+Enter')
    const lit = page.locator('.ks.lit')
    await lit.first().waitFor()
    await page.locator('.mark-lit').first().waitFor()
    await picture('lit-by-text')
    const before = await page.locator('.mark-lit').allTextContents()
    await page.keyboard.press('Alt+z')
    await page.waitForFunction(
      (texts) => [...document.querySelectorAll('.mark-lit')].map((one) => one.textContent).join() !== texts,
      before.join(),
    ) // prettier-ignore
    // By the ruler: its part, then the text.
    await page.locator('.ks', { hasText: 'msg_type' }).first().click()
    await page.locator('.mark-lit', { hasText: 'msg_type' }).waitFor()
    await picture('lit-by-part')
    expect(await violations(page)).toEqual([])
  })

  test('the page had nothing to complain about', () => {
    expect(app.complaints).toEqual([])
  })
})
