import type { Matching } from './match'
import { isHashedFirst } from './signatures'
import { joinAlgorithm } from './step-facts'
import type { Work } from './work'

export interface OrderChange {
  readonly before: string
  readonly after: string
}

/** More tables than these are not listed. */
const mostListed = 16

/**
 * Matched joins below which tables are joined in another order, by their place in A. Of several above one another only
 * the lowest is told, because the order of those above follows from it; where the tables themselves are others, only
 * the highest.
 */
export function orderChanges(a: Work, b: Work, matching: Matching): ReadonlyMap<number, OrderChange> {
  const { partnersOfA, signaturesA, signaturesB } = matching
  const size = a.nodes.length
  const otherTables = new Uint8Array(size)
  const otherOrder = new Uint8Array(size)
  const orderBelow = new Uint8Array(size)
  for (let at = size - 1; at >= 0; at--) {
    const node = a.nodes[at]
    const partner = partnersOfA[at] ?? -1
    const other = b.nodes[partner]
    if (node && other && joinAlgorithm(node) !== undefined && joinAlgorithm(other) !== undefined) {
      // Of two styles one may nest joins that the other lists in a row.
      if (signaturesA.tables[at] !== signaturesB.tables[partner]) otherTables[at] = a.style === b.style ? 1 : 0
      else if (signaturesA.order[at] !== signaturesB.order[partner]) otherOrder[at] = 1
    }
    const parent = a.parents[at] ?? -1
    if (parent !== -1 && (otherOrder[at] === 1 || orderBelow[at] === 1)) orderBelow[parent] = 1
  }
  const told = new Map<number, OrderChange>()
  const covered = new Uint8Array(size)
  for (let at = 0; at < size; at++) {
    const parent = a.parents[at] ?? -1
    if (parent !== -1 && (covered[parent] === 1 || otherTables[parent] === 1 || otherOrder[parent] === 1))
      covered[at] = 1
    const isLowest = otherOrder[at] === 1 && orderBelow[at] === 0
    const isHighest = otherTables[at] === 1 && covered[at] === 0
    if (!isLowest && !isHighest) continue
    told.set(at, { before: tablesBelow(a, at), after: tablesBelow(b, partnersOfA[at] ?? 0) })
  }
  return told
}

/** Names of the tables read below a node, in the order in which they are joined; the first few of many. */
export function tablesBelow(work: Work, place: number): string {
  const { nodes, nameAt, children } = work
  const names: string[] = []
  const waiting = [place]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const name = nameAt.get(at)
    if (name !== undefined && names.push(name) > mostListed) {
      names[mostListed] = '…'
      break
    }
    const node = nodes[at]
    const below = (children[at] ?? []).filter((child) => work.inline[child] === 1)
    // Taken from the end of the list, so the first to be read must stand last.
    waiting.push(...(node && isHashedFirst(work, node) ? below : below.reverse()))
  }
  return names.join(', ')
}
