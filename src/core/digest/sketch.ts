/**
 * Sketch of a distribution of times in logarithmic buckets (Masson, Rim, Lee: DDSketch, VLDB 2019). A percentile read
 * from it is at most `relativeError` away from the exact one; sketches of parts add up to the sketch of the whole.
 */
export const relativeError = 0.01

/** Bucket i holds the values above gamma^(i-1) and up to gamma^i. */
export const gamma = (1 + relativeError) / (1 - relativeError)

/** Times below this have a bucket of their own, `zeroBucket`. */
export const zeroBelowMicros = 1
export const zeroBucket = -1

const perLog = 1 / Math.log(gamma)

/** The bucket of a whole number of microseconds. */
export function bucketOf(micros: number): number {
  return micros < zeroBelowMicros ? zeroBucket : Math.ceil(Math.log(micros) * perLog)
}

/** The value that is at most `relativeError` away from all of its bucket. */
export function bucketValue(bucket: number): number {
  return bucket < 0 ? 0 : (2 * gamma ** bucket) / (gamma + 1)
}

/**
 * The smallest recorded time that `fraction` of all are not above, within 1 %.
 * @param buckets bucket and count, in rising order of buckets
 * @param minMicros, maxMicros exact bounds; the answer lies between them
 */
export function percentile(
  buckets: Iterable<readonly [number, number]>,
  count: number,
  fraction: number,
  minMicros: number,
  maxMicros: number,
): number {
  const rank = Math.max(1, Math.ceil(fraction * count))
  let seen = 0
  for (const [bucket, inBucket] of buckets) {
    seen += inBucket
    if (seen >= rank) return Math.min(maxMicros, Math.max(minMicros, Math.round(bucketValue(bucket))))
  }
  return maxMicros
}
