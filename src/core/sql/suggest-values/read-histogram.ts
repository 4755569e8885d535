import { z } from 'zod'
import type { SuggestedValue } from './model'
import { eachOnce } from './pick-values'
import { utf8OfBase64 } from './utf8-of-base64'

const cell = z.union([z.string(), z.number()])
const histogramSchema = z.object({
  'histogram-type': z.enum(['singleton', 'equi-height']),
  'null-values': z.number(),
  buckets: z.array(z.array(cell)),
})

/**
 * MySQL's histogram (information_schema.COLUMN_STATISTICS): singleton buckets are [value, cumulated share],
 * equi-height ones [low, high, cumulated share, distinct values]. Texts are `base64:type254:…`.
 */
export function readHistogram(text: string | undefined): readonly SuggestedValue[] {
  if (text === undefined) return []
  const parsed = histogramSchema.safeParse(JSON.parse(text))
  if (!parsed.success) return []
  const { buckets, 'null-values': nulls, 'histogram-type': type } = parsed.data
  const found = type === 'singleton' ? ofValues(buckets) : ofRanges(buckets)
  return eachOnce([...found, ...(nulls > 0 ? [{ why: 'null' as const, share: nulls }] : [])])
}

type Bucket = readonly (string | number)[]

function ofValues(buckets: readonly Bucket[]): readonly SuggestedValue[] {
  let before = 0
  const values = buckets.map(([value = '', cumulated]) => {
    const share = Number(cumulated) - before
    before = Number(cumulated)
    return { value: plainValue(value), share, cumulated: before }
  })
  const byShare = [...values].sort((a, b) => b.share - a.share)
  const [first, second] = byShare
  const last = byShare[byShare.length - 1]
  const middle = values.find(({ cumulated }) => cumulated >= before / 2)
  return [
    ...named(first, 'most-common'),
    ...named(second, 'common'),
    ...named(last, 'rare'),
    ...named(values[0], 'smallest'),
    ...named(middle, 'median'),
    ...named(values[values.length - 1], 'largest'),
  ]
}

function ofRanges(buckets: readonly Bucket[]): readonly SuggestedValue[] {
  const [first] = buckets
  const last = buckets[buckets.length - 1]
  const half = Number(last?.[2] ?? 0) / 2
  const middle = buckets.find((bucket) => Number(bucket[2]) >= half)
  // A bucket of one value is a common one.
  let before = 0
  const single = buckets.flatMap(([low = '', high, cumulated]) => {
    const share = Number(cumulated) - before
    before = Number(cumulated)
    return low === high ? [{ value: plainValue(low), share }] : []
  })
  const common = single.sort((a, b) => b.share - a.share)[0]
  const at = (value: string | number | undefined, why: SuggestedValue['why']): readonly SuggestedValue[] =>
    value === undefined ? [] : [{ value: plainValue(value), why }]
  return [
    ...named(common, 'most-common'),
    ...at(first?.[0], 'smallest'),
    ...at(middle?.[1], 'median'),
    ...at(last?.[1], 'largest'),
  ]
}

function named(
  found: { readonly value: string; readonly share: number } | undefined,
  why: SuggestedValue['why'],
): readonly SuggestedValue[] {
  return found === undefined ? [] : [{ value: found.value, why, share: found.share }]
}

function plainValue(value: string | number): string {
  const encoded = /^base64:type\d+:(.*)$/s.exec(String(value))?.[1]
  return encoded === undefined ? String(value) : utf8OfBase64(encoded)
}
