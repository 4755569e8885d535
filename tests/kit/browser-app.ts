import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'

const root = join(import.meta.dirname, '../..')

/** The app as built, in the browser mode on a real service, with its own empty data folder. */
export interface BrowserApp {
  readonly page: Page
  /** Errors and warnings of the page's console, and uncaught exceptions. */
  readonly complaints: string[]
  close(): Promise<void>
}

/** The browser that `npm test` found; undefined (and said loudly, or an error when everything is demanded) without one. */
export function browserProgram(): string | undefined {
  const program = process.env['CHROMIUM']
  if (program !== undefined) return program
  const words = 'NOT RUN: the page in a browser; CHROMIUM names no browser (npm test finds one)'
  if (process.env['SARGABLE_DEMAND'] === 'all') throw new Error(words)
  console.warn(`\n*** ${words} ***\n`)
  return undefined
}

/** Starts the service and opens its page. */
export async function openBrowserApp(
  program: string,
  options: { readonly width: number; readonly height: number; readonly theme: 'dark' | 'light' },
): Promise<BrowserApp> {
  const folder = await mkdtemp(join(tmpdir(), 'sargable-page-'))
  const service = spawn(process.execPath, [join(root, 'dist/node/serve.cjs')], {
    env: { ...process.env, SARGABLE_DATA: join(folder, 'data'), SARGABLE_CACHE: join(folder, 'cache') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await printedUrl(service)
  const browser: Browser = await chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
  const context = await browser.newContext({
    viewport: { width: options.width, height: options.height },
    colorScheme: options.theme,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(url)
  return {
    page,
    complaints,
    close: async () => {
      await browser.close()
      if (service.exitCode === null) {
        service.kill()
        await once(service, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The one-time address that the browser mode prints. */
async function printedUrl(service: ChildProcess): Promise<string> {
  let printed = ''
  for await (const chunk of service.stdout ?? []) {
    printed += String(chunk)
    const url = /http:\/\/\S+/.exec(printed)?.[0]
    if (url !== undefined) return url
  }
  throw new Error(`The service ended without an address: ${printed}`)
}
