import { formatCount } from '../../figures'
import { type CountPlan, mostValues } from './count-statements'
import type { ColumnDistribution, ColumnGroup, PrefixCount, TableStatistics } from './model'

type Row = readonly (string | null)[]

/** Beginnings of which fewer are distinct than this part of the whole values are too short to be an index's part. */
const nearWhole = 0.7
/** The commonest beginning is asked for at no more lengths than this of a column. */
const mostCommonest = 3
/** Of columns with more distinct values than this part of their rows no value is common. */
const mostDistinct = 0.5

/** The answer to the one scan of a table. */
export interface ScanAnswer {
  readonly rows: number
  readonly columns: readonly { readonly present: number; readonly distinct: number; readonly inHalf?: number }[]
  readonly together: readonly { readonly distinct: number; readonly inHalf?: number }[]
  readonly prefixes: readonly { readonly distinct: number; readonly inHalf?: number }[]
}

/** Reads the one row of `plan.scan`. */
export function readScan(plan: CountPlan, row: Row): ScanAnswer {
  const numbers = row.map(Number)
  let at = 0
  const next = () => numbers[at++] ?? 0
  const rows = next()
  const columns = plan.columns.map(() => ({ present: next(), distinct: next() }))
  const together = plan.together.map(() => ({ distinct: next() }))
  const prefixes = plan.prefixes.map(() => ({ distinct: next() }))
  if (plan.oneOf === 1) return { rows, columns, together, prefixes }
  return {
    rows,
    columns: columns.map((one) => ({ ...one, inHalf: next() })),
    together: together.map((one) => ({ ...one, inHalf: next() })),
    prefixes: prefixes.map((one) => ({ ...one, inHalf: next() })),
  }
}

/** The columns whose commonest values are worth asking for. */
export function valuesWanted(plan: CountPlan, { columns }: ScanAnswer): CountPlan['values'] {
  return plan.values.filter((_, at) => {
    const { present, distinct } = columns[at] ?? { present: 0, distinct: 0 }
    return distinct <= present * mostDistinct || distinct <= mostValues
  })
}

/** The lengths whose commonest beginning is worth asking for: the shortest that are nearly as selective as the whole. */
export function commonestWanted(plan: CountPlan, scan: ScanAnswer): CountPlan['prefixes'] {
  const taken = new Map<string, number>()
  return plan.prefixes.filter(({ column }, at) => {
    const whole = wholeOf(plan, scan, column.name)
    const isNear = whole === undefined || (scan.prefixes[at]?.distinct ?? 0) >= whole * nearWhole
    const before = taken.get(column.name) ?? 0
    // A longer beginning that tells no more values apart is not better.
    const isSame =
      at > 0 &&
      plan.prefixes[at - 1]?.column === column &&
      scan.prefixes[at - 1]?.distinct === scan.prefixes[at]?.distinct
    if (!isNear || isSame || before >= mostCommonest) return false
    taken.set(column.name, before + 1)
    return true
  })
}

/** Commonest values of columns and beginnings, as far as they were asked for before the time was over. */
export interface CommonAnswers {
  readonly values: ReadonlyMap<string, readonly Row[]>
  /** By `column:chars`: rows of the commonest beginning. */
  readonly beginnings: ReadonlyMap<string, number>
}

/** Everything that was counted, as statistics. */
export function countedStatistics(plan: CountPlan, scan: ScanAnswer, common: CommonAnswers): TableStatistics {
  const { table, oneOf } = plan
  const isSample = oneOf > 1
  const all = isSample ? Math.max(scan.rows, table.rows ?? 0) : scan.rows
  const source = isSample
    ? `estimated from a sample of ${formatCount(scan.rows)} of about ${formatCount(all)} rows`
    : `counted in ${formatCount(scan.rows)} rows`
  const columns = plan.columns.map(({ name }, at): ColumnDistribution => {
    const { present = 0, distinct = 0, inHalf } = scan.columns[at] ?? {}
    const values = (common.values.get(name) ?? []).flatMap(([value, count]) =>
      value == null ? [] : [{ value, share: part(Number(count), scan.rows) }],
    )
    return {
      column: name,
      source,
      ...estimated(distinct, inHalf, present, isSample ? (all * present) / Math.max(1, scan.rows) : present),
      nullShare: 1 - part(present, scan.rows),
      common: values,
      buckets: [],
      complete: !isSample && values.length < mostValues && values.length >= distinct,
    }
  })
  const groups = plan.together.map((group, at): ColumnGroup => {
    const { distinct = 0, inHalf } = scan.together[at] ?? {}
    return { columns: group.map(({ name }) => name), ...estimated(distinct, inHalf, scan.rows, all), source }
  })
  const prefixes = plan.prefixes.map(({ column, chars }, at): PrefixCount => {
    const { distinct: seen = 0, inHalf } = scan.prefixes[at] ?? {}
    const whole = columns.find((one) => one.column === column.name)?.distinct
    const counted = estimated(seen, inHalf, scan.rows, all)
    const commonest = common.beginnings.get(`${column.name}:${chars}`)
    return {
      column: column.name,
      chars,
      ...counted,
      ...(whole !== undefined && whole > 0 && { selectivity: Math.min(1, counted.distinct / whole) }),
      ...(commonest !== undefined && { commonest: part(commonest, scan.rows) }),
      source,
    }
  })
  return {
    schema: table.schema,
    table: table.name,
    from: 'counted',
    rows: all,
    ...(isSample && { sampledRows: scan.rows }),
    columns,
    groups,
    prefixes,
  }
}

function wholeOf({ columns }: CountPlan, scan: ScanAnswer, name: string): number | undefined {
  const at = columns.findIndex((column) => column.name === name)
  return at === -1 ? undefined : scan.columns[at]?.distinct
}

function part(count: number, of: number): number {
  return of <= 0 ? 0 : Math.min(1, count / of)
}

/**
 * Distinct values of a whole table from those of a sample, by Duj1 (Haas and Stokes 1998, the estimator of PostgreSQL's
 * ANALYZE): d·n / (n − f₁ + f₁·n/N). f₁, the values that occur once in the sample, is what half of the sample misses,
 * doubled. Bounds: no fewer than were seen; no more than if every value seen once stood for others like it.
 */
export function estimated(
  seen: number,
  inHalf: number | undefined,
  sampled: number,
  all: number,
): Pick<ColumnGroup, 'distinct' | 'distinctBetween'> {
  if (inHalf === undefined || sampled <= 0 || all <= sampled) return { distinct: seen }
  const once = Math.max(0, Math.min(seen, 2 * (seen - inHalf)))
  const distinct = (seen * sampled) / Math.max(1e-9, sampled - once + (once * sampled) / all)
  const most = Math.min(all, seen + once * (all / sampled - 1))
  return {
    distinct: Math.round(Math.min(most, Math.max(seen, distinct))),
    distinctBetween: { least: seen, most: Math.round(most) },
  }
}
