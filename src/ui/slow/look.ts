import { atom } from 'jotai'
import type { DigestView, ShapeOrder, ShapeRow } from '../../core/digest/view/model'
import type { Fault } from '../../core/errors'
import { attempt } from '../state/service'
import { store } from '../state/store'
import { shapeWordsOf, troubleOf } from './filter-text'
import { slowTabsAtom } from './tabs'

/** What of a log is looked at. Times are ISO 8601; `from` is in, `to` is out. */
export interface Look {
  /** As it is typed; one that is not understood is not asked for. */
  readonly filter: string
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly order: ShapeOrder
  readonly ascending: boolean
}

/** The same look read from the log once more, whose figures are exact. */
export interface ExactLook {
  readonly digestId: string
  /** Of which look. */
  readonly key: string
}

/** One log as its tab shows it. Rows come in pages; `rows` has those that were asked for. */
export interface LogState {
  readonly look: Look
  /** All but the rows; of the last look that was answered. */
  readonly view?: DigestView
  readonly rows: ReadonlyMap<number, ShapeRow>
  readonly fault?: Fault | undefined
  readonly exact?: ExactLook | undefined
  /** The row that keys act on, from 0. */
  readonly picked: number
  readonly showMuted: boolean
}

export const pageRows = 100
const firstLook: Look = { filter: '', order: 'total', ascending: false }
const nothingYet: LogState = { look: firstLook, rows: new Map(), picked: 0, showMuted: false }

const statesAtom = atom<ReadonlyMap<string, LogState>>(new Map())

/** The state of one log. */
export const logStateAtom = (digestId: string) => atom((get) => get(statesAtom).get(digestId) ?? nothingYet)

export function logState(digestId: string): LogState {
  return store.get(statesAtom).get(digestId) ?? nothingYet
}

function change(digestId: string, patch: Partial<LogState>): void {
  const states = new Map(store.get(statesAtom))
  states.set(digestId, { ...logState(digestId), ...patch })
  store.set(statesAtom, states)
}

/** What a look leaves of the log; its order is no part of that. */
export function lookKey({ filter, from, to }: Look): string {
  return JSON.stringify([filter.trim(), from, to])
}

const followers = new Set<(digestId: string) => void>()
/** Calls back after each change of a look. */
export function onLook(follower: (digestId: string) => void): void {
  followers.add(follower)
}

/** Looks at something else of the log. One call is on its way at a time, and only the latest look is asked for. */
export function setLook(digestId: string, patch: Partial<Look>): void {
  const state = logState(digestId)
  const look = { ...state.look, ...patch }
  change(digestId, { look, picked: 0 })
  for (const follower of followers) follower(digestId)
  void read(digestId)
}

export function pickRow(digestId: string, picked: number): void {
  change(digestId, { picked })
}

export function showMuted(digestId: string, shown: boolean): void {
  change(digestId, { showMuted: shown })
}

/** Shows the rows of an exact reading of this look instead of the estimated ones, or no longer. */
export function setExact(digestId: string, exact: ExactLook | undefined): void {
  const before = logState(digestId).exact
  if (before?.digestId === exact?.digestId) return
  change(digestId, { exact })
  if (before) void attempt('digest.close', { digestId: before.digestId })
  if (exact) void read(digestId)
}

/** Which pages the table needs; those on their way or here are not asked for again. */
const wanted = new Map<string, readonly [first: number, last: number]>()
const busy = new Set<string>()

/** The table shows these rows now, both from 0 and included. */
export function needRows(digestId: string, first: number, last: number): void {
  wanted.set(digestId, [first, last])
  void read(digestId)
}

/** The first page in view that is not here. */
function missing(digestId: string): number | undefined {
  const { rows, view } = logState(digestId)
  const [first, last] = wanted.get(digestId) ?? [0, pageRows - 1]
  const count = view?.shapes ?? 0
  for (let page = Math.floor(first / pageRows); page * pageRows <= Math.min(last, count - 1); page++)
    if (!rows.has(page * pageRows)) return page
  return undefined
}

/** What the rows that are here were read for. */
const readFor = new Map<string, string>()

function rowsKey(state: LogState): string {
  const { look } = state
  return JSON.stringify([lookKey(look), look.order, look.ascending, exactOf(state)?.digestId])
}

function exactOf({ look, exact }: LogState): ExactLook | undefined {
  return exact?.key === lookKey(look) ? exact : undefined
}

async function read(digestId: string): Promise<void> {
  if (busy.has(digestId)) return
  busy.add(digestId)
  try {
    for (;;) {
      const state = logState(digestId)
      const { look } = state
      const key = rowsKey(state)
      const isNew = key !== readFor.get(digestId)
      if (!isNew && missing(digestId) === undefined) return
      if (troubleOf(look.filter) !== undefined) return
      const page = isNew ? 0 : (missing(digestId) ?? 0)
      const exact = exactOf(state)
      const order = { order: look.order, ascending: look.ascending, offset: page * pageRows, limit: pageRows }
      const window = {
        ...(look.from !== undefined && { from: look.from }),
        ...(look.to !== undefined && { to: look.to }),
      }
      const outcome = exact
        ? await attempt('digest.view', {
            digestId: exact.digestId,
            view: { ...order, filter: shapeWordsOf(look.filter) },
          })
        : await attempt('digest.view', { digestId, view: { ...order, ...window, filter: look.filter } })
      if (!isOpen(digestId)) return forget(digestId)
      const latest = rowsKey(logState(digestId)) === key
      if (!outcome.ok) {
        if (!latest) continue
        readFor.set(digestId, key)
        change(digestId, { fault: outcome.fault })
        return
      }
      // While the person goes on typing or dragging, what comes is still shown: it is nearer than what stands there.
      adopt(digestId, outcome.reply, { exact: exact !== undefined, isNew, page })
      readFor.set(digestId, key)
    }
  } finally {
    busy.delete(digestId)
  }
}

/** What an exact reading of a part cannot tell of a shape. */
interface Whole {
  readonly rank: number
  readonly spark: readonly number[]
}
const known = new Map<string, Map<string, Whole>>()

function adopt(
  digestId: string,
  reply: DigestView,
  how: { readonly exact: boolean; readonly isNew: boolean; readonly page: number },
): void {
  const before = logState(digestId)
  const rows = new Map(how.isNew ? [] : before.rows)
  const whole = known.get(digestId) ?? new Map<string, Whole>()
  known.set(digestId, whole)
  for (const [place, row] of reply.rows.entries()) {
    if (!how.exact) whole.set(row.digest, { rank: row.rank, spark: row.spark })
    // An exact reading only knows its window: place and line of the whole time stay those of the same shape.
    const own = how.exact ? { ...row, rank: 0, spark: [], ...whole.get(row.digest) } : row
    rows.set(how.page * pageRows + place, own)
  }
  const { rows: _, ...head } = reply
  const ofWhole = how.exact && before.view && { timeline: before.view.timeline, shapesTotal: before.view.shapesTotal }
  const view: DigestView = { ...head, rows: [], ...ofWhole }
  change(digestId, { view, rows, fault: undefined })
}

function isOpen(digestId: string): boolean {
  return store.get(slowTabsAtom).some((tab) => tab.kind === 'log' && tab.held.digestId === digestId)
}

/** Lets go of what belongs to a log whose tab is closed. */
function forget(digestId: string): void {
  setExact(digestId, undefined)
  const states = new Map(store.get(statesAtom))
  states.delete(digestId)
  store.set(statesAtom, states)
  wanted.delete(digestId)
  known.delete(digestId)
  readFor.delete(digestId)
}

store.sub(slowTabsAtom, () => {
  for (const digestId of store.get(statesAtom).keys()) if (!isOpen(digestId)) forget(digestId)
})
