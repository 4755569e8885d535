import type { NodeId, PlanNode } from '../model'
import type { PlanFrame } from './frame'
import type { RowCount } from './row-count'
import type { TableFlow } from './table-flow'

/** By what a step is the hottest: the best that the plan has. */
export type HeatBasis = 'time' | 'rows' | 'cost'

export interface Hottest {
  readonly nodeId: NodeId
  readonly node: PlanNode
  readonly basis: HeatBasis
  /** Own milliseconds, rows examined, or own cost. */
  readonly value: number
  /** Of the sum over all steps. */
  readonly share: number
  /** Sum over all steps. */
  readonly total: number
  readonly measured: boolean
  readonly loops: RowCount | undefined
}

/** Times add up to their total only when nearly every step has one; else rows decide. */
const timedShare = 0.5

/**
 * The step where the work is: by own time where the server measured it, else by rows examined (read by the access to a
 * table), else by own cost. Undefined when the plan has none of these numbers, or only zeros.
 */
export function hottestOf(frame: PlanFrame, tables: readonly TableFlow[]): Hottest | undefined {
  return byTime(frame) ?? byRows(frame, tables) ?? byCost(frame)
}

function byTime(frame: PlanFrame): Hottest | undefined {
  const timed = frame.numbers.filter((own) => own?.selfMs !== undefined).length
  const ran = frame.nodes.filter((node) => node.actual !== undefined && !node.actual.neverExecuted).length
  if (ran === 0 || timed < ran * timedShare) return undefined
  return largest(frame, 'time', (at) => frame.numbers[at]?.selfMs, true)
}

function byRows(frame: PlanFrame, tables: readonly TableFlow[]): Hottest | undefined {
  if (tables.length === 0 || tables.some((one) => one.read === undefined)) return undefined
  const rows = new Map(tables.map((one) => [one.node, one.read?.rows]))
  return largest(
    frame,
    'rows',
    (_, node) => rows.get(node),
    tables.every((one) => one.read?.measured === true),
  )
}

function byCost(frame: PlanFrame): Hottest | undefined {
  return largest(frame, 'cost', (at) => frame.numbers[at]?.selfCost, false)
}

function largest(
  frame: PlanFrame,
  basis: HeatBasis,
  numberOf: (at: number, node: PlanNode) => number | undefined,
  measured: boolean,
): Hottest | undefined {
  let total = 0
  let best: { readonly at: number; readonly value: number } | undefined
  frame.nodes.forEach((node, at) => {
    const value = numberOf(at, node)
    if (value === undefined) return
    total += value
    if (best === undefined || value > best.value) best = { at, value }
  })
  const node = best && frame.nodes[best.at]
  if (best === undefined || node === undefined || best.value <= 0) return undefined
  const { at, value } = best
  return { nodeId: node.id, node, basis, value, share: value / total, total, measured, loops: frame.loops[at] }
}
