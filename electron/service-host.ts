import { type BrowserWindow, MessageChannelMain, type UtilityProcess, utilityProcess } from 'electron'

/** How the service is told where it lives; its only argument, as JSON. */
export interface ServiceStart {
  readonly appFolder: string
  readonly version: string
  readonly secrets: 'keychain' | 'memory'
}

const endTimeoutMs = 8_000
/** A service that dies right after its start would otherwise be started in a tight loop. */
const restartDelayMs = 1_000

/** The service's process: started with the app, started again when it dies, ended in order. */
export class ServiceHost {
  private process: UtilityProcess
  private ending = false
  private exited: Promise<void> = Promise.resolve()
  private readonly windows = new Set<BrowserWindow>()

  constructor(
    private readonly scriptFile: string,
    private readonly start: ServiceStart,
  ) {
    this.process = this.fork()
  }

  /** Gives a window's page its own port to the service, now and after each reload or restart. */
  serve(window: BrowserWindow): void {
    this.windows.add(window)
    window.webContents.on('dom-ready', () => this.connect(window))
    window.on('closed', () => this.windows.delete(window))
  }

  /** Lets the service close connections and end its sandboxes; ends it by force when it does not come to an end. */
  async end(): Promise<void> {
    this.ending = true
    const { process } = this
    const late = setTimeout(() => process.kill(), endTimeoutMs)
    process.postMessage('end')
    await this.exited
    clearTimeout(late)
  }

  private fork(): UtilityProcess {
    const child = utilityProcess.fork(this.scriptFile, [JSON.stringify(this.start)], {
      serviceName: 'Sargable service',
    })
    this.exited = new Promise((resolve) => child.once('exit', () => resolve()))
    child.once('exit', (code) => {
      if (this.ending) return
      console.error(`The service ended unexpectedly (${code}) and is started again.`)
      for (const window of this.windows) window.webContents.send('service-gone')
      setTimeout(() => {
        if (this.ending) return
        this.process = this.fork()
        for (const window of this.windows) this.connect(window)
      }, restartDelayMs)
    })
    return child
  }

  private connect(window: BrowserWindow): void {
    const { port1, port2 } = new MessageChannelMain()
    this.process.postMessage('page', [port1])
    window.webContents.postMessage('service-port', null, [port2])
  }
}
