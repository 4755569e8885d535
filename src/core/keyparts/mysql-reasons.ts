import type { Index } from '../catalog/model'
import type { AccessContext } from './access-context'
import { partName } from './bounds'
import { accessEvidence, conditionEvidence } from './evidence'
import { forbiddenBy } from './index-hints'
import { conditionText } from './predicate-text'
import { type Reason, reason } from './reasons'
import type { PartSeek } from './seek'
import { type Account, lostTo, rangeLost, rangesGivenUp } from './trace-evidence'
import { sqlSpanOf } from './why-not'

/** Why an index that could narrow the read is not read; said at its first part. */
export function unreadReason(seeks: readonly PartSeek[], context: AccessContext, index: Index): Reason | undefined {
  const [first] = seeks
  if (first === undefined) return undefined
  const facts = { part: partName(first.part) }
  if (!index.visible)
    return reason('hint-forbids', facts, undefined, [{ from: 'catalog', text: `${index.name} is not visible` }])
  const isRange = seeks.some(
    ({ narrows, bound }) => narrows !== 'none' && bound.kind === 'bound' && bound.role !== 'equality',
  )
  const hint = forbiddenBy(context.hints, index.name, isRange ? 'range' : 'lookup')
  if (hint !== undefined)
    return reason('hint-forbids', { ...facts, hint: hint.text }, undefined, [{ from: 'statement', text: hint.text }])
  const span = sqlSpanOf(first, context)
  const conditions = conditionEvidence(first.part, context)
  const gaveUp = isRange ? rangesGivenUp(context) : undefined
  if (gaveUp !== undefined) {
    const condition = first.bound.kind === 'bound' ? conditionText(first.bound.predicates) : undefined
    const evidence = [...conditions, ...gaveUp.evidence]
    return reason('fewer-parts-chosen', { ...facts, condition, because: gaveUp.because }, span, evidence)
  }
  const account = lostTo(context, index.name)
  const read = context.access.indexes.map(({ name }) => name).join(' and ')
  const chosen = { ...(read === '' ? {} : { chosenIndex: read }), because: account?.because }
  const evidence = [...conditions, ...accessEvidence(context), ...(account?.evidence ?? [])]
  return reason('not-chosen', { ...facts, ...chosen }, span, evidence)
}

/** Why the chosen index is not searched by a part that could be. */
export function fewerParts({ part, bound }: PartSeek, context: AccessContext, index: Index): Account | undefined {
  if (bound.kind !== 'bound' || !context.access.indexes.some(({ name }) => name === index.name)) return undefined
  const gaveUp = bound.role === 'equality' ? undefined : rangesGivenUp(context)
  return gaveUp ?? rangeLost(context, index.name, part.columnName)
}

/** A lookup is made once for each row of the tables before, with values that equal parts of the key. */
export function onlyEqualities({ bound }: PartSeek, { access }: AccessContext, index: Index): string | undefined {
  const isLookup = access.method === 'lookup' && access.indexes.some(({ name }) => name === index.name)
  return isLookup && bound.kind === 'bound' && bound.role !== 'equality' ? 'a lookup takes equalities only' : undefined
}
