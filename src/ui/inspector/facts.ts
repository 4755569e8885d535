import type { Unit } from '../../core/figures'
import type { NodeMetrics, PlanNode } from '../../core/plan/model'

/** One line of the inspector's list of numbers. */
export interface Fact {
  readonly name: string
  readonly value: number | undefined
  readonly unit: Unit
  readonly look: 'measured' | 'estimated'
  /** A second, faint figure behind the first, such as the share of the whole. */
  readonly beside?: { readonly value: number; readonly unit: Unit } | undefined
  readonly absentBecause: string
}

/** PostgreSQL's block size; other sizes exist only in self-built servers. */
const blockBytes = 8192

/** The numbers of a node, in the order in which they are asked for. Measured ones stand also when absent, with the reason. */
export function factsOf(node: PlanNode, metrics: NodeMetrics | undefined, measuredPlan: boolean): readonly Fact[] {
  const { actual, estimate } = node
  const notMeasured = actual?.neverExecuted
    ? 'The server never executed this step.'
    : measuredPlan
      ? 'The server does not report it for this step.'
      : 'Not measured. Measure runs the statement.'
  const noEstimate = node.synthetic
    ? 'The plan implies this step without printing it.'
    : 'The plan gives no estimate for this step.'
  const ran = actual && !actual.neverExecuted ? actual : undefined
  const facts: (Fact | undefined)[] = [
    {
      name: 'Rows, estimated',
      value: estimate.rowsPerLoop ?? estimate.rowsExaminedPerLoop,
      unit: 'rows',
      look: 'estimated',
      absentBecause: noEstimate,
    },
    estimate.rowsExaminedPerLoop !== undefined && estimate.rowsExaminedPerLoop !== estimate.rowsPerLoop
      ? {
          name: 'Read for them',
          value: estimate.rowsExaminedPerLoop,
          unit: 'rows',
          look: 'estimated',
          absentBecause: noEstimate,
        }
      : undefined,
    measured('Rows, measured', ran?.rowsPerLoop, 'rows', notMeasured),
    measured('Loops', actual?.loops, 'count', notMeasured),
    {
      ...measured('Time, own', metrics?.selfMs, 'ms', notMeasured),
      beside:
        metrics?.selfTimeFraction === undefined ? undefined : { value: metrics.selfTimeFraction, unit: 'fraction' },
    },
    measured('Time, total', metrics?.totalMs, 'ms', notMeasured),
    {
      name: 'Cost',
      value: estimate.subtreeCost,
      unit: 'cost',
      look: 'estimated',
      absentBecause: 'The plan gives no cost for this step.',
    },
    optional('Cost, own', metrics?.selfCost, 'cost', 'estimated'),
    optional('Rows removed', ran?.rowsFilteredPerLoop && ran.rowsFilteredPerLoop * ran.loops, 'rows', 'measured'),
    blocks('Buffers from cache', actual?.sharedHitBlocks),
    blocks('Buffers read', actual?.sharedReadBlocks),
    blocks('Temporary read', actual?.tempReadBlocks),
    blocks('Temporary written', actual?.tempWrittenBlocks),
    optional('Memory', actual?.memoryBytes, 'bytes', 'measured'),
    optional('Workers', actual?.workers, 'count', 'measured'),
    optional('Row width', estimate.rowWidthBytes, 'bytes', 'estimated'),
  ]
  return facts.filter((fact) => fact !== undefined)
}

function measured(name: string, value: number | undefined, unit: Unit, absentBecause: string): Fact {
  return { name, value, unit, look: 'measured', absentBecause }
}

function optional(name: string, value: number | undefined, unit: Unit, look: Fact['look']): Fact | undefined {
  return value === undefined ? undefined : { name, value, unit, look, absentBecause: '' }
}

function blocks(name: string, value: number | undefined): Fact | undefined {
  if (value === undefined) return undefined
  return {
    ...measured(name, value, 'count', ''),
    beside: value > 0 ? { value: value * blockBytes, unit: 'bytes' } : undefined,
  }
}
