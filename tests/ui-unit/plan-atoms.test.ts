// Protects the plan views' shared state: picking a node costs no second layout, another plan starts afresh.
import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import type { PlanDocument } from '../../src/core/plan/document'
import type { PlanNode } from '../../src/core/plan/model'
import {
  flatPlanAtom,
  foldAtom,
  foundAtom,
  heatAtom,
  searchAtom,
  selectAtom,
  selectedAtom,
} from '../../src/ui/plan/atoms'
import { nothingFolded } from '../../src/ui/plan/folding'
import { resultAtom, selectionAtom } from '../../src/ui/state/atoms'
import { drawn } from './plan-trees'

function documentOf(...roots: readonly PlanNode[]): PlanDocument {
  return {
    sargable: 1,
    kind: 'plan',
    plans: roots.map((root) => ({
      source: { format: 'postgres-json', text: '', measured: false, span: { start: 0, end: 0 } },
      root,
      statement: { triggers: [], settings: {} },
      notes: [],
    })),
    metrics: roots.map(() => ({})),
    verdict: { text: '', facts: [] },
  }
}

function storeWith(...trees: readonly string[]) {
  const store = createStore()
  store.set(resultAtom, { state: 'plan', asked: '', document: documentOf(...trees.map(drawn)) })
  return store
}

test('picking a node keeps the flattened plan and its heat', () => {
  const store = storeWith('a(b c)')
  const before = { flat: store.get(flatPlanAtom), heat: store.get(heatAtom) }
  store.set(selectAtom, 2)
  expect(store.get(selectionAtom).nodeId).toBe('c')
  expect(store.get(selectedAtom)).toBe(2)
  expect(store.get(flatPlanAtom)).toBe(before.flat)
  expect(store.get(heatAtom)).toBe(before.heat)
})

test('another plan of the result is flattened anew and starts unfolded', () => {
  const store = storeWith('a(b c)', 'a(x)')
  store.set(foldAtom, { ...nothingFolded, collapsed: new Set([0]) })
  expect(store.get(foldAtom).collapsed.size).toBe(1)
  store.set(selectionAtom, { planIndex: 1 })
  expect(store.get(flatPlanAtom)?.nodes.map((node) => node.id)).toEqual(['a', 'x'])
  expect(store.get(foldAtom).collapsed.size).toBe(0)
})

test('a selection from elsewhere that the plan does not have selects nothing', () => {
  const store = storeWith('a(b)')
  store.set(selectionAtom, { planIndex: 0, nodeId: 'gone' })
  expect(store.get(selectedAtom)).toBeUndefined()
})

test('search finds by the words of a node, and nothing while it is closed', () => {
  const store = storeWith('sort(scan scan)')
  expect(store.get(foundAtom)).toEqual([])
  store.set(searchAtom, 'SCAN')
  expect(store.get(foundAtom)).toEqual([1, 2])
})
