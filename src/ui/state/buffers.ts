import { atom } from 'jotai'
import type { LogFigures } from '../../core/digest/log-figures'
import { type Result, resultAtom, type Selection, selectionAtom } from './atoms'
import { keep, kept } from './keep'
import { happenedAtom } from './session'

/** One editor tab. Its text outlives a reload; its result does not. */
export interface Buffer {
  readonly id: string
  readonly name: string
  readonly text: string
  /** A pasted plan or trace is shown and read, not run. */
  readonly kind: 'sql' | 'plan' | 'trace'
  /** What a log says of the call that the statement is from. */
  readonly fromLog?: FromLog
}

/** A call of a log whose statement was handed over to a tab. */
export interface FromLog {
  readonly figures: LogFigures
  /** The statement as it was handed over: once it is another one, the figures are not of it. */
  readonly sql: string
  /** How the statement differs from the logged one. */
  readonly notes: readonly string[]
  /** Why it was not sent. */
  readonly held?: string | undefined
}

interface Buffers {
  readonly list: readonly Buffer[]
  readonly activeId: string
}

/** Texts above this are not kept over a reload: browsers give a page about 5 MB in all. */
const longestKeptText = 1_000_000

const first: Buffers = { list: [{ id: 'b1', name: 'statement 1', text: '', kind: 'sql' }], activeId: 'b1' }

function check(stored: unknown): Buffers | undefined {
  const value = stored as { list?: unknown; activeId?: unknown } | null
  if (!Array.isArray(value?.list)) return undefined
  const list = value.list.filter(isBuffer).map(
    ({ fromLog, ...buffer }): Buffer => ({
      ...buffer,
      ...(isFromLog(fromLog) && { fromLog }),
    }),
  )
  const active = list.find((buffer) => buffer.id === value.activeId) ?? list[0]
  return active && { list, activeId: active.id }
}

function isBuffer(value: unknown): value is Buffer {
  const buffer = value as Partial<Buffer> | null
  return (
    typeof buffer?.id === 'string' &&
    typeof buffer.name === 'string' &&
    typeof buffer.text === 'string' &&
    (buffer.kind === 'sql' || buffer.kind === 'plan' || buffer.kind === 'trace')
  )
}

function isFromLog(value: unknown): value is FromLog {
  const { figures, sql, notes } = (value ?? {}) as Partial<FromLog>
  return typeof figures === 'object' && figures !== null && typeof sql === 'string' && Array.isArray(notes)
}

const keptBuffersAtom = atom(kept('buffers', check, first))

/** All editor tabs and which one is in front. */
export const buffersAtom = atom(
  (get) => get(keptBuffersAtom),
  (_get, set, value: Buffers) => {
    set(keptBuffersAtom, value)
    keep('buffers', {
      ...value,
      list: value.list.map((buffer) => (buffer.text.length > longestKeptText ? { ...buffer, text: '' } : buffer)),
    })
  },
)

/** The tab in front. */
export const activeBufferAtom = atom<Buffer>((get) => {
  const { list, activeId } = get(keptBuffersAtom)
  const found = list.find((buffer) => buffer.id === activeId) ?? list[0]
  return found ?? { id: 'b1', name: 'statement 1', text: '', kind: 'sql' }
})

/** Results of the tabs that are not in front, while the page lives. */
interface Aside {
  readonly result: Result
  readonly selection: Selection
  readonly ran: Ran | undefined
}
const asideAtom = atom<ReadonlyMap<string, Aside>>(new Map())

/** What was sent last from the tab in front: spans of the reply count from `start` of the tab's text. */
export interface Ran {
  readonly bufferId: string
  readonly text: string
  readonly start: number
}
export const ranAtom = atom<Ran | undefined>(undefined)

/** What was sent last from a tab, in front or not. */
export const ranOfAtom = atom((get) => {
  const aside = get(asideAtom)
  const front = { id: get(buffersAtom).activeId, ran: get(ranAtom) }
  return (id: string): Ran | undefined => (id === front.id ? front.ran : aside.get(id)?.ran)
})

/** What a tab shows, in front or not. */
export const resultOfAtom = atom((get) => {
  const aside = get(asideAtom)
  const front = { id: get(buffersAtom).activeId, result: get(resultAtom), planIndex: get(selectionAtom).planIndex }
  return (id: string): { readonly result: Result; readonly planIndex: number } => {
    if (id === front.id) return front
    const kept = aside.get(id)
    return { result: kept?.result ?? { state: 'empty' }, planIndex: kept?.selection.planIndex ?? 0 }
  }
})

/** Gives a tab its result, in front or not: long work ends in the tab that it was begun in. A closed tab takes none. */
export const tabResultAtom = atom(null, (get, set, id: string, result: Result, selection: Selection) => {
  const { list, activeId } = get(buffersAtom)
  if (id === activeId) {
    set(resultAtom, result)
    set(selectionAtom, selection)
  } else if (list.some((buffer) => buffer.id === id)) {
    const aside = get(asideAtom)
    set(asideAtom, new Map(aside).set(id, { result, selection, ran: aside.get(id)?.ran }))
  }
})

/** Brings a tab to the front with the result it had. */
export const switchBufferAtom = atom(null, (get, set, id: string) => {
  const { list, activeId } = get(buffersAtom)
  if (id === activeId || !list.some((buffer) => buffer.id === id)) return
  const aside = new Map(get(asideAtom))
  aside.set(activeId, { result: get(resultAtom), selection: get(selectionAtom), ran: get(ranAtom) })
  const back = aside.get(id)
  aside.delete(id)
  set(asideAtom, aside)
  set(buffersAtom, { list, activeId: id })
  set(resultAtom, back?.result ?? { state: 'empty' })
  set(selectionAtom, back?.selection ?? { planIndex: 0 })
  set(ranAtom, back?.ran)
  set(happenedAtom, undefined)
})
