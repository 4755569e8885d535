import { ownAmounts } from './metrics-own'
import type { NodeMetrics, PlanNode } from './model'

type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] }

/** PostgreSQL's blocks (BLCKSZ) unless it was built otherwise. */
const blockBytes = 8192
const bytesPerKilobyte = 1024

/**
 * What a node's own numbers tell of its work:
 *
 * - `keptFraction` = rows ÷ (rows + rows removed) per loop. PostgreSQL prints the rows removed, MariaDB's `r_filtered` is
 *   the same as a percentage. Absent for MySQL, whose executor has steps of their own for conditions.
 * - `spilledBytes`: PostgreSQL's `Sort Space Used` on disk, `Disk Usage` of a hash aggregate, `Maximum Storage` on disk
 *   (explain.c: kilobytes of 1,024). A hash join that used several batches says nothing; its own blocks do.
 * - `readCost`, `evalCost`: `read_cost` and `eval_cost` of `cost_info` (MySQL FORMAT=JSON, version 1; MySQL manual,
 *   "EXPLAIN Output Format"), for all runs of the node within the join. Their sum is the table's `selfCost`.
 */
export function workInto(own: Writable<NodeMetrics>, { actual, rest }: PlanNode): void {
  if (actual && !actual.neverExecuted && actual.rowsFilteredPerLoop !== undefined) {
    const seen = actual.rowsPerLoop + actual.rowsFilteredPerLoop
    if (seen > 0) own.keptFraction = actual.rowsPerLoop / seen
  }
  const spilled = spilledKilobytes(rest)
  if (spilled !== undefined) own.spilledBytes = spilled * bytesPerKilobyte
  const readCost = printedNumber(rest.read_cost)
  const evalCost = printedNumber(rest.eval_cost)
  if (readCost !== undefined) own.readCost = readCost
  if (evalCost !== undefined) own.evalCost = evalCost
}

function spilledKilobytes(rest: PlanNode['rest']): number | undefined {
  if (rest['Sort Space Type'] === 'Disk') return printedNumber(rest['Sort Space Used'])
  if (rest.Storage === 'Disk') return printedNumber(rest['Maximum Storage'])
  const usage = printedNumber(rest['Disk Usage'])
  return usage === 0 ? undefined : usage
}

/** MySQL prints costs in quotes. */
function printedNumber(value: string | number | boolean | undefined): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const blockCounts = [
  ['sharedHitBlocks', 'selfSharedHitBlocks'],
  ['sharedReadBlocks', 'selfSharedReadBlocks'],
  ['tempReadBlocks', 'selfTempReadBlocks'],
  ['tempWrittenBlocks', 'selfTempWrittenBlocks'],
] as const

/**
 * Own blocks = those with all below − Σ the same of the inputs (metrics-own.ts). PostgreSQL counts blocks like time
 * (instrument.c): over all loops and workers, and those of an InitPlan or CTE also in the node that first asked for it,
 * where they are taken off. Absent where the inputs have more than the node: there PostgreSQL left workers out.
 *
 * `spilledBytes` of a hash join's side that took several batches = its own temporary blocks written × 8,192.
 */
export function selfBlocksInto(
  metrics: Readonly<Record<string, Writable<NodeMetrics>>>,
  nodes: readonly PlanNode[],
  parents: Int32Array,
): void {
  if (nodes[0]?.actual?.sharedHitBlocks === undefined) return
  for (const [total, self] of blockCounts) {
    const totals = Float64Array.from(nodes, ({ actual }) => actual?.[total] ?? Number.NaN)
    if (!totals.some((count) => count > 0)) {
      for (const node of nodes) if (node.actual?.[total] !== undefined) setCount(metrics[node.id], self, 0)
      continue
    }
    const { own, apart } = ownAmounts(nodes, parents, { totals, slack: () => 0, share: 0 })
    for (const [index, node] of nodes.entries()) {
      const count = own[index] ?? Number.NaN
      if (!Number.isNaN(count)) setCount(metrics[node.id], self, count)
      const numbers = metrics[node.id]
      // Without times (TIMING OFF) the blocks tell.
      if (apart.has(index) && numbers?.totalMs === undefined && numbers) numbers.apart = true
    }
  }
  for (const node of nodes) {
    const own = metrics[node.id]
    const batches = node.rest['Hash Batches']
    if (own?.selfTempWrittenBlocks && typeof batches === 'number' && batches > 1) {
      own.spilledBytes = own.selfTempWrittenBlocks * blockBytes
    }
  }
}

function setCount(own: Writable<NodeMetrics> | undefined, key: (typeof blockCounts)[number][1], count: number): void {
  if (own) own[key] = count
}
