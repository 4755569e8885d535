// Protects the first path of a person in the desktop window: a sample on a private server, its keys, an error, a stop.
import { existsSync, readdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxAvailability, sandboxFolders } from '../../src/sandbox/index'
import { fillDialog, running, write } from '../kit/page-steps'
import { mysqlServers, postgresServers } from '../kit/servers'
import { type DesktopApp, desktopRuntime, openDesktopApp, root } from './desktop-app'

const runtime = desktopRuntime()
const servers = await sandboxAvailability({ appFolder: root, cacheFolder: root })
const mysql = servers.find(({ product }) => product === 'mysql')

describe.skipIf(runtime === undefined)('the first path in the desktop window', () => {
  let desktop: DesktopApp
  let page: Page

  beforeAll(async () => {
    desktop = await openDesktopApp(runtime ?? '')
    page = desktop.page
    page.setDefaultTimeout(20_000)
  })
  afterAll(() => desktop.remove())

  test('one click opens the first sample, analyzed on the best server that is here', { timeout: 120_000 }, async () => {
    await page.locator('.card-button', { hasText: 'Range column first' }).click()
    const verdict = page.locator('.verdict-area .say', { hasText: 't_msg' })
    await verdict.waitFor({ timeout: 100_000 })
    if (!mysql?.available) return
    expect(await verdict.textContent()).toContain('1 of its 2 key parts (4 of 11 bytes)')
    expect(await page.locator('body').textContent()).toContain(mysql.text)
  })

  test('a picked node shows its conditions and key parts', async () => {
    await page
      .getByRole('treeitem', { name: /infamous_table/ })
      .first()
      .click()
    await page.locator('.inspector', { hasText: 'infamous_table' }).waitFor()
    await page.locator('.inspector', { hasText: 't2send > 1234' }).waitFor()
    await page.locator('.kr-pane', { hasText: 't_msg' }).waitFor()
  })

  test('a wrong statement shows the server’s words at its place', async () => {
    await write(page, 'SELECT member_id\n  FROM infamous_table\n WHER t2send > 5')
    await page.keyboard.press('Control+Enter')
    await page.getByText('a syntax error on line 3').waitFor()
    await page.locator('.mark-error').first().waitFor()
  })

  test('stopping a statement that runs gives the window back', async () => {
    await write(page, 'SELECT COUNT(*) FROM infamous_table a JOIN infamous_table b JOIN infamous_table c')
    await page.keyboard.press('Control+Shift+Enter')
    // By the button: the first Escape may belong to the editor's suggestions.
    const stop = page.locator('.waiting').getByRole('button', { name: /^Stop/ })
    await stop.click()
    await stop.waitFor({ state: 'detached' })
    await write(page, 'SELECT member_id FROM infamous_table WHERE t2send = 5')
    await page.keyboard.press('Control+Enter')
    await page.locator('.verdict-area .say', { hasText: 't_msg' }).waitFor()
  })

  test.each([...mysqlServers, ...postgresServers].filter(({ id }) => id === 'mysql80' || id === 'pg15'))(
    'a 60-second statement on $id that is stopped is gone on the server',
    async (server) => {
      await fillDialog(page, server)
      await page.getByRole('button', { name: /^Save and open/ }).click()
      await page.locator('.conn-name', { hasText: `${server.database}@${server.host}` }).waitFor()
      const mark = `desktop_stop_${process.pid}_${Date.now()}`
      await write(page, server.kind === 'pg' ? `SELECT pg_sleep(60), '${mark}'` : `SELECT SLEEP(60), '${mark}'`)
      await page.keyboard.press('Control+Shift+Enter')
      await expect.poll(() => running(server, mark), { timeout: 15_000 }).toBeGreaterThan(0)
      await page.getByRole('button', { name: /^Stop/ }).first().click()
      await page.getByText('Stopped, on the server too').waitFor()
      expect(await running(server, mark)).toBe(0)
    },
  )

  test('the window complains about nothing and, once it is closed, no server is left', async () => {
    expect(desktop.complaints).toEqual([])
    await desktop.quit()
    const { running } = sandboxFolders(desktop) // made by the first private server
    expect(existsSync(running) ? readdirSync(running) : []).toEqual([])
  })
})
