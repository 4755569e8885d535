// Protects logs in the desktop window: the dialog gives paths that the service reads by itself, and so does dropping.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DesktopApp, desktopRuntime, openDesktopApp, root } from './desktop-app'

const runtime = desktopRuntime()
const log = join(root, 'fixtures/slow-logs/mysql80/extra.log')

describe.skipIf(runtime === undefined)('slow logs in the desktop window', () => {
  let desktop: DesktopApp
  const firstRow = () => desktop.page.locator('.slow-table [aria-rowindex="2"]').getByText('%').first()

  beforeAll(async () => {
    desktop = await openDesktopApp(runtime ?? '')
    desktop.page.setDefaultTimeout(20_000)
  }, 90_000)
  afterAll(async () => {
    await desktop.quit()
    await desktop.remove()
  })

  test('are chosen in a dialog, several at once', async () => {
    await desktop.app.evaluate(({ dialog }, path) => {
      Reflect.set(dialog, 'showOpenDialog', async () => ({ canceled: false, filePaths: [path, path] }))
    }, log)
    // A page that has just begun takes no keys yet.
    await desktop.page.getByRole('navigation', { name: 'Screens' }).waitFor()
    await desktop.page.keyboard.press('Control+3')
    await desktop.page.getByRole('button', { name: /^Open log/ }).click()
    await firstRow().waitFor()
    await desktop.page.getByRole('button', { name: 'extra.log and 1 more', exact: true }).waitFor()
    await desktop.page.keyboard.press('Alt+w')
  })

  test('are dropped, and read from where they lie', async () => {
    const { page } = desktop
    await page.evaluate(() => {
      const input = document.createElement('input')
      input.type = 'file'
      input.id = 'dropped'
      document.body.append(input)
    })
    await page.locator('#dropped').setInputFiles(log)
    const path = await page.evaluate(() => {
      const input = document.querySelector<HTMLInputElement>('#dropped')
      const file = input?.files?.[0]
      if (!file) return undefined
      const transfer = new DataTransfer()
      transfer.items.add(file)
      document.querySelector('.app')?.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: transfer }))
      input.remove()
      const own: unknown = 'path' in file ? file.path : undefined
      return typeof own === 'string' && own !== '' ? own : window.sargable?.pathOf(file)
    })
    expect(path).toBe(log)
    await firstRow().waitFor()
    // Nothing was sent: the desktop has no address to send it to.
    expect(desktop.complaints).toEqual([])
  })
})
