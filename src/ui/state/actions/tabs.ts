import { resultAtom, screenAtom } from '../atoms'
import { activeBufferAtom, type Buffer, buffersAtom, type FromLog, ranAtom, switchBufferAtom } from '../buffers'
import { undoAtom } from '../session'
import { store } from '../store'

function freeId(list: readonly Buffer[]): string {
  let number = list.length + 1
  while (list.some((buffer) => buffer.id === `b${number}`)) number++
  return `b${number}`
}

/** Opens a tab, or takes the one in front when that is empty. */
export function openTab(text: string, name?: string, kind: Buffer['kind'] = 'sql', fromLog?: FromLog): void {
  const { list } = store.get(buffersAtom)
  const active = store.get(activeBufferAtom)
  store.set(screenAtom, 'analyze')
  if (active.text.trim() === '' && store.get(resultAtom).state === 'empty') {
    const { fromLog: _before, ...kept } = active
    const changed: Buffer = { ...kept, text, kind, name: name ?? active.name, ...(fromLog && { fromLog }) }
    store.set(buffersAtom, { list: list.map((each) => (each.id === active.id ? changed : each)), activeId: active.id })
    return
  }
  const id = freeId(list)
  const added: Buffer = { id, name: name ?? `statement ${list.length + 1}`, text, kind, ...(fromLog && { fromLog }) }
  store.set(buffersAtom, { list: [...list, added], activeId: active.id })
  store.set(switchBufferAtom, id)
}

/** A new empty tab in front. */
export function newTab(): void {
  const { list, activeId } = store.get(buffersAtom)
  const id = freeId(list)
  store.set(screenAtom, 'analyze')
  store.set(buffersAtom, {
    list: [...list, { id, name: `statement ${list.length + 1}`, text: '', kind: 'sql' }],
    activeId,
  })
  store.set(switchBufferAtom, id)
}

/** Closes a tab; its text can be brought back. */
export function closeTab(id: string): void {
  const before = store.get(buffersAtom)
  const at = before.list.findIndex((buffer) => buffer.id === id)
  const closed = before.list[at]
  if (!closed) return
  const rest = before.list.filter((buffer) => buffer.id !== id)
  const next = rest[Math.min(at, rest.length - 1)]
  if (!next) {
    store.set(resultAtom, { state: 'empty' })
    store.set(ranAtom, undefined)
    store.set(buffersAtom, { list: [{ id: 'b1', name: 'statement 1', text: '', kind: 'sql' }], activeId: 'b1' })
  } else {
    if (id === before.activeId) store.set(switchBufferAtom, next.id)
    store.set(buffersAtom, { list: rest, activeId: store.get(buffersAtom).activeId })
  }
  if (closed.text.trim() === '') return
  store.set(undoAtom, {
    text: `Closed ${closed.name}.`,
    undo: () => {
      const now = store.get(buffersAtom)
      const back = now.list.some((buffer) => buffer.id === closed.id) ? { ...closed, id: freeId(now.list) } : closed
      store.set(buffersAtom, { list: [...now.list.slice(0, at), back, ...now.list.slice(at)], activeId: now.activeId })
      store.set(switchBufferAtom, back.id)
    },
  })
}

/** The text of a tab, as it is typed. */
export function changeText(id: string, text: string): void {
  const { list, activeId } = store.get(buffersAtom)
  const before = list.find((buffer) => buffer.id === id)
  if (!before || before.text === text) return
  store.set(buffersAtom, { list: list.map((each) => (each.id === id ? { ...each, text } : each)), activeId })
}

/** What a tab holds turned out to be an entry of a log: its statement stays. */
export function turnIntoLogged(id: string, text: string, name: string, fromLog: FromLog): void {
  const { list, activeId } = store.get(buffersAtom)
  const turned = (buffer: Buffer): Buffer =>
    buffer.id === id ? { ...buffer, text, name, kind: 'sql', fromLog } : buffer
  store.set(buffersAtom, { list: list.map(turned), activeId })
}

/** The text of a tab turned out to be a plan or a trace. */
export function turnInto(kind: 'plan' | 'trace', id: string): void {
  const { list, activeId } = store.get(buffersAtom)
  const turned = (buffer: Buffer): Buffer =>
    buffer.id === id && buffer.kind !== kind ? { ...buffer, kind, name: `pasted ${kind}` } : buffer
  store.set(buffersAtom, { list: list.map(turned), activeId })
}

/** The text in front is no plan and no trace after all: it can be edited like any other. */
export function openAsText(): void {
  const { list, activeId } = store.get(buffersAtom)
  store.set(resultAtom, { state: 'empty' })
  store.set(buffersAtom, {
    list: list.map((each): Buffer => (each.id === activeId ? { ...each, kind: 'sql' } : each)),
    activeId,
  })
}

/** Brings the next tab to the front; -1 the one before. */
export function nextTab(step: 1 | -1): void {
  const { list, activeId } = store.get(buffersAtom)
  const at = list.findIndex((buffer) => buffer.id === activeId)
  const next = list[(at + step + list.length) % list.length]
  if (next) store.set(switchBufferAtom, next.id)
}

export function selectTab(id: string): void {
  store.set(switchBufferAtom, id)
}
