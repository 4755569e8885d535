import type { Command } from '../commands/command'
import { type Screen, screenAtom } from '../state/atoms'
import { store } from '../state/store'
import { mostVariants } from './draft'
import { addVariant, duplicateVariant, moveVariant, pick, removeVariant, toggleEditing } from './edit'
import { experimentAtom, experimentsAtom, pickedPlaceAtom, plansTabId } from './experiments'
import { compareStatement, compareStatementBlocked } from './open-from'
import { copyReport, reportBlocked, saveReport } from './report'
import { runExperiment } from './run'
import { chosenClockAtom, clockAtom, clocksAtom } from './shown'
import { closeExperiment, newExperiment, showPlans } from './tabs'

const here = (): Screen => store.get(screenAtom)
const onCompare = () => {
  if (here() !== 'compare') return 'Go to Compare first.'
  return store.get(experimentAtom) ? undefined : 'Open an experiment first.'
}
const whenStill = () =>
  onCompare() ?? (store.get(experimentAtom)?.run.state === 'running' ? 'The experiment runs now.' : undefined)
const place = () => store.get(pickedPlaceAtom)
const count = () => store.get(experimentAtom)?.draft.variants.length ?? 0
const whenRoom = () => whenStill() ?? (count() < mostVariants ? undefined : 'There are eight variants already.')

function nextClock(): void {
  const clocks = store.get(clocksAtom)
  const next = clocks[(clocks.indexOf(store.get(clockAtom)) + 1) % clocks.length]
  if (next) store.set(chosenClockAtom, next)
}

/** What can be done with experiments. */
export const experimentCommands: readonly Command[] = [
  {
    id: 'compare.run',
    title: 'Run the experiment',
    group: 'Compare',
    keys: ['Mod+Enter'],
    onlyOn: 'compare',
    // What else is missing is said by the run itself: the key must not run something else instead.
    blockedBecause: () => (here() === 'compare' ? undefined : 'Go to Compare first.'),
    run: () => void runExperiment(),
  },
  {
    id: 'compare.statement',
    title: 'Compare this statement: A as it is, B a copy',
    group: 'Compare',
    keys: ['C'],
    blockedBecause: () => (here() === 'analyze' ? compareStatementBlocked() : 'Go to Analyze first.'),
    run: compareStatement,
  },
  { id: 'compare.new', title: 'New experiment', group: 'Compare', run: newExperiment },
  {
    id: 'compare.close',
    title: 'Close the experiment',
    group: 'Compare',
    blockedBecause: whenStill,
    run: () => closeExperiment(store.get(experimentsAtom).activeId),
  },
  {
    id: 'compare.plans',
    title: 'Compare two plans without a server',
    group: 'Compare',
    blockedBecause: () =>
      here() === 'compare' && store.get(experimentsAtom).activeId === plansTabId ? 'They are shown.' : undefined,
    run: showPlans,
  },
  {
    id: 'compare.add-variant',
    title: 'Add a variant',
    group: 'Compare',
    keys: ['a'],
    onlyOn: 'compare',
    blockedBecause: whenRoom,
    run: () => addVariant(),
  },
  {
    id: 'compare.duplicate',
    title: 'Duplicate the picked variant',
    group: 'Compare',
    keys: ['d'],
    onlyOn: 'compare',
    blockedBecause: whenRoom,
    run: () => duplicateVariant(place()),
  },
  {
    id: 'compare.remove',
    title: 'Take the picked variant out',
    group: 'Compare',
    keys: ['Delete'],
    onlyOn: 'compare',
    blockedBecause: whenStill,
    run: () => removeVariant(place()),
  },
  {
    id: 'compare.change',
    title: 'Change the picked variant, or be done with it',
    group: 'Compare',
    keys: ['F2'],
    onlyOn: 'compare',
    blockedBecause: whenStill,
    run: () => {
      const one = store.get(experimentAtom)?.draft.variants[place()]
      if (one) toggleEditing(one.id)
    },
  },
  {
    id: 'compare.next',
    title: 'Pick the next variant',
    group: 'Compare',
    keys: [']'],
    onlyOn: 'compare',
    blockedBecause: onCompare,
    run: () => pick(place() + 1),
  },
  {
    id: 'compare.previous',
    title: 'Pick the variant before',
    group: 'Compare',
    keys: ['['],
    onlyOn: 'compare',
    blockedBecause: onCompare,
    run: () => pick(place() - 1),
  },
  {
    id: 'compare.move-right',
    title: 'Move the picked variant to the right',
    group: 'Compare',
    keys: ['}'],
    onlyOn: 'compare',
    blockedBecause: whenStill,
    run: () => moveVariant(place(), 1),
  },
  {
    id: 'compare.move-left',
    title: 'Move the picked variant to the left',
    group: 'Compare',
    keys: ['{'],
    onlyOn: 'compare',
    blockedBecause: whenStill,
    run: () => moveVariant(place(), -1),
  },
  {
    id: 'compare.clock',
    title: 'Show the times of the next clock',
    group: 'Compare',
    keys: ['t'],
    onlyOn: 'compare',
    blockedBecause: () => onCompare() ?? (store.get(clocksAtom).length > 1 ? undefined : 'There is one clock only.'),
    run: nextClock,
  },
  {
    id: 'compare.report-html',
    title: 'Save the report of the experiment as HTML',
    group: 'Compare',
    blockedBecause: reportBlocked,
    run: () => void saveReport('html'),
  },
  {
    id: 'compare.report-markdown',
    title: 'Save the report of the experiment as Markdown',
    group: 'Compare',
    blockedBecause: reportBlocked,
    run: () => void saveReport('markdown'),
  },
  {
    id: 'compare.report-json',
    title: 'Save the experiment as JSON',
    group: 'Compare',
    blockedBecause: reportBlocked,
    run: () => void saveReport('json'),
  },
  {
    id: 'compare.report-copy',
    title: 'Copy the report of the experiment as Markdown',
    group: 'Compare',
    blockedBecause: reportBlocked,
    run: () => void copyReport(),
  },
]
