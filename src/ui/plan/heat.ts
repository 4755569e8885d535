import { exhausted } from '../../core/errors'
import { figure, formatFraction } from '../../core/figures'
import type { NodeMetrics, PlanNode } from '../../core/plan/model'
import { type HeatMetric, heatMetrics } from '../state/atoms'
import type { FlatMetrics, FlatPlan } from './flat-plan'
import { rowsHandled } from './rows'

/** 0 is the ground (calm parts vanish), 6 the strongest colour. */
export type HeatStep = 0 | 1 | 2 | 3 | 4 | 5 | 6
const steps: readonly HeatStep[] = [0, 1, 2, 3, 4, 5, 6]

/** One node's number under the chosen metric. */
export interface HeatCell {
  readonly metric: HeatMetric
  readonly step: HeatStep
  /** Milliseconds, rows, cost, or actual ÷ estimated rows. */
  readonly value: number
  /** For sorting: the hottest first. The share of the whole, or the size of an error. */
  readonly weight: number
  readonly measured: boolean
}

/** A cell in words; made only for cells that are drawn, as formatting costs more than all the rest. */
export interface HeatWords {
  /** First line: the number itself. */
  readonly text: string
  /** Second line: the share of the whole, or the direction of an error. */
  readonly detail: string
  /** The whole number with its unit, for the tooltip. */
  readonly exact: string
}

export function heatWords(cell: HeatCell): HeatWords {
  if (cell.metric === 'estimate-error') {
    const { text, exact } = figure(cell.value, 'ratio')
    const detail = cell.value >= 2 ? 'too low' : cell.value <= 0.5 ? 'too high' : 'close'
    return { text, detail, exact: `estimate ${detail}, ${exact}` }
  }
  const { unit, what } = shareUnits[cell.metric]
  const { text, exact } = figure(cell.value, unit)
  const detail = formatFraction(cell.weight)
  return {
    text: cell.measured ? text : `≈ ${text}`,
    detail,
    exact: `${what}: ${cell.measured ? '' : 'estimated '}${exact}, ${detail} of the plan`,
  }
}

const shareUnits = {
  time: { unit: 'ms', what: 'own time' },
  rows: { unit: 'rows', what: 'rows handled' },
  cost: { unit: 'cost', what: 'own cost' },
} as const

/** Shares of the whole at which the next colour starts: fixed, so that two plans can be compared by eye. */
const shareBounds = [0.005, 0.03, 0.08, 0.15, 0.3, 0.5]
/** Factors between estimate and truth at which the next colour starts; from 10 on plans go wrong. */
const errorBounds = [2, 4, 10, 30, 100, 1000]

function stepFrom(value: number, bounds: readonly number[]): HeatStep {
  let reached = 0
  // Asked for every node of a plan: by place, which makes no iterator.
  while (reached < bounds.length && value >= (bounds[reached] ?? 0)) reached++
  return steps[reached] ?? 0
}

/** Colour of a share of the whole, 0…1. */
export function stepOfShare(share: number): HeatStep {
  return stepFrom(share, shareBounds)
}

/** Colour of actual ÷ estimated rows; twice too many is as bad as half. */
export function stepOfRatio(ratio: number): HeatStep {
  return stepFrom(ratio > 0 ? Math.max(ratio, 1 / ratio) : Number.POSITIVE_INFINITY, errorBounds)
}

/** What stands at the two ends of the ramp. */
export function legendOf(metric: HeatMetric): { readonly low: string; readonly high: string } {
  switch (metric) {
    case 'time':
      return { low: '0 %', high: '100 % of time' }
    case 'rows':
      return { low: '0 %', high: '100 % of rows' }
    case 'cost':
      return { low: '0 %', high: '100 % of cost' }
    case 'estimate-error':
      return { low: '×1', high: '×1,000 off' }
    default:
      return exhausted(metric)
  }
}

/**
 * Heat of each node, at its index in the flat plan; absent where the plan has no number.
 * @param stoppedEarly nodes whose estimate cannot be judged from above, see cut-short.ts
 */
export function heatOf(
  metric: HeatMetric,
  flat: Pick<FlatPlan, 'nodes'>,
  metrics: FlatMetrics,
  stoppedEarly: readonly boolean[] = [],
): readonly (HeatCell | undefined)[] {
  const { nodes } = flat
  switch (metric) {
    case 'time':
      return nodes.map((_, at) => {
        const own = metrics[at]
        if (own?.selfMs === undefined || own.selfTimeFraction === undefined) return undefined
        const share = own.selfTimeFraction
        return { metric, step: stepOfShare(share), weight: share, value: own.selfMs, measured: true }
      })
    case 'estimate-error':
      return nodes.map((node, at) => {
        const one = numberOf(metric, node, metrics[at])
        if (!one || (one.value < 1 && stoppedEarly[at])) return undefined
        const weight = one.value > 0 ? Math.abs(Math.log(one.value)) : Number.MAX_VALUE
        return { metric, step: stepOfRatio(one.value), weight, ...one }
      })
    case 'rows':
    case 'cost': {
      const values = nodes.map((node, at) => numberOf(metric, node, metrics[at]))
      let whole = 0
      for (const one of values) whole += one?.value ?? 0
      return values.map((one) => {
        if (!one) return undefined
        const share = whole === 0 ? 0 : one.value / whole
        return { metric, step: stepOfShare(share), weight: share, value: one.value, measured: one.measured }
      })
    }
    default:
      return exhausted(metric)
  }
}

/** The number of one node under a metric. */
function numberOf(
  metric: HeatMetric,
  node: PlanNode,
  metrics: NodeMetrics | undefined,
): { readonly value: number; readonly measured: boolean } | undefined {
  switch (metric) {
    case 'time':
      return metrics?.selfMs === undefined || metrics.selfTimeFraction === undefined
        ? undefined
        : { value: metrics.selfMs, measured: true }
    case 'rows':
      return rowsHandled(node, metrics)
    case 'cost':
      return metrics?.selfCost === undefined ? undefined : { value: metrics.selfCost, measured: false }
    case 'estimate-error':
      return metrics?.rowsRatio === undefined ? undefined : { value: metrics.rowsRatio, measured: true }
    default:
      return exhausted(metric)
  }
}

/** Weights of cells as numbers; 0 where there is no cell. */
export function weightsOf(cells: readonly (HeatCell | undefined)[], count: number): Float64Array {
  const weights = new Float64Array(count)
  for (let at = 0; at < count; at++) weights[at] = cells[at]?.weight ?? 0
  return weights
}

/** Metrics that this plan has numbers for, in the order of the list. */
export function offeredMetrics(flat: Pick<FlatPlan, 'nodes'>, metrics: FlatMetrics): readonly HeatMetric[] {
  return heatMetrics.filter((metric) => flat.nodes.some((node, at) => numberOf(metric, node, metrics[at])))
}

/** The chosen metric where the plan has it, else the best that it has: time, then rows. */
export function usableMetric(chosen: HeatMetric, offered: readonly HeatMetric[]): HeatMetric {
  return offered.includes(chosen) ? chosen : (offered[0] ?? chosen)
}
