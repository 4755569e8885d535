import { atom } from 'jotai'
import type { HeldDigest } from '../../core/digest/view/model'
import { attempt } from '../state/service'
import { store } from '../state/store'
import { troubleOf } from './filter-text'
import { logState, lookKey, onLook, setExact } from './look'
import { canReadAgain, readAgain } from './open-logs'
import { slowTabAtom } from './tabs'

/** How long nothing may change before a log is read again. */
const restMs = 600

/** A reading for exact figures that is under way. */
export interface ExactReading {
  readonly digestId: string
  readonly text: string
  readonly fraction?: number | undefined
  readonly stop: () => void
}
export const exactReadingAtom = atom<ExactReading | undefined>(undefined)

let timer = 0
let controller: AbortController | undefined

/** A change ends the reading for what was looked at before. */
function cancel(): void {
  window.clearTimeout(timer)
  controller?.abort()
  controller = undefined
  store.set(exactReadingAtom, undefined)
}

onLook((digestId) => {
  cancel()
  const { look, exact } = logState(digestId)
  if (exact && exact.key !== lookKey(look)) setExact(digestId, undefined)
})

store.sub(slowTabAtom, cancel)

/** Called when figures of a look are estimates: once nothing has changed for a while its log is read again. */
export function exactSoon(held: HeldDigest): void {
  window.clearTimeout(timer)
  if (controller || !canReadAgain(held)) return
  const { digestId } = held
  timer = window.setTimeout(() => void readExact(digestId), restMs)
}

async function readExact(digestId: string): Promise<void> {
  const { look, view } = logState(digestId)
  if (!view?.estimated || troubleOf(look.filter) !== undefined) return
  const own = new AbortController()
  controller = own
  const tell = (text: string, fraction?: number) =>
    store.set(exactReadingAtom, { digestId, text, fraction, stop: () => own.abort() })
  tell('Reading again for exact figures')
  const outcome = await readAgain(digestId, look, own.signal, ({ done, total }) => {
    if (controller !== own || done === undefined || !total) return
    tell('Reading again for exact figures', done / total)
  })
  const superseded = controller !== own
  if (!superseded) {
    controller = undefined
    store.set(exactReadingAtom, undefined)
  }
  if (!outcome.ok) return
  // The answer may have been on its way when the look changed.
  if (superseded || lookKey(logState(digestId).look) !== lookKey(look))
    return void attempt('digest.close', { digestId: outcome.reply.digestId })
  setExact(digestId, { digestId: outcome.reply.digestId, key: lookKey(look) })
}
