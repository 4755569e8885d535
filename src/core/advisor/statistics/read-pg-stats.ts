import { arrayItems } from '../../analysis/sql-places/literal-key'
import type { ColumnDistribution, ColumnGroup } from './model'

type Row = readonly (string | null)[]

/**
 * A row of pg_stats: [attname, null_frac, n_distinct, most_common_vals, most_common_freqs, histogram_bounds,
 * correlation, avg_width]. n_distinct below 0 is a part of the table's rows.
 */
export function readPgStats(row: Row, rows: number | undefined): ColumnDistribution | undefined {
  const [column, nulls, distinctText, valuesText, sharesText, boundsText, correlation, width] = row
  if (column == null) return undefined
  const nullShare = Number(nulls ?? 0)
  const shares = (arrayItems(sharesText ?? '{}') ?? []).map(Number)
  const common = (arrayItems(valuesText ?? '{}') ?? []).flatMap((value, at) => {
    const share = shares[at]
    return share === undefined ? [] : [{ value, share }]
  })
  const bounds = arrayItems(boundsText ?? '{}') ?? []
  const told = Number(distinctText ?? 0)
  const distinct = told > 0 ? told : told < 0 && rows !== undefined ? Math.round(-told * rows) : undefined
  const left = Math.max(0, 1 - nullShare - common.reduce((sum, { share }) => sum + share, 0))
  const buckets = bounds
    .slice(1)
    .map((high, at) => ({ low: bounds[at] ?? high, high, share: left / (bounds.length - 1) }))
  return {
    column,
    source: 'pg_stats',
    ...(distinct !== undefined && { distinct }),
    nullShare,
    common,
    buckets,
    complete: common.length > 0 && bounds.length === 0 && distinct !== undefined && common.length >= distinct,
    ...(correlation != null && { correlation: Number(correlation) }),
    ...(width != null && { averageBytes: Number(width) }),
  }
}

/**
 * A row of pg_stats_ext with its keys: [attnames, stxkeys, n_distinct]. n_distinct names columns by their numbers:
 * `{"1, 2": 500}`, from 19 on `[{"attributes": [1, 2], "ndistinct": 500}]`.
 */
export function readPgGroups([names, keys, distinct]: Row): readonly ColumnGroup[] {
  const columns = arrayItems(names ?? '{}') ?? []
  const numbers = (keys ?? '').split(' ').map(Number)
  const source = 'pg_stats_ext'
  return [...(distinct ?? '').matchAll(/"([\d, -]+)":\s*(\d+)|\[([\d, -]+)\],\s*"ndistinct":\s*(\d+)/g)].flatMap(
    (found) => {
      const named = (found[1] ?? found[3] ?? '').split(',').map((number) => columns[numbers.indexOf(Number(number))])
      // Expressions have numbers below 0.
      const known = named.flatMap((name) => name ?? [])
      return known.length === named.length ? [{ columns: known, distinct: Number(found[2] ?? found[4]), source }] : []
    },
  )
}
