import { type AccessContext, among } from './access-context'
import type { ResolvedPart } from './index-parts'
import type { ReasonEvidence } from './model'
import type { Predicate } from './predicate'
import { conditionText } from './predicate-text'

/** What plan and statement say about a part, each in its own words. */
export function conditionEvidence(part: ResolvedPart, context: AccessContext): readonly ReasonEvidence[] {
  const from = (source: 'plan' | 'statement', predicates: readonly Predicate[]): readonly ReasonEvidence[] => {
    const { direct, mentioned } = among(part, predicates, context)
    const text = conditionText(direct.length > 0 ? direct : mentioned)
    return text === undefined ? [] : [{ from: source, text }]
  }
  return [...from('plan', context.planPredicates), ...from('statement', context.sqlPredicates)]
}

/** No condition names a part: what was looked through to say so. */
export function searchedEvidence(context: AccessContext): readonly ReasonEvidence[] {
  const text = 'no condition on it'
  return [...(context.scope === undefined ? [] : [{ from: 'statement', text } as const]), { from: 'plan', text }]
}

/** How the table is read. */
export function accessEvidence({ access }: AccessContext): readonly ReasonEvidence[] {
  const read = access.indexes.map(({ name }) => name).join(', ')
  return [{ from: 'plan', text: read === '' ? access.accessType : `${access.accessType} on ${read}` }]
}

/** What the index holds of a column, where that is not all of it. */
export function prefixEvidence({ prefixChars, column }: ResolvedPart): readonly ReasonEvidence[] {
  if (prefixChars === undefined || column === undefined) return []
  return [{ from: 'catalog', text: `${column.name}(${prefixChars}) of ${column.type}` }]
}
