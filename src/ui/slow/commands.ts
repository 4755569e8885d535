import type { Command } from '../commands/command'
import { toggleMark } from '../slow-shape/marks'
import { screenAtom } from '../state/atoms'
import { store } from '../state/store'
import { analyzePicked, frontLog, leaveMuted, openPicked, pickedRow, saveDigest } from './actions'
import { compareWithAnother } from './CompareLogs'
import { setLook } from './look'
import { closeSlowTab, slowTabAtom } from './tabs'
import { openLogs } from './take-files'

const onLog = () => {
  if (store.get(screenAtom) !== 'slow') return 'Go to Slow queries first.'
  return frontLog() ? undefined : 'Open a log first.'
}
const onRow = () => onLog() ?? (pickedRow() ? undefined : 'Pick a shape first.')
/** A shape has a mark on its own page too. */
const markable = () => (store.get(screenAtom) === 'slow' ? shapeInFront() : undefined)

function shapeInFront(): string | undefined {
  const tab = store.get(slowTabAtom)
  return tab?.kind === 'shape' ? tab.shape : pickedRow()?.digest
}

function mark(state: 'reviewed' | 'muted', title: string, key: string): Command {
  return {
    id: `slow.${state}`,
    title,
    group: 'Slow queries',
    keys: [key],
    onlyOn: 'slow',
    blockedBecause: () => (markable() === undefined ? 'Pick a shape first.' : undefined),
    run: () => {
      const shape = markable()
      if (shape === undefined) return
      void toggleMark(shape, state)
      if (state === 'muted') leaveMuted()
    },
  }
}

/** What can be done with logs and their shapes. */
export const slowCommands: readonly Command[] = [
  {
    id: 'slow.open',
    title: 'Open a log',
    group: 'Slow queries',
    keys: ['Mod+O'],
    onlyOn: 'slow',
    run: () => void openLogs(),
  },
  {
    id: 'slow.filter',
    title: 'Filter the shapes',
    group: 'Slow queries',
    keys: ['/'],
    onlyOn: 'slow',
    blockedBecause: onLog,
    run: () => document.getElementById('slow-filter')?.focus(),
  },
  {
    id: 'slow.whole-time',
    title: 'Show the whole time of the log',
    group: 'Slow queries',
    blockedBecause: onLog,
    run: () => {
      const tab = frontLog()
      if (tab) setLook(tab.held.digestId, { from: undefined, to: undefined })
    },
  },
  {
    id: 'slow.open-shape',
    title: 'Open the picked shape',
    group: 'Slow queries',
    blockedBecause: onRow,
    run: openPicked,
  },
  {
    id: 'slow.analyze',
    title: 'Analyze the slowest call of the picked shape',
    group: 'Slow queries',
    blockedBecause: onRow,
    run: () => void analyzePicked(),
  },
  mark('reviewed', 'Mark the shape as reviewed, or no longer', 'r'),
  mark('muted', 'Mute the shape, or no longer', 'm'),
  {
    id: 'slow.compare',
    title: 'Compare with another log',
    group: 'Slow queries',
    blockedBecause: onLog,
    run: () => {
      const tab = frontLog()
      if (tab) void compareWithAnother(tab.held)
    },
  },
  {
    id: 'slow.save',
    title: 'Save the digest as JSON',
    group: 'Slow queries',
    keys: ['Mod+S'],
    onlyOn: 'slow',
    blockedBecause: onLog,
    run: () => void saveDigest(),
  },
  {
    id: 'slow.close',
    title: 'Close the tab',
    group: 'Slow queries',
    keys: ['Alt+W'],
    onlyOn: 'slow',
    blockedBecause: () => (store.get(slowTabAtom) ? undefined : 'Nothing is open.'),
    run: () => {
      const tab = store.get(slowTabAtom)
      if (tab) closeSlowTab(tab.id)
    },
  },
]
