import type { Family } from '../../../src/core/engine'
import type { Endpoint } from '../../../tests/kit/servers'
import type { BenchIndex, BenchSchema, Reads } from './model'

/** One of the two equal databases of a schema on a server. */
export interface BenchDatabase {
  readonly name: string
  exec(sql: string): Promise<void>
  dropIndex(table: string, name: string): Promise<void>
  /**
   * What one run of the statement reads, counted by the server; a run that changes something is rolled back. Undefined
   * when it takes longer than `timeoutMs`.
   */
  reads(sql: string, timeoutMs: number): Promise<Reads>
}

/** The same tables with the same rows twice: indexes are tried in `trial`, `asIs` stays as it is. */
export interface DatabasePair {
  readonly asIs: BenchDatabase
  readonly trial: BenchDatabase
}

export interface BenchServer {
  readonly endpoint: Endpoint
  readonly family: Family
  readonly versionText: string
  /** Loads the schema without secondary indexes, or takes what an earlier bench left. */
  prepare(schema: BenchSchema): Promise<DatabasePair>
  drop(schema: BenchSchema): Promise<void>
  close(): Promise<void>
}

export function databaseNames(schema: Pick<BenchSchema, 'name'>): { readonly asIs: string; readonly trial: string } {
  return { asIs: `bench_${schema.name}_as_is`, trial: `bench_${schema.name}_trial` }
}

/** The table in which a database says what it was loaded with. */
export const loadedTable = 'bench_loaded'

export function createIndex({ table, columns }: BenchIndex, name: string): string {
  return `CREATE INDEX ${name} ON ${table} (${columns.join(', ')})`
}

/** Ends the process of work that a server answers with a fault: the message names the statement. */
export function naming(sql: string, thrown: unknown): Error {
  const words = thrown instanceof Error ? thrown.message : String(thrown)
  return new Error(`${words}\n  in: ${sql.slice(0, 400)}`)
}
