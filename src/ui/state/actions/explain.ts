import type { Analysis } from '../../../core/analysis/model'
import type { Fault } from '../../../core/errors'
import { formatTime } from '../../kit/format'
import { connectionAtom, lostConnectionAtom, type Result, resultAtom, screenAtom, selectionAtom } from '../atoms'
import { ranAtom } from '../buffers'
import { attempt } from '../service'
import { activityAtom, dialogAtom, happenedAtom } from '../session'
import { store } from '../store'
import { refreshHistory } from './history'
import { beginWork } from './work'

/** A statement in a tab: its text, and where it begins there. */
export interface Chosen {
  readonly bufferId: string
  readonly text: string
  readonly start: number
}

/** What to do once there is a connection. */
let afterConnecting: (() => void) | undefined

/** Runs what waited for a connection. */
export function continueAfterConnecting(): void {
  const next = afterConnecting
  afterConnecting = undefined
  next?.()
}

/** Asks the server how it would run the statement; with `measure` also runs it under guard. */
export async function explain(chosen: Chosen, options: { measure: boolean; consent?: boolean }): Promise<void> {
  const connection = store.get(connectionAtom)
  if (!connection) {
    afterConnecting = () => void explain(chosen, options)
    store.set(dialogAtom, { kind: 'connect', because: 'Explain needs a server. The statement stays as it is.' })
    return
  }
  const before = store.get(resultAtom)
  const work = beginWork(options.measure ? 'Measuring' : 'Explaining')
  const startedAt = Date.now()
  store.set(screenAtom, 'analyze')
  store.set(ranAtom, chosen)
  store.set(resultAtom, {
    state: 'waiting',
    asked: chosen.text,
    startedAt,
    progress: { text: options.measure ? 'Measuring' : 'Explaining' },
  })
  const outcome = await attempt(
    'analyze.run',
    {
      connectionId: connection.connectionId,
      sql: chosen.text,
      measure: options.measure,
      trace: connection.capabilities.some((each) => each.name === 'optimizer-trace' && each.available),
      consent: options.consent ?? false,
    },
    {
      signal: work.signal,
      onEvent: (progress) => {
        work.onEvent(progress)
        if (store.get(activityAtom))
          store.set(resultAtom, { state: 'waiting', asked: chosen.text, startedAt, progress })
      },
    },
  )
  work.end()
  // Another run took over: its result is the one to show.
  if (store.get(ranAtom) !== chosen) return
  const took = formatTime(Date.now() - startedAt)
  if (outcome.ok) {
    showAnalysis(outcome.reply, chosen.text)
    store.set(happenedAtom, { text: `${options.measure ? 'Measured' : 'Explained'} in ${took}`, good: true })
    void refreshHistory()
    return
  }
  showFault(outcome.fault, chosen, options, before.state === 'waiting' ? { state: 'empty' } : before)
}

/** Shows an analysis and selects the node that its verdict speaks of. */
export function showAnalysis(analysis: Analysis, asked: string): void {
  store.set(resultAtom, { state: 'analysis', asked, analysis })
  const nodeId =
    analysis.verdict.facts.find((fact) => fact.nodeId !== undefined)?.nodeId ??
    analysis.keyUse.find((use) => use.chosen && use.planIndex === 0)?.nodeId
  store.set(selectionAtom, nodeId === undefined ? { planIndex: 0 } : { planIndex: 0, nodeId })
}

function showFault(fault: Fault, chosen: Chosen, options: { measure: boolean }, before: Result): void {
  if (fault.code === 'cancelled') {
    store.set(resultAtom, before)
    store.set(happenedAtom, { text: 'Stopped, on the server too', good: true })
    return
  }
  if (fault.code === 'needs-consent' && fault.card) {
    store.set(resultAtom, before)
    store.set(dialogAtom, {
      kind: 'consent',
      card: fault.card,
      production: store.get(connectionAtom)?.production ?? false,
      send: () => void explain(chosen, { ...options, consent: true }),
    })
    return
  }
  if (fault.code === 'lost-connection' || fault.code === 'unknown-connection')
    store.set(lostConnectionAtom, fault.server?.message ?? fault.message)
  store.set(resultAtom, { state: 'refused', asked: chosen.text, fault })
  store.set(happenedAtom, { text: `Refused${fault.server ? `, ${fault.server.errno}` : ''}`, good: false })
}
