import type { NodeMetrics, PlanNode } from '../model'
import { changed } from './changes'
import type { ChangeField, ChangeKind, ChangeValue, PlanChange } from './model'
import type { PrintStyle } from './printing'
import { differs, estimateFactor, leastBlocks, leastEstimatedRows, roundedRowsPerLoop, workFactor } from './thresholds'

/** A node with what was derived for it and the style in which its format prints numbers. */
export interface Counted {
  readonly node: PlanNode
  readonly metrics: NodeMetrics | undefined
  readonly style: PrintStyle
}

/**
 * What changed in what the optimizer believed and in what was done. Time is left out: one run's time says little, and
 * experiments are there for it.
 */
export function numberChanges(a: Counted, b: Counted): readonly PlanChange[] {
  const changes: PlanChange[] = []
  const tell = (change: ChangeKind, field: ChangeField, before?: ChangeValue, after?: ChangeValue) =>
    changes.push(changed(change, field, before, after))
  for (const [field, before, after] of [
    ['rowsExaminedPerLoop', examinedPerLoop(a), examinedPerLoop(b)],
    ['rowsPerLoop', givenPerLoop(a, b), givenPerLoop(b, a)],
  ] as const) {
    if (before === undefined || after === undefined) continue
    const isSmall = before < leastEstimatedRows && after < leastEstimatedRows
    if (!isSmall && differs(before, after, estimateFactor)) tell('ESTIMATE', field, before, after)
  }
  workChanges(a, b, tell)
  spillChanges(a.node, b.node, tell)
  return changes
}

type Tell = (change: ChangeKind, field: ChangeField, before?: ChangeValue, after?: ChangeValue) => void

/** Rows read per loop: printed so in tables of rows and blocks; what an executor's access step gives on is the same. */
function examinedPerLoop({ node, style }: Counted): number | undefined {
  if (!node.access) return undefined
  return node.estimate.rowsExaminedPerLoop ?? (style === 'iterators' ? node.estimate.rowsPerLoop : undefined)
}

/** Rows given on per loop: an executor's access step gives on before its filter, a row of a table after it. */
function givenPerLoop(own: Counted, other: Counted): number | undefined {
  if (own.style === other.style) {
    return own.style === 'iterators' && own.node.access ? undefined : own.node.estimate.rowsPerLoop
  }
  return own.node.access || own.node.synthetic || other.node.synthetic ? undefined : own.node.estimate.rowsPerLoop
}

function workChanges(a: Counted, b: Counted, tell: Tell): void {
  const one = a.node.actual
  const two = b.node.actual
  if (!one || !two) return
  // A row of a table has its loops where the executor's step below a filter has them too; other steps sit elsewhere.
  const sameStyle = a.style === b.style
  if (!sameStyle && !(a.node.access && b.node.access)) return
  if (differs(one.loops, two.loops, workFactor)) tell('WORK', 'loops', one.loops, two.loops)
  const slack = roundedRowsPerLoop * (one.loops + two.loops)
  const counts = (field: ChangeField, before: number | undefined, after: number | undefined) => {
    if (before === undefined || after === undefined) return
    if (Math.abs(before - after) > slack && differs(before, after, workFactor)) tell('WORK', field, before, after)
  }
  if (a.node.access && b.node.access) counts('rowsExamined', examined(a.node), examined(b.node))
  if (sameStyle) counts('totalRows', a.metrics?.totalRows, b.metrics?.totalRows)
  const blocksA = own(a.node, sharedBlocks)
  const blocksB = own(b.node, sharedBlocks)
  if (blocksA === undefined || blocksB === undefined || Math.max(blocksA, blocksB) < leastBlocks) return
  if (differs(blocksA, blocksB, workFactor)) tell('WORK', 'sharedBlocks', blocksA, blocksB)
}

/** Rows read in all loops: those given on and those thrown away. */
function examined({ actual }: PlanNode): number | undefined {
  if (!actual) return undefined
  return Math.round((actual.rowsPerLoop + (actual.rowsFilteredPerLoop ?? 0)) * actual.loops)
}

/** Blocks are printed with all below; what the children had is taken off. */
function own(node: PlanNode, count: (node: PlanNode) => number | undefined): number | undefined {
  const all = count(node)
  if (all === undefined) return undefined
  return Math.max(0, all - node.children.reduce((sum, child) => sum + (count(child) ?? 0), 0))
}

function sharedBlocks({ actual }: PlanNode): number | undefined {
  return sum(actual?.sharedHitBlocks, actual?.sharedReadBlocks)
}

function tempBlocks({ actual }: PlanNode): number | undefined {
  return sum(actual?.tempReadBlocks, actual?.tempWrittenBlocks)
}

function sum(one: number | undefined, two: number | undefined): number | undefined {
  return one === undefined && two === undefined ? undefined : (one ?? 0) + (two ?? 0)
}

/** Work that did not fit in memory, or now does. */
function spillChanges(a: PlanNode, b: PlanNode, tell: Tell): void {
  const one = a.actual
  const two = b.actual
  if (!one || !two) return
  // Where blocks are printed at all, none of temporary files means zero.
  const tempA = own(a, tempBlocks) ?? 0
  const tempB = own(b, tempBlocks) ?? 0
  if (differs(tempA, tempB, workFactor)) tell('SPILL', 'tempBlocks', tempA, tempB)
  const spaceA = a.rest['Sort Space Type']
  const spaceB = b.rest['Sort Space Type']
  if (spaceA !== undefined && spaceB !== undefined && spaceA !== spaceB) tell('SPILL', 'sortSpace', spaceA, spaceB)
  else if (one.sortMethod !== undefined && two.sortMethod !== undefined && one.sortMethod !== two.sortMethod) {
    tell('STRATEGY', 'sortMethod', one.sortMethod, two.sortMethod)
  }
  const batchesA = batches(a)
  const batchesB = batches(b)
  // One batch is all in memory; how many there are otherwise follows from the size.
  if (batchesA !== undefined && batchesB !== undefined && batchesA > 1 !== batchesB > 1) {
    tell('SPILL', 'batches', batchesA, batchesB)
  }
}

function batches({ rest }: PlanNode): number | undefined {
  const told = rest['Hash Batches'] ?? rest['HashAgg Batches']
  return typeof told === 'number' ? told : undefined
}
