import { whereIs } from '../../editor/marks'
import { pickAt } from '../../editor/pick'
import { resultAtom, selectionAtom } from '../atoms'
import { activeBufferAtom, ranAtom } from '../buffers'
import { store } from '../store'

/** The person went to a place in the text: what the plan says about it becomes the selection. */
export function pickInStatement(text: string, offset: number): void {
  const result = store.get(resultAtom)
  const ran = store.get(ranAtom)
  if (result.state !== 'analysis' || !ran || ran.bufferId !== store.get(activeBufferAtom).id) return
  const start = whereIs(text, ran)
  if (start === undefined) return
  const picked = pickAt(result.analysis, store.get(selectionAtom).planIndex, offset - start)
  if (picked) store.set(selectionAtom, picked)
}
