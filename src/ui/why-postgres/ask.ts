import type { Alternative, MeasuredChoice, PlannerQuestion } from '../../core/alternatives/model'
import type { Analysis } from '../../core/analysis/model'
import { metricsOf } from '../../core/plan/metrics'
import type { Plan } from '../../core/plan/model'
import { showPlans } from '../compare/tabs'
import { fillSlot } from '../plan-diff/actions'
import { shownBlocked, shownOrder, tellUnanswered } from '../state/actions/shown-analysis'
import { beginWork } from '../state/actions/work'
import { connectionAtom, resultAtom } from '../state/atoms'
import { attempt } from '../state/service'
import { happenedAtom } from '../state/session'
import { store } from '../state/store'
import { changeWhyPostgresAtom, type WhyPostgres } from './atoms'

/** Why this choice cannot be measured; undefined where it can. */
export function measureBlocked({ hidden, added }: Pick<PlannerQuestion, 'hidden' | 'added'>): string | undefined {
  if (hidden.length + added.length > 0) return 'Indexes hidden or made up by hypopg exist for EXPLAIN only.'
  if (store.get(connectionAtom)?.production)
    return 'It runs the statement, and this is a production server. Use a replica or the sandbox.'
  return shownBlocked()
}

/** Has the statement planned again with each choice taken away; with `index`, also why that one is not read. */
export async function askPlanner(
  index?: { readonly table: string; readonly index: string },
  consent = false,
): Promise<void> {
  const order = await shownOrder()
  if (!order) return
  const { analysis, request } = order
  const change = changing(analysis)
  change((known) => ({
    ...known,
    ...(index ? { whyNot: { ...index, state: 'asking' } } : { found: { state: 'asking' } }),
  }))
  const work = beginWork('Asking the planner')
  const outcome = await attempt(
    'whynot.alternatives',
    { ...request, ...(index && { index }), consent },
    { signal: work.signal, onEvent: work.onEvent },
  )
  work.end()
  if (outcome.ok) {
    const { whyNot, ...found } = outcome.reply
    change((known) => ({
      ...known,
      found: { state: 'told', told: found },
      ...(index && whyNot && { whyNot: { ...index, state: 'told', told: whyNot } }),
    }))
    store.set(happenedAtom, { text: `Planned ${found.asked} times, none run`, good: true })
    return
  }
  const { fault } = outcome
  const back = tellUnanswered(fault, () => void askPlanner(index, true))
  change((known) => ({
    ...known,
    ...(index
      ? { whyNot: back ? undefined : { ...index, state: 'refused', fault } }
      : { found: back ? undefined : { state: 'refused', fault } }),
  }))
}

/** Has the chosen plan and the one that the question leads to run in turns, under guard. */
export async function measureForced(question: PlannerQuestion, consent = false): Promise<void> {
  const order = await shownOrder()
  if (!order || measureBlocked(question) !== undefined) return
  const { analysis, request } = order
  const change = changing(analysis)
  const note = (reply: Parameters<typeof withMeasured>[2]) => change((known) => withMeasured(known, question.id, reply))
  note({ state: 'asking' })
  const work = beginWork('Taking the choice away')
  const sent = { ...question, settings: [...question.settings], hidden: [], added: [] }
  const outcome = await attempt(
    'whynot.measureForced',
    { ...request, question: sent, consent },
    { signal: work.signal, onEvent: work.onEvent },
  )
  work.end()
  if (outcome.ok) {
    note({ state: 'told', told: outcome.reply })
    store.set(happenedAtom, { text: `Measured ${lower(question.phrase)}`, good: true })
    return
  }
  const { fault } = outcome
  note(tellUnanswered(fault, () => void measureForced(question, true)) ? undefined : { state: 'refused', fault })
}

/** Puts the chosen plan and an alternative into Compare. */
export function compareWithChosen(name: string, plan: Plan): void {
  const result = store.get(resultAtom)
  if (result.state !== 'analysis') return
  // Costs compare estimated against estimated.
  const { plans } = result.analysis
  const chosen = plans.find(({ source }) => !source.measured) ?? plans[0]
  if (!chosen) return
  showBoth({ name: 'as it is', plan: chosen }, { name, plan }, result.analysis.sql)
}

/** Puts both measured plans into Compare. */
export function compareMeasured({ question, chosen, loser }: MeasuredChoice): void {
  const result = store.get(resultAtom)
  if (result.state !== 'analysis' || !chosen.plan || !loser.plan) return
  showBoth(
    { name: 'as it is', plan: chosen.plan },
    { name: lower(question.phrase), plan: loser.plan },
    result.analysis.sql,
  )
}

export function nameOfAlternative({ question }: Pick<Alternative, 'question'>): string {
  return lower(question.phrase)
}

interface Side {
  readonly name: string
  readonly plan: Plan
}

function showBoth(a: Side, b: Side, sql: string): void {
  for (const [slot, { name, plan }] of [a, b].entries())
    fillSlot(slot, { name, from: 'tab', plan, metrics: metricsOf(plan), sql })
  showPlans()
}

function changing(analysis: Analysis) {
  return (change: (before: WhyPostgres) => WhyPostgres) => store.set(changeWhyPostgresAtom, analysis, change)
}

type MeasuredReply = WhyPostgres['measured'] extends ReadonlyMap<string, infer R> ? R : never

function withMeasured(known: WhyPostgres, id: string, reply: MeasuredReply | undefined): WhyPostgres {
  const measured = new Map(known.measured)
  if (reply) measured.set(id, reply)
  else measured.delete(id)
  return { ...known, measured }
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
