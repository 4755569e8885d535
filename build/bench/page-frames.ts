import type { Page } from 'playwright-core'
import { median } from './rounds'
import { quantile, traceFrames } from './trace-frames'

/** Scales at which the diagram is panned and zoomed, from the whole of a big plan to twice its own size. */
const scales = [0.003, 0.01, 0.03, 0.1, 0.25, 0.34, 0.36, 0.5, 0.7, 1, 2]
const mostDom = 2000
const mostFrameMs = 20
const mostScriptMs = 4
const mostRounds = 3

export const framesHead =
  "ms at the 95th of 100, the best of up to three rounds; in brackets the median, and an empty loop of frames at that time; script is time of the page's thread"

/** Frames while a big plan with every node unfolded is panned and zoomed, beside an empty loop of frames. */
export async function diagramFrames(page: Page): Promise<readonly string[]> {
  await page.getByRole('tree').focus()
  await page.keyboard.press('a')
  await page.locator('.plan-fold-note', { hasText: /^All/ }).waitFor()
  const pane = await page.locator('.plan-canvas').boundingBox()
  if (!pane) throw new Error('no diagram')
  const [x, y] = [pane.x + pane.width / 2, pane.y + pane.height / 2]
  await page.mouse.move(x, y)
  const lines = [`diagram, frames while panning and zooming: ${framesHead}`]
  for (const wanted of scales) {
    await page.mouse.wheel(0, -Math.log2(wanted / (await scaleOf(page))) / wheelPerDoubling)
    await page.waitForTimeout(400)
    const scale = await scaleOf(page)
    lines.push(
      await framesLine(page, `scale ${scale.toPrecision(2)}`, async () => {
        await page.mouse.down()
        for (let step = 0; step < 60; step++) {
          const turn = (step / 60) * 2 * Math.PI
          await page.mouse.move(x + Math.sin(turn) * pane.width * 0.4, y + (Math.cos(turn) - 1) * pane.height * 0.4)
        }
        await page.mouse.up()
        await page.mouse.move(x, y)
        for (let step = 0; step < 40; step++) await page.mouse.wheel(0, step < 20 ? -8 : 8)
      }),
    )
  }
  return lines
}

interface Round {
  readonly frame: number
  readonly empty: number
  readonly script: number
  readonly typical: number
}

/** One line about the frames while `act` works on the page. Other programs lengthen some rounds; the best one counts. */
export async function framesLine(page: Page, name: string, act: () => Promise<void>): Promise<string> {
  let best: Round | undefined
  let dom = 0
  for (let round = 0; round < mostRounds && !(best && holds(best, dom)); round++) {
    const empty = await traceFrames(page, () => page.waitForTimeout(700))
    dom = Math.max(dom, await elements(page))
    const moved = await traceFrames(page, act)
    dom = Math.max(dom, await elements(page))
    const own: Round = {
      frame: quantile(moved.intervals, 0.95),
      empty: quantile(empty.intervals, 0.95),
      script: quantile(moved.scripts, 0.95),
      typical: median(moved.scripts),
    }
    if (best === undefined || worth(own) < worth(best)) best = own
  }
  if (best === undefined) throw new Error('no frames')
  const words = [
    name.padEnd(13),
    `frame ${best.frame.toFixed(1).padStart(5)} (empty ${best.empty.toFixed(1)})`,
    `script ${best.script.toFixed(1).padStart(4)} (median ${best.typical.toFixed(1)})`,
    `elements ${dom}`,
  ]
  return `  ${words.join('  ')}${missed(best, dom)}`
}

function worth({ frame, empty, script }: Round): number {
  return frame - empty + script
}

function holds(round: Round, dom: number): boolean {
  return missed(round, dom) === ''
}

/** What is over its goal; a frame that is late in an empty loop too is the computer's. */
function missed({ frame, empty, script }: Round, dom: number): string {
  const late = frame > mostFrameMs
  const over = [
    ...(late && empty <= mostFrameMs ? [`frame ${mostFrameMs}`] : []),
    ...(late && empty > mostFrameMs ? [`frame ${mostFrameMs}, as the empty loop`] : []),
    ...(script > mostScriptMs ? [`script ${mostScriptMs}`] : []),
    ...(dom >= mostDom ? [`elements ${mostDom}`] : []),
  ]
  return over.length === 0 ? '' : `  OVER ${over.join(', ')}`
}

function elements(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length)
}

/** d3-zoom doubles the scale for this much of a wheel's way, in 1 ÷ pixels. */
const wheelPerDoubling = 0.002

async function scaleOf(page: Page): Promise<number> {
  const transform = await page.locator('[role="tree"] > .plan-layer').evaluate((layer) => layer.style.transform)
  return Number(/scale\(([^)]+)\)/.exec(transform)?.[1])
}
