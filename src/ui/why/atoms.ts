import { atom } from 'jotai'
import type { MeasuredTakenAway } from '../../service/api'
import { type Result, resultAtom, selectionAtom, shownPlanAtom } from '../state/atoms'
import { type LinkedWay, linkedWay } from './link'

/** State of "Why this plan". */

/** What stands at the right: the decisions, or the trace itself. */
export const whySideAtom = atom<'decisions' | 'raw'>('decisions')

export const wayFilters = ['all', 'chosen', 'rejected'] as const
export type WayFilter = (typeof wayFilters)[number]
export const wayFilterAtom = atom<WayFilter>('all')

/** The whole window is given to it; the statement and the plan come back with the same key. */
export const whyWholeAtom = atom(false)

/** The index that was asked about. */
export interface AskedIndex {
  readonly table: string
  readonly index: string
  readonly selectId?: number | undefined
}
export const askedIndexAtom = atom<AskedIndex | undefined>(undefined)

/** The choice taken away last, for each statement, table and index. */
export type Measured =
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly result: MeasuredTakenAway }
  | { readonly state: 'refused'; readonly message: string; readonly hint?: string | undefined }
export const measuredAtom = atom<ReadonlyMap<string, Measured>>(new Map())

/** One statement's question about one index. */
export function measuredKey(sql: string, { table, index }: AskedIndex): string {
  return [sql, table, index].join('\0')
}

/** The trace that belongs to what is shown. */
export function traceTextOf(result: Result): string | undefined {
  if (result.state === 'trace') return result.asked
  return result.state === 'analysis' ? result.analysis.traceText : undefined
}

/** The table and index that the selection elsewhere is about. */
export const linkedWayAtom = atom((get): LinkedWay | undefined => {
  const shown = get(shownPlanAtom)
  return shown && linkedWay(shown.plan, get(selectionAtom))
})

/** Changes whenever another result is shown. */
export const shownTraceAtom = atom((get) => traceTextOf(get(resultAtom)))
