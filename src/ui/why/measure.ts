import { metricsOf } from '../../core/plan/metrics'
import { showPlans } from '../compare/tabs'
import { mayAskValues } from '../editor/may-ask-values'
import { fillSlot } from '../plan-diff/actions'
import { beginWork } from '../state/actions/work'
import { connectionAtom, resultAtom } from '../state/atoms'
import { attempt } from '../state/service'
import { dialogAtom, happenedAtom } from '../state/session'
import { store } from '../state/store'
import { type AskedIndex, type Measured, measuredAtom, measuredKey } from './atoms'

/** Why the choice cannot be taken away here; undefined where it can. */
export function takeAwayBlocked(): string | undefined {
  const result = store.get(resultAtom)
  const connection = store.get(connectionAtom)
  if (result.state !== 'analysis') return 'A pasted trace has no server to ask. Explain the statement on a connection.'
  if (!connection) return 'Nothing is connected.'
  if (connection.engine.family !== 'mysql') return 'This statement was explained on another kind of server.'
  if (connection.production)
    return 'It runs the statement, and this is a production server. Use a replica or the sandbox.'
  return undefined
}

/** Takes the optimizer's choice away by a hint, and has both statements run under guard. */
export async function takeAway(asked: AskedIndex, hint: 'force' | 'ignore', consent = false): Promise<void> {
  const result = store.get(resultAtom)
  const connection = store.get(connectionAtom)
  if (result.state !== 'analysis' || !connection || takeAwayBlocked() !== undefined) return
  const { sql } = result.analysis
  const key = measuredKey(sql, asked)
  const note = (measured: Measured | undefined) => {
    const next = new Map(store.get(measuredAtom))
    if (measured) next.set(key, measured)
    else next.delete(key)
    store.set(measuredAtom, next)
  }
  const values = mayAskValues.test(sql)
    ? (await (await import('../editor/asked-values')).valuesFor(sql)).values
    : undefined
  note({ state: 'running' })
  const work = beginWork('Taking the choice away')
  const outcome = await attempt(
    'whynot.measure',
    {
      connectionId: connection.connectionId,
      sql,
      ...(values && {
        values: { positional: [...(values.positional ?? [])], named: { ...(values.named ?? {}) } },
      }),
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
  if (fault.code === 'needs-consent' && fault.card) {
    note(undefined)
    store.set(dialogAtom, {
      kind: 'consent',
      card: fault.card,
      production: connection.production,
      send: () => void takeAway(asked, hint, true),
    })
    return
  }
  if (fault.code === 'cancelled') {
    note(undefined)
    store.set(happenedAtom, { text: 'Stopped, on the server too', good: true })
    return
  }
  note({ state: 'refused', message: fault.message, hint: fault.hint })
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
