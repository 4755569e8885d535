import { atom } from 'jotai'
import type { Analysis } from '../../core/analysis/model'
import type { ValueSets } from '../../core/analysis/value-sets/model'
import type { Fault } from '../../core/errors'
import { shownOrder, tellUnanswered } from '../state/actions/shown-analysis'
import { beginWork } from '../state/actions/work'
import { resultAtom } from '../state/atoms'
import { byAnalysis } from '../state/by-analysis'
import { attempt } from '../state/service'
import { happenedAtom } from '../state/session'
import { store } from '../state/store'

export type AskedSets =
  | { readonly state: 'asking' }
  | { readonly state: 'told'; readonly told: ValueSets }
  | { readonly state: 'refused'; readonly fault: Fault }

const known = byAnalysis<AskedSets | undefined>(undefined)

/** What is known of the analysis in front; one that came with its sets needs no asking. */
export const askedSetsAtom = atom((get): AskedSets | undefined => {
  const result = get(resultAtom)
  if (result.state !== 'analysis') return undefined
  const { valueSets } = result.analysis
  return valueSets ? { state: 'told', told: valueSets } : get(known.shownAtom)
})

/** Whether the statement's plan can depend on values that stand outside of its text. */
export function hasPlaceholders({ values, sql, engine }: Analysis): boolean {
  return (values?.length ?? 0) > 0 || (engine.family === 'postgres' && /\$\d/.test(sql))
}

/** Has the server plan the statement with the commonest, a middling and the rarest values that it knows of. */
export async function askValueSets(consent = false): Promise<void> {
  const order = await shownOrder()
  if (!order) return
  const { analysis, request } = order
  const { values, ...statement } = request
  const note = (reply: AskedSets | undefined) => store.set(known.changeAtom, analysis, () => reply)
  note({ state: 'asking' })
  const work = beginWork('Planning with several values')
  const outcome = await attempt(
    'analyze.valueSets',
    {
      ...statement,
      ...(values && { sets: [{ name: 'as given', values }] }),
      fromStatistics: true,
      trace: false,
      consent,
    },
    { signal: work.signal, onEvent: work.onEvent },
  )
  work.end()
  if (outcome.ok) {
    const { valueSets } = outcome.reply
    note(valueSets && { state: 'told', told: valueSets })
    if (valueSets) store.set(happenedAtom, { text: valueSets.text, good: true })
    return
  }
  const { fault } = outcome
  note(tellUnanswered(fault, () => void askValueSets(true)) ? undefined : { state: 'refused', fault })
}
