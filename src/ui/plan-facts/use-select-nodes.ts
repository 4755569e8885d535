import { useAtomValue, useSetAtom } from 'jotai'
import type { NodeId } from '../../core/plan/model'
import { flatPlanAtom, selectAtom } from '../plan/atoms'
import { selectionAtom } from '../state/atoms'

/** Picks nodes of the shown plan: the first of several, and with each further press the next. */
export function useSelectNodes(): {
  readonly selectedId: NodeId | undefined
  select(ids: readonly NodeId[]): void
} {
  const flat = useAtomValue(flatPlanAtom)
  const { nodeId } = useAtomValue(selectionAtom)
  const select = useSetAtom(selectAtom)
  return {
    selectedId: nodeId,
    select(ids) {
      const id = nextOf(ids, nodeId)
      const at = id === undefined ? undefined : flat?.indexOf.get(id)
      if (at !== undefined) select(at)
    },
  }
}

/** The one after the selected one, from the start again at the end; the first when none of them is selected. */
export function nextOf(ids: readonly NodeId[], selected: NodeId | undefined): NodeId | undefined {
  const here = selected === undefined ? -1 : ids.indexOf(selected)
  return ids[(here + 1) % Math.max(1, ids.length)]
}
