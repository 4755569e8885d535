import { z } from 'zod'
import { arrayOfPositions } from './mariadb-positions'
import type { ColumnDistribution } from './model'

const histogramSchema = z.object({
  histogram_hb: z.array(z.object({ start: z.string(), end: z.string().optional(), size: z.number(), ndv: z.number() })),
})

type Row = readonly (string | null)[]

/**
 * A row of mysql.column_stats: [column_name, min_value, max_value, nulls_ratio, avg_length, avg_frequency, hist_type,
 * JSON histogram, widths by DECODE_HISTOGRAM]. avg_frequency and the histogram are of the rows that are not NULL.
 */
export function readMariadbColumn(row: Row, type: string, rows: number | undefined): ColumnDistribution | undefined {
  const [column, smallest, largest, nulls, bytes, frequency, , json, widths] = row
  if (column == null) return undefined
  const nullShare = Number(nulls ?? 0)
  const present = 1 - nullShare
  const perValue = Number(frequency ?? 0)
  const distinct = rows !== undefined && perValue > 0 ? Math.round((rows * present) / perValue) : undefined
  const known =
    json != null
      ? ofJson(json, present)
      : smallest != null && largest != null && widths != null
        ? ofWidths(widths, smallest, largest, type, present)
        : undefined
  const span =
    known === undefined && smallest != null && largest != null && smallest !== largest
      ? [{ low: smallest, high: largest, share: present, ...(distinct !== undefined && { distinct }) }]
      : []
  return {
    column,
    source: 'mysql.column_stats',
    ...(distinct !== undefined && { distinct }),
    nullShare,
    common: known?.common ?? [],
    buckets: known?.buckets ?? span,
    complete: known?.complete ?? false,
    ...(bytes != null && { averageBytes: Number(bytes) }),
  }
}

type Known = Pick<ColumnDistribution, 'common' | 'buckets' | 'complete'>

/** JSON_HB: buckets from `start` to the next one's; one of a single value is that value. */
function ofJson(json: string, present: number): Known | undefined {
  const parsed = histogramSchema.safeParse(JSON.parse(json))
  if (!parsed.success) return undefined
  const all = parsed.data.histogram_hb
  const read = all.map(({ start, end, size, ndv }, at) => ({
    low: start,
    high: end ?? all[at + 1]?.start ?? start,
    share: size * present,
    distinct: Math.max(1, ndv),
  }))
  return {
    common: byShare(read.filter(({ distinct }) => distinct === 1).map(({ low, share }) => ({ value: low, share }))),
    buckets: read.filter(({ distinct }) => distinct > 1),
    complete: read.every(({ distinct }) => distinct === 1),
  }
}

/** SINGLE_PREC_HB and DOUBLE_PREC_HB: buckets of as many rows each, by the widths between their ends. */
function ofWidths(widths: string, smallest: string, largest: string, type: string, present: number): Known | undefined {
  const ends = arrayOfPositions(widths, smallest, largest, type)
  if (ends === undefined || ends.length < 2) return undefined
  const each = present / (ends.length - 1)
  const shares = new Map<string, number>()
  const buckets: { low: string; high: string; share: number }[] = []
  for (let at = 1; at < ends.length; at++) {
    const [low = '', high = ''] = [ends[at - 1], ends[at]]
    // A value that fills a bucket reaches half into its neighbours, by and large.
    if (low === high) shares.set(low, (shares.get(low) ?? 0) + each)
    else buckets.push({ low, high, share: each })
  }
  return { common: byShare([...shares].map(([value, share]) => ({ value, share }))), buckets, complete: false }
}

function byShare(values: readonly { value: string; share: number }[]): { value: string; share: number }[] {
  return [...values].sort((one, other) => other.share - one.share)
}
