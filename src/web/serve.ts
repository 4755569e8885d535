import { join } from 'node:path'
import { userFolders } from '../service/folders'
import { createHandlers } from '../service/handlers'
import { serve } from '../service/rpc'
import { startWebServer } from './server'

export interface WebModeOptions {
  /** The product's own files: dist/ui and samples/ are in it. */
  readonly appFolder: string
  readonly version: string
  readonly port?: number | undefined
  /** Why the app is in a browser, when the person did not ask for that. */
  readonly because?: string | undefined
}

/**
 * Serves the app to this computer's browser until Ctrl-C, and prints the address that opens it once.
 * Resolves when it serves. Passwords stay in memory: a browser has no keychain that we may use.
 */
export async function startWebMode({ appFolder, version, port, because }: WebModeOptions): Promise<void> {
  const folders = userFolders(process.env)
  const service = createHandlers({ appFolder, version, ...folders, secrets: 'memory' })
  const server = await startWebServer({
    uiFolder: join(appFolder, 'dist/ui'),
    port,
    onWire: (wire) => serve(service.handlers, wire),
    onUpload: (id, upload) => service.uploads.deliver(id, upload),
  })
  endInOrder(async () => {
    await server.close()
    await service.close()
  })
  const reason = because === undefined ? '' : `${because} `
  process.stdout.write(`${reason}Sargable is at ${server.oneTimeUrl} (opens once; Ctrl-C ends it)\n`)
}

/** Runs `close` at the first Ctrl-C or termination; a second one ends the process at once. */
function endInOrder(close: () => Promise<void>): void {
  let ending = false
  const end = () => {
    if (ending) process.exit(130)
    ending = true
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(3)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
}
