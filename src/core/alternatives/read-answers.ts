import { type EngineIdentity, engineTitle } from '../engine'
import { diffPlans } from '../plan/diff/diff-plans'
import { countWords } from '../plan/diff/number-words'
import type { Plan, PlanNode } from '../plan/model'
import { planShape } from '../plan/shape'
import { each } from '../plan/walk'
import { isTie, timesText } from './costs'
import { firstClause } from './first-clause'
import type { Alternative, Alternatives, PlannerQuestion, Unchanged } from './model'
import { disableCost, type WithoutPenalty, withoutPenalty } from './penalty'
import { planWords } from './plan-words'
import { plannerMeans } from './settings'

/** A plan that came back, as it was read. */
export interface Answer {
  readonly question: PlannerQuestion
  readonly plan: Plan
}

export interface AnswersInput {
  readonly engine: EngineIdentity
  /** The plan as it is, planned beside the others. */
  readonly chosen: Plan
  readonly answers: readonly Answer[]
  /** What the session could not ask. */
  readonly cautions: readonly string[]
}

/**
 * The plans that are left when choices are taken away: one for each shape, cheapest first, with the first difference
 * from the chosen plan in words; and the questions to which the answer was the chosen plan itself.
 */
export function alternativesOf({ engine, chosen: asPrinted, answers, cautions }: AnswersInput): Alternatives {
  // A session may have means switched off by itself.
  const { plan: chosen, cost: chosenCost } = withoutPenalty(asPrinted, engine.version)
  const shape = planShape(chosen)
  const found = new Map<string, Alternative>()
  const unchanged: Unchanged[] = []
  for (const { question, plan } of [...answers].sort((a, b) => changesIn(a.question) - changesIn(b.question))) {
    const cleaned = withoutPenalty(plan, engine.version)
    const forced = forcedSteps(plan, cleaned, question)
    const own = planShape(plan)
    if (own === shape) {
      unchanged.push(unchangedBy(question, forced))
      continue
    }
    const known = found.get(own)
    if (known) {
      const also = [...known.also, question.taken]
      // The same plan once with a penalty and once without: the cost without one is certain.
      const better = known.penalties > cleaned.penalties || (known.forced.length > forced.length && forced.length === 0)
      found.set(
        own,
        better
          ? { ...alternative(question, cleaned, forced, own), also: [...known.also, known.question.taken] }
          : { ...known, also },
      )
    } else found.set(own, alternative(question, cleaned, forced, own))
  }
  const alternatives = [...found.values()].sort(byCost)
  return {
    chosen: { ...(chosenCost !== undefined && { cost: chosenCost }), shape, words: planWords(chosen) },
    text: verdictText(chosenCost, alternatives, unchanged),
    alternatives,
    unchanged,
    asked: answers.length + 1,
    cautions: [howItWasAsked(engine), ...cautions],
  }

  function alternative(
    question: PlannerQuestion,
    cleaned: WithoutPenalty,
    forced: readonly string[],
    own: string,
  ): Alternative {
    const { plan, cost, penalties } = cleaned
    const caution = cautionOf(cleaned)
    return {
      question,
      also: [],
      plan,
      shape: own,
      words: planWords(plan),
      ...(cost !== undefined && { cost }),
      ...(cost !== undefined && chosenCost !== undefined && chosenCost > 0 && { ratio: cost / chosenCost }),
      penalties,
      forced,
      difference: firstClause(diffPlans({ plan: chosen }, { plan }).verdict.text),
      ...(caution !== undefined && { caution }),
    }
  }
}

function changesIn({ settings, hidden, added }: PlannerQuestion): number {
  return settings.length + hidden.length + added.length
}

function byCost(a: Alternative, b: Alternative): number {
  return (
    (a.cost ?? Number.POSITIVE_INFINITY) - (b.cost ?? Number.POSITIVE_INFINITY) ||
    a.question.id.localeCompare(b.question.id)
  )
}

/** Steps made by what was taken away, because nothing else was possible there. */
function forcedSteps(plan: Plan, { penalties }: WithoutPenalty, { settings }: PlannerQuestion): readonly string[] {
  const nodes = [...each(plan.root)]
  const marked = nodes.filter(({ rest }) => rest['Disabled'] === true)
  if (marked.length > 0) return [...new Set(marked.map(stepName))]
  if (penalties === 0) return []
  const makers = plannerMeans.filter(({ name }) => settings.some((setting) => setting.name === name))
  return [...new Set(nodes.filter((node) => makers.some(({ makes }) => makes?.(node))).map(stepName))]
}

function stepName({ access, label }: PlanNode): string {
  const name = access && (access.alias ?? access.table)
  return name ? `${label} on \`${name}\`` : label
}

function unchangedBy(question: PlannerQuestion, forced: readonly string[]): Unchanged {
  if (forced.length === 0) return { question, because: 'not-used', text: `${question.phrase} the plan stays as it is.` }
  const steps = forced.length > 3 ? `${forced.slice(0, 3).join(', ')} and ${forced.length - 3} more` : forced.join(', ')
  return {
    question,
    because: 'no-other-way',
    text: `${question.phrase} the plan stays all the same: there is no other way than ${steps}.`,
  }
}

function cautionOf({ cost, penalties }: WithoutPenalty): string | undefined {
  if (penalties === 0) return undefined
  const penalty = `${countWords(penalties * disableCost)} of artificial cost`
  if (cost === undefined)
    return `The printed cost holds about ${penalty}, of which a limit, a merge join or a subquery counts only a share: the rest cannot be told.`
  return `${penalty} taken off. With it in the sum the planner takes costs as equal that differ by less than 1 % of the whole, so the rest of this plan may not be the cheapest of its kind.`
}

function howItWasAsked(engine: EngineIdentity): string {
  const penalty =
    engine.version.major >= 18
      ? 'Costs hold no penalty: this version counts switched-off steps apart.'
      : 'What is switched off costs 10,000,000,000 more on this version; that artificial penalty is taken out of the costs shown, and stays in the raw plans.'
  return `${engineTitle(engine)} keeps no record of the plans that it dropped: each line is the statement planned again with one choice taken away, not run. ${penalty}`
}

/** The answer in one sentence. */
function verdictText(
  chosenCost: number | undefined,
  alternatives: readonly Alternative[],
  unchanged: readonly Unchanged[],
): string {
  const cost = chosenCost === undefined ? '' : ` at cost ${countWords(chosenCost)}`
  const costed = alternatives.filter((one) => one.cost !== undefined)
  // One that had to use what was taken away is no free choice of another plan.
  const next = costed.find(({ forced }) => forced.length === 0) ?? costed[0]
  if (next?.cost === undefined) {
    if (alternatives.length > 0)
      return `The planner chose its plan${cost}; the other plans have no cost that can be told.`
    const forced = unchanged.filter(({ because }) => because === 'no-other-way').length
    return forced > 0
      ? `The planner chose its plan${cost}, and nothing else was possible: with each choice taken away it stays the same.`
      : `The planner chose its plan${cost}; no question led to another one.`
  }
  const against = `${countWords(next.cost)}${chosenCost === undefined ? '' : timesText(chosenCost, next.cost)}`
  const count = alternatives.length === 1 ? 'the one other plan' : `the next best of ${alternatives.length} other plans`
  if (chosenCost !== undefined && next.cost < chosenCost)
    return `The planner chose its plan${cost}, although ${lower(next.question.phrase)} it finds one at ${against}: its search did not come to that one.`
  if (chosenCost !== undefined && isTie(chosenCost, next.cost))
    return `The planner chose its plan${cost} from a tie: ${lower(next.question.phrase)} it finds another one at ${countWords(next.cost)}.`
  return `The planner chose its plan${cost}; ${count}, ${lower(next.question.phrase)}, costs ${against}.`
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
