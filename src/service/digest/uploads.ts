import type { Readable } from 'node:stream'
import { fault } from '../../core/errors'

/** A file on its way from the page. */
export interface Upload {
  readonly body: Readable
  readonly sizeBytes?: number
}

/** How long one side waits for the other. */
const patienceMs = 30_000

/**
 * Brings together what the page sends (`/upload/<id>`) with the call that reads it, whichever comes first. Nothing is
 * kept: the body flows into the reader.
 */
export class Uploads {
  readonly #arrived = new Map<string, () => Upload>()
  readonly #awaited = new Map<string, (upload: Upload) => void>()

  /**
   * Hands over a body.
   * @returns false when nobody asked for it in time
   */
  deliver(id: string, upload: Upload): Promise<boolean> {
    return new Promise((resolve) => {
      const finished = () => resolve(true)
      upload.body.once('close', finished)
      const waiting = this.#awaited.get(id)
      if (waiting !== undefined) {
        this.#awaited.delete(id)
        waiting(upload)
        return
      }
      const timer = setTimeout(() => {
        this.#arrived.delete(id)
        resolve(false)
      }, patienceMs)
      this.#arrived.set(id, () => {
        clearTimeout(timer)
        this.#arrived.delete(id)
        return upload
      })
    })
  }

  /** @throws SargableError `cancelled`, or `file-unreadable` when nothing comes */
  take(id: string, signal: AbortSignal): Promise<Upload> {
    const arrived = this.#arrived.get(id)
    if (arrived !== undefined) return Promise.resolve(arrived())
    return new Promise((resolve, reject) => {
      const give = (upload: Upload) => {
        end()
        resolve(upload)
      }
      const stop = () => {
        end()
        reject(fault('cancelled', 'Stopped.'))
      }
      const timer = setTimeout(() => {
        end()
        reject(fault('file-unreadable', 'The page did not send the file.'))
      }, patienceMs)
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
        this.#awaited.delete(id)
      }
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
      this.#awaited.set(id, give)
    })
  }
}
