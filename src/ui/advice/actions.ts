import type { Advice } from '../../core/advisor/model'
import type { ProofDocument } from '../../core/advisor/trial/model'
import type { Analysis } from '../../core/analysis/model'
import { compareVariants } from '../compare/open-from'
import { draftOf, openExperiment } from '../compare/tabs'
import { shownBlocked, shownOrder, tellUnanswered } from '../state/actions/shown-analysis'
import { beginWork } from '../state/actions/work'
import { connectionAtom, resultAtom } from '../state/atoms'
import { attempt } from '../state/service'
import { happenedAtom, narrowTabAtom } from '../state/session'
import { nameOf } from '../state/statement-name'
import { store } from '../state/store'
import { adviceCardsAtom } from './cards'
import { changeTrialsAtom, type Trials } from './trials'

/** Why values cannot be counted here. */
export function countBlocked(): string | undefined {
  if (store.get(connectionAtom)?.production)
    return 'Counting reads whole tables, and this is a production server. Use a replica or the sandbox.'
  return shownBlocked()
}

/** Why it cannot be proved here. */
export function proveBlocked(): string | undefined {
  if (store.get(connectionAtom)?.production)
    return 'A proof builds and runs, and this is a production server. Use a replica or the sandbox.'
  return shownBlocked()
}

/** Has the server plan the statement with the advice, without building it on the real tables. */
export async function tryAdvice(advice: Advice, consent = false): Promise<void> {
  const order = await shownOrder()
  if (!order) return
  const note = (whatIf: Trials['whatIf']) => change(order.analysis, advice, { whatIf })
  note({ state: 'running' })
  const work = beginWork('Trying the advice')
  const outcome = await attempt(
    'advice.whatIf',
    { ...order.request, advice: [advice], consent },
    { signal: work.signal, onEvent: work.onEvent },
  )
  work.end()
  if (outcome.ok) {
    const [told] = outcome.reply.results
    note(told && { state: 'told', told })
    store.set(happenedAtom, { text: 'Planned with the advice, nothing was built on the real tables', good: true })
    return
  }
  const { fault } = outcome
  note(tellUnanswered(fault, () => void tryAdvice(advice, true)) ? undefined : { state: 'refused', fault })
}

/** Has the server build it, run the statement with and without it, and undo it. */
export async function proveAdvice(advice: Advice, consent = false): Promise<void> {
  const order = await shownOrder()
  if (!order || proveBlocked() !== undefined) return
  const note = (proof: Trials['proof']) => change(order.analysis, advice, { proof })
  note({ state: 'running' })
  const work = beginWork('Proving the advice')
  const outcome = await attempt(
    'advice.prove',
    { ...order.request, advice, consent },
    { signal: work.signal, onEvent: work.onEvent },
  )
  work.end()
  if (outcome.ok) {
    note({ state: 'told', told: outcome.reply })
    const words = { confirmed: 'confirmed', refuted: 'refuted and withdrawn', undecided: 'not decided' }
    store.set(happenedAtom, {
      text: `The advice is ${words[outcome.reply.outcome]}; what was built is gone again`,
      good: outcome.reply.left.length === 0,
    })
    return
  }
  const { fault } = outcome
  note(tellUnanswered(fault, () => void proveAdvice(advice, true)) ? undefined : { state: 'refused', fault })
}

/** Opens the advice as variant B of an experiment. */
export function compareAdvice({ title, variant }: Advice): void {
  const result = store.get(resultAtom)
  if (result.state !== 'analysis') return
  const { sql } = result.analysis
  compareVariants(nameOf(sql), [
    { label: 'As it is', sql },
    { label: title.replace(/`/g, ''), ...variant },
  ])
}

/** Opens the runs of a proof in Compare. */
export function openProof({ sql, experiment }: ProofDocument): void {
  openExperiment(`${nameOf(sql)}: proof`, draftOf(experiment), { state: 'done', document: experiment })
}

/** The first advice that stands. */
export function firstAdvice(): Advice | undefined {
  return store.get(adviceCardsAtom)?.standing[0]?.advice
}

/** Brings the cards to the front in a narrow window; a wide one has them in sight. */
export function showAdvice(): void {
  store.set(narrowTabAtom, 'advice')
}

function change(analysis: Analysis, advice: Advice, more: Partial<Trials>) {
  store.set(changeTrialsAtom, analysis, advice, (before) => ({ ...before, ...more }))
}
