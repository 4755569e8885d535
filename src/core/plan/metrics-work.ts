import { type OwnAmounts, ownAmounts } from './metrics-own'
import type { NodeMetrics, PlanFormatId, PlanNode } from './model'

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
 * - `selfPagesAccessed`, `selfPagesRead` = `pages_accessed` and `pages_read_count` of `r_engine_stats` (MariaDB since 10.6;
 *   MariaDB manual, "ANALYZE FORMAT=JSON"), which are the table's own over all loops. Zero is not printed.
 * - `readCost`, `evalCost`: `read_cost` and `eval_cost` of `cost_info` (MySQL FORMAT=JSON, version 1; MySQL manual,
 *   "EXPLAIN Output Format"), for all runs of the node within the join. Their sum is the table's `selfCost`.
 */
export function workInto(own: Writable<NodeMetrics>, { actual, rest }: PlanNode, format: PlanFormatId): void {
  if (actual && !actual.neverExecuted && actual.rowsFilteredPerLoop !== undefined) {
    const seen = actual.rowsPerLoop + actual.rowsFilteredPerLoop
    if (seen > 0) own.keptFraction = actual.rowsPerLoop / seen
  }
  // Looking for names that a format never has would cost as much as all the rest.
  if (format.startsWith('postgres')) {
    const spilled = actual && spilledKilobytes(rest)
    if (spilled !== undefined) own.spilledBytes = spilled * bytesPerKilobyte
    return
  }
  if (typeof rest.r_engine_stats === 'string') {
    own.selfPagesAccessed = statistic(rest.r_engine_stats, pagesAccessed)
    own.selfPagesRead = statistic(rest.r_engine_stats, pagesRead)
  }
  const readCost = printedNumber(rest.read_cost)
  const evalCost = printedNumber(rest.eval_cost)
  if (readCost !== undefined) own.readCost = readCost
  if (evalCost !== undefined) own.evalCost = evalCost
}

const pagesAccessed = /"pages_accessed":(\d+)/
const pagesRead = /"pages_read_count":(\d+)/

function statistic(stats: string, pattern: RegExp): number {
  return Number(pattern.exec(stats)?.[1] ?? 0)
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

/** Own blocks by the nodes' places in the order; NaN where they are not told. */
export interface SelfBlocks {
  readonly sharedHit: Float64Array
  readonly sharedRead: Float64Array
  readonly tempRead: Float64Array
  readonly tempWritten: Float64Array
  /** Subtrees whose blocks are in no node above them. */
  readonly apart: ReadonlySet<number>
}

/**
 * Own blocks = those with all below − Σ the same of the inputs (metrics-own.ts). PostgreSQL counts blocks like time
 * (instrument.c): over all loops and workers, and those of an InitPlan or CTE also in the node that first asked for it,
 * where they are taken off. Absent where the inputs have more than the node: there PostgreSQL left workers out.
 * Undefined when the plan tells no blocks.
 */
export function selfBlocksOf(nodes: readonly PlanNode[], parents: Int32Array): SelfBlocks | undefined {
  if (nodes[0]?.actual?.sharedHitBlocks === undefined) return undefined
  const totals = (): Float64Array => new Float64Array(nodes.length).fill(Number.NaN)
  const [hits, reads, tempReads, tempWrites] = [totals(), totals(), totals(), totals()]
  for (let index = 0; index < nodes.length; index++) {
    const actual = nodes[index]?.actual
    if (!actual) continue
    hits[index] = actual.sharedHitBlocks ?? Number.NaN
    reads[index] = actual.sharedReadBlocks ?? Number.NaN
    tempReads[index] = actual.tempReadBlocks ?? Number.NaN
    tempWrites[index] = actual.tempWrittenBlocks ?? Number.NaN
  }
  const hit = ownBlocks(nodes, parents, hits)
  return {
    sharedHit: hit.own,
    sharedRead: ownBlocks(nodes, parents, reads).own,
    tempRead: ownBlocks(nodes, parents, tempReads).own,
    tempWritten: ownBlocks(nodes, parents, tempWrites).own,
    apart: hit.apart,
  }
}

function ownBlocks(
  nodes: readonly PlanNode[],
  parents: Int32Array,
  totals: Float64Array,
): Pick<OwnAmounts, 'own' | 'apart'> {
  const isZero = !totals.some((blocks) => blocks > 0)
  return isZero ? { own: totals, apart: none } : ownAmounts(nodes, parents, { totals, slack: () => 0, share: 0 })
}

const none: ReadonlySet<number> = new Set()

/**
 * Puts a node's own blocks into its numbers. `spilledBytes` of a hash join's side that took several batches = its own
 * temporary blocks written × 8,192. `apart` of a run without times (TIMING OFF) is told by the blocks.
 */
export function blocksInto(own: Writable<NodeMetrics>, blocks: SelfBlocks, index: number, node: PlanNode): void {
  const hit = blocks.sharedHit[index] ?? Number.NaN
  const read = blocks.sharedRead[index] ?? Number.NaN
  const tempRead = blocks.tempRead[index] ?? Number.NaN
  const tempWritten = blocks.tempWritten[index] ?? Number.NaN
  if (!Number.isNaN(hit)) own.selfSharedHitBlocks = hit
  if (!Number.isNaN(read)) own.selfSharedReadBlocks = read
  if (!Number.isNaN(tempRead)) own.selfTempReadBlocks = tempRead
  if (!Number.isNaN(tempWritten)) own.selfTempWrittenBlocks = tempWritten
  if (tempWritten > 0) {
    const batches = node.rest['Hash Batches']
    if (typeof batches === 'number' && batches > 1) own.spilledBytes = tempWritten * blockBytes
  }
  if (blocks.apart.has(index) && own.totalMs === undefined) own.apart = true
}
