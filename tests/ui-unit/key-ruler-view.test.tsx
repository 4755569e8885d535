// @vitest-environment happy-dom
// Protects the linked selection: picking a key part selects its node and condition, by mouse and by keyboard.
import { createStore, Provider } from 'jotai'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Analysis } from '../../src/core/analysis/model'
import { KeyRuler } from '../../src/ui/index-use/KeyRuler'
import { flattenPlan } from '../../src/ui/plan/flat-plan'
import { PlanTable } from '../../src/ui/plan/PlanTable'
import { PlanTableRow } from '../../src/ui/plan/PlanTableRow'
import { columnsOf, tableRows } from '../../src/ui/plan/table-columns'
import { resultAtom, selectionAtom } from '../../src/ui/state/atoms'
import { infamous } from './key-uses'
import { node } from './plan-trees'

const scan = node('n0', [], {
  label: 'range',
  span: { start: 2, end: 9 },
  sqlSpan: { start: 40, end: 54 },
  conditions: [{ text: "msg_type like 'prefix%'", checkedAt: 'row-filter', sqlSpan: { start: 91, end: 114 } }],
  access: {
    table: 'infamous_table',
    method: 'range',
    accessType: 'range',
    indexes: [{ name: 't_msg', use: 'main' }],
    covering: false,
    direction: 'forward',
    multiRangeRead: false,
    indexCondition: false,
  },
})

const engine = {
  family: 'mysql',
  product: 'mysql',
  version: { major: 5, minor: 6, patch: 24 },
  versionText: '5.6.24',
} as const
const analysis: Analysis = {
  sargable: 1,
  kind: 'analysis',
  engine,
  capabilities: [],
  sql: '',
  explain: [],
  plans: [
    {
      source: { format: 'mysql-json-v1', text: '{ "plan" }', measured: false, span: { start: 0, end: 10 } },
      root: scan,
      statement: { triggers: [], settings: {} },
      notes: [],
    },
  ],
  metrics: [{}],
  keyUse: infamous,
  findings: [],
  catalog: { tables: [] },
  cautions: [],
  verdict: { text: '', facts: [] },
}

let root: Root
let host: HTMLElement
let store: ReturnType<typeof createStore>

beforeEach(async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
  store = createStore()
  store.set(resultAtom, { state: 'analysis', asked: '', analysis })
})
afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
})

async function show(view: React.ReactNode): Promise<void> {
  await act(async () => root.render(<Provider store={store}>{view}</Provider>))
}

const button = (place: string): HTMLElement => {
  const found = host.querySelector(`[data-place="${place}"]`)
  if (!(found instanceof HTMLElement)) throw new Error(`no part at ${place}`)
  return found
}

test('one bar per index, the chosen one first, each with a sentence', async () => {
  await show(<KeyRuler />)
  const sentences = [...host.querySelectorAll('li > .unseen')].map((one) => one.textContent)
  expect(sentences[0]).toMatch(/^t_msg, chosen by the server: 4 of 11 bytes of the key used\. Stops after part 1\./)
  expect(sentences).toHaveLength(4)
  expect(button('0.1').querySelector('.unseen')?.textContent).toMatch(/^msg_type\(5\), key part 2, 7 bytes: not used/)
})

test('picking a part selects node, key part and the place of its reason in the statement', async () => {
  await show(<KeyRuler />)
  await act(async () => button('0.1').click())
  expect(store.get(selectionAtom)).toEqual({
    planIndex: 0,
    nodeId: 'n0',
    keyPart: { index: 't_msg', position: 2 },
    sqlSpan: { start: 91, end: 114 },
    planSpan: { start: 2, end: 9 },
  })
  expect(button('0.1').getAttribute('aria-pressed')).toBe('true')
})

test('a part without a reason points at the condition that names its column, else at the table', async () => {
  await show(<KeyRuler />)
  // 1.0 is msg_type(5) of the second index, 0.0 is t2send, which no printed condition names.
  await act(async () => button('1.0').click())
  expect(store.get(selectionAtom).sqlSpan).toEqual({ start: 91, end: 114 })
  await act(async () => button('0.0').click())
  expect(store.get(selectionAtom).sqlSpan).toEqual({ start: 40, end: 54 })
})

test('arrow keys walk parts and bars; one part at a time is in the Tab order', async () => {
  await show(<KeyRuler />)
  const press = (key: string) =>
    act(async () => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
  await act(async () => button('0.0').focus())
  await press('ArrowRight')
  expect(document.activeElement).toBe(button('0.1'))
  await press('ArrowDown')
  expect(document.activeElement).toBe(button('1.1'))
  await press('ArrowUp')
  await press('ArrowUp')
  expect(document.activeElement).toBe(button('0.1'))
  const reachable = [...host.querySelectorAll('[data-place]')].filter((one) => one.getAttribute('tabindex') === '0')
  expect(reachable).toEqual([button('0.1')])
})

test('without table definitions it says what is missing', async () => {
  store.set(resultAtom, { state: 'analysis', asked: '', analysis: { ...analysis, keyUse: [] } })
  await show(<KeyRuler />)
  expect(host.textContent).toMatch(/paste CREATE TABLE/)
})

test('the tree table is walked by keyboard and shares the selection', async () => {
  await show(<PlanTable />)
  const grid = host.querySelector('[role=treegrid]')
  expect(grid?.getAttribute('aria-rowcount')).toBe('2')
  await act(async () => {
    grid?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  })
  expect(store.get(selectionAtom).nodeId).toBe('n0')
})

test('a row of the tree table tells level, node, table and index; folding is its own button', async () => {
  const flat = flattenPlan(scan)
  const [row] = tableRows(flat, [], infamous, 0)
  if (!row) throw new Error('no row')
  const folds: number[] = []
  await show(
    <PlanTableRow
      row={row}
      rowIndex={2}
      top={0}
      height={24}
      columns={columnsOf([row], 0)}
      template=""
      level={3}
      sibling={2}
      siblings={5}
      indented
      hasChildren
      below={4}
      collapsed
      cell={undefined}
      selected={false}
      found={false}
      onPick={() => store.set(selectionAtom, { planIndex: 0, nodeId: 'n0' })}
      onFold={(at) => folds.push(at)}
    />,
  )
  const drawn = host.querySelector('[role=row]')
  expect(drawn?.getAttribute('aria-level')).toBe('3')
  expect([drawn?.getAttribute('aria-posinset'), drawn?.getAttribute('aria-setsize')]).toEqual(['2', '5'])
  expect(drawn?.getAttribute('aria-expanded')).toBe('false')
  expect(drawn?.textContent).toMatch(/Index range scan\+4.*infamous_table.*t_msg.*1 of 2/)
  await act(async () => host.querySelector('button')?.click())
  expect(folds).toEqual([0])
  expect(store.get(selectionAtom).nodeId).toBeUndefined()
})
