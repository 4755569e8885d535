import { screenAtom } from '../state/atoms'
import { lowerTabAtom, narrowTabAtom } from '../state/session'
import { store } from '../state/store'
import { type AskedIndex, askedIndexAtom, whySideAtom } from './atoms'

/** Asks why an index was not taken: brings the answer into view. */
export function askWhyNot(asked: AskedIndex): void {
  store.set(askedIndexAtom, asked)
  showWhy()
}

/** Brings "Why this plan" into view, with the decisions at its right. */
export function showWhy(): void {
  store.set(screenAtom, 'analyze')
  store.set(lowerTabAtom, 'why')
  store.set(narrowTabAtom, 'why')
  store.set(whySideAtom, 'decisions')
}

/** Puts the cursor where an index is asked about, once it is drawn. */
export function focusChooser(): void {
  showWhy()
  requestAnimationFrame(() => {
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.why-chooser input')?.focus())
  })
}
