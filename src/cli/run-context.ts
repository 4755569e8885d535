import { once } from 'node:events'
import type { Event, Method, Progress, Reply, Request } from '../service/api'

export type ProgressForm = 'json' | 'text' | 'none'

/** `onEvent` takes what the call says on the way; without it progress goes to stderr. */
export type Call = <M extends Method>(
  method: M,
  request: Request<M>,
  onEvent?: (event: Event<M>) => void,
) => Promise<Reply<M>>

/**
 * Runs `task` with the whole service in this process, which is loaded only here: most of a short command's time is
 * loading. Ctrl-C cancels what runs, which stops it on the server too.
 */
export async function withService<Result>(
  appFolder: string,
  version: string,
  progressForm: ProgressForm,
  task: (call: Call) => Promise<Result>,
): Promise<Result> {
  const { connect, createHandlers, directWires, serve, userFolders } = await import('../service/in-process')
  const service = createHandlers({ ...userFolders(process.env), appFolder, version, secrets: 'memory' })
  const [near, far] = directWires()
  const stopServing = serve(service.handlers, far)
  const client = connect(near)
  return interruptible(progressForm, async (signal, told) => {
    try {
      return await task((method, request, onEvent) =>
        client.call(method, request, { signal, onEvent: onEvent ?? told }),
      )
    } finally {
      stopServing()
      await service.close()
    }
  })
}

/**
 * Runs `task`, whose signal is Ctrl-C. Progress goes to stderr, so that stdout stays one document.
 */
export async function interruptible<Result>(
  progressForm: ProgressForm,
  task: (signal: AbortSignal, told: (event: Progress) => void) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const onInterrupt = () => controller.abort()
  process.once('SIGINT', onInterrupt)
  process.once('SIGTERM', onInterrupt)
  try {
    return await task(controller.signal, (event) => report(event, progressForm))
  } finally {
    process.off('SIGINT', onInterrupt)
    process.off('SIGTERM', onInterrupt)
  }
}

function report(progress: Progress, form: ProgressForm): void {
  if (form === 'none') return
  if (form === 'json') process.stderr.write(`${JSON.stringify(progress)}\n`)
  else process.stderr.write(`${progress.text}${progress.total ? ` (${progress.done} of ${progress.total})` : ''}\n`)
}

/** Writes all of `text` before returning, however slow the reader is. */
export async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
