import { metricsOf } from '../../core/plan/metrics'
import { showPlans } from '../compare/tabs'
import { fillSlot } from '../plan-diff/actions'
import { shownBlocked, shownOrder, tellUnanswered } from '../state/actions/shown-analysis'
import { beginWork } from '../state/actions/work'
import { connectionAtom, resultAtom } from '../state/atoms'
import { attempt } from '../state/service'
import { happenedAtom } from '../state/session'
import { store } from '../state/store'
import { type AskedIndex, type Measured, measuredAtom, measuredKey } from './atoms'

/** Why the choice cannot be taken away here; undefined where it can. */
export function takeAwayBlocked(): string | undefined {
  if (store.get(resultAtom).state !== 'analysis')
    return 'A pasted trace has no server to ask. Explain the statement on a connection.'
  if (store.get(connectionAtom)?.production)
    return 'It runs the statement, and this is a production server. Use a replica or the sandbox.'
  return shownBlocked()
}

/** Takes the optimizer's choice away by a hint, and has both statements run under guard. */
export async function takeAway(asked: AskedIndex, hint: 'force' | 'ignore', consent = false): Promise<void> {
  const order = takeAwayBlocked() === undefined ? await shownOrder() : undefined
  if (!order) return
  const { request } = order
  const key = measuredKey(request.sql, asked)
  const note = (measured: Measured | undefined) => {
    const next = new Map(store.get(measuredAtom))
    if (measured) next.set(key, measured)
    else next.delete(key)
    store.set(measuredAtom, next)
  }
  note({ state: 'running' })
  const work = beginWork('Taking the choice away')
  const outcome = await attempt(
    'whynot.measure',
    {
      ...request,
      table: asked.table,
      index: asked.index,
      hint,
      consent,
    },
    { signal: work.signal, onEvent: work.onEvent },
  )
  work.end()
  if (outcome.ok) {
    note({ state: 'done', result: outcome.reply })
    store.set(happenedAtom, { text: `Measured with and without ${asked.index}`, good: true })
    return
  }
  const { fault } = outcome
  const back = tellUnanswered(fault, () => void takeAway(asked, hint, true))
  note(back ? undefined : { state: 'refused', message: fault.message, hint: fault.hint })
}

/** Puts both measured sides into Compare. */
export function compareSides({ result }: Extract<Measured, { state: 'done' }>): void {
  const sides = [
    { name: 'as it is', analysis: result.asIsAnalysis },
    { name: `${result.hint === 'force' ? 'with' : 'without'} ${result.index}`, analysis: result.changedAnalysis },
  ]
  for (const [slot, { name, analysis }] of sides.entries()) {
    const plan = analysis?.plans[0]
    if (!analysis || !plan) continue
    fillSlot(slot, {
      name,
      from: 'tab',
      plan,
      metrics: analysis.metrics[0] ?? metricsOf(plan),
      sql: analysis.sql,
      traceText: analysis.traceText,
    })
  }
  showPlans()
}
