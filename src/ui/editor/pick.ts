import type { KeyUse } from '../../core/keyparts/model'
import type { Plan } from '../../core/plan/model'
import { each } from '../../core/plan/walk'
import type { TextSpan } from '../../core/text-span'
import type { Selection } from '../state/atoms'
import { stepBehind } from '../why/link'

/** Of several things at one place, the one that tells more about it comes first. */
const weights = { keyPart: 0, condition: 1, reason: 2, table: 3 } as const

interface Candidate {
  readonly span: TextSpan
  readonly selection: Selection
  readonly weight: number
}

/**
 * What stands at a place of the statement, for the linked selection: the smallest condition, key part or table around
 * it; undefined where the plan says nothing. `offset` counts from the start of the analyzed statement.
 */
export function pickAt(
  { plans, keyUse = [] }: { readonly plans: readonly Plan[]; readonly keyUse?: readonly KeyUse[] | undefined },
  planIndex: number,
  offset: number,
): Selection | undefined {
  const found: Candidate[] = []
  const offer = (span: TextSpan | undefined, weight: number, selection: Selection) => {
    if (span && span.start <= offset && offset <= span.end) found.push({ span, weight, selection })
  }
  for (const use of keyUse) {
    if (use.planIndex !== planIndex || !use.chosen) continue
    for (const one of use.parts) {
      const { position, reason, sqlSpans = [] } = one
      const traceSpan = stepBehind(one)
      const part = {
        planIndex,
        nodeId: use.nodeId,
        keyPart: { index: use.index, position },
        ...(traceSpan && { traceSpan }),
      }
      for (const sqlSpan of sqlSpans) offer(sqlSpan, weights.keyPart, { ...part, sqlSpan })
      offer(reason?.sqlSpan, weights.reason, { ...part, sqlSpan: reason?.sqlSpan })
    }
  }
  const root = plans[planIndex]?.root
  for (const node of root ? each(root) : []) {
    const nodeId = node.id
    offer(node.sqlSpan, weights.table, { planIndex, nodeId, sqlSpan: node.sqlSpan, planSpan: node.span })
    for (const { sqlSpan, sqlSpans, span } of node.conditions)
      for (const place of sqlSpans ?? [sqlSpan])
        offer(place, weights.condition, { planIndex, nodeId, sqlSpan: place, planSpan: span })
  }
  const size = ({ span }: Candidate) => span.end - span.start
  const best = found.sort((a, b) => size(a) - size(b) || a.weight - b.weight)[0]
  return best?.selection
}

/** Do two selections light up the same things? */
export function sameSelection(a: Selection, b: Selection): boolean {
  return (
    JSON.stringify([a.planIndex, a.nodeId, a.keyPart, a.sqlSpan]) ===
    JSON.stringify([b.planIndex, b.nodeId, b.keyPart, b.sqlSpan])
  ) // prettier-ignore
}
