import type { Database } from 'node-sqlite3-wasm'

/** A scratch schema that was made, written down before it was. */
export interface ScratchEntry {
  readonly schema: string
  /** ISO 8601, UTC. */
  readonly madeAt: string
  /** Where, for people. */
  readonly server: string
  /** Its statements went into the server's binary log; the one that drops it must then go there too. */
  readonly logged: boolean
}

/** Writes down that a schema is going to be made; again to change what is known of it. */
export function addScratch(store: Database, { schema, madeAt, server, logged }: ScratchEntry): void {
  store.run('INSERT OR REPLACE INTO scratch_schema (schema_name, made_at, server, logged) VALUES (?, ?, ?, ?)', [
    schema,
    madeAt,
    server,
    logged ? 1 : 0,
  ])
}

/** The entry of a schema; undefined when this store knows nothing of it. */
export function findScratch(store: Database, schema: string): ScratchEntry | undefined {
  const row = store.get('SELECT schema_name, made_at, server, logged FROM scratch_schema WHERE schema_name = ?', [
    schema,
  ])
  return row ? entryOf(row) : undefined
}

/** Schemas that were made and, as far as is known, not removed; oldest first. */
export function listScratch(store: Database): readonly ScratchEntry[] {
  return store.all('SELECT schema_name, made_at, server, logged FROM scratch_schema ORDER BY made_at').map(entryOf)
}

export function removeScratch(store: Database, schema: string): void {
  store.run('DELETE FROM scratch_schema WHERE schema_name = ?', [schema])
}

function entryOf(row: Record<string, unknown>): ScratchEntry {
  return {
    schema: String(row['schema_name']),
    madeAt: String(row['made_at']),
    server: String(row['server']),
    logged: Boolean(row['logged']),
  }
}
