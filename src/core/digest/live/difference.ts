import type { KeptBucket, KeptSums } from './kept-sums'

/** What came between two readings of a server's sums. */
export interface KeptDifference {
  readonly rows: readonly KeptSums[]
  /** What makes it less certain, in words. */
  readonly cautions: readonly string[]
}

/**
 * A later reading without what an earlier one had already. A row that the server began to count anew in between (its
 * count went down, or it says so) is taken from zero. The longest and the shortest time cannot be differenced: a new record
 * was set in between and is exact, else they are the bounds that the sums, the histogram and the old records give.
 */
export function keptBetween(before: readonly KeptSums[], after: readonly KeptSums[]): KeptDifference {
  const earlier = new Map(before.map((row) => [row.key, row]))
  const rows: KeptSums[] = []
  let renewed = 0
  for (const row of after) {
    const known = earlier.get(row.key)
    earlier.delete(row.key)
    if (known === undefined) rows.push(row)
    else if (isRenewed(known, row)) {
      renewed++
      rows.push(row)
    } else if (row.count > known.count) rows.push(differenceOf(known, row))
  }
  const cautions: string[] = []
  if (renewed > 0)
    cautions.push(
      `${renewed} statements were counted anew between the readings; what they did before that is not in their figures.`,
    )
  if (earlier.size > 0)
    cautions.push(
      `${earlier.size} statements of the first reading were gone in the second: what they did in between is lost.`,
    )
  return { rows, cautions }
}

function isRenewed(before: KeptSums, after: KeptSums): boolean {
  if (before.born !== undefined && after.born !== undefined && before.born !== after.born) return true
  return after.count < before.count || after.totalMicros < before.totalMicros
}

function differenceOf(before: KeptSums, after: KeptSums): KeptSums {
  const count = after.count - before.count
  const totalMicros = after.totalMicros - before.totalMicros
  const histogram = bucketsBetween(before.histogram, after.histogram)
  const only = count === 1
  const newMax = after.maxMicros > before.maxMicros
  const newMin = after.minMicros < before.minMicros
  const highest = histogram[histogram.length - 1]?.highMicros ?? Number.POSITIVE_INFINITY
  const lowest = histogram[0]?.lowMicros ?? 0
  const mean = totalMicros / count
  const maxMicros = newMax ? after.maxMicros : Math.max(mean, Math.min(after.maxMicros, totalMicros, highest))
  const minMicros = newMin ? after.minMicros : Math.min(mean, Math.max(after.minMicros, lowest))
  return {
    ...after,
    count,
    totalMicros,
    minMicros: only ? totalMicros : minMicros,
    maxMicros: only ? totalMicros : maxMicros,
    extremesAreBounds: !only && !(newMax && newMin),
    squares: minus(after.squares, before.squares),
    lockMicros: minus(after.lockMicros, before.lockMicros),
    rowsSent: minus(after.rowsSent, before.rowsSent),
    rowsExamined: minus(after.rowsExamined, before.rowsExamined),
    rowsAffected: minus(after.rowsAffected, before.rowsAffected),
    flags: between(before.flags, after.flags),
    counters: between(before.counters, after.counters),
    histogram,
    // The first and the last call are told since the server began to count.
    firstAtMicros: undefined,
    lastAtMicros: undefined,
  }
}

function minus(after: number | undefined, before: number | undefined): number | undefined {
  return after === undefined ? undefined : Math.max(0, after - (before ?? 0))
}

function between<Name extends string>(
  before: Readonly<Partial<Record<Name, number>>>,
  after: Readonly<Partial<Record<Name, number>>>,
): Partial<Record<Name, number>> {
  const out: Partial<Record<Name, number>> = {}
  for (const name in after) out[name] = Math.max(0, (after[name] ?? 0) - (before[name] ?? 0))
  return out
}

/** The buckets in rising order, without those that stayed as they were. */
function bucketsBetween(before: readonly KeptBucket[], after: readonly KeptBucket[]): readonly KeptBucket[] {
  const known = new Map(before.map((bucket) => [bucket.lowMicros, bucket.count]))
  return after
    .map((bucket) => ({ ...bucket, count: bucket.count - (known.get(bucket.lowMicros) ?? 0) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.lowMicros - b.lowMicros)
}
