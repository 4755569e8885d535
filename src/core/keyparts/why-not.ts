import type { TextSpan } from '../text-span'
import { type AccessContext, among } from './access-context'
import { partName } from './bounds'
import { accessEvidence, conditionEvidence, searchedEvidence } from './evidence'
import type { KeyPartReasonCode, ReasonEvidence } from './model'
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
  account: readonly ReasonEvidence[] = [],
): Reason | undefined {
  const seek = seeks[at]
  if (seek === undefined) return undefined
  const facts: ReasonFacts = { part: partName(seek.part), ...extra }
  const span = sqlSpanOf(seek, context)
  const stop = stopperOf(seeks, at)
  if (seek.bound.kind === 'blocked') {
    const evidence = [...conditionEvidence(seek.part, context), ...(seek.bound.evidence ?? [])]
    const own = reason(seek.bound.code, { ...seek.bound.facts, ...extra }, span, evidence)
    if (seek.bound.code !== 'collation' || stop === undefined) return own
    const stopped = stoppedReason(stop, facts, span, context)
    return { ...stopped, text: `${stopped.text} ${own.text}` }
  }
  if (seek.bound.kind === 'none') return reason('not-in-condition', facts, undefined, searchedEvidence(context))
  if (stop !== undefined) return stoppedReason(stop, facts, span, context)
  const evidence = [...conditionEvidence(seek.part, context), ...account]
  return reason(otherwise, { ...facts, condition: conditionText(seek.bound.predicates) }, span, evidence)
}

/** The earlier part that ends the usable prefix, as sentences need it. */
export function stopperOf(seeks: readonly PartSeek[], at: number): PartSeek | undefined {
  const by = seeks[at]?.stoppedBy
  return by === undefined || by >= at ? undefined : seeks[by]
}

function stoppedReason(stop: PartSeek, facts: ReasonFacts, span: TextSpan | undefined, context: AccessContext): Reason {
  const previous = partName(stop.part)
  if (stop.bound.kind === 'bound')
    return reason(
      'previous-part-is-range',
      { ...facts, previous, previousCondition: conditionText(stop.bound.predicates) },
      span,
      conditionEvidence(stop.part, context),
    )
  const evidence = stop.bound.kind === 'none' ? searchedEvidence(context) : conditionEvidence(stop.part, context)
  return reason('previous-part-not-used', { ...facts, previous }, span, evidence)
}

/** Where the part's own condition stands in the statement. */
export function sqlSpanOf(seek: PartSeek, context: AccessContext): TextSpan | undefined {
  const found = among(seek.part, context.sqlPredicates, context)
  const candidates = found.direct.length > 0 ? found.direct : found.mentioned
  const wanted = seek.bound.kind === 'none' ? undefined : seek.bound.predicates[0]
  return (candidates.find((candidate) => candidate.kind === wanted?.kind) ?? candidates[0])?.span
}

/** For a part of an index that is read from end to end. */
export function scannedReason(seek: PartSeek, condition: string | undefined, context: AccessContext): Reason {
  const evidence = [...accessEvidence(context), ...conditionEvidence(seek.part, context)]
  return reason('index-scan', { part: partName(seek.part), condition }, sqlSpanOf(seek, context), evidence)
}
