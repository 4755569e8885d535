import type { Page } from 'playwright-core'
import { generatedPlan } from './generated-plan'
import { pastePlan } from './paste-plan'
import { median } from './rounds'

/** Milliseconds of one piece of work: until it was done, and of the page's own thread, which others cannot lengthen. */
interface Spent {
  readonly elapsed: number
  readonly thread: number
}

const laterRounds = 5

/** A paint, and milliseconds until what stands beside the picture (inspector, proofs) was there too. */
interface Painted extends Spent {
  readonly whole: number
}

/**
 * From the key that draws a pasted plan to the frame that shows it, beside JSON.parse of the same text in the same page.
 * The first plan of a page runs code that is not compiled yet and loads the part that reads plans. What stands beside
 * the picture of a big plan follows it; when it has come is told apart.
 */
export async function firstPaint(page: Page): Promise<readonly string[]> {
  const { text, nodes } = generatedPlan(20_000)
  const clock = await threadClock(page)
  const paints: Painted[] = []
  const parses: Spent[] = []
  for (let round = 0; round <= laterRounds; round++) {
    if (round > 0) await page.keyboard.press('Alt+n')
    await pastePlan(page, text)
    // The texts of earlier rounds are gone: what is left to clean up now is not this round's.
    await page.waitForTimeout(1500)
    parses.push(await jsonParse(page, clock))
    paints.push(await paint(page, clock))
    await page.waitForTimeout(1500)
  }
  const size = `${nodes.toLocaleString('en')} nodes, ${(text.length / 1e6).toFixed(1)} MB`
  const parse = medianOf(parses)
  const [cold, ...warm] = paints
  const line = (name: string, { elapsed, thread }: Spent) =>
    `  ${name.padEnd(26)} ${elapsed.toFixed(0).padStart(5)} ms, ${ratio(elapsed, parse.elapsed)} × JSON.parse; of the page's thread ${thread
      .toFixed(0)
      .padStart(4)} ms, ${ratio(thread, parse.thread)} ×`
  return [
    `text to first paint, ${size}: JSON.parse ${parse.elapsed.toFixed(0)} ms in the page, ${parse.thread.toFixed(0)} of its thread`,
    ...(cold ? [line('first plan of the page', cold)] : []),
    line('later ones, median', medianOf(warm)),
    line('later ones, best', bestOf(warm)),
    `  with inspector and proofs  ${median(warm.map((one) => one.whole))
      .toFixed(0)
      .padStart(5)} ms, median of later ones`,
    '  goal 5 ×. Elapsed times grow when other programs run; those of the thread hold what follows the paint, too.',
  ]
}

function ratio(ms: number, baseline: number): string {
  return (ms / baseline).toFixed(1).padStart(4)
}

function medianOf(spent: readonly Spent[]): Spent {
  return { elapsed: median(spent.map((one) => one.elapsed)), thread: median(spent.map((one) => one.thread)) }
}

function bestOf(spent: readonly Spent[]): Spent {
  return {
    elapsed: Math.min(...spent.map((one) => one.elapsed)),
    thread: Math.min(...spent.map((one) => one.thread)),
  }
}

/** Milliseconds that the page's main thread has run so far. */
async function threadClock(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    const seconds = metrics.find((one) => one.name === 'ThreadTime')?.value
    if (seconds === undefined) throw new Error('the browser tells no thread time')
    return seconds * 1000
  }
}

async function jsonParse(page: Page, clock: () => Promise<number>): Promise<Spent> {
  await page.evaluate(async () => Object.assign(window, { benchText: await navigator.clipboard.readText() }))
  const before = await clock()
  const elapsed = await page.evaluate(() => {
    const own = window as unknown as { benchText: string }
    const startedAt = performance.now()
    JSON.parse(own.benchText)
    own.benchText = ''
    return performance.now() - startedAt
  })
  return { elapsed, thread: (await clock()) - before }
}

async function paint(page: Page, clock: () => Promise<number>): Promise<Painted> {
  await page.evaluate(() => {
    const noted = window as unknown as {
      benchPressed: number
      benchDrawn: Promise<number>
      benchWhole: Promise<number>
    }
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Enter') noted.benchPressed = performance.now()
    }
    window.addEventListener('keydown', press, { capture: true })
    for (const old of document.querySelectorAll('[role="tree"]')) old.setAttribute('data-old', '')
    noted.benchDrawn = new Promise((resolve) => {
      const look = () => {
        if (!document.querySelector('[role="tree"]:not([data-old]) [role="treeitem"]')) requestAnimationFrame(look)
        // A frame is painted right after its callbacks: when the next task runs, it has been.
        else setTimeout(() => resolve(performance.now()))
      }
      requestAnimationFrame(look)
    })
    noted.benchWhole = noted.benchDrawn.then(
      () =>
        new Promise((resolve) => {
          const look = () => {
            const beside = ['.inspector .ins-body', '[data-pane="lower"] [role="tabpanel"]']
            if (beside.some((one) => !document.querySelector(one))) requestAnimationFrame(look)
            else requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
          }
          look()
        }),
    )
  })
  const before = await clock()
  await page.keyboard.press('Control+Enter')
  const elapsed = await page.evaluate(async () => {
    const noted = window as unknown as { benchPressed: number; benchDrawn: Promise<number> }
    return (await noted.benchDrawn) - noted.benchPressed
  })
  const thread = (await clock()) - before
  const whole = await page.evaluate(async () => {
    const noted = window as unknown as { benchPressed: number; benchWhole: Promise<number> }
    return (await noted.benchWhole) - noted.benchPressed
  })
  return { elapsed, thread, whole }
}
