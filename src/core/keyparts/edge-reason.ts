import type { AccessContext } from './access-context'
import { partName } from './bounds'
import { conditionEvidence, prefixEvidence } from './evidence'
import { type Reason, reason } from './reasons'
import type { PartSeek } from './seek'
import { sqlSpanOf, stopperOf } from './why-not'

/** For a part that takes part in the search, but not as one would think. */
export function edgeReason(
  seeks: readonly PartSeek[],
  at: number,
  narrows: 'seek' | 'edges' | 'none',
  context: AccessContext,
): Reason | undefined {
  const seek = seeks[at]
  if (seek === undefined) return undefined
  if (narrows === 'seek') {
    const hasMore = seeks.slice(at + 1).some((later) => !later.part.appended && later.bound.kind === 'bound')
    return hasMore ? shortLiteral(seek, context) : undefined
  }
  const stop =
    stopperOf(seeks, at) ?? seeks.slice(0, at).find((one) => one.bound.kind === 'bound' && one.bound.role === 'range')
  const short = stop && shortLiteral(stop, context)
  if (short !== undefined) return short
  const previous = stop && partName(stop.part)
  const evidence = stop === undefined ? [] : conditionEvidence(stop.part, context)
  return reason(
    'narrows-only-range-edges',
    { part: partName(seek.part), previous, isBeginOnly: context.family === 'postgres' },
    sqlSpanOf(seek, context),
    evidence,
  )
}

/** A LIKE whose literal does not fill the prefix that the index holds. */
function shortLiteral(seek: PartSeek, context: AccessContext): Reason | undefined {
  const { part, bound } = seek
  if (bound.kind !== 'bound' || bound.shortLiteral === undefined) return undefined
  const facts = { part: partName(part), literal: bound.shortLiteral, prefixChars: part.prefixChars }
  const evidence = [...conditionEvidence(part, context), ...prefixEvidence(part)]
  return reason('literal-shorter-than-prefix', facts, sqlSpanOf(seek, context), evidence)
}
