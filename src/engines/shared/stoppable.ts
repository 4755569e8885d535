import { fault } from '../../core/errors'

/** What may end a piece of work on a server before it ends by itself, and how the server is told. */
export interface StopRules {
  readonly signal: AbortSignal
  /** Client-side limit; absent means none. */
  readonly timeoutMs?: number | undefined
  /** Tells the server to stop the running statement. Called at most once. */
  stop(): Promise<void>
  /** Cuts the connection: called when the server was told and the work still does not end, or could not be told. */
  abandon(): void
}

/** How long a told server may take to end a statement; KILL QUERY and pg_cancel_backend take some tens of ms. */
const graceMs = 5000

/**
 * Runs `work` so that an abort or the time limit stops it on the server too. The answer of stopped work is dropped,
 * because a killed statement may come back as if it had succeeded (MySQL: SELECT SLEEP returns 1). Returns only when
 * both the work and the stopping have ended, so that a late KILL cannot hit the next statement.
 * Work of several statements must look at the signal it is given (`throwIfStopped`) before it sends each one.
 * @throws SargableError `cancelled` or `timed-out`; whatever `work` throws otherwise.
 */
export async function runStoppable<T>(rules: StopRules, work: (stopped: AbortSignal) => Promise<T>): Promise<T> {
  if (rules.signal.aborted) throw cancelled()
  let stoppedBy: 'cancelled' | 'timed-out' | undefined
  let stopping: Promise<void> | undefined
  let grace: NodeJS.Timeout | undefined
  const inner = new AbortController()
  const stop = (reason: 'cancelled' | 'timed-out') => {
    if (stoppedBy) return
    stoppedBy = reason
    inner.abort()
    grace = setTimeout(() => rules.abandon(), graceMs)
    stopping = rules.stop().catch(() => rules.abandon())
  }
  const onAbort = () => stop('cancelled')
  rules.signal.addEventListener('abort', onAbort, { once: true })
  const timer =
    rules.timeoutMs === undefined ? undefined : setTimeout(() => stop('timed-out'), Math.max(1, rules.timeoutMs))
  try {
    return await work(inner.signal)
  } finally {
    rules.signal.removeEventListener('abort', onAbort)
    clearTimeout(timer)
    await stopping
    clearTimeout(grace)
    // A stop outranks whatever the work said: its answer or error is the stop's consequence.
    // biome-ignore lint/correctness/noUnsafeFinally: replacing the outcome is the purpose
    if (stoppedBy) throw stoppedBy === 'cancelled' ? cancelled() : timedOut(rules.timeoutMs ?? 0)
  }
}

/** Ends work of several statements between two of them. */
export function throwIfStopped(stopped: AbortSignal): void {
  if (stopped.aborted) throw cancelled()
}

/** The fault of a person's own stop. */
export function cancelled() {
  return fault('cancelled', 'Stopped.', { hint: 'The statement was stopped on the server too.' })
}

/** The fault of a statement that met its time limit. */
export function timedOut(timeoutMs: number, server?: { errno: number | string; sqlState?: string; message: string }) {
  return fault('timed-out', `Stopped after the time limit of ${(timeoutMs / 1000).toLocaleString('en')} s.`, {
    hint: 'Raise the statement time limit of the connection, or look at the plan without measuring.',
    ...(server && { server }),
  })
}
