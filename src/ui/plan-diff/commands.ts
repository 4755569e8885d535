import type { Command } from '../commands/command'
import { copyText } from '../kit/clipboard'
import { resultAtom, screenAtom } from '../state/atoms'
import { happenedAtom } from '../state/session'
import { store } from '../state/store'
import { addToCompare, differenceAs, nextChange, swapSides, toggleOnlyChanges } from './actions'
import { shownDiffAtom } from './atoms'

const nothingCompared = () => {
  if (store.get(screenAtom) !== 'compare') return 'Go to Compare first.'
  return store.get(shownDiffAtom) ? undefined : 'Two plans are needed.'
}

async function copyDifference(form: 'text' | 'markdown'): Promise<void> {
  const good = await copyText(differenceAs(form))
  store.set(happenedAtom, { text: good ? 'Copied the difference' : 'The browser does not allow copying', good })
}

/** What can be done with two plans. */
export const compareCommands: readonly Command[] = [
  {
    id: 'compare.add',
    title: 'Add this plan to Compare',
    group: 'Plan',
    keys: ['c'],
    blockedBecause: () => {
      if (store.get(screenAtom) !== 'analyze') return 'Go to Analyze first.'
      return ['analysis', 'plan'].includes(store.get(resultAtom).state) ? undefined : 'There is no plan yet.'
    },
    run: addToCompare,
  },
  {
    id: 'compare.next-change',
    title: 'Go to the next change of the compared plans',
    group: 'Plan',
    keys: ['F8'],
    blockedBecause: nothingCompared,
    run: () => nextChange(1),
  },
  {
    id: 'compare.previous-change',
    title: 'Go to the change before',
    group: 'Plan',
    keys: ['Shift+F8'],
    blockedBecause: nothingCompared,
    run: () => nextChange(-1),
  },
  {
    id: 'compare.swap',
    title: 'Swap the sides of the compared plans',
    group: 'Plan',
    blockedBecause: nothingCompared,
    run: swapSides,
  },
  {
    id: 'compare.only-changes',
    title: 'Show only what changed, or all',
    group: 'Plan',
    blockedBecause: nothingCompared,
    run: toggleOnlyChanges,
  },
  {
    id: 'compare.copy-text',
    title: 'Copy the difference as text',
    group: 'Plan',
    blockedBecause: nothingCompared,
    run: () => void copyDifference('text'),
  },
  {
    id: 'compare.copy-markdown',
    title: 'Copy the difference as Markdown',
    group: 'Plan',
    blockedBecause: nothingCompared,
    run: () => void copyDifference('markdown'),
  },
]
