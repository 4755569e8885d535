import { z } from 'zod'

/** Values between two ends, both included; `distinct` values of them are there, where somebody counted. */
const bucketSchema = z
  .object({ low: z.string(), high: z.string(), share: z.number(), distinct: z.number().optional() })
  .readonly()

/** What is known of the values of one column. Shares are of all rows of the table, 0..1; values are text without quotes. */
export const columnDistributionSchema = z
  .object({
    column: z.string(),
    /** Where it comes from, for the evidence: "pg_stats", "counted in 1,000,000 rows". */
    source: z.string(),
    /** Distinct values, NULL not among them. */
    distinct: z.number().optional(),
    /** Where it was not every row that was counted: no fewer and no more than these. */
    distinctBetween: z.object({ least: z.number(), most: z.number() }).readonly().optional(),
    nullShare: z.number().optional(),
    /** Single values with their share, the commonest first. */
    common: z.array(z.object({ value: z.string(), share: z.number() }).readonly()).readonly(),
    /** The other values, in the order of the column's type; they do not overlap. */
    buckets: z.array(bucketSchema).readonly(),
    /** `common` has every value that there is. */
    complete: z.boolean(),
    /** −1..1: how far the order of the values is that of the rows in the table (PostgreSQL). */
    correlation: z.number().optional(),
    averageBytes: z.number().optional(),
  })
  .readonly()
export type ColumnDistribution = z.infer<typeof columnDistributionSchema>

/** Distinct combinations of several columns, or of one as an index has it. */
export const columnGroupSchema = z
  .object({
    columns: z.array(z.string()).readonly(),
    distinct: z.number(),
    distinctBetween: z.object({ least: z.number(), most: z.number() }).readonly().optional(),
    source: z.string(),
  })
  .readonly()
export type ColumnGroup = z.infer<typeof columnGroupSchema>

/** A point of the selectivity curve: an index on the first `chars` characters of a column. */
export const prefixCountSchema = z
  .object({
    column: z.string(),
    chars: z.int(),
    /** Distinct beginnings of this length. */
    distinct: z.number(),
    distinctBetween: z.object({ least: z.number(), most: z.number() }).readonly().optional(),
    /** As a part of the distinct values of the whole column, 0..1. */
    selectivity: z.number().optional(),
    /** The part of the rows that share the commonest beginning, 0..1. */
    commonest: z.number().optional(),
    source: z.string(),
  })
  .readonly()
export type PrefixCount = z.infer<typeof prefixCountSchema>

/** Everything known of the values of one table, from one source. */
export const tableStatisticsSchema = z
  .object({
    schema: z.string(),
    table: z.string(),
    /** Kept by the server, or counted because somebody asked. */
    from: z.enum(['kept', 'counted']),
    /** Rows of the table, where the source tells. */
    rows: z.number().optional(),
    /** Rows that were looked at, where not all were. */
    sampledRows: z.number().optional(),
    columns: z.array(columnDistributionSchema).readonly(),
    groups: z.array(columnGroupSchema).readonly(),
    prefixes: z.array(prefixCountSchema).readonly(),
  })
  .readonly()
export type TableStatistics = z.infer<typeof tableStatisticsSchema>

/** What of one table somebody wants counted. */
export const wantedCountsSchema = z.object({
  columns: z.array(z.string()).max(100),
  /** Combinations of columns. */
  together: z.array(z.array(z.string()).min(2).max(16)).max(50).optional(),
  /** Lengths in characters. */
  prefixes: z
    .array(z.object({ column: z.string(), chars: z.array(z.int().min(1).max(3072)).min(1).max(64) }))
    .max(20)
    .optional(),
})
export type WantedCounts = z.infer<typeof wantedCountsSchema>
