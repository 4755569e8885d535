import { contractVersion } from '../document'
import { fingerprintVersion } from '../sql/fingerprint'
import { withParameters } from './bound-parameters'
import type { DigestSum } from './digest-sum'
import { kindsOf } from './kinds'
import { counterNames, flagNames } from './log-entry'
import type { DigestDocument, DigestShape, DrawnSample, ShapeSample } from './model'
import type { KeptPlan, KeptSample, ShapeTally, Shares } from './shape-tally'
import { gamma, percentile, standsForAll, zeroBelowMicros } from './sketch'
import { isoOfBucket, isoOfMicros } from './time-buckets'
import { decodeUtf8 } from './utf8'

/** The document of a digest. The same entries give the same document, in whatever parts and order they were added up. */
export function digestDocument(sum: DigestSum): DigestDocument {
  const shapes = [...sum.shapes.values()]
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.totalMicros - a.totalMicros || (a.digest < b.digest ? -1 : 1))
  const hasTimes = sum.toMicros >= 0
  return {
    sargable: contractVersion,
    kind: 'digest',
    sources: [...sum.sources].sort((a, b) =>
      a.name < b.name ? -1 : a.name > b.name ? 1 : a.bytes.total - b.bytes.total,
    ),
    events: sum.events,
    totalMicros: sum.totalMicros,
    ...(hasTimes && { from: isoOfMicros(sum.fromMicros), to: isoOfMicros(sum.toMicros) }),
    bucketSeconds: sum.bucketSeconds,
    sketch: { gamma, zeroBelowMicros },
    shapes: shapes.map((shape) => shapeDocument(shape, sum)),
  }
}

/** One shape of a digest's document. */
export function shapeDocument(shape: ShapeTally, sum: DigestSum): DigestShape {
  const { count, totalMicros, minMicros, maxMicros } = shape
  const buckets = shape.buckets()
  const percentiles = percentilesOf(shape, buckets)
  const schemas = shares(shape.schemas)
  const [only] = schemas
  const { flags, counters } = shape
  const counted = counters === undefined ? [] : counterNames.filter((_, i) => (counters[i] ?? 0) > 0)
  return {
    digest: shape.digest,
    fingerprint: shape.fingerprint,
    fingerprintVersion,
    family: shape.family,
    ...(only !== undefined && only.count === count && { schema: only.name }),
    count,
    totalMicros,
    share: sum.totalMicros === 0 ? 0 : totalMicros / sum.totalMicros,
    meanMicros: totalMicros / count,
    ...percentiles,
    minMicros,
    maxMicros,
    ...(shape.extremesAreBounds && { extremesAreBounds: true }),
    ...(count > 1 &&
      shape.squaresOf === count && {
        deviationMicros: deviationOf(shape),
      }),
    ...(shape.lockSeen > 0 && { lockMicros: shape.lockMicros }),
    ...(shape.sentSeen > 0 && { rowsSent: shape.rowsSent }),
    ...(shape.examinedSeen > 0 && { rowsExamined: shape.rowsExamined }),
    ...(shape.affectedSeen > 0 && { rowsAffected: shape.rowsAffected }),
    users: shares(shape.users),
    hosts: shares(shape.hosts),
    schemas,
    ...(shape.lastAt >= 0 && {
      firstSeen: isoOfMicros(shape.firstAt),
      lastSeen: isoOfMicros(shape.lastAt),
      ...(shape.firstMicros >= 0 && { firstMicros: shape.firstMicros }),
    }),
    flags: Object.fromEntries(
      flagNames.flatMap((name, i) => ((flags?.[i] ?? 0) > 0 ? [[name, flags?.[i] ?? 0] as const] : [])),
    ),
    ...(counted.length > 0 && {
      counters: Object.fromEntries(counted.map((name) => [name, counters?.[counterNames.indexOf(name)] ?? 0])),
    }),
    kinds: kindsOf(shape, percentiles?.p50Micros, percentiles?.p95Micros),
    samples: samplesOf(shape, percentiles?.p50Micros),
    ...(shape.drawn.length > 0 && { drawn: shape.drawn.map(({ sample }) => sampleDocument(sample)) }),
    ...(shape.plan !== undefined && { plan: planDocument(shape.plan) }),
    buckets,
    history: shape.history().map(([bucket, inBucket, micros, lockMicros]) => ({
      from: isoOfBucket(bucket, sum.bucketSeconds),
      count: inBucket,
      totalMicros: micros,
      ...(shape.lockSeen > 0 && { lockMicros }),
    })),
  }
}

/** In thousandths of a microsecond, so that it stays the same when digests are added up again. */
function deviationOf({ squares, count, totalMicros }: ShapeTally): number {
  return Math.round(Math.sqrt(Math.max(0, squares / count - (totalMicros / count) ** 2)) * 1000) / 1000
}

/** None where the sketch is not of all calls. */
function percentilesOf({ count, minMicros, maxMicros }: ShapeTally, buckets: readonly [number, number][]) {
  const known = buckets.reduce((all, [, inBucket]) => all + inBucket, 0)
  if (!standsForAll(known, count)) return undefined
  const at = (fraction: number) => percentile(buckets, known, fraction, minMicros, maxMicros)
  return { p50Micros: at(0.5), p95Micros: at(0.95), p99Micros: at(0.99) }
}

/** Most time first. */
function shares(of: Shares): DigestShape['users'] {
  return [...of]
    .map(([name, [count, totalMicros]]) => ({ name, count, totalMicros }))
    .sort((a, b) => b.totalMicros - a.totalMicros || b.count - a.count || (a.name < b.name ? -1 : 1))
}

function samplesOf(shape: ShapeTally, p50Micros: number | undefined): ShapeSample[] {
  const out: ShapeSample[] = []
  if (shape.slowest !== undefined) out.push({ ...sampleDocument(shape.slowest), why: 'slowest' })
  const median = p50Micros === undefined ? undefined : nearest(shape, p50Micros)
  if (median !== undefined) out.push({ ...sampleDocument(median), why: 'median' })
  if (shape.mostRows !== undefined && (shape.mostRows.rowsExamined ?? 0) > 0)
    out.push({ ...sampleDocument(shape.mostRows), why: 'most-rows' })
  return out
}

/** The drawn sample whose time is nearest to the median; the draw is small, so it is near, not exact. */
function nearest(shape: ShapeTally, p50Micros: number): KeptSample | undefined {
  let best: KeptSample | undefined
  for (const { sample } of shape.drawn) {
    if (best === undefined || Math.abs(sample.micros - p50Micros) < Math.abs(best.micros - p50Micros)) best = sample
  }
  return best
}

/** The fields in one order, so that the same digest is the same text. */
function sampleDocument(sample: KeptSample): DrawnSample {
  const { sqlBytes, micros, lockMicros, rowsExamined, rowsSent, atMicros, user, host } = sample
  const { startByte, source, database } = sample
  const { sql, bound } = textOf(sample)
  return {
    sql,
    ...(sqlBytes !== undefined && { sqlBytes }),
    ...(bound && { bound }),
    micros,
    ...(lockMicros !== undefined && { lockMicros }),
    ...(rowsExamined !== undefined && { rowsExamined }),
    ...(rowsSent !== undefined && { rowsSent }),
    ...(atMicros !== undefined && { at: isoOfMicros(atMicros) }),
    ...(user !== undefined && { user }),
    ...(host !== undefined && { host }),
    startByte,
    source,
    ...(database !== undefined && { database }),
  }
}

/** With the values of its parameters, where the log told them and the whole statement is here. */
function textOf({ sql, sqlBytes, detail, bound = false }: KeptSample): { sql: string; bound: boolean } {
  const text = typeof sql === 'string' ? sql : decodeUtf8(sql)
  if (detail === undefined || sqlBytes !== undefined) return { sql: text, bound }
  const whole = withParameters(text, decodeUtf8(detail.bytes), detail.form)
  return whole === undefined ? { sql: text, bound } : { sql: whole, bound: true }
}

function planDocument({ text, micros, atMicros, startByte, source }: KeptPlan): NonNullable<DigestShape['plan']> {
  // PostgreSQL's stderr log puts a tab before each further line of a message; no plan begins a line with one.
  const own = text.replace(/^\t/gm, '')
  return { text: own, micros, ...(atMicros !== undefined && { at: isoOfMicros(atMicros) }), startByte, source }
}
