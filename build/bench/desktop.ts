import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { _electron } from 'playwright-core'
import { median, ratio } from './rounds'

const root = join(import.meta.dirname, '../..')
const countedRounds = 5

interface Start {
  readonly shownMs: number
  readonly usableMs: number
  readonly memoryMb: number
}

/** Start of the window and memory at rest, interleaved with an empty Electron window as the baseline. */
export async function benchDesktop(runtime: string): Promise<readonly string[]> {
  const own: Start[] = []
  const empty: Start[] = []
  for (let round = 0; round <= countedRounds; round++) {
    const baseline = await start(runtime, join(root, 'build/bench/empty-window'), '.inputarea')
    const app = await start(runtime, root, '.monaco-editor textarea, .monaco-editor .native-edit-context')
    if (round === 0) continue
    empty.push(baseline)
    own.push(app)
  }
  const line = (title: string, name: keyof Start, unit: string) => {
    const values = (starts: readonly Start[]) => starts.map((one) => one[name])
    const times = ratio(values(own), values(empty)).toFixed(2)
    return `${title}: ${median(values(own)).toFixed(0)} ${unit}, empty window ${median(values(empty)).toFixed(0)} ${unit}: ${times} ×`
  }
  return [
    line('window shown', 'shownMs', 'ms'),
    line('editor usable', 'usableMs', 'ms'),
    line('memory at rest, all processes', 'memoryMb', 'MB'),
  ]
}

/** Milliseconds from launching until the window is shown and until the element can take the focus. */
async function start(runtime: string, folder: string, editor: string): Promise<Start> {
  const home = await mkdtemp(join(tmpdir(), 'sargable-bench-'))
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0
  const startedAt = performance.now()
  const app = await _electron.launch({
    executablePath: runtime,
    args: [...(asRoot ? ['--no-sandbox'] : []), '--disable-gpu', `--user-data-dir=${join(home, 'profile')}`, folder],
    env: { ...stringsOf(process.env), SARGABLE_DATA: join(home, 'data'), SARGABLE_CACHE: join(home, 'cache') },
  })
  try {
    const page = await app.firstWindow()
    await app.evaluate(async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      if (window && !window.isVisible()) await new Promise<void>((resolve) => window.once('show', () => resolve()))
    })
    const shownMs = performance.now() - startedAt
    if (folder === root) await page.keyboard.press('Alt+n')
    await page.locator(editor).first().waitFor({ state: 'attached' })
    await page.locator(editor).first().focus()
    const usableMs = performance.now() - startedAt
    await page.waitForTimeout(3000)
    const memoryMb = await app.evaluate(({ app: electron }) =>
      electron.getAppMetrics().reduce((sum, process) => sum + process.memory.workingSetSize / 1024, 0),
    )
    return { shownMs, usableMs, memoryMb }
  } finally {
    await app.close()
    await rm(home, { recursive: true, force: true })
  }
}

function stringsOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
