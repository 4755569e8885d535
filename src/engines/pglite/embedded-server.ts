import { Worker } from 'node:worker_threads'
import { fault } from '../../core/errors'
import { ClientWire } from '../postgres/wire'
import { cancelled } from '../shared/stoppable'
import type { FromWorker, ToWorker } from './protocol'
import { workerFile } from './worker-file'
import { WorkerStream } from './worker-stream'

export const embeddedPlace = 'the embedded PostgreSQL'

/** A started worker; what it runs comes later, so that it warms up meanwhile. */
export class EmbeddedServer {
  readonly #worker = new Worker(workerFile())
  /** Resolves when the thread has ended, however. */
  readonly gone: Promise<void>

  constructor() {
    this.gone = new Promise((resolve) => this.#worker.once('exit', () => resolve()))
    // Waiting calls report it; without a listener Node would end the process.
    this.#worker.on('error', () => undefined)
  }

  /** Starts the server on a data folder, which is made when it is not there. */
  async open(dataFolder: string, signal: AbortSignal): Promise<void> {
    await this.#asked({ kind: 'open', dataFolder }, 'opened', signal)
  }

  /** A session; the server has only one at a time. */
  connect(signal: AbortSignal): Promise<ClientWire> {
    const stream = () => new WorkerStream(this.#worker)
    const account = { user: 'postgres', database: 'postgres', application_name: 'sargable' }
    return ClientWire.connect({ ...account, ssl: false, stream }, embeddedPlace, signal)
  }

  /** Shuts down in order. */
  async close(): Promise<void> {
    await this.#asked({ kind: 'close' }, 'closed', new AbortController().signal)
    await this.kill()
  }

  /** Ends the thread at once, in the middle of a statement too. */
  async kill(): Promise<void> {
    await this.#worker.terminate()
  }

  #asked(message: ToWorker, answer: FromWorker['kind'], signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        this.#worker.off('message', onMessage)
        this.#worker.off('exit', onExit)
        signal.removeEventListener('abort', onAbort)
        act()
      }
      const onMessage = (said: FromWorker) => {
        if (said.kind === answer) settle(resolve)
        else if (said.kind === 'failed') settle(() => reject(startFault(said.message)))
      }
      const onExit = () => settle(() => reject(startFault('Its thread ended.')))
      const onAbort = () => settle(() => reject(cancelled()))
      if (signal.aborted) return reject(cancelled())
      this.#worker.on('message', onMessage)
      this.#worker.once('exit', onExit)
      signal.addEventListener('abort', onAbort, { once: true })
      this.#worker.postMessage(message)
    })
  }
}

function startFault(message: string) {
  return fault('cannot-connect', `The embedded PostgreSQL did not start: ${message}`, {
    hint: 'A data folder of another version, or one that is not a data folder, cannot be opened.',
  })
}
