import { join } from 'node:path'
import type { Database } from 'node-sqlite3-wasm'
import { openStore } from '../history/store'
import { Connections } from './connections'
import { HeldDigests } from './digest/held'
import { readServer } from './digest/live'
import { Uploads } from './digest/uploads'
import { recoverExperiments } from './experiment/journal'
import { OneByOne } from './experiment/one-by-one'
import { type Folders, Sandboxes } from './sandboxes'
import { type ScratchLedger, StoredLedger } from './scratch/ledger'
import { ScratchSweeps } from './scratch/sweeps'

export interface ServiceOptions extends Folders {
  readonly version: string
  /** Where the front keeps passwords; the service never does. */
  readonly secrets: 'keychain' | 'memory'
}

/** What the methods share. One per service; `close` ends everything that it started. */
export interface ServiceContext {
  readonly options: ServiceOptions
  readonly samplesFolder: string
  readonly connections: Connections
  readonly sandboxes: Sandboxes
  /** Scratch schemas of this process and of earlier ones. */
  readonly scratchLedger: ScratchLedger
  /** Lets one experiment at a time run on a server. */
  readonly oneByOne: OneByOne
  /** Files on their way from the page. */
  readonly uploads: Uploads
  /** Logs that screens look at. */
  readonly digests: HeldDigests
  /** The store is opened by the first call that needs it, so that it is never on the start path. */
  store(): Database
  close(): Promise<void>
}

export function createContext(options: ServiceOptions): ServiceContext {
  const sandboxes = new Sandboxes(options)
  const connections = new Connections(sandboxes)
  let store: Database | undefined
  const openedStore = () => {
    if (!store) {
      store = openStore(join(options.dataFolder, 'sargable.sqlite'))
      recoverExperiments(store)
    }
    return store
  }
  const scratchLedger = new StoredLedger(openedStore)
  const sweeps = new ScratchSweeps(connections, scratchLedger)
  connections.onOpened = (id) => sweeps.start(id)
  const uploads = new Uploads()
  return {
    options,
    samplesFolder: join(options.appFolder, 'samples'),
    connections,
    sandboxes,
    scratchLedger,
    oneByOne: new OneByOne(),
    uploads,
    digests: new HeldDigests(uploads, (source, read) => readServer(connections, source, read)),
    store: openedStore,
    async close() {
      await sweeps.stop()
      await connections.closeAll()
      await sandboxes.stopAll()
      store?.close()
      store = undefined
    },
  }
}
