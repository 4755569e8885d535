import type { Table } from '../../core/catalog/model'
import type { ScratchTable } from '../../core/scratch/model'
import type { QualifiedName } from '../../core/scratch/names-in-text'
import type { Session } from '../../engines/engine'
import type { Progress } from '../api'

/** A table to copy, with its definition. */
export interface CopyOrder {
  readonly table: ScratchTable
  readonly source: Table
}

/** A scratch schema while it is being made. */
export interface ScratchPlace {
  readonly session: Session
  readonly schema: string
  /** What unqualified names of the statements mean outside of it. */
  readonly home?: string | undefined
  readonly signal: AbortSignal
  /** Its tables are written to in timed runs: they are as durable as the originals. */
  readonly writes: boolean
  readonly progress: (event: Progress) => void
  /** What is not like the original, in words. */
  note(words: string): void
}

/** What the products do differently; one file each family. */
export interface ScratchEngine {
  /** Which server this is, in words that no other server says; a copy by replication says its own. */
  serverMark(session: Session, signal: AbortSignal): Promise<string>
  /** Takes the lock that says that the schema's owner lives; false when another session has it. */
  lock(session: Session, schema: string, signal: AbortSignal): Promise<boolean>
  unlock(session: Session, schema: string, signal: AbortSignal): Promise<void>
  /** Makes the session one that copies. @returns whether its statements go to a log that other servers read */
  prepare(session: Session, signal: AbortSignal): Promise<{ readonly logged: boolean }>
  /** Makes the empty schema, like that which the tables come from. Where the server refuses, nothing was made. */
  create(place: ScratchPlace, like: string): Promise<void>
  /** Makes the schema the current one, where copying needs that. */
  enter(place: ScratchPlace): Promise<void>
  /** Tables and views that triggers and routines of the copies read or write, and that are not copied yet. */
  alsoNeeded(
    place: ScratchPlace,
    orders: readonly CopyOrder[],
    texts: readonly string[],
  ): Promise<readonly QualifiedName[]>
  /** Makes one table with its rows. */
  copy(place: ScratchPlace, order: CopyOrder): Promise<void>
  /** Makes triggers, and the routines that they and `texts` call; after all rows are in. */
  copyPrograms(place: ScratchPlace, orders: readonly CopyOrder[], texts: readonly string[]): Promise<void>
  /** Sends a change of the person with the schema as the current one. */
  change(place: Pick<ScratchPlace, 'session' | 'schema' | 'signal'>, sql: string): Promise<void>
  /** Brings the statistics of a table up to date. */
  analyze(place: ScratchPlace, order: CopyOrder): Promise<void>
  /** Gives a copy the statistics of its original; where that cannot be done it keeps its own, and a note says so. */
  implant(place: ScratchPlace, order: CopyOrder): Promise<void>
  /** Rows of a copy. */
  count(place: ScratchPlace, table: string): Promise<number>
  /** Schemas of the server whose names begin with ours; by a reading statement. */
  found(session: Session, signal: AbortSignal): Promise<readonly string[]>
  /** Removes a schema of ours. `logged`: as its making was. */
  drop(session: Session, schema: string, logged: boolean, signal: AbortSignal): Promise<void>
}
