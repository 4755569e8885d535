import type { NodeMetrics, PlanNode } from '../../core/plan/model'

/** A number that is either believed or counted; the two are never drawn alike. */
export interface Counted {
  readonly value: number
  readonly measured: boolean
  /** The figure is for one execution of the node, and how often it runs is not known. */
  readonly perLoop?: boolean
}

/** Rows that the node hands to its parent: all loops together where measured, else one execution's estimate. */
export function rowsOut(node: PlanNode, metrics: NodeMetrics | undefined): Counted | undefined {
  if (node.actual) {
    const total = metrics?.totalRows ?? node.actual.rowsPerLoop * node.actual.loops
    return { value: total, measured: true }
  }
  const { rowsPerLoop, rowsExaminedPerLoop } = node.estimate
  const value = rowsPerLoop ?? rowsExaminedPerLoop
  return value === undefined ? undefined : { value, measured: false, perLoop: node.relation === 'inner' }
}

/** Rows that the node looks at, also those that it then drops. */
export function rowsHandled(node: PlanNode, metrics: NodeMetrics | undefined): Counted | undefined {
  const out = rowsOut(node, metrics)
  if (node.actual && out) {
    return { value: out.value + (node.actual.rowsFilteredPerLoop ?? 0) * node.actual.loops, measured: true }
  }
  const examined = node.estimate.rowsExaminedPerLoop
  return examined === undefined ? out : { value: examined, measured: false, perLoop: node.relation === 'inner' }
}

/** The part of the handled rows that a condition drops after they were read. */
export interface ThrownAway {
  readonly fraction: number
  readonly rows: number
  readonly measured: boolean
}

/** What is read for nothing: `rows removed ÷ (rows removed + rows kept)`; estimated, `1 − kept fraction`. */
export function thrownAway(node: PlanNode, metrics: NodeMetrics | undefined): ThrownAway | undefined {
  if (node.actual) {
    const dropped = (node.actual.rowsFilteredPerLoop ?? 0) * node.actual.loops
    const handled = rowsHandled(node, metrics)
    if (dropped === 0 || !handled) return undefined
    return { fraction: dropped / handled.value, rows: dropped, measured: true }
  }
  const { keptFraction, rowsExaminedPerLoop } = node.estimate
  if (keptFraction === undefined || rowsExaminedPerLoop === undefined || keptFraction >= 1) return undefined
  return { fraction: 1 - keptFraction, rows: rowsExaminedPerLoop * (1 - keptFraction), measured: false }
}
