import { z } from 'zod'
import { utf8OfBase64 } from '../../sql/suggest-values/utf8-of-base64'
import type { ColumnDistribution } from './model'
import { enumMembers } from './value-order'

const cell = z.union([z.string(), z.number()])
const histogramSchema = z.object({
  'histogram-type': z.enum(['singleton', 'equi-height']),
  'null-values': z.number(),
  'sampling-rate': z.number().optional(),
  'last-updated': z.string().optional(),
  buckets: z.array(z.array(cell)),
})

/**
 * MySQL's histogram of one column (information_schema.COLUMN_STATISTICS): singleton buckets are [value, cumulated
 * share], equi-height ones [low, high, cumulated share, distinct values]. Shares are of all rows, NULLs among them;
 * texts are `base64:type254:…`, members of an ENUM their numbers.
 */
export function readMysqlHistogram(column: string, type: string, text: string): ColumnDistribution | undefined {
  const parsed = histogramSchema.safeParse(JSON.parse(text))
  if (!parsed.success) return undefined
  const { buckets, 'null-values': nullShare, 'histogram-type': kind, 'sampling-rate': rate = 1 } = parsed.data
  const members = type.toLowerCase().startsWith('enum(') ? enumMembers(type) : []
  const plain = (value: string | number | undefined) => plainValue(value, members)
  let before = 0
  const read = buckets.map((bucket) => {
    const [low, high, cumulated, distinct] = kind === 'singleton' ? [bucket[0], bucket[0], bucket[1], 1] : bucket
    const share = Math.max(0, Number(cumulated) - before)
    before = Number(cumulated)
    return { low: plain(low), high: plain(high), share, distinct: Math.max(1, Number(distinct)) }
  })
  const common = read
    .filter(({ low, high }) => low === high)
    .map(({ low, share }) => ({ value: low, share }))
    .sort((one, other) => other.share - one.share)
  const day = parsed.data['last-updated']?.slice(0, 10)
  return {
    column,
    source: day === undefined ? 'the column’s histogram' : `the column’s histogram of ${day}`,
    distinct: Math.round(read.reduce((sum, { distinct }) => sum + distinct, 0)),
    nullShare,
    common,
    buckets: read.filter(({ low, high }) => low !== high),
    complete: kind === 'singleton' && rate >= 1,
  }
}

function plainValue(value: string | number | undefined, members: readonly string[]): string {
  if (typeof value === 'number') return members[value - 1] ?? String(value)
  const encoded = /^base64:type\d+:(.*)$/s.exec(value ?? '')?.[1]
  return encoded === undefined ? (value ?? '') : utf8OfBase64(encoded)
}
