import type { Advice } from '../../../src/core/advisor/model'
import type { Family } from '../../../src/core/engine'
import type { Comparison, ExperimentDocument } from '../../../src/core/experiment/model'
import type { PlanNode } from '../../../src/core/plan/model'
import type { Reads } from './model'

/** What an experiment says of an advice. */
export interface Judged {
  readonly confirmed: boolean
  /** Why it is refuted, or what confirmed it. */
  readonly because: string
  /** Rows examined (PostgreSQL: buffers) with the advice ÷ those without. */
  readonly work?: number | undefined
}

/** Work below this share of the baseline's is clearly less. */
const clearlyLess = 0.9

interface Evidence {
  readonly advice: Advice
  readonly before: Reads
  readonly reads: Reads
  readonly family: Family
}

/**
 * Confirmed: faster by the runner's verdict, or clearly less counted work and not slower; also where only the statement
 * with the advice ends within the time limit.
 */
export function judge(document: ExperimentDocument, evidence: Evidence): Judged {
  const { before, reads, family } = evidence
  if (before === undefined && reads !== undefined) {
    return { confirmed: true, because: 'only with it the statement ends within the time limit' }
  }
  const [comparison] = document.comparisons
  if (!comparison || document.samples.length === 0) {
    return { confirmed: false, because: `the experiment failed: ${document.failure ?? 'no pair was finished'}` }
  }
  const work = comparison.workRatio[family === 'postgres' ? 'buffers' : 'rowsExamined']
  const told = { ...(work !== undefined && { work }) }
  const words = `${comparison.verdict}, ${comparison.ratio.toFixed(2)} × by ${comparison.decidedBy}${work === undefined ? '' : `, ${work.toFixed(2)} × the work`}`
  if (comparison.verdict === 'faster') return { confirmed: true, because: words, ...told }
  if (work !== undefined && work < clearlyLess && comparison.verdict !== 'slower') {
    return { confirmed: true, because: words, ...told }
  }
  return { confirmed: false, because: `${explained(document, comparison, evidence)} (${words})`, ...told }
}

/** Why it does not help, from the plan with it. */
function explained(document: ExperimentDocument, { verdict }: Comparison, { advice, before, reads }: Evidence): string {
  const name = advice.index?.name
  const plan = document.plans[1]
  const counted = `reads ${words(reads)} instead of ${words(before)}`
  if (name !== undefined && plan && !indexesOf(plan.root).has(name)) {
    return `the optimizer does not choose ${name}: ${counted}`
  }
  if (before !== undefined && reads !== undefined && reads < before * clearlyLess) {
    return verdict === 'slower' ? `${counted}, yet it is slower` : `${counted}, which no clock and no page count shows`
  }
  return `it is used, but ${counted}`
}

function words(reads: Reads): string {
  return reads === undefined ? 'too long' : reads.toLocaleString('en')
}

function indexesOf(node: PlanNode): ReadonlySet<string> {
  return new Set([
    ...(node.access?.indexes ?? []).map(({ name }) => name),
    ...node.children.flatMap((child) => [...indexesOf(child)]),
  ])
}
