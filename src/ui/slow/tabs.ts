import { atom } from 'jotai'
import { subjectOf } from '../../core/digest/diff/diff-verdict'
import type { HeldDigest } from '../../core/digest/view/model'
import { attempt } from '../state/service'
import { store } from '../state/store'

/** The tabs of the Slow screen: a log's shapes, one shape, two logs beside each other. */
export type SlowTab =
  | { readonly kind: 'log'; readonly id: string; readonly name: string; readonly held: HeldDigest }
  | {
      readonly kind: 'shape'
      readonly id: string
      readonly name: string
      readonly digestId: string
      readonly shape: string
    }
  | { readonly kind: 'two'; readonly id: string; readonly name: string; readonly a: HeldDigest; readonly b: HeldDigest }

export const slowTabsAtom = atom<readonly SlowTab[]>([])
export const frontSlowTabAtom = atom<string | undefined>(undefined)
/** The tab in front. */
export const slowTabAtom = atom((get) => {
  const tabs = get(slowTabsAtom)
  return tabs.find(({ id }) => id === get(frontSlowTabAtom)) ?? tabs.at(-1)
})

/** Shows a tab; one that is there already comes to the front instead of a second one. */
export function showSlowTab(tab: SlowTab): void {
  const tabs = store.get(slowTabsAtom)
  if (!tabs.some(({ id }) => id === tab.id)) store.set(slowTabsAtom, [...tabs, tab])
  store.set(frontSlowTabAtom, tab.id)
}

/** Opens a shape in a tab that is called after its table and verb: `warehouse UPDATE`. */
export function showShape(digestId: string, shape: string, fingerprint: string): void {
  const verb = /^\W*(\w+)/.exec(fingerprint)?.[1]?.toUpperCase() ?? ''
  const name = `${subjectOf(fingerprint)} ${verb}`.trim()
  showSlowTab({ kind: 'shape', id: `${digestId}/${shape}`, name, digestId, shape })
}

export function showTwoLogs(a: HeldDigest, b: HeldDigest): void {
  showSlowTab({ kind: 'two', id: `${a.digestId}:${b.digestId}`, name: `${a.name} against ${b.name}`, a, b })
}

/** Closes a tab; a digest that no other tab shows is let go. */
export function closeSlowTab(id: string): void {
  const before = store.get(slowTabsAtom)
  const at = before.findIndex((tab) => tab.id === id)
  const closed = before[at]
  if (!closed) return
  const tabs = before.filter((tab) => tab !== closed)
  store.set(slowTabsAtom, tabs)
  if (store.get(frontSlowTabAtom) === id) store.set(frontSlowTabAtom, (tabs[at] ?? tabs[at - 1])?.id)
  const used = new Set(tabs.flatMap(digestsOf))
  for (const digestId of digestsOf(closed)) if (!used.has(digestId)) void attempt('digest.close', { digestId })
}

function digestsOf(tab: SlowTab): readonly string[] {
  if (tab.kind === 'log') return [tab.held.digestId]
  return tab.kind === 'shape' ? [tab.digestId] : [tab.a.digestId, tab.b.digestId]
}
