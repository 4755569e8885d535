import type { Dialect, Product } from '../../engine'
import type { Advice } from '../model'
import { type AddedIndex, type DroppedIndex, type IndexChange, indexChanges } from './index-changes'
import type { ProofMethod, WhatIfMethod } from './model'

/** What a server and its session can do, as far as trying advice goes. */
export interface TrialServer {
  readonly product: Product
  readonly dialect: Dialect
  /** PostgreSQL: hypopg is created; `hides`: this version of it can hide real indexes. */
  readonly hypopg?: { readonly hides: boolean } | undefined
  /** An index can be built that only sessions see which ask for it. */
  readonly invisibleIndexes: boolean
}

/** An advice with what its changes do to indexes. */
export interface TrialOrder {
  readonly advice: Advice
  readonly changes: readonly IndexChange[]
}

export function trialOrder(advice: Advice, dialect: Dialect): TrialOrder {
  const statements = advice.variant.ddl.map(({ apply }) => apply)
  return { advice, changes: indexChanges(statements, dialect) }
}

export function addedBy({ changes }: TrialOrder): readonly AddedIndex[] {
  return changes.filter((change): change is AddedIndex => change.kind === 'add')
}

export function droppedBy({ changes }: TrialOrder): readonly DroppedIndex[] {
  return changes.filter((change): change is DroppedIndex => change.kind === 'drop')
}

/** The indexes that it changes and nothing else. */
function indexesOnly({ changes }: TrialOrder): boolean {
  return changes.every(({ kind }) => kind !== 'other')
}

/** Why nothing can be tried: it leaves statement, settings and tables as they are. Undefined where something can. */
export function nothingToTry({ advice: { variant } }: TrialOrder, sql: string): string | undefined {
  if (variant.ddl.length > 0 || variant.session.length > 0) return undefined
  if (variant.sql.trim() !== sql.trim()) return undefined
  return 'It changes neither the statement nor its tables: there is no other plan to compare.'
}

/** How an advice is tried without building it on the real tables. `by`: copies are asked for. */
export function whatIfWay(order: TrialOrder, server: TrialServer, by?: 'copies'): WhatIfMethod {
  if (order.changes.length === 0) return 'planned'
  if (by === 'copies' || !indexesOnly(order)) return 'copies'
  const onlyDrops = addedBy(order).length === 0
  if (server.dialect !== 'postgres') {
    return onlyDrops && droppedBy(order).every(({ table }) => table !== undefined) ? 'switched-off' : 'copies'
  }
  const { hypopg } = server
  if (hypopg === undefined || !addedBy(order).every(canBeHypothetical)) return 'copies'
  // hypopg's questions are asked under planner settings only.
  if (order.advice.variant.session.length > 0) return 'copies'
  return droppedBy(order).length > 0 && !hypopg.hides ? 'copies' : 'hypothetical'
}

/** The access methods that hypopg knows (README of hypopg, "Usage"). */
const hypotheticalMethods = new Set(['btree', 'brin', 'hash', 'bloom'])

function canBeHypothetical({ definition }: AddedIndex): boolean {
  return hypotheticalMethods.has(methodOf(definition))
}

/** The access method of an index by its definition: `btree` where none is said. */
export function methodOf(definition: string): string {
  return /^\s*USING\s+"?(\w+)/i.exec(definition)?.[1]?.toLowerCase() ?? 'btree'
}

/**
 * How an advice is proved. On the real tables only what no other session can notice but by its load: on MySQL ordinary
 * indexes that are invisible to others (a unique one would refuse their rows), on PostgreSQL indexes that are added (to
 * drop one would lock readers out).
 * @param reads the statement reads and locks nothing; others are run on copies only
 */
export function proofWay(order: TrialOrder, server: TrialServer, reads: boolean, by?: 'copies'): ProofMethod {
  if (by === 'copies' || !reads) return 'copies'
  if (order.changes.length === 0) return 'as-written'
  if (!indexesOnly(order)) return 'copies'
  const added = addedBy(order)
  if (server.dialect !== 'postgres') {
    const dropped = droppedBy(order).every(({ table }) => table !== undefined)
    // Nothing is built to do without an index: the statement is told to.
    if (added.length === 0) return dropped ? 'as-written' : 'copies'
    const plain = added.every(({ special }) => special === undefined)
    return server.invisibleIndexes && plain && dropped ? 'invisible-index' : 'copies'
  }
  if (server.product === 'pglite' || droppedBy(order).length > 0) return 'copies'
  return added.every(({ special }) => special === undefined) ? 'rolled-back' : 'copies'
}
