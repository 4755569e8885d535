import { arrayItems } from '../../analysis/sql-places/literal-key'
import type { SuggestedValue } from './model'
import { eachOnce } from './pick-values'

/** PostgreSQL's pg_stats: [null_frac, most_common_vals, most_common_freqs, histogram_bounds]. */
export function readPgStats(row: readonly (string | null)[] | undefined): readonly SuggestedValue[] {
  if (row === undefined) return []
  const [nulls, commonText, sharesText, boundsText] = row
  const common = arrayItems(commonText ?? '{}') ?? []
  const shares = (arrayItems(sharesText ?? '{}') ?? []).map(Number)
  const bounds = arrayItems(boundsText ?? '{}') ?? []
  const last = common.length - 1
  const at = (index: number, why: SuggestedValue['why']): readonly SuggestedValue[] => {
    const value = common[index]
    return value === undefined ? [] : [{ value, why, share: shares[index] }]
  }
  const bound = (index: number, why: SuggestedValue['why']): readonly SuggestedValue[] => {
    const value = bounds[index]
    return value === undefined ? [] : [{ value, why }]
  }
  const share = Number(nulls ?? 0)
  return eachOnce([
    ...at(0, 'most-common'),
    ...at(1, 'common'),
    ...at(last, 'rare'),
    ...bound(0, 'smallest'),
    ...bound(Math.floor(bounds.length / 2), 'median'),
    ...bound(bounds.length - 1, 'largest'),
    ...(share > 0 ? [{ why: 'null' as const, share }] : []),
  ])
}
