import type { Index } from '../../catalog/model'
import { type Candidate, candidatesFor } from './candidates'
import { type Judgement, judge } from './judge'
import type { IndexDesign, TableDemand } from './model'

/** An index must save this share of the work to be worth its writes. */
const leastSaving = 0.5
/** What comes to less work than this, in index entries, is done before anybody waits. */
const littleWork = 1000

export interface DesignResult {
  /** The best first; empty when what is there serves as well. */
  readonly designs: readonly IndexDesign[]
  /** What the best index that is there, or reading the table, comes to. */
  readonly now: { readonly index?: Index; readonly entries: number; readonly work: number }
}

/** The indexes that would serve a demand clearly better than those that are there. */
export function designIndexes(demand: TableDemand): DesignResult {
  const now = asItIs(demand)
  if (now.work < littleWork) return { designs: [], now }
  const judged = candidatesFor(demand)
    .filter((candidate) => !demand.table.indexes.some((index) => isSame(index, candidate)))
    .map((candidate) => ({ candidate, judgement: judge(candidate, demand) }))
    .filter(({ judgement }) => judgement.use.parts.some(({ narrows }) => narrows === 'seek') || judgement.givesOrder)
    .filter(({ judgement }) => judgement.work <= now.work * (1 - leastSaving))
  judged.sort(
    (one, other) => one.judgement.work - other.judgement.work || one.candidate.length - other.candidate.length,
  )
  return { designs: judged.map(({ candidate, judgement }) => designed(candidate, judgement, demand)), now }
}

/** The least work by an index that is there, or by reading the whole table. */
function asItIs(demand: TableDemand): DesignResult['now'] {
  const { table } = demand
  const rows = Math.max(1, table.rows ?? 1)
  const scanned = judge([], demand)
  const scan = { entries: rows, work: rows + Math.max(0, scanned.work - scanned.entries - scanned.lookups * 3) }
  return table.indexes
    .filter(({ visible, method, where }) => visible && where === undefined && (method ?? 'btree') === 'btree')
    .map((index) => ({ index, judgement: judge(index, demand) }))
    .filter(({ judgement }) => judgement.use.parts.some(({ narrows }) => narrows === 'seek') || judgement.givesOrder)
    .reduce<DesignResult['now']>(
      (best, { index, judgement }) =>
        judgement.work < best.work ? { index, entries: judgement.entries, work: judgement.work } : best,
      scan,
    )
}

function designed(candidate: Candidate, judgement: Judgement, demand: TableDemand): IndexDesign {
  const { table } = demand
  const parts = candidate.map((part, at) => {
    const use = judgement.use.parts[at]
    return { ...part, role: use?.role ?? ('unused' as const), narrows: use?.narrows ?? ('none' as const) }
  })
  return {
    table,
    parts,
    include: [],
    relation: relationOf(candidate, table.indexes),
    replaces: table.indexes.filter((index) => isReplaced(index, candidate)),
    expectedRows: judgement.entries,
    assumed: judgement.assumed,
    givesOrder: judgement.givesOrder,
    covers: judgement.covers,
    bytesPerEntry: judgement.bytesPerEntry,
  }
}

function relationOf(candidate: Candidate, indexes: readonly Index[]): IndexDesign['relation'] {
  const extended = indexes.find((index) => !index.unique && isPrefix(index, candidate))
  if (extended) return { kind: 'extends', index: extended }
  const columns = new Set(candidate.map(({ column }) => column))
  const reordered = indexes.find(
    ({ unique, parts }) =>
      !unique &&
      parts.length > 1 &&
      parts.length <= candidate.length &&
      parts.every(({ column }) => column !== undefined && columns.has(column)),
  )
  return reordered ? { kind: 'reorders', index: reordered } : { kind: 'new' }
}

/** Nothing that the index serves is lost: it is a left part of the new one, and keeps no rule. */
function isReplaced(index: Index, candidate: Candidate): boolean {
  return (
    !index.unique && index.where === undefined && (index.method ?? 'btree') === 'btree' && isPrefix(index, candidate)
  )
}

function isPrefix({ parts }: Index, candidate: Candidate): boolean {
  return (
    parts.length <= candidate.length &&
    parts.every((part, at) => {
      const other = candidate[at]
      return (
        part.column !== undefined &&
        part.column === other?.column &&
        part.descending === other.descending &&
        // A longer prefix, or the whole column, serves what a shorter one does.
        (other.prefixChars ?? Number.POSITIVE_INFINITY) >= (part.prefixChars ?? Number.POSITIVE_INFINITY)
      )
    })
  )
}

function isSame(index: Index, candidate: Candidate): boolean {
  return (
    (index.method ?? 'btree') === 'btree' &&
    index.where === undefined &&
    index.parts.length >= candidate.length &&
    candidate.every(({ column, prefixChars, descending }, at) => {
      const part = index.parts[at]
      return part?.column === column && part.prefixChars === prefixChars && part.descending === descending
    })
  )
}
