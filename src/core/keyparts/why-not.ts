import type { TextSpan } from '../text-span'
import { type AccessContext, among } from './access-context'
import { partName } from './bounds'
import type { KeyPartReasonCode } from './model'
import { conditionText } from './predicate-text'
import { type Reason, type ReasonFacts, reason } from './reasons'
import type { PartSeek } from './seek'

/**
 * Why a part does not bound the read. A condition that no index could use is named first: another order of parts would
 * not help it. Then the earlier part that ends the usable prefix. `otherwise` is the code for a part that nothing keeps
 * from narrowing, but that the server did not use.
 */
export function whyNot(
  seeks: readonly PartSeek[],
  at: number,
  context: AccessContext,
  otherwise: KeyPartReasonCode,
  extra: ReasonFacts = {},
): Reason | undefined {
  const seek = seeks[at]
  if (seek === undefined) return undefined
  const facts: ReasonFacts = { part: partName(seek.part), ...extra }
  const span = sqlSpanOf(seek, context)
  const stop = stopperOf(seeks, at)
  if (seek.bound.kind === 'blocked') {
    const own = reason(seek.bound.code, { ...seek.bound.facts, ...extra }, span)
    if (seek.bound.code !== 'collation' || stop === undefined) return own
    return { ...stoppedReason(stop, facts, span), text: `${stoppedReason(stop, facts, span).text} ${own.text}` }
  }
  if (seek.bound.kind === 'none') return reason('not-in-condition', facts)
  if (stop !== undefined) return stoppedReason(stop, facts, span)
  return reason(otherwise, { ...facts, condition: conditionText(seek.bound.predicates) }, span)
}

/** The earlier part that ends the usable prefix, as sentences need it. */
export function stopperOf(seeks: readonly PartSeek[], at: number): PartSeek | undefined {
  const by = seeks[at]?.stoppedBy
  return by === undefined || by >= at ? undefined : seeks[by]
}

function stoppedReason(stop: PartSeek, facts: ReasonFacts, span: TextSpan | undefined): Reason {
  const previous = partName(stop.part)
  if (stop.bound.kind === 'bound')
    return reason(
      'previous-part-is-range',
      { ...facts, previous, previousCondition: conditionText(stop.bound.predicates) },
      span,
    )
  return reason('previous-part-not-used', { ...facts, previous }, span)
}

/** Where the part's own condition stands in the statement. */
export function sqlSpanOf(seek: PartSeek, context: AccessContext): TextSpan | undefined {
  const found = among(seek.part, context.sqlPredicates, context)
  const candidates = found.direct.length > 0 ? found.direct : found.mentioned
  const wanted = seek.bound.kind === 'none' ? undefined : seek.bound.predicates[0]
  return (candidates.find((candidate) => candidate.kind === wanted?.kind) ?? candidates[0])?.span
}
