import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './protocol'

/**
 * A worker with the embedded server, in the shape of the socket that pg's Client wants. pg writes whole protocol
 * messages and corks those of one statement, so that each batch can go to the server as it is.
 */
export class WorkerStream extends Duplex {
  readonly #worker: Worker
  readonly #onMessage = (message: FromWorker) => {
    if (message.kind === 'bytes')
      this.push(Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.length))
    else if (message.kind === 'failed') this.destroy(new Error(`Connection terminated: ${message.message}`))
  }
  readonly #onGone = () => this.destroy()

  constructor(worker: Worker) {
    super()
    this.#worker = worker
    worker.on('message', this.#onMessage)
    worker.once('exit', this.#onGone)
    worker.once('error', this.#onGone)
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {
    // The worker pushes when it has something.
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#post(chunk)
    done()
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error) => void): void {
    this.#post(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _final(done: () => void): void {
    done()
    this.push(null)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#worker.off('message', this.#onMessage)
    this.#worker.off('exit', this.#onGone)
    this.#worker.off('error', this.#onGone)
    done(error)
  }

  #post(bytes: Uint8Array): void {
    // A copy of its own: pg's buffers lie in Node's shared pool.
    const message: ToWorker = { kind: 'bytes', bytes: new Uint8Array(bytes) }
    this.#worker.postMessage(message)
  }
}
