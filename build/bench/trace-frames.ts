import type { Browser, Page } from 'playwright-core'

/** Frames of a page, from the browser's own trace. */
export interface Frames {
  /** Milliseconds from each frame to the next. */
  readonly intervals: readonly number[]
  /** Milliseconds of script in each of them, as the page's thread ran: what other programs took meanwhile is none of it. */
  readonly scripts: readonly number[]
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly ts: number
  readonly dur?: number
  /** As `dur`, of the thread's own time. */
  readonly tdur?: number
  readonly pid: number
  readonly tid: number
}

/** Events of the trace in which script runs; some stand inside of others. */
const scriptEvents = new Set(['FunctionCall', 'EvaluateScript', 'RunMicrotasks', 'FireAnimationFrame', 'TimerFire'])
const frameMark = 'bench-frame'

/**
 * Records frames while `act` works on the page. The page marks each of its frames; script is the time in which any
 * script event of the page's main thread was open. The frames' own marking is part of it.
 */
export async function traceFrames(page: Page, act: () => Promise<void>): Promise<Frames> {
  const browser: Browser | null = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'blink.user_timing', 'v8.execute', 'disabled-by-default-devtools.timeline'],
  })
  await page.evaluate((name) => {
    const own = window as unknown as { benchFrames: boolean }
    own.benchFrames = true
    const mark = () => {
      performance.mark(name)
      if (own.benchFrames) requestAnimationFrame(mark)
    }
    requestAnimationFrame(mark)
  }, frameMark)
  await act()
  await page.evaluate(() => {
    Object.assign(window, { benchFrames: false })
    performance.clearMarks()
  })
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString('utf8'))
  return framesOf(trace.traceEvents)
}

function framesOf(events: readonly TraceEvent[]): Frames {
  const marks = events.filter((event) => event.name === frameMark)
  const first = marks[0]
  if (!first) throw new Error('the page drew no frame')
  const times = marks.map((mark) => mark.ts).sort((a, b) => a - b)
  const spans = events
    .filter(({ name, ph, pid, tid }) => ph === 'X' && scriptEvents.has(name) && pid === first.pid && tid === first.tid)
    .map(({ ts, dur = 0, tdur = dur }) => [ts, ts + dur, dur > 0 ? Math.min(1, tdur / dur) : 1] as const)
    .sort((a, b) => a[0] - b[0])
  const intervals: number[] = []
  const scripts: number[] = []
  for (let frame = 1; frame < times.length; frame++) {
    const [from, to] = [times[frame - 1] ?? 0, times[frame] ?? 0]
    let covered = from
    let script = 0
    for (const [start, end, ran] of spans) {
      if (start >= to) break
      const [begin, stop] = [Math.max(start, covered), Math.min(end, to)]
      if (stop <= begin) continue
      script += (stop - begin) * ran
      covered = stop
    }
    intervals.push((to - from) / 1000)
    scripts.push(script / 1000)
  }
  return { intervals, scripts }
}

/** The value below which this part of the values lies, nearest rank. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}
