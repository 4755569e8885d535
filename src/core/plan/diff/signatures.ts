import type { PlanNode } from '../model'
import type { Work } from './work'

/**
 * Per node, which tables are read below it, and in which order they are joined, as numbers that are equal when these
 * are. Each is a sum over the tables of mixed numbers of two times 32 bits; plans are compared by them in linear time
 * where sets would take quadratic room in a deep join.
 */
export interface Signatures {
  /** The set of tables read at or below the node, without those of subqueries; 0 for none. */
  readonly tables: Float64Array
  /** The sequence in which they are joined. */
  readonly order: Float64Array
  /** Place of the table read that the node belongs to when it reads none itself (parts of a bitmap scan); else -1. */
  readonly partOf: Int32Array
  /** Table number of each node that is a table read; else -1. */
  readonly tableAt: Int32Array
}

const orderBaseHigh = 0x01000193
const orderBaseLow = 0x9e3779b1

/** @param tables number of the table that each of `work.reads` stands for */
export function signaturesOf(work: Work, tables: Int32Array): Signatures {
  const { nodes, parents, inline } = work
  const size = nodes.length
  const tableAt = new Int32Array(size).fill(-1)
  /** Only the first access of a partitioned table takes a place in the order. */
  const isFirst = new Uint8Array(size)
  for (const [index, { places }] of work.reads.entries()) {
    for (const at of places) tableAt[at] = tables[index] ?? -1
    isFirst[places[0] ?? 0] = 1
  }
  const setHigh = new Int32Array(size)
  const setLow = new Int32Array(size)
  const runHigh = new Int32Array(size)
  const runLow = new Int32Array(size)
  const powerHigh = new Int32Array(size).fill(1)
  const powerLow = new Int32Array(size).fill(1)
  /** What an append already counted: partitions of the same tables are one work. */
  const counted = new Map<number, Set<number>>()

  for (let at = size - 1; at >= 0; at--) {
    const node = nodes[at]
    if (!node) continue
    // Children were folded into this node already; its own table stands before them.
    const table = tableAt[at] ?? -1
    if (table !== -1) {
      const high = mixed(table, 0x85ebca6b)
      const low = mixed(table, 0xc2b2ae35)
      setHigh[at] = ((setHigh[at] ?? 0) + high) | 0
      setLow[at] = ((setLow[at] ?? 0) + low) | 0
      if (isFirst[at] === 1) prepend(at, high, low)
    }
    const parent = parents[at] ?? -1
    if (parent === -1 || inline[at] === 0) continue
    const isAppend = nodes[parent]?.operator === 'append'
    if (!isAppend || isNew(counted, parent, joined(setHigh[at] ?? 0, setLow[at] ?? 0))) {
      setHigh[parent] = ((setHigh[parent] ?? 0) + (setHigh[at] ?? 0)) | 0
      setLow[parent] = ((setLow[parent] ?? 0) + (setLow[at] ?? 0)) | 0
    }
    // Going backwards, the last child comes first: it is put in front of what is there unless it is joined later.
    if (isJoinedLater(work, at, node)) appendRun(parent, at)
    else prependRun(parent, at)
  }

  function prepend(at: number, high: number, low: number): void {
    runHigh[at] = (Math.imul(high, powerHigh[at] ?? 1) + (runHigh[at] ?? 0)) | 0
    runLow[at] = (Math.imul(low, powerLow[at] ?? 1) + (runLow[at] ?? 0)) | 0
    powerHigh[at] = Math.imul(powerHigh[at] ?? 1, orderBaseHigh)
    powerLow[at] = Math.imul(powerLow[at] ?? 1, orderBaseLow)
  }
  function prependRun(parent: number, at: number): void {
    runHigh[parent] = (Math.imul(runHigh[at] ?? 0, powerHigh[parent] ?? 1) + (runHigh[parent] ?? 0)) | 0
    runLow[parent] = (Math.imul(runLow[at] ?? 0, powerLow[parent] ?? 1) + (runLow[parent] ?? 0)) | 0
    powerHigh[parent] = Math.imul(powerHigh[parent] ?? 1, powerHigh[at] ?? 1)
    powerLow[parent] = Math.imul(powerLow[parent] ?? 1, powerLow[at] ?? 1)
  }
  function appendRun(parent: number, at: number): void {
    runHigh[parent] = (Math.imul(runHigh[parent] ?? 0, powerHigh[at] ?? 1) + (runHigh[at] ?? 0)) | 0
    runLow[parent] = (Math.imul(runLow[parent] ?? 0, powerLow[at] ?? 1) + (runLow[at] ?? 0)) | 0
    powerHigh[parent] = Math.imul(powerHigh[parent] ?? 1, powerHigh[at] ?? 1)
    powerLow[parent] = Math.imul(powerLow[parent] ?? 1, powerLow[at] ?? 1)
  }

  const partOf = new Int32Array(size).fill(-1)
  const sets = new Float64Array(size)
  const order = new Float64Array(size)
  for (let at = 0; at < size; at++) {
    sets[at] = joined(setHigh[at] ?? 0, setLow[at] ?? 0)
    order[at] = joined(runHigh[at] ?? 0, runLow[at] ?? 0)
    const parent = parents[at] ?? -1
    if (parent !== -1 && sets[at] === 0) {
      partOf[at] = tableAt[parent] !== -1 ? parent : (partOf[parent] ?? -1)
    }
  }
  return { tables: sets, order, partOf, tableAt }
}

/**
 * MySQL's executor prints the side that probes first and the side that it hashes second, but reads the hashed one
 * first, and so its tables of rows list it first. Outer and semi-joins are read as printed in both.
 */
export function isHashedFirst(work: Work, join: PlanNode): boolean {
  return (
    work.style === 'iterators' &&
    join.operator === 'hash-join' &&
    /^inner\b/i.test(String(join.rest['join_type'] ?? ''))
  )
}

/** With children taken from the last to the first: does this one come after those already taken? */
function isJoinedLater(work: Work, at: number, node: PlanNode): boolean {
  const above = work.nodes[work.parents[at] ?? -1]
  return above !== undefined && node.relation === 'outer' && isHashedFirst(work, above)
}

function isNew(counted: Map<number, Set<number>>, parent: number, key: number): boolean {
  const seen = counted.get(parent)
  if (!seen) {
    counted.set(parent, new Set([key]))
    return true
  }
  if (seen.has(key)) return false
  seen.add(key)
  return true
}

/** A number's bits spread over 32 (the last steps of MurmurHash3). */
function mixed(value: number, seed: number): number {
  let bits = Math.imul(value + 1, 0x9e3779b1) ^ seed
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) | 0
}

/** 53 of 64 bits in one number that can be a key. */
function joined(high: number, low: number): number {
  return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0)
}
