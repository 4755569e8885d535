import type { Command } from '../commands/command'
import { shownBlocked } from '../state/actions/shown-analysis'
import { compareAdvice, firstAdvice, proveAdvice, proveBlocked, showAdvice, tryAdvice } from './actions'

const noAdvice = () => (firstAdvice() ? undefined : 'There is no advice for what is shown.')

/** Does something with the first advice that stands, and shows its card. */
function withFirst(act: (advice: NonNullable<ReturnType<typeof firstAdvice>>) => void): () => void {
  return () => {
    const advice = firstAdvice()
    if (!advice) return
    showAdvice()
    act(advice)
  }
}

/** What can be done with the first advice. */
export const adviceCommands: readonly Command[] = [
  {
    id: 'advice.try',
    title: 'Try the first advice, without building it on the real tables',
    group: 'Plan',
    keys: ['t'],
    onlyOn: 'analyze',
    blockedBecause: () => noAdvice() ?? shownBlocked(),
    run: withFirst((advice) => void tryAdvice(advice)),
  },
  {
    id: 'advice.prove',
    title: 'Prove the first advice: build it, measure, undo it',
    group: 'Plan',
    blockedBecause: () => noAdvice() ?? proveBlocked(),
    run: withFirst((advice) => void proveAdvice(advice)),
  },
  {
    id: 'advice.compare',
    title: 'Open the first advice in Compare',
    group: 'Plan',
    blockedBecause: noAdvice,
    run: withFirst(compareAdvice),
  },
  {
    id: 'panel.advice',
    title: 'Show the advice',
    group: 'View',
    blockedBecause: noAdvice,
    run: showAdvice,
  },
]
