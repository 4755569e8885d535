// Protects the desktop app as it is built: a real window without rights, a service that answers and comes back, and the
// same code on the old Node inside of the oldest runtime.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DesktopApp, desktopRuntime, openDesktopApp, root } from './desktop-app'

const runtime = desktopRuntime()

describe.skipIf(runtime === undefined)('the desktop app', () => {
  let desktop: DesktopApp
  let app: ElectronApplication
  let page: Page

  beforeAll(async () => {
    desktop = await openDesktopApp(runtime ?? '')
    app = desktop.app
    page = desktop.page
  })
  afterAll(() => desktop.remove())

  test('shows one window with isolation and sandbox on and no Node in the page', async () => {
    const windows = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => {
        const contents: Electron.WebContents & { getLastWebPreferences?(): Electron.WebPreferences } =
          window.webContents
        const { contextIsolation, sandbox, nodeIntegration, webviewTag } = contents.getLastWebPreferences?.() ?? {}
        return { contextIsolation, sandbox, nodeIntegration, webviewTag: webviewTag ?? false, url: contents.getURL() }
      }),
    )
    expect(windows).toEqual([
      { contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false, url: 'app://ui/' },
    ])
    const seen = await page.evaluate(() => ({
      require: typeof Reflect.get(window, 'require'),
      process: typeof Reflect.get(window, 'process'),
      module: typeof Reflect.get(window, 'module'),
      bridge: Object.keys(window.sargable ?? {}).sort(),
    }))
    expect(seen).toEqual({
      require: 'undefined',
      process: 'undefined',
      module: 'undefined',
      bridge: ['onMenu', 'openFile', 'openLogs', 'pathOf', 'port', 'saveFile', 'saveImage', 'secrets'],
    })
    await expect
      .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
      .toBe(true)
  })

  test('draws its first screen without a message of an error', async () => {
    await page.locator('#root > *').first().waitFor()
    expect(desktop.complaints).toEqual([])
  })

  test('refuses to go elsewhere, to open windows and to give rights', async () => {
    const opened = await page.evaluate(() => window.open('https://example.org/') !== null)
    await page.evaluate(() => {
      location.href = 'https://example.org/'
    })
    const rights = await page.evaluate(async () => [
      await Notification.requestPermission(),
      (await navigator.permissions.query({ name: 'geolocation' })).state,
    ])
    expect(opened).toBe(false)
    expect(rights).toEqual(['denied', 'denied'])
    expect(page.url()).toBe('app://ui/')
    expect(app.windows()).toHaveLength(1)
  })

  test('serves its own files only', async () => {
    const statuses = await page.evaluate(() =>
      Promise.all(
        ['app://ui/index.html', 'app://ui/../package.json', 'app://ui/%2e%2e/node/main.cjs', 'app://ui/none.js'].map(
          async (url) => (await fetch(url)).status,
        ),
      ),
    )
    expect(statuses).toEqual([200, 404, 404, 404])
    const elsewhere = await page.evaluate(() =>
      fetch('app://other/index.html').then(
        (answer) => answer.status,
        () => 0,
      ),
    )
    expect([0, 404]).toContain(elsewhere)
  })

  test('its service answers over the port', async () => {
    const info = await callInfo(page)
    expect(info).toMatchObject({ t: 'reply', reply: { secrets: expect.stringMatching(/^(keychain|memory)$/) } })
  })

  test('keeps passwords where it says, and refuses what is no password', async () => {
    const outcome = await page.evaluate(async () => {
      const secrets = window.sargable?.secrets
      if (!secrets) return undefined
      await secrets.set('one', 'secret')
      const kept = await secrets.get('one')
      await secrets.remove('one')
      const refused = await secrets.set('x'.repeat(201), 'secret').then(
        () => 'taken',
        () => 'refused',
      )
      return { kept, removed: await secrets.get('one'), refused }
    })
    expect(outcome).toEqual({ kept: 'secret', removed: undefined, refused: 'refused' })
  })

  test('menu items send the ids of commands', async () => {
    await page.evaluate(() => {
      const heard: string[] = []
      Reflect.set(window, 'heardCommands', heard)
      window.sargable?.onMenu((commandId) => heard.push(commandId))
    })
    await app.evaluate(({ Menu }) => {
      const view = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'View')
      view?.submenu?.items.find(({ label }) => label === 'Plan as Table')?.click()
    })
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'heardCommands'))).toEqual(['view.table'])
  })

  test('a crash of the service is reported to the page, and the service comes back', async () => {
    await page.evaluate(() => {
      window.sargable?.port.onClose(() => Reflect.set(window, 'serviceClosed', true))
    })
    const before = await servicePid(app)
    if (before === undefined) throw new Error('The service does not run.')
    process.kill(before, 'SIGKILL')
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'serviceClosed'))).toBe(true)
    await expect
      .poll(() => servicePid(app), { timeout: 15_000 })
      .not.toSatisfy((pid) => pid === undefined || pid === before)
    expect(await callInfo(page)).toMatchObject({ t: 'reply' })
  })
})

/** Asks the service directly, with a frame of our own; the page's own calls are answered beside it. */
function callInfo(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        // Above any number that the page's own client reaches.
        const id = 1_000_000_000 + Math.floor(Math.random() * 1_000_000)
        const off = window.sargable?.port.onMessage((text) => {
          const frame: { id: number } = JSON.parse(text)
          if (frame.id !== id) return
          off?.()
          resolve(frame)
        })
        window.sargable?.port.post(JSON.stringify({ t: 'call', id, method: 'app.info', request: {} }))
      }),
  )
}

function servicePid(app: ElectronApplication): Promise<number | undefined> {
  return app.evaluate(
    ({ app: electron }) =>
      electron.getAppMetrics().find((metric) => metric.serviceName === 'node.mojom.NodeService')?.pid,
  )
}

describe.skipIf(runtime === undefined)('the Node of the desktop runtime', () => {
  const environment = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }

  test('loads the command line and runs it', async () => {
    const child = spawn(runtime ?? '', [join(root, 'dist/node/cli.cjs'), 'sql', '--json', '-'], {
      env: environment,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin.end('select id from orders where created_at > ?')
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += String(chunk)
    })
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
    expect(JSON.parse(text)).toMatchObject({
      sargable: 1,
      kind: 'sql',
      statements: [{ kind: 'select', readOnly: 'yes' }],
    })
  })

  test('loads the browser mode and ends in order', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sargable-serve-'))
    const child = spawn(runtime ?? '', [join(root, 'dist/node/serve.cjs')], {
      env: { ...environment, SARGABLE_DATA: join(folder, 'data'), SARGABLE_CACHE: join(folder, 'cache') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(child.stdout, 'data')
    expect(String(line)).toMatch(/^Sargable is at http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43} /)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    await rm(folder, { recursive: true, force: true })
  })
})
