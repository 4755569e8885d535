import { type Sandbox, type SandboxProduct, startSandbox } from '../sandbox/index'
import type { Progress } from './api'

export interface Folders {
  /** What the person made: the store. */
  readonly dataFolder: string
  /** What can be made again: sandboxes, prepared data folders. */
  readonly cacheFolder: string
  /** The product's own files: samples, packaged binaries. */
  readonly appFolder: string
}

/** Private servers of this service: one per product, started when first asked for, stopped with the service. */
export class Sandboxes {
  private readonly started = new Map<SandboxProduct, Promise<Sandbox>>()

  constructor(private readonly folders: Folders) {}

  /** The running sandbox of a product; starts it where it does not run yet. A failed start can be tried again. */
  async get(product: SandboxProduct, signal: AbortSignal, progress: (event: Progress) => void): Promise<Sandbox> {
    const running = this.started.get(product)
    if (running) return running
    const starting = startSandbox(product, this.folders, signal, progress)
    this.started.set(product, starting)
    starting.catch(() => this.started.delete(product))
    return starting
  }

  async stopAll(): Promise<void> {
    const running = await Promise.allSettled(this.started.values())
    this.started.clear()
    await Promise.all(running.map((one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)))
  }
}
