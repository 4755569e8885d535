import type { Evidence, Finding } from '../../../advisor/model'
import type { PlanNode } from '../../model'
import type { PlanInsight } from '../plan-insight'

/** One thing that a plan itself can show. One rule = one file. */
export interface PlanRule {
  readonly name: string
  /** When it speaks, and when it stays silent, in one or two sentences. */
  readonly doc: string
  check(insight: PlanInsight): readonly Finding[]
}

/** Shares of the work from which a finding is a problem, or a warning. */
const problemShare = 0.5
const warningShare = 0.2
/** A measured statement that takes less, and does not read many rows, is fast. */
const fastMs = 10
const manyRows = 10_000
/** Without times, one that reads fewer rows is fast. */
const fewRows = 1000

/** How loud a finding is: by the share of the work that fixing it can save, and never loud about a fast statement. */
export function severityOf(insight: PlanInsight, savable: number | undefined): Finding['severity'] {
  if (isFast(insight) || savable === undefined) return 'hint'
  if (savable >= problemShare) return 'problem'
  return savable >= warningShare ? 'warning' : 'hint'
}

/** True when the whole statement is so quick that nobody waits for it: nothing in it is worth more than a hint. */
export function isFast({ totalMs, totalRead }: PlanInsight): boolean {
  if (totalMs === undefined) return totalRead !== undefined && totalRead.rows < fewRows
  return totalMs < fastMs && (totalRead === undefined || totalRead.rows < manyRows)
}

/** Evidence at a step of the plan, with its place in the text. */
export function nodeEvidence(node: PlanNode, text: string, value?: number, unit?: string): Evidence {
  return {
    kind: 'node',
    text,
    nodeId: node.id,
    span: node.span,
    ...(value === undefined ? {} : { value }),
    ...(unit === undefined ? {} : { unit }),
  }
}

/** Share of the plan's time that the steps at these places take by themselves; undefined without times. */
export function timeShare({ frame, totalMs }: PlanInsight, places: Iterable<number>): number | undefined {
  if (totalMs === undefined || totalMs <= 0) return undefined
  let ms = 0
  for (const at of places) ms += frame.numbers[at]?.selfMs ?? 0
  return Math.min(1, ms / totalMs)
}
