import { openBrowserApp } from '../../tests/kit/browser-app'
import { generatedPlan } from './generated-plan'
import { median } from './rounds'

/**
 * What a person waits for in the page, in Chromium on a real service: a pasted plan until it is drawn, and a statement
 * on the embedded PostgreSQL until its plan is drawn, split into server, reading, and drawing (with layout and React).
 */
export async function benchPage(browser: string): Promise<readonly string[]> {
  const app = await openBrowserApp(browser, { width: 1440, height: 900, theme: 'dark' })
  const { page } = app
  page.setDefaultTimeout(60_000)
  // Notes when a call leaves and its reply arrives, by the frames themselves.
  await page.addInitScript(() => {
    const times = { sentAt: 0, repliedAt: 0, serverMs: 0, readMs: 0 }
    Object.assign(window, { benchTimes: times })
    const send = WebSocket.prototype.send
    WebSocket.prototype.send = function (data) {
      if (/"method":"(plan\.parse|analyze\.run)"/.test(String(data).slice(0, 200))) times.sentAt = performance.now()
      send.call(this, data)
    }
    const Original = WebSocket
    window.WebSocket = class extends Original {
      constructor(url: string | URL) {
        super(url)
        this.addEventListener('message', ({ data }) => {
          const head = String(data)
          if (!head.includes('"t":"reply"') || !/"kind":"(plan|analysis)"/.test(head.slice(0, 300))) return
          times.repliedAt = performance.now()
          const timings = /"timings":\{"serverMs":([\d.]+),"readMs":([\d.]+)\}/.exec(head.slice(-300))
          times.serverMs = Number(timings?.[1] ?? 0)
          times.readMs = Number(timings?.[2] ?? 0)
        })
      }
    }
  })
  try {
    await page.reload()
    const lines: string[] = []
    for (const wanted of [40, 1_000, 10_000]) lines.push(await pastedPlan(wanted))
    lines.push(await statement())
    return lines
  } finally {
    await app.close()
  }

  /** Milliseconds from the key press until the result is painted, and the notes of the call. */
  async function run(press: () => Promise<void>) {
    await page.evaluate(() => {
      for (const drawn of document.querySelectorAll('.verdict-area')) drawn.setAttribute('data-old', '')
      Object.assign(window, {
        benchDrawn: new Promise<number>((resolve) => {
          const look = () => {
            const fresh = document.querySelector('.verdict-area:not([data-old]) .say')
            if (fresh && document.querySelector('[role="treeitem"], canvas'))
              requestAnimationFrame(() => resolve(performance.now()))
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        }),
      })
    })
    await press()
    return page.evaluate(async () => {
      const own = window as unknown as {
        benchDrawn: Promise<number>
        benchTimes: { sentAt: number; repliedAt: number; serverMs: number; readMs: number }
      }
      const drawnAt = await own.benchDrawn
      const { sentAt, repliedAt, serverMs, readMs } = own.benchTimes
      return { call: repliedAt - sentAt, draw: drawnAt - repliedAt, serverMs, readMs, total: drawnAt - sentAt }
    })
  }

  async function pastedPlan(wanted: number): Promise<string> {
    const { text, nodes } = generatedPlan(wanted)
    const runs: Awaited<ReturnType<typeof run>>[] = []
    for (let round = 0; round < 4; round++) {
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      const box = page.locator('textarea').first()
      await box.waitFor()
      await box.click()
      await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
      await page.keyboard.press('Control+v')
      await page.locator('.paste-foot b', { hasText: 'Plan' }).waitFor()
      const one = await run(() => page.keyboard.press('Control+Enter'))
      if (round > 0) runs.push(one)
    }
    const of = (name: 'call' | 'draw' | 'total') => median(runs.map((one) => one[name])).toFixed(0)
    return `pasted plan of ${nodes.toLocaleString('en')} nodes: ${of('total')} ms = read in the service ${of('call')} + layout and draw ${of('draw')}`
  }

  async function statement(): Promise<string> {
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await page.keyboard.press('Control+5')
    const card = page.locator('.sample', { hasText: 'equality-like-prefix' })
    await card.getByRole('button', { name: 'Server for' }).click()
    await page.getByRole('option', { name: 'Embedded PostgreSQL' }).click()
    await card.getByRole('button', { name: 'Open', exact: true }).click()
    await page.locator('.verdict-area .say').waitFor()
    await page.locator('.monaco-editor').first().click()
    const runs: Awaited<ReturnType<typeof run>>[] = []
    for (let round = 0; round < 8; round++) {
      const one = await run(() => page.keyboard.press('Control+Enter'))
      if (round > 0) runs.push(one)
    }
    const of = (name: 'serverMs' | 'readMs' | 'draw' | 'total') => median(runs.map((one) => one[name])).toFixed(1)
    return `statement on the embedded PostgreSQL: ${of('total')} ms = server ${of('serverMs')} + read ${of('readMs')} + layout and draw ${of('draw')} + transport`
  }
}
