// Protects saving of pictures in the desktop window: the shell asks where, writes exactly the PNG, and nothing else.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { picturePlan } from '../../build/picture-plans'
import { type DesktopApp, desktopRuntime, openDesktopApp } from './desktop-app'

const runtime = desktopRuntime()
const signature = '89504e470d0a1a0a'

describe.skipIf(runtime === undefined)('pictures in the desktop window', () => {
  let desktop: DesktopApp
  let folder: string
  /** What the dialog would have shown as the name, for each time it was asked. */
  const asked = () => desktop.app.evaluate(() => Reflect.get(globalThis, 'askedNames') as string[])

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sargable-pictures-'))
    desktop = await openDesktopApp(runtime ?? '')
    desktop.page.setDefaultTimeout(20_000)
    await desktop.app.evaluate(({ dialog }, into) => {
      const names: string[] = []
      Reflect.set(globalThis, 'askedNames', names)
      const answer = async (_window: unknown, { defaultPath = '' }: { defaultPath?: string }) => {
        names.push(defaultPath)
        return { canceled: false, filePath: `${into}/${defaultPath}` }
      }
      Reflect.set(dialog, 'showSaveDialog', answer)
    }, folder)
  })
  afterAll(async () => {
    await desktop.remove()
    await rm(folder, { recursive: true, force: true })
  })

  test('what is no PNG is refused before anyone is asked', async () => {
    const outcome = await desktop.page.evaluate(() =>
      window.sargable?.saveImage('x.png', btoa('#!/bin/sh')).then(
        () => 'taken',
        () => 'refused',
      ),
    )
    expect(outcome).toBe('refused')
    expect(await asked()).toEqual([])
    expect(await readdir(folder)).toEqual([])
  })

  test('a plan is saved as PNG and as SVG under the name of its tab', async () => {
    const { page } = desktop
    await page.locator('textarea.paste-text').first().fill(picturePlan(30))
    await page.locator('.paste-foot b', { hasText: 'Plan' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.locator('.verdict-area .say').waitFor()
    await page.keyboard.press('Alt+2')
    await page.getByRole('tree', { name: 'Plan by time, 30 nodes' }).waitFor()
    await page.keyboard.press('Alt+Shift+S')
    await page.getByText(/^Saved pasted-plan-flame\.png/).waitFor()
    await page.keyboard.press('Control+Shift+S')
    await page.getByText(/^Saved pasted-plan-flame\.svg/).waitFor()
    expect(await asked()).toEqual(['pasted-plan-flame.png', 'pasted-plan-flame.svg'])
    const png = await readFile(join(folder, 'pasted-plan-flame.png'))
    expect(png.subarray(0, 8).toString('hex')).toBe(signature)
    expect(png.readUInt32BE(16)).toBeGreaterThan(900)
    const svg = await readFile(join(folder, 'pasted-plan-flame.svg'), 'utf8')
    expect(svg.match(/data-node=/g)?.length).toBe(30)
    expect(desktop.complaints).toEqual([])
  })
})
