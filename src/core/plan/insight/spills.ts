import type { Actual, NodeId, PlanNode } from '../model'

/** A step whose memory was not enough. */
export interface Spill {
  readonly nodeId: NodeId
  readonly node: PlanNode
  /** The server's own words for it. */
  readonly words: string
}

/**
 * True when a step wrote to disk for itself. PostgreSQL says it by the sort's method and space, a hash's batches (more
 * than one), an aggregate's disk usage, a store's `Storage: Disk`; MariaDB by the passes of a sort. Its blocks alone
 * name the lowest step that has them, because they are printed with everything below.
 */
export function spillOf(node: PlanNode): Spill | undefined {
  const words = spillWords(node.rest, node.actual, node)
  return words === undefined ? undefined : { nodeId: node.id, node, words }
}

function spillWords(rest: PlanNode['rest'], actual: Actual | undefined, node: PlanNode): string | undefined {
  if (actual === undefined || actual.neverExecuted) return undefined
  if (actual.sortMethod !== undefined && /external|disk/i.test(actual.sortMethod))
    return `Sort Method: ${actual.sortMethod}${kilobytes(rest['Sort Space Used'])}`
  const batches = number(rest['Hash Batches'])
  if (batches !== undefined && batches > 1) return `Batches: ${batches}`
  const disk = number(rest['Disk Usage'])
  if (disk !== undefined && disk > 0) return `Disk Usage: ${disk}kB`
  if (rest.Storage === 'Disk') return `Storage: Disk${kilobytes(rest['Maximum Storage'])}`
  const passes = number(rest.r_sort_passes)
  if (passes !== undefined && passes > 0) return `r_sort_passes: ${passes}`
  const written = actual.tempWrittenBlocks ?? 0
  const below = node.children.some((child) => (child.actual?.tempWrittenBlocks ?? 0) > 0)
  return written > 0 && !below ? `temp written=${written}` : undefined
}

function number(value: string | number | boolean | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function kilobytes(value: string | number | boolean | undefined): string {
  return typeof value === 'number' ? ` (${value} kB)` : ''
}
