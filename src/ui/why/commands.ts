import type { Command } from '../commands/command'
import { resultAtom } from '../state/atoms'
import { lowerTabAtom } from '../state/session'
import { store } from '../state/store'
import { focusChooser, showWhy } from './actions'
import { traceTextOf, whySideAtom, whyWholeAtom } from './atoms'

const noTrace = () =>
  traceTextOf(store.get(resultAtom)) === undefined ? 'There is no optimizer trace of what is shown.' : undefined

/** What can be done with the optimizer's reasons. */
export const whyCommands: readonly Command[] = [
  {
    id: 'why.ask',
    title: 'Ask why an index was not taken',
    group: 'Plan',
    keys: ['w'],
    blockedBecause: noTrace,
    run: focusChooser,
  },
  {
    id: 'why.raw',
    title: 'Show the raw optimizer trace',
    group: 'Plan',
    blockedBecause: noTrace,
    run: () => {
      showWhy()
      store.set(whySideAtom, 'raw')
    },
  },
  {
    id: 'why.whole',
    title: 'Give why this plan the whole window, or take it back',
    group: 'View',
    blockedBecause: noTrace,
    run: () => {
      const whole = store.get(whyWholeAtom) && store.get(lowerTabAtom) === 'why'
      showWhy()
      store.set(whyWholeAtom, !whole)
    },
  },
]
