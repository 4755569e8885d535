/**
 * Buckets of time whose length follows from the time span alone: each length is a multiple of the one before, so that
 * counts can be joined as the span grows, and parts of a log end up with the buckets of the whole.
 */
const lengthsSeconds = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 21_600, 86_400, 604_800, 2_419_200, 31_449_600]

/** A digest's history has at most so many buckets. */
export const maxBuckets = 240

/** The shortest bucket with which the span fits, in seconds. */
export function bucketSecondsFor(fromMicros: number, toMicros: number): number {
  for (const seconds of lengthsSeconds) {
    if (bucketIndex(toMicros, seconds) - bucketIndex(fromMicros, seconds) < maxBuckets) return seconds
  }
  return lengthsSeconds[lengthsSeconds.length - 1] ?? 1
}

export function bucketIndex(atMicros: number, bucketSeconds: number): number {
  return Math.floor(atMicros / (bucketSeconds * 1_000_000))
}

/** ISO 8601 in UTC, with as many decimals as the time has (none, three or six). */
export function isoOfMicros(atMicros: number): string {
  const text = new Date(Math.floor(atMicros / 1000)).toISOString()
  const micros = atMicros % 1000
  if (micros !== 0) return `${text.slice(0, -1)}${String(micros).padStart(3, '0')}Z`
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text
}

/** Beginnings that were told: all shapes of a digest have the same buckets. */
const told = new Map<number, string>()
const mostTold = 1000

/** When a bucket begins, as `isoOfMicros` has it. */
export function isoOfBucket(bucket: number, bucketSeconds: number): string {
  const atMicros = bucket * bucketSeconds * 1_000_000
  const known = told.get(atMicros)
  if (known !== undefined) return known
  if (told.size >= mostTold) told.clear()
  const text = isoOfMicros(atMicros)
  told.set(atMicros, text)
  return text
}

/** The reverse of `isoOfMicros`; undefined for what is no such time. */
export function microsOfIso(text: string): number | undefined {
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(
    text.trim(),
  )
  if (found === null) return undefined
  const [, day, clock = '00:00:00', fraction = '', zone = 'Z'] = found
  const offset = /^[+-]\d\d$/.test(zone)
    ? `${zone}:00`
    : zone.length === 5
      ? `${zone.slice(0, 3)}:${zone.slice(3)}`
      : zone
  const ms = Date.parse(`${day}T${clock.length === 5 ? `${clock}:00` : clock}${offset}`)
  return Number.isNaN(ms) ? undefined : ms * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'))
}
