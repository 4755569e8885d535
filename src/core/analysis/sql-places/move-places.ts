import type { Finding } from '../../advisor/model'
import type { KeyUse } from '../../keyparts/model'
import type { Plan, PlanNode } from '../../plan/model'
import { upward } from '../../plan/walk'
import type { SqlEdit } from '../../sql/edits/model'
import type { TextSpan } from '../../text-span'

/**
 * Where a span of an edited statement stands in the statement before the edits. A span that holds a replaced piece
 * holds the whole of what stood there.
 * @param edits in the order of the text, places in the text before
 */
export function placeBefore({ start, end }: TextSpan, edits: readonly SqlEdit[]): TextSpan {
  const before = (offset: number, isEnd: boolean): number => {
    let moved = 0
    for (const { span, text } of edits) {
      const from = span.start + moved
      if (offset < from || (offset === from && isEnd)) break
      const to = from + text.length
      if (offset < to || (offset === to && isEnd)) return isEnd ? span.end : span.start
      moved += text.length - (span.end - span.start)
    }
    return offset - moved
  }
  return { start: before(start, false), end: before(end, true) }
}

/** The plan with its places in the statement moved, and another statement said to be its own. */
export function movedPlan(plan: Plan, sql: string, move: (span: TextSpan) => TextSpan): Plan {
  const moved = new Map<PlanNode, PlanNode>()
  for (const node of upward(plan.root)) {
    moved.set(node, {
      ...node,
      children: node.children.map((child) => moved.get(child) ?? child),
      ...(node.sqlSpan && { sqlSpan: move(node.sqlSpan) }),
      conditions: node.conditions.map((condition) => ({
        ...condition,
        ...(condition.sqlSpan && { sqlSpan: move(condition.sqlSpan) }),
        ...(condition.sqlSpans && { sqlSpans: condition.sqlSpans.map(move) }),
      })),
    })
  }
  return { ...plan, source: { ...plan.source, sql }, root: moved.get(plan.root) ?? plan.root }
}

export function movedKeyUse(use: KeyUse, move: (span: TextSpan) => TextSpan): KeyUse {
  return {
    ...use,
    parts: use.parts.map((part) => ({
      ...part,
      ...(part.sqlSpans && { sqlSpans: part.sqlSpans.map(move) }),
      ...(part.reason?.sqlSpan && { reason: { ...part.reason, sqlSpan: move(part.reason.sqlSpan) } }),
    })),
  }
}

/** A finding with its places in the statement moved. What its advice would run keeps its own text. */
export function movedFinding(finding: Finding, move: (span: TextSpan) => TextSpan): Finding {
  return {
    ...finding,
    evidence: finding.evidence.map((one) => (one.sqlSpan ? { ...one, sqlSpan: move(one.sqlSpan) } : one)),
  }
}
