import { atom } from 'jotai'
import { shownRunAtom } from './shown'

/** Ways to see the variants of a run. */
export type RunView = 'columns' | 'matrix' | 'steps'

/** Those that this run has something for: a matrix needs cells, steps need rows or calls to count by. */
export const runViewsAtom = atom((get): readonly RunView[] => {
  const spec = get(shownRunAtom)?.spec
  if (!spec) return ['columns']
  const hasCells = spec.variants.filter(({ cell }) => cell).length > 1
  return [...(hasCells ? (['matrix'] as const) : []), ...(spec.perRun ? (['steps'] as const) : []), 'columns']
})

const chosenViewAtom = atom<RunView | undefined>(undefined)

/** The way that is shown: the chosen one, else the most telling. */
export const runViewAtom = atom(
  (get): RunView => {
    const views = get(runViewsAtom)
    const chosen = get(chosenViewAtom)
    return chosen && views.includes(chosen) ? chosen : (views[0] ?? 'columns')
  },
  (_get, set, view: RunView) => set(chosenViewAtom, view),
)
