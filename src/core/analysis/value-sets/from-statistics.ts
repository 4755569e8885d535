import { percent } from '../../plan/insight/words'
import type { PlaceholderField } from '../../sql/complete/placeholder-fields'
import type { PlaceholderValues } from '../../sql/edits/placeholder-values'
import type { TypedValue } from '../../sql/edits/typed-value'
import type { SqlCondition } from '../../sql/model'
import type { SuggestedValue } from '../../sql/suggest-values/model'

/** A set of values that somebody, or the statistics, give. */
export interface NamedSet {
  readonly name: string
  readonly why?: string | undefined
  readonly values: PlaceholderValues
}

/** A placeholder with what is known of its column's values. */
export interface KnownField {
  readonly field: PlaceholderField
  readonly suggested: readonly SuggestedValue[]
  /** A value that was given for it: every set has that one. */
  readonly given?: TypedValue | undefined
  /** How the statement compares it. */
  readonly condition?: Pick<SqlCondition, 'kind' | 'operator'> | undefined
  /** The second value of BETWEEN. */
  readonly isUpper?: boolean | undefined
}

const setNames = ['commonest', 'rarest', 'median'] as const
type SetName = (typeof setNames)[number]

/** Rows that a LIMIT of unknown size asks for. */
const assumedLimit = '10'
/** Of a value that LIKE searches by its beginning. */
const likeChars = 4

/**
 * The sets that column statistics give: every placeholder with the commonest value of its column, with the rarest, with
 * one in the middle. Of a range that is the end that lets most rows through, least, or half. Sets that are the same are
 * one.
 * @returns the placeholders without a value where there are some, else the sets
 */
export function setsFromStatistics(
  known: readonly KnownField[],
): { readonly sets: readonly NamedSet[] } | { readonly missing: readonly PlaceholderField[] } {
  const missing = known.filter((one) => valueFor(one, 'commonest') === undefined).map(({ field }) => field)
  if (missing.length > 0) return { missing }
  const sets = setNames.map((name): NamedSet => {
    const positional: TypedValue[] = []
    const named: Record<string, TypedValue> = {}
    const whys: string[] = []
    for (const one of known) {
      const found = valueFor(one, name)
      if (found === undefined) continue
      if (one.field.positional) positional.push(found.value)
      else named[one.field.key] = found.value
      if (found.why !== undefined) whys.push(found.why)
    }
    return { name, values: { positional, named }, ...(whys.length > 0 && { why: whys.join(', ') }) }
  })
  const unique = new Map<string, NamedSet>()
  for (const set of sets) {
    const key = JSON.stringify(set.values)
    if (!unique.has(key)) unique.set(key, set)
  }
  return { sets: [...unique.values()] }
}

interface Chosen {
  readonly value: TypedValue
  readonly why?: string
}

function valueFor(one: KnownField, set: SetName): Chosen | undefined {
  const { field, suggested, given, condition } = one
  if (given !== undefined) return { value: given }
  if (field.column === undefined) {
    return field.kind === 'number' ? { value: { kind: 'number', value: assumedLimit } } : undefined
  }
  const order = condition?.kind === 'range' ? rangeOrder(one, set) : equalityOrder[set]
  for (const why of order) {
    const found = suggested.find((value) => value.why === why)
    if (found?.value === undefined) continue
    const value = condition?.kind === 'like' ? `${found.value.slice(0, likeChars)}%` : found.value
    const typed = typedFrom(field.kind, value)
    if (typed === undefined) continue
    const share =
      condition?.kind === 'range' || found.share === undefined ? '' : ` (${percent(found.share)} of the rows)`
    return { value: typed, why: `${field.column.name} ${value}${share}` }
  }
  return undefined
}

type Why = SuggestedValue['why']

const equalityOrder: Readonly<Record<SetName, readonly Why[]>> = {
  commonest: ['most-common', 'common', 'median', 'smallest', 'rare', 'largest'],
  rarest: ['rare', 'largest', 'smallest', 'median', 'most-common'],
  median: ['median', 'common', 'smallest', 'largest', 'most-common', 'rare'],
}

/** `> ?` is met by most rows when the value is the smallest; `< ?` when it is the largest. */
function rangeOrder({ condition, isUpper }: KnownField, set: SetName): readonly Why[] {
  const isBelow = isUpper ?? condition?.operator.startsWith('<') ?? false
  const wide: readonly Why[] = isBelow ? ['largest', 'median', 'smallest'] : ['smallest', 'median', 'largest']
  const others: readonly Why[] = ['most-common', 'common', 'rare']
  if (set === 'commonest') return [...wide, ...others]
  // Both ends of BETWEEN in the middle: a narrow range, but not an empty one.
  const isBetween = condition?.operator.toUpperCase() === 'BETWEEN'
  const middle: readonly Why[] = ['median', ...wide]
  if (set === 'median') return isBetween && isUpper === false ? [...wide, ...others] : [...middle, ...others]
  return isBetween ? [...middle, ...others] : [...[...wide].reverse(), ...others]
}

/** A value of the statistics as its column's kind; undefined where it is none. */
export function typedFrom(kind: TypedValue['kind'], text: string): TypedValue | undefined {
  switch (kind) {
    case 'number':
      return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text) ? { kind, value: text } : undefined
    case 'boolean':
      return { kind, value: /^(?:t|true|1)$/i.test(text) }
    case 'date':
    case 'time':
    case 'datetime':
      if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return { kind: 'date', value: text }
      return /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?$/.test(text)
        ? { kind: 'datetime', value: text }
        : { kind: 'text', value: text }
    case 'binary':
      return undefined
    default:
      return { kind: 'text', value: text }
  }
}
