// Protects what the page does to a real server: connects as typed, asks on production, and stopping ends the statement.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BrowserApp, browserProgram, openBrowserApp } from '../kit/browser-app'
import { fillDialog, running, write } from '../kit/page-steps'
import { mysqlServers, postgresServers } from '../kit/servers'

const program = browserProgram()
const servers = [...mysqlServers, ...postgresServers].filter((server) =>
  ['mysql80', 'mariadb114', 'pg15'].includes(server.id),
)

if (servers.length === 0) test.skip('no server to drive the page with')

describe.skipIf(program === undefined || servers.length === 0).each(servers)('the page on $id', (server) => {
  let app: BrowserApp
  let page: Page
  beforeAll(async () => {
    app = await openBrowserApp(program ?? '', { width: 1440, height: 900, theme: 'dark' })
    page = app.page
    page.setDefaultTimeout(20_000)
    await page.getByRole('heading', { name: 'What is slow?' }).waitFor()
  })
  afterAll(() => app.close())

  test('a wrong password is quoted, and what was typed stays', async () => {
    await fillDialog(page, server)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(/denied|authentication/i)
      .first()
      .waitFor()
    expect(await page.getByLabel('User', { exact: true }).inputValue()).toBe(server.user)
  })

  test('the test says what this login may do; opening connects', async () => {
    await page.getByLabel('Password', { exact: true }).fill(server.password)
    await page.getByRole('button', { name: /^Test/ }).click()
    await page.getByText('what this login may do').waitFor()
    await page.getByRole('button', { name: /^Save and open/ }).click()
    await page.locator('.conn-name', { hasText: `${server.database}@${server.host}` }).waitFor()
  })

  test('stopping a 60-second statement ends it on the server', async () => {
    const mark = `stop_${process.pid}_${Date.now()}`
    await write(page, server.kind === 'pg' ? `SELECT pg_sleep(60), '${mark}'` : `SELECT SLEEP(60), '${mark}'`)
    await page.keyboard.press('Control+Shift+Enter')
    await page.locator('.waiting').waitFor()
    await expect.poll(() => running(server, mark), { timeout: 15_000 }).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await page.getByText('Stopped, on the server too').waitFor()
    expect(await running(server, mark)).toBe(0)
  })

  test('a production connection has its edge, no Measure, and asks before EXPLAIN', async () => {
    await fillDialog(page, server)
    await page.getByText('This is a production server').click()
    await page.getByRole('button', { name: /^Save and open/ }).click()
    await page.locator('.conn.prod').getByText('production', { exact: true }).waitFor()
    await write(page, 'SELECT 1')
    const measure = page.getByRole('button', { name: 'Measure' })
    expect(await measure.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Control+Enter')
    const card = page.getByRole('alertdialog')
    await card.getByText('Worst case').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Cancel')
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    expect(await page.locator('.verdict-area').count()).toBe(0)
    await page.keyboard.press('Control+Enter')
    await card.getByRole('button', { name: /^Send/ }).click()
    await page.locator('.verdict-area .say').waitFor()
  })

  test('says nothing in the console', () => expect(app.complaints).toEqual([]))
})
