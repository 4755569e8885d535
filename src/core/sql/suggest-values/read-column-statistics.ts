import { z } from 'zod'
import type { SuggestedValue } from './model'
import { eachOnce } from './pick-values'

const histogramSchema = z.object({
  histogram_hb: z.array(z.object({ start: z.string(), end: z.string().optional(), size: z.number(), ndv: z.number() })),
})

/** MariaDB's mysql.column_stats: [min_value, max_value, nulls_ratio, JSON histogram]. */
export function readColumnStatistics(row: readonly (string | null)[] | undefined): readonly SuggestedValue[] {
  if (row === undefined) return []
  const [smallest, largest, nulls, json] = row
  const parsed = json == null ? undefined : histogramSchema.safeParse(JSON.parse(json))
  const buckets = parsed?.success ? parsed.data.histogram_hb : []
  const half = buckets.reduce((sum, { size }) => sum + size, 0) / 2
  let seen = 0
  const middle = buckets.find(({ size }) => {
    seen += size
    return seen >= half
  })
  const common = buckets.filter(({ ndv }) => ndv === 1).sort((a, b) => b.size - a.size)[0]
  const share = Number(nulls ?? 0)
  return eachOnce([
    ...(common === undefined ? [] : [{ value: common.start, why: 'most-common' as const, share: common.size }]),
    ...(smallest == null ? [] : [{ value: smallest, why: 'smallest' as const }]),
    ...(middle === undefined ? [] : [{ value: middle.start, why: 'median' as const }]),
    ...(largest == null ? [] : [{ value: largest, why: 'largest' as const }]),
    ...(share > 0 ? [{ why: 'null' as const, share }] : []),
  ])
}
