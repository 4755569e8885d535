import type { ExperimentDocument } from '../../core/experiment/model'
import { screenAtom } from '../state/atoms'
import { undoAtom } from '../state/session'
import { store } from '../state/store'
import { type Draft, defaultProtocol, newVariant, typedFields } from './draft'
import {
  type Experiment,
  editedAtom,
  emptyExperiment,
  experimentsAtom,
  pickedPlaceAtom,
  plansTabId,
  type Run,
} from './experiments'

function freeId(list: readonly Experiment[]): string {
  let number = list.length + 1
  while (list.some(({ id }) => id === `e${number}`)) number++
  return `e${number}`
}

function isUntouched({ draft, run }: Experiment): boolean {
  return run.state === 'none' && draft.variants.every(({ sql, settings, ddl }) => `${sql}${settings}${ddl}` === '')
}

/** Opens a tab with this draft, or takes the one in front when nothing was done in it. */
export function openExperiment(name: string, draft: Draft, run: Run = { state: 'none' }): void {
  const { list, activeId } = store.get(experimentsAtom)
  const active = list.find(({ id }) => id === activeId)
  const free = active && isUntouched(active) ? active : list.length === 1 ? list.find(isUntouched) : undefined
  const id = free?.id ?? freeId(list)
  const opened: Experiment = { id, name, draft, run, ranIds: draft.variants.map((one) => one.id), changed: false }
  store.set(experimentsAtom, {
    list: free ? list.map((one) => (one.id === id ? opened : one)) : [...list, opened],
    activeId: id,
  })
  store.set(pickedPlaceAtom, 1)
  store.set(editedAtom, new Set<string>())
  store.set(screenAtom, 'compare')
}

/** A new tab with two empty variants. */
export function newExperiment(): void {
  const { list } = store.get(experimentsAtom)
  const id = freeId(list)
  const opened = emptyExperiment(id, `experiment ${list.length + 1}`)
  store.set(experimentsAtom, { list: [...list, opened], activeId: id })
  store.set(pickedPlaceAtom, 1)
  store.set(screenAtom, 'compare')
}

/** Brings a tab to the front: an experiment, or the two plans. */
export function showTab(id: string): void {
  store.set(experimentsAtom, { ...store.get(experimentsAtom), activeId: id })
  store.set(pickedPlaceAtom, 1)
  store.set(screenAtom, 'compare')
}

/** Shows the comparison of two plans. */
export function showPlans(): void {
  showTab(plansTabId)
}

/** Closes a tab; it can be brought back with all that was in it. */
export function closeExperiment(id: string): void {
  const before = store.get(experimentsAtom)
  const at = before.list.findIndex((one) => one.id === id)
  const closed = before.list[at]
  if (!closed) return
  const rest = before.list.filter((one) => one.id !== id)
  const list = rest.length > 0 ? rest : [emptyExperiment('e1', 'experiment 1')]
  const next = before.activeId === id ? (list[Math.min(at, list.length - 1)]?.id ?? plansTabId) : before.activeId
  store.set(experimentsAtom, { list, activeId: next })
  if (isUntouched(closed)) return
  store.set(undoAtom, {
    text: `Closed ${closed.name}.`,
    undo: () => {
      const now = store.get(experimentsAtom).list.filter((one) => !isUntouched(one) || rest.includes(one))
      const back = now.some((one) => one.id === closed.id) ? { ...closed, id: freeId(now) } : closed
      store.set(experimentsAtom, { list: [...now.slice(0, at), back, ...now.slice(at)], activeId: back.id })
    },
  })
}

/** The draft that a finished experiment was run from, so that it can be changed and run again. */
export function draftOf({ spec }: ExperimentDocument): Draft {
  return {
    variants: spec.variants.map(({ label = '', sql, session, ddl, cell, name }) =>
      newVariant({
        // A name that is no letter of ours says what it is: a file's.
        label: label === '' && name.length > 1 ? name : label,
        sql,
        ...typedFields(session, ddl),
        ...(cell && { cell }),
      }),
    ),
    protocol: {
      ...defaultProtocol,
      warmupRounds: spec.warmupRounds,
      minPairs: spec.minPairs,
      maxPairs: spec.maxPairs,
      budgetMs: spec.budgetMs,
      runTimeoutMs: spec.runTimeoutMs,
      threshold: spec.threshold,
    },
    scratch: spec.scratch,
    preset: spec.preset,
    perRun: spec.perRun,
  }
}
