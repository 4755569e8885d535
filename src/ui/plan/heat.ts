import { exhausted } from '../../core/errors'
import type { PlanMetrics } from '../../core/plan/model'
import { figure } from '../kit/format'
import { type HeatMetric, heatMetrics } from '../state/atoms'
import type { FlatPlan } from './flat-plan'
import { rowsHandled } from './rows'

/** 0 is the ground (calm parts vanish), 6 the strongest colour. */
export type HeatStep = 0 | 1 | 2 | 3 | 4 | 5 | 6
const steps: readonly HeatStep[] = [0, 1, 2, 3, 4, 5, 6]

/** One node's number under the chosen metric. */
export interface HeatCell {
  readonly step: HeatStep
  /** First line: the number itself. */
  readonly text: string
  /** Second line: the share of the whole, or the direction of an error. */
  readonly detail: string
  /** The whole number with its unit, for the tooltip. */
  readonly exact: string
  /** For sorting: the hottest first. */
  readonly weight: number
  readonly measured: boolean
}

/** Shares of the whole at which the next colour starts: fixed, so that two plans can be compared by eye. */
const shareBounds = [0.005, 0.03, 0.08, 0.15, 0.3, 0.5]
/** Factors between estimate and truth at which the next colour starts; from 10 on plans go wrong. */
const errorBounds = [2, 4, 10, 30, 100, 1000]

function stepFrom(value: number, bounds: readonly number[]): HeatStep {
  return steps[bounds.filter((bound) => value >= bound).length] ?? 0
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

/** Heat of each node, at its index in the flat plan; absent where the plan has no number. */
export function heatOf(metric: HeatMetric, flat: FlatPlan, metrics: PlanMetrics): readonly (HeatCell | undefined)[] {
  switch (metric) {
    case 'time':
      return flat.nodes.map((node) => {
        const own = metrics[node.id]
        if (own?.selfMs === undefined || own.selfTimeFraction === undefined) return undefined
        return shareCell(own.selfMs, own.selfTimeFraction, 'ms', 'own time', true)
      })
    case 'rows':
      return shares(
        flat.nodes.map((node) => rowsHandled(node, metrics[node.id])),
        'rows',
        'rows handled',
      )
    case 'cost':
      return shares(
        flat.nodes.map((node) => {
          const value = metrics[node.id]?.selfCost
          return value === undefined ? undefined : { value, measured: false }
        }),
        'cost',
        'own cost',
      )
    case 'estimate-error':
      return flat.nodes.map((node) => {
        const ratio = metrics[node.id]?.rowsRatio
        if (ratio === undefined) return undefined
        const { text, exact } = figure(ratio, 'ratio')
        const detail = ratio >= 2 ? 'too low' : ratio <= 0.5 ? 'too high' : 'close'
        const weight = ratio > 0 ? Math.abs(Math.log(ratio)) : Number.MAX_VALUE
        return { step: stepOfRatio(ratio), text, detail, exact: `estimate ${detail}, ${exact}`, weight, measured: true }
      })
    default:
      return exhausted(metric)
  }
}

/** Metrics that this plan has numbers for, in the order of the list. */
export function offeredMetrics(flat: FlatPlan, metrics: PlanMetrics): readonly HeatMetric[] {
  return heatMetrics.filter((metric) => heatOf(metric, flat, metrics).some((cell) => cell !== undefined))
}

/** The chosen metric where the plan has it, else the best that it has: time, then rows. */
export function usableMetric(chosen: HeatMetric, offered: readonly HeatMetric[]): HeatMetric {
  return offered.includes(chosen) ? chosen : (offered[0] ?? chosen)
}

function shares(
  values: readonly ({ readonly value: number; readonly measured: boolean } | undefined)[],
  unit: 'rows' | 'cost',
  what: string,
): readonly (HeatCell | undefined)[] {
  let whole = 0
  for (const one of values) whole += one?.value ?? 0
  return values.map((one) => one && shareCell(one.value, whole === 0 ? 0 : one.value / whole, unit, what, one.measured))
}

function shareCell(
  value: number,
  share: number,
  unit: 'ms' | 'rows' | 'cost',
  what: string,
  measured: boolean,
): HeatCell {
  const { text, exact } = figure(value, unit)
  const percent = figure(share, 'fraction')
  return {
    step: stepOfShare(share),
    text: measured ? text : `≈ ${text}`,
    detail: percent.text,
    exact: `${what}: ${measured ? '' : 'estimated '}${exact}, ${percent.text} of the plan`,
    weight: share,
    measured,
  }
}
