import { atom } from 'jotai'
import { alignPlans } from '../../core/plan/diff/align'
import { diffPlans } from '../../core/plan/diff/diff-plans'
import type { PlanDiff } from '../../core/plan/diff/model'
import { isChange, type ViewRow, viewRows } from './diff-rows'
import type { Variant } from './variants'

/** State of two compared plans: those in the slots, or a pair that another panel shows. */

/** The variants, A first; empty slots wait for a plan. */
export const variantsAtom = atom<readonly (Variant | undefined)[]>([undefined, undefined])

/** Only rows in which something changed. */
export const onlyChangesAtom = atom(false)

/** Index of the picked row among all rows of the difference. */
export const pickedRowAtom = atom<number | undefined>(undefined)

export interface ShownDiff {
  readonly a: Variant
  readonly b: Variant
  /** What the sides are called. */
  readonly letters: readonly [string, string]
  readonly diff: PlanDiff
  readonly rows: readonly ViewRow[]
}

/** The pair that an experiment shows; undefined while the slots are shown. */
export const givenPairAtom = atom<Pick<ShownDiff, 'a' | 'b' | 'letters'> | undefined>(undefined)

/** Both plans and what they differ in; undefined while a slot is empty. Worked out once for each pair. */
export const shownDiffAtom = atom((get): ShownDiff | undefined => {
  const given = get(givenPairAtom)
  const [a, b] = given ? [given.a, given.b] : get(variantsAtom)
  if (!a || !b) return undefined
  const letters = given?.letters ?? (['A', 'B'] as const)
  const diff = diffPlans({ plan: a.plan, metrics: a.metrics }, { plan: b.plan, metrics: b.metrics })
  return { a, b, letters, diff, rows: viewRows(alignPlans(a.plan, b.plan, diff), a, b) }
})

/** Rows on the screen, by their index among all. */
export const visibleRowsAtom = atom((get) => {
  const rows = get(shownDiffAtom)?.rows ?? []
  return get(onlyChangesAtom) ? rows.filter(isChange) : rows
})
