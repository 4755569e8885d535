import { removeLeftovers, type Sandbox, type SandboxProduct, sandboxFolders, startSandbox } from '../sandbox/index'
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
  private readonly started = new Map<SandboxProduct, { readonly sandbox: Promise<Sandbox>; stop(): void }>()

  constructor(private readonly folders: Folders) {
    // What a crash left goes away with the next start of the app, not only with the next sandbox.
    removeLeftovers(sandboxFolders(folders).running).catch(() => undefined) // that one tries again, and tells
  }

  /** The running sandbox of a product; starts it where none runs. A failed or ended one can be started again. */
  async get(product: SandboxProduct, signal: AbortSignal, progress: (event: Progress) => void): Promise<Sandbox> {
    const running = this.started.get(product)
    if (running) return running.sandbox
    const own = new AbortController()
    const stop = () => own.abort()
    signal.addEventListener('abort', stop, { once: true })
    const entry = { sandbox: startSandbox(product, this.folders, own.signal, progress), stop }
    const forget = () => {
      signal.removeEventListener('abort', stop)
      if (this.started.get(product) === entry) this.started.delete(product)
    }
    this.started.set(product, entry)
    entry.sandbox.then(({ ended }) => ended.then(forget), forget)
    return entry.sandbox
  }

  /** Stops what runs, and what is still starting. */
  async stopAll(): Promise<void> {
    const entries = [...this.started.values()]
    for (const entry of entries) entry.stop()
    const running = await Promise.allSettled(entries.map((entry) => entry.sandbox))
    await Promise.all(running.map((one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)))
  }
}
