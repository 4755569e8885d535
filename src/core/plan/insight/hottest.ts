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
  let timed = 0
  let ran = 0
  for (const own of frame.numbers) if (own?.selfMs !== undefined) timed++
  for (const { actual } of frame.nodes) if (actual !== undefined && !actual.neverExecuted) ran++
  if (ran === 0 || timed < ran * timedShare) return undefined
  return largest(frame, 'time', (at) => frame.numbers[at]?.selfMs, true)
}

function byRows(frame: PlanFrame, tables: readonly TableFlow[]): Hottest | undefined {
  if (tables.length === 0 || tables.some((one) => one.read === undefined)) return undefined
  const rows: (number | undefined)[] = []
  for (const { at, read } of tables) rows[at] = read?.rows
  return largest(
    frame,
    'rows',
    (at) => rows[at],
    tables.every((one) => one.read?.measured === true),
  )
}

function byCost(frame: PlanFrame): Hottest | undefined {
  return largest(frame, 'cost', (at) => frame.numbers[at]?.selfCost, false)
}

function largest(
  frame: PlanFrame,
  basis: HeatBasis,
  numberOf: (at: number) => number | undefined,
  measured: boolean,
): Hottest | undefined {
  let total = 0
  let at = -1
  let value = Number.NEGATIVE_INFINITY
  for (let place = 0; place < frame.nodes.length; place++) {
    const own = numberOf(place)
    if (own === undefined) continue
    total += own
    if (own > value) {
      at = place
      value = own
    }
  }
  const node = frame.nodes[at]
  if (node === undefined || value <= 0) return undefined
  return { nodeId: node.id, node, basis, value, share: value / total, total, measured, loops: frame.loops[at] }
}
