import type { Analysis } from '../../core/analysis/model'
import type { PlanNode } from '../../core/plan/model'
import type { TextSpan } from '../../core/text-span'
import type { Selection } from '../state/atoms'

interface Candidate {
  readonly span: TextSpan
  readonly selection: Selection
}

/**
 * What stands at a place of the statement, for the linked selection: the smallest condition, key part or table around
 * it; undefined where the plan says nothing. `offset` counts from the start of the analyzed statement.
 */
export function pickAt(
  analysis: Pick<Analysis, 'plans' | 'keyUse'>,
  planIndex: number,
  offset: number,
): Selection | undefined {
  const found: Candidate[] = []
  const offer = (span: TextSpan | undefined, selection: Selection) => {
    if (span && span.start <= offset && offset <= span.end) found.push({ span, selection })
  }
  for (const use of analysis.keyUse) {
    if (use.planIndex !== planIndex || !use.chosen) continue
    for (const { position, reason } of use.parts)
      offer(reason?.sqlSpan, {
        planIndex,
        nodeId: use.nodeId,
        keyPart: { index: use.index, position },
        sqlSpan: reason?.sqlSpan,
      })
  }
  const root = analysis.plans[planIndex]?.root
  const waiting: PlanNode[] = root ? [root] : []
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const nodeId = node.id
    offer(node.sqlSpan, { planIndex, nodeId, sqlSpan: node.sqlSpan })
    for (const condition of node.conditions)
      offer(condition.sqlSpan, { planIndex, nodeId, sqlSpan: condition.sqlSpan, planSpan: condition.span })
    waiting.push(...node.children)
  }
  const smallest = (best: Candidate | undefined, each: Candidate) =>
    best === undefined || each.span.end - each.span.start < best.span.end - best.span.start ? each : best
  return found.reduce<Candidate | undefined>(smallest, undefined)?.selection
}
