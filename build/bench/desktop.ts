import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { _electron } from 'playwright-core'
import { median, ratio } from './rounds'

const root = join(import.meta.dirname, '../..')
const countedRounds = 5
/** Long enough for everything that loads late to have loaded. */
const restMs = 3000

interface Start {
  readonly shownMs: number
  /** Until the statement can be typed into. */
  readonly usableMs: number
  /** Until the whole editor stands there: colours, completion. */
  readonly completeMs: number
  readonly memoryMb: number
}

/**
 * Start of the window and memory at rest, interleaved with an empty Electron window as the baseline. The app opens
 * with a statement in its tab, as it was left, so that the editor has to load.
 */
export async function benchDesktop(runtime: string): Promise<readonly string[]> {
  const home = await mkdtemp(join(tmpdir(), 'sargable-bench-'))
  const empty = () => start(runtime, join(root, 'build/bench/empty-window'), join(home, 'empty'), '.inputarea')
  const own = () => start(runtime, root, join(home, 'own'), monaco)
  try {
    await leaveStatement(runtime, join(home, 'own'))
    const starts: { own: Start; empty: Start }[] = []
    for (let round = 0; round <= countedRounds; round++) {
      const both = { empty: await empty(), own: await own() }
      if (round > 0) starts.push(both)
    }
    return report(
      starts.map((one) => one.own),
      starts.map((one) => one.empty),
    )
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

const monaco = '.monaco-editor textarea, .monaco-editor .native-edit-context'

function report(own: readonly Start[], empty: readonly Start[]): readonly string[] {
  const line = (title: string, name: keyof Start, unit: string) => {
    const values = (starts: readonly Start[]) => starts.map((one) => one[name])
    const times = ratio(values(own), values(empty)).toFixed(2)
    return `${title}: ${median(values(own)).toFixed(0)} ${unit}, empty window ${median(values(empty)).toFixed(0)} ${unit}: ${times} ×`
  }
  return [
    line('window shown', 'shownMs', 'ms'),
    line('editor usable', 'usableMs', 'ms'),
    line('editor complete', 'completeMs', 'ms'),
    line('memory at rest, all processes', 'memoryMb', 'MB'),
  ]
}

/** Milliseconds from launching until the window is shown and until the element can take the focus. */
async function start(runtime: string, folder: string, home: string, editor: string): Promise<Start> {
  const startedAt = performance.now()
  const app = await launch(runtime, folder, home)
  try {
    const page = await app.firstWindow()
    await app.evaluate(async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      if (window && !window.isVisible()) await new Promise<void>((resolve) => window.once('show', () => resolve()))
    })
    const shownMs = performance.now() - startedAt
    await page.locator(`.plain-editor, ${editor}`).first().focus()
    await page.keyboard.type('x')
    const usableMs = performance.now() - startedAt
    await page.locator(editor).first().waitFor({ state: 'attached' })
    const completeMs = performance.now() - startedAt
    await page.waitForTimeout(restMs)
    const memoryMb = await app.evaluate(({ app: electron }) =>
      electron.getAppMetrics().reduce((sum, process) => sum + process.memory.workingSetSize / 1024, 0),
    )
    return { shownMs, usableMs, completeMs, memoryMb }
  } finally {
    await app.close()
  }
}

/** Writes a statement into the app's tab, which keeps it over a restart. */
async function leaveStatement(runtime: string, home: string): Promise<void> {
  const app = await launch(runtime, root, home)
  const page = await app.firstWindow()
  await page.locator('textarea').first().fill('SELECT 1')
  await page.keyboard.press('Control+Enter')
  await page.locator(monaco).first().waitFor({ state: 'attached' })
  await page.waitForTimeout(restMs)
  await app.close()
}

function launch(runtime: string, folder: string, home: string) {
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0
  return _electron.launch({
    executablePath: runtime,
    args: [...(asRoot ? ['--no-sandbox'] : []), '--disable-gpu', `--user-data-dir=${join(home, 'profile')}`, folder],
    env: { ...stringsOf(process.env), SARGABLE_DATA: join(home, 'data'), SARGABLE_CACHE: join(home, 'cache') },
  })
}

function stringsOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
