import type { Progress } from '../../../service/api'
import { connectionAtom } from '../atoms'
import { activityAtom, dialogAtom } from '../session'
import { store } from '../store'

let controller: AbortController | undefined

/** One piece of long work that the status bar shows and Esc stops. */
export interface Work {
  readonly signal: AbortSignal
  /** New words, and how far it is. */
  onEvent(progress: Progress): void
  /** Ends the showing; must be called once. */
  end(): void
}

/** Begins long work; what ran before is stopped first, on the server too. */
export function beginWork(text: string): Work {
  controller?.abort()
  const own = new AbortController()
  controller = own
  const startedAt = Date.now()
  const stop = () => own.abort()
  store.set(activityAtom, { text, startedAt, stop })
  return {
    signal: own.signal,
    onEvent: (progress) => {
      if (controller !== own) return
      const { done, total } = progress
      const fraction = done !== undefined && total ? done / total : undefined
      store.set(activityAtom, { text: progress.text, startedAt, fraction, stop })
    },
    end: () => {
      if (controller !== own) return
      controller = undefined
      store.set(activityAtom, undefined)
    },
  }
}

/** Stops what runs; asks first on a production server. Returns false when nothing runs. */
export function stopWork(): boolean {
  const activity = store.get(activityAtom)
  if (!activity) return false
  if (store.get(connectionAtom)?.production) store.set(dialogAtom, { kind: 'stop-production', stop: activity.stop })
  else activity.stop()
  return true
}
