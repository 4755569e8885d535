import { hostname, userInfo } from 'node:os'
import type { Database } from 'node-sqlite3-wasm'
import { SargableError } from '../../core/errors'
import { ownerMark } from '../../core/scratch/name'
import { addScratch, findScratch, listScratch, removeScratch, type ScratchEntry } from '../../history/scratch-schemas'

/** Which scratch schemas are ours, also after this process is gone. */
export interface ScratchLedger {
  /** Who we are, as the schemas' names say it. */
  readonly owner: string
  /**
   * Writes a schema down; called before it is made.
   * @returns what could not be kept, in words: the schema's name alone then says that it is ours
   */
  add(entry: ScratchEntry): string | undefined
  /** It is gone from the server. */
  forget(schema: string): void
  /** No longer used by this process, but still there. */
  abandon(schema: string): void
  find(schema: string): ScratchEntry | undefined
  /** What begins so, is written down, and is not used by this process. */
  left(prefix: string): readonly string[]
  /** This process uses it now. */
  isLive(schema: string): boolean
}

/** The ledger in the product's store, which is opened by the first call that needs it. */
export class StoredLedger implements ScratchLedger {
  readonly owner: string
  readonly #store: () => Database
  readonly #live = new Set<string>()

  constructor(store: () => Database, owner = thisOwner()) {
    this.#store = store
    this.owner = owner
  }

  add(entry: ScratchEntry): string | undefined {
    this.#live.add(entry.schema)
    return this.#tolerant((store) => addScratch(store, entry)).problem
  }

  forget(schema: string): void {
    this.#live.delete(schema)
    this.#tolerant((store) => removeScratch(store, schema))
  }

  abandon(schema: string): void {
    this.#live.delete(schema)
  }

  find(schema: string): ScratchEntry | undefined {
    return this.#tolerant((store) => findScratch(store, schema)).result
  }

  left(prefix: string): readonly string[] {
    const { result = [] } = this.#tolerant(listScratch)
    return result.map(({ schema }) => schema).filter((name) => name.startsWith(prefix) && !this.#live.has(name))
  }

  isLive(schema: string): boolean {
    return this.#live.has(schema)
  }

  /** Work goes on without a store. */
  #tolerant<Result>(work: (store: Database) => Result): { result?: Result; problem?: string } {
    try {
      return { result: work(this.#store()) }
    } catch (thrown) {
      if (thrown instanceof SargableError) return { problem: thrown.message }
      if (thrown instanceof Error && thrown.name === 'SQLite3Error') return { problem: thrown.message }
      throw thrown
    }
  }
}

/** The person and the computer, as names of schemas say them. */
export function thisOwner(): string {
  return ownerMark(userName(), hostname())
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return '' // an account without an entry in the user database, as in some containers
  }
}
