import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import type { FromWorker, ToWorker } from './protocol'

/**
 * The embedded PostgreSQL on a thread of its own: it computes without a pause, and the only way to stop a statement
 * is to end the thread. Built alone into one file, because a worker in a packed app must be one.
 */

if (!parentPort) throw new Error('This file runs as a worker only.')
const port = parentPort
const say = (message: FromWorker) => port.postMessage(message)

/** Compiling takes longest; it starts while the data folder is still being copied. */
const program = readFile(createRequire(__filename).resolve('@electric-sql/pglite/pglite.wasm')).then((bytes) =>
  WebAssembly.compile(bytes),
)
program.catch(() => undefined) // open() reports it

let server: PGlite | undefined

async function handle(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'open':
      server = await PGlite.create({ dataDir: message.dataFolder, pgliteWasmModule: await program })
      return say({ kind: 'opened' })
    case 'bytes': {
      if (!server) throw new Error('The embedded server is not open.')
      const bytes = await server.execProtocolRaw(message.bytes)
      return say({ kind: 'bytes', bytes })
    }
    case 'close':
      await server?.close()
      server = undefined
      return say({ kind: 'closed' })
  }
}

let last: Promise<void> = Promise.resolve()
port.on('message', (message: ToWorker) => {
  last = last
    .then(() => handle(message))
    .catch((error: unknown) => {
      say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
    })
})
