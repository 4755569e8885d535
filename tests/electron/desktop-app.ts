import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'

export const root = join(import.meta.dirname, '../..')

/** The app as built, in a real window, with its own empty folders. */
export interface DesktopApp {
  readonly app: ElectronApplication
  readonly page: Page
  /** Errors of the page's console, and uncaught exceptions. */
  readonly complaints: string[]
  readonly cacheFolder: string
  /** Quits as a person does; the folders stay until `remove`. */
  quit(): Promise<void>
  remove(): Promise<void>
}

/**
 * The runtime that `npm test` found, which also provides a display; undefined (and said loudly, or an error when
 * everything is demanded) without one.
 */
export function desktopRuntime(): string | undefined {
  const runtime = process.env['SARGABLE_ELECTRON']
  if (runtime !== undefined) return runtime
  const words = 'NOT RUN: the desktop window; SARGABLE_ELECTRON names no runtime (npm test finds one)'
  if (process.env['SARGABLE_DEMAND'] === 'all') throw new Error(words)
  console.warn(`\n*** ${words} ***\n`)
  return undefined
}

export async function openDesktopApp(runtime: string): Promise<DesktopApp> {
  const folder = await mkdtemp(join(tmpdir(), 'sargable-desktop-'))
  const cacheFolder = join(folder, 'cache')
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const app = await _electron.launch({
    executablePath: runtime,
    args: [...(asRoot ? ['--no-sandbox'] : []), '--disable-gpu', `--user-data-dir=${join(folder, 'profile')}`, root],
    env: { ...Object.fromEntries(inherited), SARGABLE_DATA: join(folder, 'data'), SARGABLE_CACHE: cacheFolder },
    timeout: 60_000,
  })
  const complaints: string[] = []
  const page = await app.firstWindow()
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.waitForLoadState('load')
  let quitting: Promise<void> | undefined
  const quit = () => {
    quitting ??= app.close()
    return quitting
  }
  return {
    app,
    page,
    complaints,
    cacheFolder,
    quit,
    remove: async () => {
      await quit()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
