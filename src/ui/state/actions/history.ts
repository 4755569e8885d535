import type { ExperimentSummary, HistoryEntry } from '../../../service/api'
import { experimentHistoryAtom, historyAtom } from '../atoms'
import { activeBufferAtom, ranAtom } from '../buffers'
import { attempt, call } from '../service'
import { happenedAtom, undoAtom } from '../session'
import { nameOf } from '../statement-name'
import { store } from '../store'
import { showAnalysis } from './explain'
import { tellFault } from './notices'
import { openTab } from './tabs'

/** How many entries the History screen shows. */
const shownEntries = 200

/** Reads the list anew; while the service is away the old one stays. */
export async function refreshHistory(): Promise<void> {
  const [outcome, experiments] = await Promise.all([
    attempt('history.list', { limit: shownEntries }),
    attempt('experiment.list', { limit: shownEntries }),
  ])
  if (experiments.ok)
    store.set(
      experimentHistoryAtom,
      experiments.reply.filter(({ id }) => !leaving.has(id)),
    )
  if (outcome.ok)
    store.set(
      historyAtom,
      outcome.reply.filter((entry) => !leaving.has(entry.id)),
    )
}

/** Opens an old run as it was: statement, plan and numbers of that day. */
export async function reopen(entry: HistoryEntry): Promise<void> {
  const outcome = await attempt('history.get', { id: entry.id })
  if (!outcome.ok) return tellFault(outcome.fault)
  const { analysis } = outcome.reply
  openTab(entry.sql, nameOf(entry.sql))
  const { id } = store.get(activeBufferAtom)
  store.set(ranAtom, { bufferId: id, text: entry.sql, start: 0 })
  showAnalysis(id, analysis, entry.sql)
  store.set(happenedAtom, { text: `Recorded ${entry.at.slice(0, 16).replace('T', ' ')} UTC`, good: true })
}

/** Removed entries that can still come back; they leave the store when the time to undo is over. */
const leaving = new Map<string, Leaving>()
const undoMs = 8000

interface Leaving {
  readonly timer: number
  readonly method: 'history.remove' | 'experiment.remove'
}

function deleteNow(id: string): void {
  const one = leaving.get(id)
  if (!one) return
  window.clearTimeout(one.timer)
  leaving.delete(id)
  void call(one.method, { id }).catch(() => refreshHistory())
}

/** A page that goes away cannot offer undo any more. */
window.addEventListener('pagehide', () => {
  for (const id of [...leaving.keys()]) deleteNow(id)
})

/** Takes an entry out of the list; it is deleted only when the offer to undo has passed. */
export function removeFromHistory(entry: HistoryEntry): void {
  const before = store.get(historyAtom)
  store.set(
    historyAtom,
    before.filter((each) => each.id !== entry.id),
  )
  offerBack(entry.id, 'history.remove', 'Removed one run from History.')
}

/** The same for an experiment. */
export function removeExperiment({ id }: Pick<ExperimentSummary, 'id'>): void {
  const before = store.get(experimentHistoryAtom)
  store.set(
    experimentHistoryAtom,
    before.filter((each) => each.id !== id),
  )
  offerBack(id, 'experiment.remove', 'Removed one experiment from History.')
}

function offerBack(id: string, method: Leaving['method'], text: string): void {
  leaving.set(id, { method, timer: window.setTimeout(() => deleteNow(id), undoMs) })
  store.set(undoAtom, {
    text,
    undo: () => {
      window.clearTimeout(leaving.get(id)?.timer)
      leaving.delete(id)
      void refreshHistory()
    },
  })
}
