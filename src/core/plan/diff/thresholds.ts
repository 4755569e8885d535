/**
 * From this factor on (either way) an estimate counts as changed. Statistics drawn anew from a sample (InnoDB reads 20
 * pages per index by default, PostgreSQL 300 × target rows) move estimates by tens of percent and change no plan.
 */
export const estimateFactor = 2

/** Estimates that stay below this many rows on both sides are not told: 1 row against 3 decides nothing. */
export const leastEstimatedRows = 10

/**
 * From this factor on (either way) counted work counts as changed. Counts are exact for one state of the data, but
 * purge, hint bits and a row more or less between two runs move them by a few percent.
 */
export const workFactor = 1.1

/**
 * Counts per loop are printed rounded to whole rows by PostgreSQL before 18 and to a few digits by others: half a row
 * per loop may be nothing but print.
 */
export const roundedRowsPerLoop = 0.5

/** Block counts below this are the catalog and a page or two more. */
export const leastBlocks = 16

/** True when `b` is `factor` times `a` or more, or the other way round. From nothing to something is a change. */
export function differs(a: number, b: number, factor: number): boolean {
  if (a === b) return false
  const [less, more] = a < b ? [a, b] : [b, a]
  return less <= 0 || more / less >= factor
}
