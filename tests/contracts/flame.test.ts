// Protects the icicle of every recorded plan: nothing wider than what is above it, no part twice, each exception said.
import { describe, expect, test } from 'vitest'
import { planFormats } from '../../src/core/plan/formats'
import { metricsOf } from '../../src/core/plan/metrics'
import { readPlans } from '../../src/core/plan/read'
import { type FlameLayout, layoutFlame, roundingShare } from '../../src/ui/flame/flame-layout'
import { type FlameMetric, type FlameValues, flameValues, offeredFlameMetrics } from '../../src/ui/flame/flame-values'
import { type FlameFacts, flameReasons } from '../../src/ui/flame/flame-words'
import { flattenMetrics, flattenPlan } from '../../src/ui/plan/flat-plan'
import { recordedPlans, servers } from './fixtures'

interface Icicle {
  readonly name: string
  readonly metric: FlameMetric
  readonly facts: FlameFacts
  readonly values: FlameValues
  readonly layout: FlameLayout
}

const icicles: readonly (Icicle & { readonly server: string })[] = recordedPlans()
  .filter(({ format }) => planFormats.some(({ id }) => id === format))
  .flatMap((recorded) => {
    return readPlans(recorded.text, recorded.context).flatMap((plan) => {
      const flat = flattenPlan(plan.root)
      const metrics = flattenMetrics(flat, metricsOf(plan))
      return offeredFlameMetrics(flat, metrics).map((metric) => {
        const values = flameValues(metric, flat, metrics)
        const layout = layoutFlame(values)
        const name = `${recorded.name} (${recorded.format}) by ${metric}`
        return { server: recorded.server, name, metric, values, layout, facts: { flat, metrics, values, layout } }
      })
    })
  })

describe.each(servers)('%s', (server) => {
  const own = icicles.filter((icicle) => icicle.server === server)

  test('has recordings to draw', () => {
    expect(own.length).toBeGreaterThan(50)
  })

  test('nothing is wider than what is above it, and siblings do not overlap', () => {
    const wrong = own.flatMap(({ name, values, layout }) =>
      Array.from(values.parent).flatMap((above, at) => {
        const slack = layout.total * 1e-9
        const right = (layout.start[at] ?? 0) + (layout.width[at] ?? 0)
        const end = above === -1 ? layout.total : (layout.start[above] ?? 0) + (layout.width[above] ?? 0)
        const next = layout.nextSibling[at] ?? -1
        return right > end + slack || (next !== -1 && right > (layout.start[next] ?? 0) + slack)
          ? [`${name} ${at}`]
          : []
      }),
    )
    expect(wrong).toEqual([])
  })

  test('a width that is not the number says why', () => {
    const unsaid = own.flatMap(({ name, values, layout, facts }) =>
      facts.flat.nodes.flatMap((node, at) => {
        const told = values.value[at] ?? Number.NaN
        const slack = layout.total * 1e-9
        const asTold = Math.abs((layout.width[at] ?? 0) - told) <= told * roundingShare * 1.001 + slack
        return asTold || flameReasons(facts, at).length > 0 ? [] : [`${name} ${node.id}`]
      }),
    )
    expect(unsaid).toEqual([])
  })
})
