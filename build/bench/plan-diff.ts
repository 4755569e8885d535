import { alignPlans } from '../../src/core/plan/diff/align'
import { diffPlans } from '../../src/core/plan/diff/diff-plans'
import { metricsOf } from '../../src/core/plan/metrics'
import { readPlans } from '../../src/core/plan/read'
import { generatedPlan } from './generated-plan'
import { median, ratio, rounds } from './rounds'

/** Two plans of 20,000 nodes each, the second with another table order and other indexes, as ratios to JSON.parse. */
export function benchPlanDiff(): readonly string[] {
  const { text, nodes } = generatedPlan(20_000)
  const [a] = readPlans(text, {})
  const [b] = readPlans(text.replaceAll('Index Scan', 'Seq Scan').replaceAll('_1"', '_2"'), {})
  if (!a || !b) throw new Error('the generated plan was not read')
  const inputA = { plan: a, metrics: metricsOf(a) }
  const inputB = { plan: b, metrics: metricsOf(b) }
  const diff = diffPlans(inputA, inputB)
  const times = rounds(
    {
      baseline: () => JSON.parse(text),
      diff: () => diffPlans(inputA, inputB),
      align: () => alignPlans(a, b, diff),
    },
    9,
  )
  const line = (name: 'diff' | 'align') =>
    `  ${name.padEnd(8)} ${median(times[name]).toFixed(1)} ms  ${ratio(times[name], times.baseline).toFixed(2)} × JSON.parse`
  return [
    `difference of two plans of ${nodes.toLocaleString('en')} nodes, ${diff.matches.length.toLocaleString('en')} matched`,
    line('diff'),
    line('align'),
  ]
}
