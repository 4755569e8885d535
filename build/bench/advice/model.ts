import type { Family } from '../../../src/core/engine'

/** A statement of a bench schema, as an application would send it. */
export interface BenchStatement {
  readonly name: string
  readonly sql: string
}

/** A secondary index of the indexed variant. */
export interface BenchIndex {
  readonly table: string
  readonly columns: readonly string[]
}

export interface BenchColumn {
  readonly name: string
  /** As both families write it, but for what `columnType` translates. */
  readonly type: string
  readonly nullable?: boolean
}

/** Tables with data and the statements that are sent to them. */
export interface BenchSchema {
  readonly name: string
  /** Changes whenever what is loaded changes; databases of the same one are loaded once. */
  readonly dataVersion: string
  /** Columns of each table, lower case, for telling whose column a condition names. */
  readonly tables: ReadonlyMap<string, readonly BenchColumn[]>
  /** CREATE TABLE with primary keys only. */
  create(family: Family): readonly string[]
  /** Statements that fill the tables. */
  fill(family: Family): Iterable<string>
  indexes(family: Family): readonly BenchIndex[]
  statements(family: Family): readonly BenchStatement[]
}

/** unindexed: primary keys only. indexed: with the indexes that such a schema has in practice, right or wrong. */
export const variants = ['unindexed', 'indexed'] as const
export type Variant = (typeof variants)[number]

/** What a statement reads: rows, or index entries where an index is read alone. Undefined: it took too long. */
export type Reads = number | undefined
