import { exhausted } from '../../core/errors'
import { figure, formatCount, formatFraction, type Unit } from '../../core/figures'
import type { FlatMetrics, FlatPlan } from '../plan/flat-plan'
import { nodeTitle } from '../plan/node-text'
import type { FlameLayout } from './flame-layout'
import type { FlameMetric, FlameValues } from './flame-values'

/** Numbers of the icicle in words: what a node's width is, how it was worked out, and why it is hatched. */

export const flameMetricTitles: Record<FlameMetric, string> = { time: 'Time', rows: 'Rows', cost: 'Cost' }
export const flameUnits = { time: 'ms', rows: 'rows', cost: 'cost' } as const satisfies Record<FlameMetric, Unit>

/** Everything about the icicle that its words are made of. */
export interface FlameFacts {
  readonly flat: FlatPlan
  readonly metrics: FlatMetrics
  readonly values: FlameValues
  readonly layout: FlameLayout
}

/** `413 ms`, `≈ 1,240`; the number with everything below, or a word where there is none. */
export function wholeText({ flat, values, layout }: FlameFacts, at: number): string {
  const value = values.value[at] ?? Number.NaN
  if (flat.nodes[at]?.actual?.neverExecuted) return 'never executed'
  if (Number.isNaN(value)) return layout.basis[at] === 'inputs' ? 'inputs' : '–'
  const text = figure(value, flameUnits[values.metric]).text
  return values.measured ? text : `≈ ${text}`
}

/** Own part of the node ÷ own parts of all nodes; undefined where it is not known. */
export function ownShare({ values }: FlameFacts, at: number, wholeOwn: number): number | undefined {
  const own = values.own[at] ?? Number.NaN
  return Number.isNaN(own) || wholeOwn <= 0 ? undefined : own / wholeOwn
}

/** Sum of all own parts: what shares are of. */
export function sumOfOwn(values: FlameValues): number {
  let sum = 0
  for (const own of values.own) if (!Number.isNaN(own)) sum += own
  return sum
}

/** One line each: the number with everything below and its own part, exact, with their formulas. */
export function flameFormulas(facts: FlameFacts, at: number, wholeOwn: number): readonly string[] {
  const { flat, values } = facts
  const node = flat.nodes[at]
  if (!node) return []
  const lines: string[] = []
  const value = values.value[at] ?? Number.NaN
  const own = values.own[at] ?? Number.NaN
  const unit = flameUnits[values.metric]
  const exact = (number: number) => `${values.measured ? '' : '≈ '}${figure(number, unit).exact}`
  if (!Number.isNaN(value)) lines.push(`With all below: ${exact(value)}${wholeFormula(facts, at)}`)
  if (!Number.isNaN(own)) {
    const share = ownShare(facts, at, wholeOwn)
    lines.push(`Own: ${exact(own)}${share === undefined ? '' : `, ${formatFraction(share)} of the plan`}`)
    lines.push(ownFormula(values.metric))
  } else if (!Number.isNaN(value)) {
    lines.push('Own: not known, as the inputs say more than the step itself.')
  }
  return lines
}

function wholeFormula({ flat, metrics }: FlameFacts, at: number): string {
  const node = flat.nodes[at]
  const perLoop = node?.actual?.lastRowMsPerLoop
  const loops = node?.actual?.loops ?? 1
  const total = metrics[at]?.totalMs
  if (perLoop === undefined || total === undefined || total === 0) return ''
  const processes = (perLoop * loops) / total
  if (loops === 1 && Math.abs(processes - 1) < 0.001) return ''
  const several =
    Math.abs(processes - 1) < 0.001 ? '' : ` ÷ ${formatCount(Math.round(processes * 100) / 100)} processes`
  return ` = ${figure(perLoop, 'ms').exact} × ${formatCount(loops)} loops${several}`
}

function ownFormula(metric: FlameMetric): string {
  switch (metric) {
    case 'time':
      return 'Own time = time of the step − time of its inputs, and of plans that run once inside it.'
    case 'cost':
      return 'Own cost = cost with all below − cost of the inputs; an inner side is priced for one run.'
    case 'rows':
      return 'Own rows = rows that the step looks at, given on or dropped.'
    default:
      return exhausted(metric)
  }
}

/** Why a node is hatched or stands elsewhere than in the plan's tree; empty for most. */
export function flameReasons({ flat, values, layout }: FlameFacts, at: number): readonly string[] {
  const reasons: string[] = []
  const node = flat.nodes[at]
  const word = { time: 'time', rows: 'row count', cost: 'cost' }[values.metric]
  if (node?.actual?.neverExecuted) reasons.push('Never executed: planned, but not needed. Its width says nothing.')
  else if (values.metric === 'cost' && (node?.estimate.subtreeCost ?? 0) < 0) {
    reasons.push(`The server says ${figure(node?.estimate.subtreeCost ?? 0, 'cost').exact}, which no step costs.`)
  } else if (layout.basis[at] === 'inputs') {
    reasons.push(`The plan gives no ${word} of its own for this step: it is as wide as its inputs.`)
  } else if (layout.basis[at] === 'unknown') reasons.push(`The plan gives no ${word} here: the width says nothing.`)
  const narrowedBy = layout.narrowedBy[at] ?? -1
  if (narrowedBy !== -1) {
    const above = flat.nodes[narrowedBy]
    const part = formatFraction(layout.fit[at] ?? 1)
    const why =
      values.metric === 'cost' && above?.operator === 'limit'
        ? 'a limit is priced for a part of its input only'
        : 'it says less than its inputs together'
    reasons.push(`Drawn at ${part} of its width to fit under ${above ? nodeTitle(above) : 'the step above'}: ${why}.`)
  }
  if (values.oneRun.has(at)) reasons.push('Rows of one run; the plan does not tell how often it runs.')
  const reader = values.ranIn.get(at)
  if (reader === -1) reasons.push('Runs outside of every step, while rows go to the client: it stands beside the plan.')
  else if (reader !== undefined && reader !== flat.parent[at]) {
    const inside = flat.nodes[reader]
    const owner = flat.nodes[flat.parent[at] ?? -1]
    reasons.push(
      `Runs once, inside ${inside ? nodeTitle(inside) : 'the step above'}, which first needs it; the plan prints it below ${owner ? nodeTitle(owner) : 'the top'}.`,
    )
  }
  return reasons
}

/** True for nodes whose width is not simply their number; of a subtree that was made narrow, its topmost node only. */
export function isHatched({ values, layout }: Pick<FlameFacts, 'values' | 'layout'>, at: number): boolean {
  const narrowedBy = layout.narrowedBy[at] ?? -1
  const narrowed = narrowedBy !== -1 && narrowedBy === values.parent[at]
  return layout.basis[at] !== 'told' || narrowed || values.oneRun.has(at)
}
