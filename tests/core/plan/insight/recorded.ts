import type { PlanContext } from '../../../../src/core/plan/format'
import { insightOf, type PlanInsight } from '../../../../src/core/plan/insight/plan-insight'
import { metricsOf } from '../../../../src/core/plan/metrics'
import { readPlans } from '../../../../src/core/plan/read'
import { type Recorded, recordedPlans } from '../../../contracts/fixtures'

let all: readonly Recorded[] | undefined

/** The first recorded answer of a server to a case in a format, looked into. */
export function recordedInsight(server: string, name: string, format: string, measured: boolean): PlanInsight {
  all ??= recordedPlans()
  const found = all.find(
    (one) => one.name.startsWith(`${server}/${name} `) && one.format === format && one.measured === measured,
  )
  if (found === undefined) throw new Error(`not recorded: ${server} ${name} ${format}`)
  return insightOfText(found.text, found.context)
}

/** A plan's text, looked into. */
export function insightOfText(text: string | readonly string[], context: PlanContext = {}): PlanInsight {
  const [plan] = readPlans(typeof text === 'string' ? text : text.join('\n'), context)
  if (plan === undefined) throw new Error('no plan')
  return insightOf({ plan, metrics: metricsOf(plan) })
}
