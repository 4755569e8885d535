import { atom } from 'jotai'
import { editorHandle } from '../../editor/editor-handle'
import { whereIs } from '../../editor/marks'
import { pickAt, sameSelection } from '../../editor/pick'
import { planViewAtom, resultAtom, type Selection, selectionAtom } from '../atoms'
import { activeBufferAtom, ranAtom } from '../buffers'
import { happenedAtom, narrowTabAtom } from '../session'
import { store } from '../store'

/** Selections that going through the statement has replaced, the last one last. */
const beforeAtom = atom<readonly Selection[]>([])
const mostRemembered = 50

/** What the plan says about a place of the text in front; undefined where it says nothing. */
function at(text: string, offset: number): Selection | undefined {
  const result = store.get(resultAtom)
  const ran = store.get(ranAtom)
  if (!ran || ran.bufferId !== store.get(activeBufferAtom).id) return undefined
  const start = whereIs(text, ran)
  if (start === undefined) return undefined
  const { planIndex } = store.get(selectionAtom)
  if (result.state === 'analysis') return pickAt(result.analysis, planIndex, offset - start)
  if (result.state !== 'plan') return undefined
  // A statement that was pasted beside its plan.
  const sql = result.document.plans[planIndex]?.source.sql
  const begins = sql === undefined ? -1 : ran.text.indexOf(sql)
  return begins === -1 ? undefined : pickAt(result.document, planIndex, offset - start - begins)
}

/** The person went to a place in the text: what the plan says about it becomes the selection. */
export function pickInStatement(text: string, offset: number): boolean {
  const picked = at(text, offset)
  if (picked === undefined) return false
  const before = store.get(selectionAtom)
  // The same thing again: nothing is drawn anew.
  if (!sameSelection(picked, before)) {
    store.set(beforeAtom, [...store.get(beforeAtom).slice(-mostRemembered), before])
    store.set(selectionAtom, picked)
  }
  return true
}

/** Brings back what was selected before the statement's places were gone through. */
export function pickBack(): void {
  const remembered = store.get(beforeAtom)
  const last = remembered[remembered.length - 1]
  if (last === undefined) return
  store.set(beforeAtom, remembered.slice(0, -1))
  store.set(selectionAtom, last)
}

/** Why there is nothing to go back to. */
export function pickBackBlocked(): string | undefined {
  return store.get(beforeAtom).length === 0 ? 'Nothing was selected before.' : undefined
}

/** Shows in the plan what stands under the cursor of the editor. */
export function showInPlan(): void {
  const offset = editorHandle()?.cursor()
  if (offset === undefined || !pickInStatement(store.get(activeBufferAtom).text, offset)) {
    store.set(happenedAtom, { text: 'The plan has nothing that comes from this place of the statement', good: false })
    return
  }
  if (store.get(planViewAtom) === 'text' || store.get(planViewAtom) === 'json') store.set(planViewAtom, 'diagram')
  store.set(narrowTabAtom, 'plan')
}
