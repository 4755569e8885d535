import { connectionText } from '../core/connection/url'
import {
  removeLeftovers,
  type Sandbox,
  type SandboxOptions,
  type SandboxProduct,
  sandboxFolders,
  startSandbox,
} from '../sandbox/index'
import type { Progress } from './api'

export interface Folders {
  /** What the person made: the store. */
  readonly dataFolder: string
  /** What can be made again: sandboxes, prepared data folders. */
  readonly cacheFolder: string
  /** The product's own files: samples, packaged binaries. */
  readonly appFolder: string
}

/** Which private server is wanted. */
export interface SandboxOrder extends SandboxOptions {
  readonly product: SandboxProduct
}

/** Private servers of this service: one of each kind, started when first asked for, stopped with the service. */
export class Sandboxes {
  private readonly started = new Map<string, { readonly sandbox: Promise<Sandbox>; stop(): void }>()

  constructor(private readonly folders: Folders) {
    // What a crash left goes away with the next start of the app, not only with the next sandbox.
    removeLeftovers(sandboxFolders(folders).running).catch(() => undefined) // that one tries again, and tells
  }

  /** The running sandbox of this kind; starts it where none runs. A failed or ended one can be started again. */
  async get(order: SandboxOrder, signal: AbortSignal, progress: (event: Progress) => void): Promise<Sandbox> {
    const { product, poolBytes, directIo } = order
    const kind = connectionText({ via: 'sandbox', product, poolBytes, directIo })
    const running = this.started.get(kind)
    if (running) return running.sandbox
    const own = new AbortController()
    const stop = () => own.abort()
    signal.addEventListener('abort', stop, { once: true })
    const entry = { sandbox: startSandbox(product, this.folders, own.signal, progress, { poolBytes, directIo }), stop }
    const forget = () => {
      signal.removeEventListener('abort', stop)
      if (this.started.get(kind) === entry) this.started.delete(kind)
    }
    this.started.set(kind, entry)
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
