import { atLeast, type Version } from '../engine'
import { countWords, ratioWords } from '../plan/diff/number-words'
import { insightOf } from '../plan/insight/plan-insight'
import { duration, factor } from '../plan/insight/words'
import { metricsOf } from '../plan/metrics'
import type { Plan } from '../plan/model'
import { planShape } from '../plan/shape'
import type { ChoiceVerdict, MeasuredChoice, MeasuredSide, PlannerQuestion } from './model'
import { withoutPenalty } from './penalty'

/** Two plans whose times differ by less than this factor count as equally fast: few runs, one machine. */
export const sameTimeFactor = 1.25
/** Differences below this are noise of the clock, whatever their factor. */
export const sameTimeMs = 0.1

export interface MeasuredInput {
  readonly version: Version
  readonly question: PlannerQuestion
  /** Plans of EXPLAIN (ANALYZE), in the order of the runs. */
  readonly chosen: readonly Plan[]
  /** Those of the forced one; empty when it was stopped at the time limit. */
  readonly loser: readonly Plan[]
  /** The limit at which the forced one was stopped. */
  readonly stoppedAfterMs?: number | undefined
  readonly cautions: readonly string[]
}

/**
 * What two ways to run one statement really took against what the planner believed. The fastest of the runs counts, so
 * that what the first one read from disk does not decide. The planner was right when its plan was the faster one; where it
 * was not, rows estimated wrong in one of the plans are the cause (`misestimate`), and with right rows the prices of
 * work are (`cost-model`).
 */
export function measuredChoice(input: MeasuredInput): MeasuredChoice {
  const { question, version, stoppedAfterMs } = input
  const chosen = sideOf(input.chosen, version)
  const loser = sideOf(input.loser, version)
  const expected = ratioOf(loser.cost, chosen.cost)
  const actual = ratioOf(loser.executionMs, chosen.executionMs)
  const isSamePlan =
    chosen.plan !== undefined && loser.plan !== undefined && planShape(chosen.plan) === planShape(loser.plan)
  const verdict = isSamePlan ? 'same' : verdictOf(chosen, loser, stoppedAfterMs)
  return {
    question,
    verdict,
    text: isSamePlan
      ? `${question.phrase} the plan stays as it is: there was nothing to compare.`
      : sentence(verdict, question, { chosen, loser, expected, actual, stoppedAfterMs }),
    chosen,
    loser,
    ...(expected !== undefined && { expectedRatio: expected }),
    ...(actual !== undefined && { actualRatio: actual }),
    runs: Math.min(input.chosen.length, Math.max(1, input.loser.length)),
    cautions: [...input.cautions, ...workCaution(chosen, loser, verdict)],
  }
}

function sideOf(plans: readonly Plan[], version: Version): MeasuredSide {
  const [fastest] = [...plans].sort(
    (a, b) => (msOf(a) ?? Number.POSITIVE_INFINITY) - (msOf(b) ?? Number.POSITIVE_INFINITY),
  )
  if (fastest === undefined) return {}
  const { plan, cost } = withoutPenalty(fastest, version)
  const { sharedHitBlocks, sharedReadBlocks } = plan.root.actual ?? {}
  const blocks =
    sharedHitBlocks === undefined && sharedReadBlocks === undefined
      ? undefined
      : (sharedHitBlocks ?? 0) + (sharedReadBlocks ?? 0)
  const ms = msOf(fastest)
  return {
    ...(cost !== undefined && { cost }),
    ...(ms !== undefined && { executionMs: ms }),
    ...(blocks !== undefined && { blocks }),
    plan,
  }
}

function msOf({ statement, root }: Plan): number | undefined {
  return statement.executionMs ?? root.actual?.lastRowMsPerLoop
}

function ratioOf(other: number | undefined, base: number | undefined): number | undefined {
  return other === undefined || base === undefined || base <= 0 ? undefined : other / base
}

function verdictOf(chosen: MeasuredSide, loser: MeasuredSide, stoppedAfterMs: number | undefined): ChoiceVerdict {
  if (chosen.executionMs === undefined) return 'same'
  if (loser.executionMs === undefined) return stoppedAfterMs === undefined ? 'same' : 'right'
  const ratio = loser.executionMs / chosen.executionMs
  if (
    Math.abs(loser.executionMs - chosen.executionMs) < sameTimeMs ||
    (ratio < sameTimeFactor && ratio > 1 / sameTimeFactor)
  )
    return 'same'
  if (ratio >= sameTimeFactor) return 'right'
  return worstEstimate(chosen, loser) === undefined ? 'cost-model' : 'misestimate'
}

/** Where rows start to be estimated wrong, in the chosen plan first: that is the one whose price was wrong. */
function worstEstimate(chosen: MeasuredSide, loser: MeasuredSide) {
  for (const { plan } of [chosen, loser]) {
    if (plan === undefined) continue
    const { errors } = insightOf({ plan, metrics: metricsOf(plan) })
    // Where little work depends on a wrong number, the choice of the plan still did.
    const found = errors.find(({ matters }) => matters) ?? errors[0]
    if (found) return found
  }
  return undefined
}

interface Sides {
  readonly chosen: MeasuredSide
  readonly loser: MeasuredSide
  readonly expected: number | undefined
  readonly actual: number | undefined
  readonly stoppedAfterMs: number | undefined
}

function sentence(verdict: ChoiceVerdict, { phrase }: PlannerQuestion, sides: Sides): string {
  const { chosen, loser, expected, actual, stoppedAfterMs } = sides
  const believed = expected === undefined ? '' : `; the planner believed ${ratioWords(1, expected) ?? 'otherwise'}`
  if (loser.executionMs === undefined)
    return `The planner was right: ${lower(phrase)} the statement was stopped after ${duration(stoppedAfterMs ?? 0)}, and its own plan takes ${duration(chosen.executionMs ?? 0)}.`
  const times = `${duration(loser.executionMs)} against ${duration(chosen.executionMs ?? 0)}`
  switch (verdict) {
    case 'right':
      return `The planner was right: ${lower(phrase)} it takes ${times} (×${factor(actual ?? 1)}${believed}).`
    case 'same':
      return `Equally fast, as far as a few runs tell: ${lower(phrase)} it takes ${times}${believed}.`
    case 'misestimate':
    case 'cost-model': {
      const won = `${phrase} it is faster: ${times} (÷${factor(1 / (actual ?? 1))}${believed}).`
      const error = worstEstimate(chosen, loser)
      if (error === undefined)
        return `${won} The rows were estimated right, so the prices are wrong: look at random_page_cost and effective_cache_size, and at how much of the tables is in memory.`
      const where = error.node.access
        ? `${error.node.label} on \`${error.node.access.alias ?? error.node.access.table}\``
        : error.node.label
      return `${won} The rows were estimated wrong: ${where} was expected to give ${countWords(error.estimatedPerLoop)} and gave ${countWords(error.actualPerLoop)}.`
    }
  }
}

/** Time and pages may disagree, and pages do not depend on the moment. */
function workCaution(chosen: MeasuredSide, loser: MeasuredSide, verdict: ChoiceVerdict): readonly string[] {
  if (chosen.blocks === undefined || loser.blocks === undefined || chosen.blocks + loser.blocks === 0) return []
  const pages = `Pages: ${countWords(loser.blocks)} against ${countWords(chosen.blocks)} of the chosen plan.`
  const more = loser.blocks > chosen.blocks * sameTimeFactor
  const contradicts = (verdict === 'misestimate' || verdict === 'cost-model') && more
  return [contradicts ? `${pages} It reads more of them, so it wins only while they are in memory.` : pages]
}

/** Whether forcing by settings makes the server compile the statement, because the penalty makes it look dear. */
export function penaltyStartsJit(version: Version): boolean {
  return !atLeast(version, 18)
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
