import type { Analysis } from '../../../core/analysis/model'
import type { Fault } from '../../../core/errors'
import { formatTime } from '../../../core/figures'
import type { PlaceholderValues } from '../../../core/sql/edits/placeholder-values'
import type { Progress } from '../../../service/api'
import { mayAskValues } from '../../editor/may-ask-values'
import { connectionAtom, lostConnectionAtom, type Result, resultAtom, screenAtom, selectionAtom } from '../atoms'
import { ranAtom, ranOfAtom, tabResultAtom } from '../buffers'
import { attempt } from '../service'
import { activityAtom, dialogAtom, happenedAtom } from '../session'
import { store } from '../store'
import { valuesWantedAtom } from '../value-entries'
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

interface ExplainOptions {
  readonly measure: boolean
  readonly consent?: boolean
  /** Also counts the values that would settle an advice, by reading statements. */
  readonly count?: boolean
}

/** Asks the server how it would run the statement; with `measure` also runs it under guard. */
export async function explain(chosen: Chosen, options: ExplainOptions): Promise<void> {
  const connection = store.get(connectionAtom)
  if (!connection) {
    afterConnecting = () => void explain(chosen, options)
    store.set(dialogAtom, { kind: 'connect', because: 'Explain needs a server. The statement stays as it is.' })
    return
  }
  const asked = mayAskValues.test(chosen.text)
    ? await (await import('../../editor/asked-values')).valuesFor(chosen.text)
    : undefined
  // PostgreSQL plans `$1` without a value too.
  const isGeneric = connection.engine.family === 'postgres' && !options.measure && asked?.values === undefined
  if (
    asked !== undefined &&
    asked.missing.length > 0 &&
    !(isGeneric && asked.missing.every(({ written }) => /^\$\d/.test(written)))
  ) {
    const names = asked.missing.map(({ written }) => written).join(', ')
    store.set(screenAtom, 'analyze')
    store.set(valuesWantedAtom, store.get(valuesWantedAtom) + 1)
    store.set(happenedAtom, { text: `The statement asks for values: ${names}`, good: false })
    return
  }
  const before = store.get(resultAtom)
  const selection = store.get(selectionAtom)
  const work = beginWork(options.measure ? 'Measuring' : 'Explaining')
  const startedAt = Date.now()
  const wait = (progress: Progress) =>
    store.set(tabResultAtom, chosen.bufferId, { state: 'waiting', asked: chosen.text, startedAt, progress }, selection)
  store.set(screenAtom, 'analyze')
  store.set(ranAtom, chosen)
  wait({ text: options.measure ? 'Measuring' : 'Explaining' })
  const outcome = await attempt(
    'analyze.run',
    {
      connectionId: connection.connectionId,
      sql: chosen.text,
      ...(asked?.values && { values: valuesOf(asked.values) }),
      measure: options.measure,
      trace: connection.capabilities.some((each) => each.name === 'optimizer-trace' && each.available),
      consent: options.consent ?? false,
      ...(options.count && { count: true }),
    },
    {
      signal: work.signal,
      onEvent: (progress) => {
        work.onEvent(progress)
        if (store.get(activityAtom)) wait(progress)
      },
    },
  )
  work.end()
  // Another run took over: its result is the one to show.
  if (store.get(ranOfAtom)(chosen.bufferId) !== chosen) return
  const took = formatTime(Date.now() - startedAt)
  if (outcome.ok) {
    showAnalysis(chosen.bufferId, outcome.reply, chosen.text)
    store.set(happenedAtom, { text: `${options.measure ? 'Measured' : 'Explained'} in ${took}`, good: true })
    void refreshHistory()
    return
  }
  showFault(outcome.fault, chosen, options, (result) =>
    store.set(
      tabResultAtom,
      chosen.bufferId,
      result ?? (before.state === 'waiting' ? { state: 'empty' } : before),
      selection,
    ),
  )
}

/** As requests carry them. */
function valuesOf({ positional = [], named = {} }: PlaceholderValues) {
  return { positional: [...positional], named: { ...named } }
}

/** Explains what is shown once more, and counts values of its tables for the rules that go by them. */
export async function explainWithCounts(): Promise<void> {
  const ran = store.get(ranAtom)
  if (ran) await explain(ran, { measure: false, count: true })
}

/** Shows an analysis in its tab and selects the node that its verdict speaks of. */
export function showAnalysis(bufferId: string, analysis: Analysis, asked: string): void {
  const nodeId =
    analysis.verdict.facts.find((fact) => fact.nodeId !== undefined)?.nodeId ??
    analysis.keyUse.find((use) => use.chosen && use.planIndex === 0)?.nodeId
  const selection = nodeId === undefined ? { planIndex: 0 } : { planIndex: 0, nodeId }
  store.set(tabResultAtom, bufferId, { state: 'analysis', asked, analysis }, selection)
}

/** `show` puts a result into the tab; without one, what was there before. */
function showFault(fault: Fault, chosen: Chosen, options: { measure: boolean }, show: (result?: Result) => void): void {
  if (fault.code === 'cancelled') {
    show()
    store.set(happenedAtom, { text: 'Stopped, on the server too', good: true })
    return
  }
  if (fault.code === 'needs-consent' && fault.card) {
    show()
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
  show({ state: 'refused', asked: chosen.text, fault })
  store.set(happenedAtom, { text: `Refused${fault.server ? `, ${fault.server.errno}` : ''}`, good: false })
}
