import { undoAtom } from '../state/session'
import { store } from '../state/store'
import {
  type Draft,
  type DraftVariant,
  letterOf,
  mostVariants,
  newVariant,
  withDuplicate,
  withMoved,
  withVariant,
} from './draft'
import { changeExperimentAtom, editedAtom, experimentAtom, pickedPlaceAtom } from './experiments'

/** Changes the draft in front; a run that was made of it is then of other statements. */
export function changeDraft(change: (draft: Draft) => Draft): void {
  const experiment = store.get(experimentAtom)
  if (!experiment) return
  store.set(changeExperimentAtom, experiment.id, (before) => {
    const draft = change(before.draft)
    return draft === before.draft ? before : { ...before, draft, changed: before.run.state !== 'none' }
  })
}

export function changeVariant(id: string, change: Partial<DraftVariant>): void {
  changeDraft((draft) => withVariant(draft, id, change))
}

/** Puts one more variant behind the others, open for writing. */
export function addVariant(given: Partial<Omit<DraftVariant, 'id'>> = {}): void {
  const added = newVariant(given)
  const free = store.get(experimentAtom)?.draft.variants.findIndex(({ sql }) => sql.trim() === '') ?? -1
  changeDraft((draft) => {
    const empty = draft.variants[free]
    // A statement that comes from elsewhere takes an empty place.
    if (empty && given.sql) return withVariant(draft, empty.id, given)
    return draft.variants.length >= mostVariants ? draft : { ...draft, variants: [...draft.variants, added] }
  })
  if (!given.sql) store.set(editedAtom, new Set([...store.get(editedAtom), added.id]))
  const count = store.get(experimentAtom)?.draft.variants.length ?? 0
  store.set(pickedPlaceAtom, Math.max(0, free !== -1 && given.sql ? free : count - 1))
}

/** Puts a copy of the variant at a place behind it, open for writing. */
export function duplicateVariant(place: number): void {
  const one = store.get(experimentAtom)?.draft.variants[place]
  if (!one) return
  changeDraft((draft) => withDuplicate(draft, one.id))
  const copy = store.get(experimentAtom)?.draft.variants[place + 1]
  if (copy) store.set(editedAtom, new Set([...store.get(editedAtom), copy.id]))
  store.set(pickedPlaceAtom, place + 1)
}

/** Takes a variant out; it can be brought back. */
export function removeVariant(place: number): void {
  const experiment = store.get(experimentAtom)
  const removed = experiment?.draft.variants[place]
  if (!experiment || !removed) return
  const { id } = experiment
  changeDraft((draft) => ({ ...draft, variants: draft.variants.filter((one) => one.id !== removed.id) }))
  pick(place - 1)
  if (removed.sql.trim() === '') return
  store.set(undoAtom, {
    text: `Took ${letterOf(place)} out.`,
    undo: () =>
      store.set(changeExperimentAtom, id, (before) => {
        const variants = [...before.draft.variants]
        variants.splice(place, 0, removed)
        return { ...before, draft: { ...before.draft, variants } }
      }),
  })
}

/** Moves a variant one place; it stays picked. */
export function moveVariant(place: number, step: 1 | -1): void {
  const one = store.get(experimentAtom)?.draft.variants[place]
  if (!one) return
  changeDraft((draft) => withMoved(draft, one.id, step))
  pick(place + step)
}

/** Picks the variant at a place, if there is one. */
export function pick(place: number): void {
  const count = store.get(experimentAtom)?.draft.variants.length ?? 0
  store.set(pickedPlaceAtom, Math.max(0, Math.min(count - 1, place)))
}

/** Opens the texts of a variant for writing, or closes them. */
export function toggleEditing(id: string): void {
  const next = new Set(store.get(editedAtom))
  if (!next.delete(id)) next.add(id)
  store.set(editedAtom, next)
}
