import type { NodeId, NodeMetrics } from '../model'
import { type PlanFrame, readsStoredTable } from './frame'
import { type RowCount, sumOf } from './row-count'
import { nodeTitle } from './step-words'
import type { TableFlow } from './table-flow'

/** One line of a statistics table: steps that have something in common. */
export interface StatisticsLine {
  /** The table's, index's or step's name. */
  readonly name: string
  readonly nodeIds: readonly NodeId[]
  readonly loops: RowCount | undefined
  /** Tables and indexes: rows read. Kinds of step: rows handed on. */
  readonly rows: RowCount | undefined
  /** Sum of own times of those that have one. */
  readonly selfMs: number | undefined
  readonly share: number | undefined
  readonly selfCost: number | undefined
  /** Own blocks, where the server counts them. */
  readonly hitBlocks: number | undefined
  readonly readBlocks: number | undefined
  readonly spilledBytes: number | undefined
}

export interface PlanStatistics {
  readonly byTable: readonly StatisticsLine[]
  readonly byIndex: readonly StatisticsLine[]
  readonly byKind: readonly StatisticsLine[]
}

/** What all steps on one table, through one index, or of one kind do together; those that take most come first. */
export function statisticsOf(frame: PlanFrame, tables: readonly TableFlow[]): PlanStatistics {
  const read = new Map(tables.map((one) => [one.node, one.read]))
  const byTable = new Map<string, number[]>()
  const byIndex = new Map<string, number[]>()
  const byKind = new Map<string, number[]>()
  frame.nodes.forEach((node, at) => {
    put(byKind, nodeTitle(node), at)
    const { access } = node
    if (access === undefined) return
    if (readsStoredTable(node)) put(byTable, access.schema ? `${access.schema}.${access.table}` : access.table, at)
    // An index belongs to a table: two tables may each have an index of one name.
    for (const index of access.indexes) if (access.derived !== true) put(byIndex, `${index.name} (${access.table})`, at)
  })
  const lines = (groups: ReadonlyMap<string, readonly number[]>, rowsOf: (at: number) => RowCount | undefined) =>
    [...groups].map(([name, places]) => line(frame, name, places, rowsOf)).sort(mostFirst)
  const readRows = (at: number) => {
    const node = frame.nodes[at]
    return node !== undefined && read.has(node) ? read.get(node) : frame.out[at]
  }
  return {
    byTable: lines(byTable, readRows),
    byIndex: lines(byIndex, readRows),
    byKind: lines(byKind, (at) => frame.out[at]),
  }
}

function put(groups: Map<string, number[]>, name: string, at: number): void {
  const group = groups.get(name)
  if (group === undefined) groups.set(name, [at])
  else group.push(at)
}

function line(
  frame: PlanFrame,
  name: string,
  places: readonly number[],
  rowsOf: (at: number) => RowCount | undefined,
): StatisticsLine {
  const nodes = places.flatMap((at) => frame.nodes[at] ?? [])
  const sum = (numberOf: (own: NodeMetrics) => number | undefined) => {
    let total: number | undefined
    for (const at of places) {
      const own = frame.numbers[at]
      const value = own && numberOf(own)
      if (value !== undefined) total = (total ?? 0) + value
    }
    return total
  }
  return {
    name,
    nodeIds: nodes.map((node) => node.id),
    loops: sumOf(places.map((at) => frame.loops[at])),
    rows: sumOf(places.map(rowsOf)),
    selfMs: sum((own) => own.selfMs),
    share: sum((own) => own.selfTimeFraction),
    selfCost: sum((own) => own.selfCost),
    hitBlocks: sum((own) => own.selfSharedHitBlocks),
    readBlocks: sum((own) => own.selfSharedReadBlocks),
    spilledBytes: sum((own) => own.spilledBytes),
  }
}

/** By time, else by rows, else by cost. */
function mostFirst(a: StatisticsLine, b: StatisticsLine): number {
  return (
    (b.selfMs ?? 0) - (a.selfMs ?? 0) ||
    (b.rows?.rows ?? 0) - (a.rows?.rows ?? 0) ||
    (b.selfCost ?? 0) - (a.selfCost ?? 0)
  )
}
