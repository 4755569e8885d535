import { atom } from 'jotai'
import type { ShapeMark } from '../../core/digest/view/model'
import { tellFault } from '../state/actions/notices'
import { attempt } from '../state/service'
import { store } from '../state/store'

const knownAtom = atom<ReadonlyMap<string, ShapeMark>>(new Map())
let loading: Promise<void> | undefined

/** What was said of shapes, by digest; asked for once, when somebody first looks. */
export const marksAtom = atom((get) => get(knownAtom))
knownAtom.onMount = () => {
  void loadMarks()
}

/** Asks for the marks; without the service they are asked for again the next time. */
export function loadMarks(): Promise<void> {
  loading ??= attempt('marks.list', {}).then((outcome) => {
    if (outcome.ok) {
      // What was said meanwhile is newer.
      const said = store.get(knownAtom)
      store.set(knownAtom, new Map([...outcome.reply.map((mark) => [mark.digest, mark] as const), ...said]))
    } else loading = undefined
  })
  return loading
}

/** The mark of a shape of which nothing was said. */
function unmarked(digest: string): ShapeMark {
  return { digest, state: 'open', note: '', at: '' }
}

export function markOf(marks: ReadonlyMap<string, ShapeMark>, digest: string): ShapeMark {
  return marks.get(digest) ?? unmarked(digest)
}

/** Says something of a shape: shown at once, and taken back where it cannot be kept. */
export async function setMark(digest: string, patch: Partial<Pick<ShapeMark, 'state' | 'note'>>): Promise<void> {
  await loadMarks()
  const before = store.get(knownAtom)
  const mark: ShapeMark = { ...markOf(before, digest), ...patch, at: new Date().toISOString() }
  show(mark)
  const outcome = await attempt('marks.set', { mark })
  if (outcome.ok) return
  // Only this one: others may have been said since.
  show(markOf(before, digest))
  tellFault(outcome.fault, { title: 'Try again', run: () => void setMark(digest, patch) })
}

/** The other state, or none where it has that one: keys and buttons switch it on and off. */
export function toggleMark(digest: string, state: 'reviewed' | 'muted'): Promise<void> {
  const now = markOf(store.get(knownAtom), digest).state
  return setMark(digest, { state: now === state ? 'open' : state })
}

function show(mark: ShapeMark): void {
  store.set(knownAtom, new Map(store.get(knownAtom)).set(mark.digest, mark))
}
