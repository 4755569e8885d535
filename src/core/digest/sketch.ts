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

function bucketByLog(micros: number): number {
  return Math.ceil(Math.log(micros) * perLog)
}

/**
 * A logarithm per entry is dear: times are told apart by their first 7 bits into cells, each of which is narrower than a
 * bucket. Of a cell that was seen the table knows its first time's bucket, and the first time of the bucket behind.
 */
const cellBits = 6
const cells = 32 << cellBits
const cellBuckets = new Int16Array(cells)
const cellNexts = new Int32Array(cells)

/** The bucket of a whole number of microseconds. */
export function bucketOf(micros: number): number {
  if (micros < 1 << cellBits) return micros < zeroBelowMicros ? zeroBucket : bucketByLog(micros)
  if (micros > 0x3fffffff) return bucketByLog(micros)
  const whole = micros | 0
  const shift = 31 - cellBits - Math.clz32(whole)
  const cell = (shift << cellBits) + ((whole >>> shift) & ((1 << cellBits) - 1))
  if (cellNexts[cell] === 0) fillCell(cell, (whole >>> shift) << shift, 1 << shift)
  const bucket = cellBuckets[cell] ?? 0
  return whole < (cellNexts[cell] ?? 0) ? bucket : bucket + 1
}

function fillCell(cell: number, first: number, length: number): void {
  const bucket = bucketByLog(first)
  let low = first
  let high = first + length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (bucketByLog(middle) === bucket) low = middle
    else high = middle
  }
  cellBuckets[cell] = bucket
  cellNexts[cell] = high
}

/** The value that is at most `relativeError` away from all of its bucket. */
export function bucketValue(bucket: number): number {
  return bucket < 0 ? 0 : (2 * gamma ** bucket) / (gamma + 1)
}

/**
 * Does a sketch of so many calls stand for all of them? A server's own sums may come without one, and it goes on between
 * the question for its sums and the one for their distribution.
 */
export function standsForAll(inSketch: number, count: number): boolean {
  return inSketch > 0 && inSketch >= count * 0.99
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
