import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listScratch } from '../../../src/history/scratch-schemas'
import { openStore } from '../../../src/history/store'
import { StoredLedger, thisOwner } from '../../../src/service/scratch/ledger'
import type { Scratch, ScratchRequest } from '../../../src/service/scratch/make-scratch'
import { makeScratch } from '../../../src/service/scratch/make-scratch'
import { never } from '../../kit/mysql'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { type ExperimentServer, experimentServer, type Witness } from '../experiment/servers'

export const silent = () => undefined

/** The servers that are here, each with a database of this name. */
export function serversWith(database: string): readonly ExperimentServer[] {
  return [...mysqlServers, ...postgresServers].map((endpoint) => experimentServer(endpoint, database))
}

export interface TestLedger {
  readonly ledger: StoredLedger
  readonly path: string
  /** The schemas that it holds. */
  entries(): readonly string[]
  close(): void
}

/** A ledger in a store of its own. */
export function testLedger(owner = thisOwner()): TestLedger {
  const folder = mkdtempSync(join(tmpdir(), 'sargable-scratch-'))
  const path = join(folder, 'store.sqlite')
  const store = openStore(path)
  return {
    ledger: new StoredLedger(() => store, owner),
    path,
    entries: () => listScratch(store).map(({ schema }) => schema),
    close() {
      store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Connections of their own to a server, as the service opens them. */
export function opener(server: ExperimentServer) {
  return async () => {
    const session = await server.open()
    return { session, close: () => session.close() }
  }
}

export function make(
  server: ExperimentServer,
  { ledger }: TestLedger,
  request: ScratchRequest,
  signal = never,
): Promise<Scratch> {
  return makeScratch(opener(server), request, ledger, signal, silent)
}

/** Scratch schemas that somebody else sees; `of`: only those of this owner. */
export async function scratchSchemas(server: ExperimentServer, eyes: Witness, of = ''): Promise<readonly string[]> {
  const names = await eyes.ask(
    server.isPostgres
      ? "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'sargable|_scratch|_%' ESCAPE '|' ORDER BY 1"
      : "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE 'sargable|_scratch|_%' ESCAPE '|' ORDER BY 1",
  )
  return names.filter((name) => name.includes(`_${of}`))
}

/** Locks with the names of scratch schemas that somebody holds. */
export async function lockIsFree(server: ExperimentServer, eyes: Witness, schema: string): Promise<boolean> {
  const [free] = await eyes.ask(
    server.isPostgres
      ? `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND (classid::bigint << 32 | objid::bigint) = hashtextextended('${schema}', 0)`
      : `SELECT IS_FREE_LOCK('${schema}') - 1`,
  )
  return free === '0'
}
