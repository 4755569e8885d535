import type { SuggestedValue } from './model'

/** Longer ones are no values that somebody types. */
const longestValue = 200
/** Two of a kind are enough to see whether a plan changes with the value. */
const mostOfAKind = 2

export interface CountedValue {
  readonly value: string | undefined
  readonly rows: number
}

/** Most common, rare, smallest, median and largest of counted values that come in order; each value once. */
export function fromSample(counted: readonly CountedValue[]): readonly SuggestedValue[] {
  const all = counted.reduce((sum, { rows }) => sum + rows, 0)
  if (all === 0) return []
  const share = (rows: number) => rows / all
  const present = counted.flatMap(({ value, rows }) =>
    value === undefined || value.length > longestValue ? [] : [{ value, rows }],
  )
  const nulls = counted.find(({ value }) => value === undefined)
  const byRows = [...present].sort((a, b) => b.rows - a.rows)
  const [first] = byRows
  const last = byRows[byRows.length - 1]
  const isSkewed = first !== undefined && last !== undefined && first.rows > last.rows
  const common = isSkewed ? byRows.slice(0, mostOfAKind) : []
  const found: SuggestedValue[] = common.map(({ value, rows }, at) => ({
    value,
    why: at === 0 ? 'most-common' : 'common',
    share: share(rows),
  }))
  if (isSkewed && last !== undefined) found.push({ value: last.value, why: 'rare', share: share(last.rows) })
  const ends = [present[0], middle(present), present[present.length - 1]]
  const whys = ['smallest', 'median', 'largest'] as const
  for (const [at, end] of ends.entries())
    if (end !== undefined) found.push({ value: end.value, why: whys[at] ?? 'median', share: share(end.rows) })
  if (nulls !== undefined) found.push({ why: 'null', share: share(nulls.rows) })
  return eachOnce(found)
}

function middle(
  counted: readonly { readonly value: string; readonly rows: number }[],
): (typeof counted)[number] | undefined {
  const half = counted.reduce((sum, { rows }) => sum + rows, 0) / 2
  let seen = 0
  return counted.find(({ rows }) => {
    seen += rows
    return seen >= half
  })
}

/** Each value once, by its first reason; too long ones left out. */
export function eachOnce(values: readonly SuggestedValue[]): readonly SuggestedValue[] {
  const seen = new Set<string | undefined>()
  return values.filter(({ value }) => {
    if (seen.has(value) || (value !== undefined && value.length > longestValue)) return false
    seen.add(value)
    return true
  })
}
