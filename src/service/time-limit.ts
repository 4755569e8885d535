import { fault } from '../core/errors'

/**
 * Runs `task` with a signal that also ends after `limitMs`. A task that was stopped by the limit fails with
 * `timed-out`, one that was stopped by `signal` fails with what it threw.
 */
export async function within<Result>(
  limitMs: number,
  signal: AbortSignal,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  // AbortSignal.any is missing on the oldest runtime.
  const controller = new AbortController()
  const onAbort = () => controller.abort()
  let late = false
  const timer = setTimeout(() => {
    late = true
    controller.abort()
  }, limitMs)
  if (signal.aborted) controller.abort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await task(controller.signal)
  } catch (thrown) {
    if (!late) throw thrown
    throw fault('timed-out', `Stopped after ${limitMs / 1000} s.`, {
      hint: 'The statement was stopped on the server too. Give it more time, or explain it without running.',
    })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
