import type { Condition, NodeId, PlanNode } from '../model'
import { type EstimateStarts, inheritorsOf, logOf } from './estimate-starts'
import type { PlanFrame } from './frame'
import type { TableFlow } from './table-flow'

/** Errors on which less of the work depends do not matter. */
const leastWorkShare = 0.05

/** A place where rows went wrong: its inputs were estimated right, its output was not. */
export interface EstimateError {
  readonly nodeId: NodeId
  /** The node's place in the printed order. */
  readonly at: number
  readonly node: PlanNode
  /** Actual ÷ estimated rows of one execution; 0 when none came. */
  readonly ratio: number
  readonly estimatedPerLoop: number
  readonly actualPerLoop: number
  readonly loops: number
  /** What is checked at that step, as the server printed it. */
  readonly conditions: readonly Condition[]
  /** The steps above that are wrong because of it, lowest first. */
  readonly inheritedBy: readonly NodeId[]
  /** Their places in the printed order. */
  readonly inheritedAt: readonly number[]
  /** Share of the plan's work that is done in steps which depend on this number: time, else rows examined. */
  readonly workShare: number
  readonly workBasis: 'time' | 'rows'
  /** At least 5 % of the work depends on it. */
  readonly matters: boolean
}

/**
 * Where estimates go wrong (estimate-starts.ts), the one that matters most first: ordered by work that depends on the
 * wrong number × size of the error. Only for measured plans.
 */
export function estimateErrorsOf(
  frame: PlanFrame,
  starts: EstimateStarts,
  tables: () => readonly TableFlow[],
): readonly EstimateError[] {
  if (starts.starts.length === 0) return []
  const work = dependentWork(frame, tables)
  const found: EstimateError[] = []
  const weights: number[] = []
  for (const at of starts.starts) {
    const node = frame.nodes[at]
    const estimated = node?.estimate.rowsPerLoop
    if (node?.actual === undefined || estimated === undefined) continue
    const workShare = work.shareOf(at)
    const inheritedAt = inheritorsOf(starts, at)
    const ratio = node.actual.rowsPerLoop / Math.max(estimated, 1)
    weights.push(workShare * Math.min(6, Math.abs(logOf(ratio))))
    found.push({
      nodeId: node.id,
      at,
      node,
      ratio,
      estimatedPerLoop: estimated,
      actualPerLoop: node.actual.rowsPerLoop,
      loops: node.actual.loops,
      conditions: conditionsOf(node),
      inheritedBy: inheritedAt.length === 0 ? noIds : inheritedAt.flatMap((above) => frame.nodes[above]?.id ?? []),
      inheritedAt,
      workShare,
      workBasis: work.basis,
      matters: workShare >= leastWorkShare,
    })
  }
  return byWeight(found, weights)
}

/** The heaviest first; those of one weight stay in order. */
function byWeight(found: readonly EstimateError[], weights: readonly number[]): readonly EstimateError[] {
  const order = Uint32Array.from(weights, (_, place) => place)
  order.sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b)
  return Array.from(order).flatMap((place) => found[place] ?? [])
}

const noIds: readonly NodeId[] = []

/** Conditions of the step; what is only checked again is none. */
function conditionsOf({ conditions }: PlanNode): readonly Condition[] {
  return conditions.some((one) => one.checkedAt === 'recheck')
    ? conditions.filter((one) => one.checkedAt !== 'recheck')
    : conditions
}

/**
 * Work that depends on the number of rows a step gives: of all steps above it, and of the other inputs of joins above
 * it, which run or are chosen by it. Its own work is not: that is done before anybody sees its output.
 */
function dependentWork(
  frame: PlanFrame,
  tables: () => readonly TableFlow[],
): { readonly basis: 'time' | 'rows'; shareOf(at: number): number } {
  const timed = frame.numbers.some((one) => (one?.selfMs ?? 0) > 0)
  const own = new Float64Array(frame.nodes.length)
  for (let at = 0; at < own.length; at++) own[at] = (timed ? frame.numbers[at]?.selfMs : frame.out[at]?.rows) ?? 0
  if (!timed) for (const { at, read } of tables()) own[at] = read?.rows ?? 0
  const below = Float64Array.from(own)
  /** Work of the inner sides of a join: they are read as often as the outer side gives rows. */
  const inner = new Float64Array(own.length)
  for (let at = own.length - 1; at > 0; at--) {
    const above = frame.parent[at] ?? 0
    const work = below[at] ?? 0
    below[above] = (below[above] ?? 0) + work
    if (frame.nodes[at]?.relation === 'inner') inner[above] = (inner[above] ?? 0) + work
  }
  const depending = new Float64Array(own.length)
  for (let at = 1; at < own.length; at++) {
    const above = frame.parent[at] ?? 0
    const besides = frame.nodes[at]?.relation === 'outer' ? (inner[above] ?? 0) : 0
    depending[at] = (depending[above] ?? 0) + (own[above] ?? 0) + besides
  }
  const total = below[0] ?? 0
  return {
    basis: timed ? 'time' : 'rows',
    shareOf: (at) => (total <= 0 ? 0 : Math.min(1, (depending[at] ?? 0) / total)),
  }
}
