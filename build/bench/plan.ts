import { metricsOf } from '../../src/core/plan/metrics'
import { readPlans } from '../../src/core/plan/read'
import { diagramOf } from '../../src/ui/plan/diagram-geometry'
import { flattenPlan } from '../../src/ui/plan/flat-plan'
import { generatedPlan } from './generated-plan'
import { median, ratio, rounds } from './rounds'

/** Reading and laying out big plans, as ratios to JSON.parse of the same text in the same round. */
export function benchPlans(): readonly string[] {
  return [1_000, 10_000, 20_000].flatMap((wanted) => {
    const { text, nodes } = generatedPlan(wanted)
    const [plan] = readPlans(text, {})
    if (!plan) throw new Error('the generated plan was not read')
    const times = rounds(
      {
        baseline: () => JSON.parse(text),
        read: () => readPlans(text, {}),
        metrics: () => metricsOf(plan),
        layout: () => {
          const flat = flattenPlan(plan.root)
          return diagramOf(flat, new Uint8Array(flat.nodes.length))
        },
      },
      9,
    )
    const size = `${nodes.toLocaleString('en')} nodes, ${(text.length / 1e6).toFixed(1)} MB`
    const line = (name: 'read' | 'metrics' | 'layout') =>
      `  ${name.padEnd(8)} ${median(times[name]).toFixed(1)} ms  ${ratio(times[name], times.baseline).toFixed(2)} × JSON.parse`
    return [
      `plan of ${size}: JSON.parse ${median(times.baseline).toFixed(1)} ms`,
      line('read'),
      line('metrics'),
      line('layout'),
    ]
  })
}
