import { z } from 'zod'
import { documentSchema } from '../document'
import { familySchema } from '../engine'
import { serverSourceSchema } from './live/model'

/** Which program wrote a log, and in which form. */
export const logFlavorSchema = z.enum([
  'mysql-slow',
  'percona-slow',
  'mariadb-slow',
  'postgres-stderr',
  'postgres-csv',
  'postgres-json',
  'postgres-syslog',
])
export type LogFlavor = z.infer<typeof logFlavorSchema>

const count = z.int().nonnegative()
/** Whole microseconds; sums stay exact up to 285 years. */
const micros = z.number().nonnegative()
/** Sums of the server's counters; exact up to 2^53. */
const amount = z.number().nonnegative()
/** ISO 8601 in UTC. */
const instant = z.string()

/** A piece of a log that no event could be made of. */
export const skippedPieceSchema = z
  .object({
    startByte: count,
    endByte: count,
    reason: z.string(),
    /** Its beginning. */
    text: z.string(),
  })
  .readonly()
export type SkippedPiece = z.infer<typeof skippedPieceSchema>

/** Where the bytes of a source went; `events` + `banners` + `skipped` = `total`. */
export const sourceBytesSchema = z.object({ total: count, events: count, banners: count, skipped: count }).readonly()
export type SourceBytes = z.infer<typeof sourceBytesSchema>

/** What was cut off at the ends of a range of a log; joined with its neighbours' when digests are merged. */
export const cutEndsSchema = z
  .object({
    startByte: count,
    endByte: count,
    /** The bytes before the first entry that certainly begins in the range, in base64; the whole range where none does. */
    head: z.string(),
    /** No entry certainly begins in the range. */
    allHead: z.boolean().optional(),
    /** The bytes from the last entry on, whose end is not in the range. */
    tail: z.string(),
    /** The log_line_prefix with which a PostgreSQL log was read. */
    prefix: z.string().optional(),
    /** The database in use at the end, where the range tells. */
    database: z.string().optional(),
    /** The range ends where the log does. */
    last: z.boolean().optional(),
    /** Lines of a session are on both sides of a cut: the log must be read as a whole. */
    dependent: z.boolean().optional(),
  })
  .readonly()
export type CutEnds = z.infer<typeof cutEndsSchema>

export const digestSourceSchema = z
  .object({
    name: z.string(),
    flavor: logFlavorSchema.optional(),
    /** A server's own statistics instead of a log. `seconds`: the difference of two readings so far apart. */
    server: z
      .object({ of: serverSourceSchema, version: z.string(), seconds: z.number().nonnegative().optional() })
      .readonly()
      .optional(),
    /** What makes its figures less certain, in words. */
    cautions: z.array(z.string()).readonly().optional(),
    bytes: sourceBytesSchema,
    events: count,
    from: instant.optional(),
    to: instant.optional(),
    /** The first so many in the order of the log. */
    skipped: z.array(skippedPieceSchema).readonly(),
    /** How many pieces were skipped in all, when `skipped` does not list every one. */
    skippedPieces: count.optional(),
    /** Only in a digest of a range of the log. */
    parts: z.array(cutEndsSchema).readonly().optional(),
  })
  .readonly()
export type DigestSource = z.infer<typeof digestSourceSchema>

export const shapeKindNameSchema = z.enum([
  'reads-too-much',
  'sorts',
  'temp-on-disk',
  'lock-wait',
  'write',
  'many-fast-calls',
  'first-run-only',
  'returns-too-much',
  'full-scan',
  'no-index',
])
export type ShapeKindName = z.infer<typeof shapeKindNameSchema>

export const shapeKindSchema = z
  .object({
    kind: shapeKindNameSchema,
    /** The figures that speak for it, in words. */
    evidence: z.string(),
  })
  .readonly()
export type ShapeKind = z.infer<typeof shapeKindSchema>

/** How much of a shape came from one user, host or database. */
export const shapeShareSchema = z.object({ name: z.string(), count, totalMicros: micros }).readonly()
export type ShapeShare = z.infer<typeof shapeShareSchema>

export const sampleReasonSchema = z.enum(['slowest', 'median', 'most-rows'])
export type SampleReason = z.infer<typeof sampleReasonSchema>

const sampleFields = {
  sql: z.string(),
  /** The statement's length where `sql` is only its beginning. */
  sqlBytes: count.optional(),
  /** Its `$1` … were replaced with the values that the log told beside it. */
  bound: z.boolean().optional(),
  micros,
  lockMicros: micros.optional(),
  rowsExamined: amount.optional(),
  rowsSent: amount.optional(),
  at: instant.optional(),
  user: z.string().optional(),
  host: z.string().optional(),
  /** Where its entry begins in its source. */
  startByte: count.optional(),
  source: z.string().optional(),
  database: z.string().optional(),
}
export const shapeSampleSchema = z.object({ ...sampleFields, why: sampleReasonSchema }).readonly()
export type ShapeSample = z.infer<typeof shapeSampleSchema>

export const drawnSampleSchema = z.object(sampleFields).readonly()
export type DrawnSample = z.infer<typeof drawnSampleSchema>

/** The plan that the log held of a shape's slowest call with one. */
export const shapePlanSchema = z
  .object({
    text: z.string(),
    micros,
    at: instant.optional(),
    startByte: count.optional(),
    source: z.string().optional(),
  })
  .readonly()
export type ShapePlan = z.infer<typeof shapePlanSchema>

export const historyBucketSchema = z
  .object({ from: instant, count, totalMicros: micros, lockMicros: micros.optional() })
  .readonly()
export type HistoryBucket = z.infer<typeof historyBucketSchema>

/** All entries that differ only in their literals. */
export const digestShapeSchema = z
  .object({
    /** First 16 hex digits of SHA-256 of family, NUL, fingerprint; `rest` for those above the cap. */
    digest: z.string(),
    fingerprint: z.string(),
    fingerprintVersion: z.int(),
    family: familySchema,
    /** Where all entries had the same database. */
    schema: z.string().optional(),
    count,
    totalMicros: micros,
    /** Of the digest's whole time. */
    share: z.number(),
    meanMicros: micros,
    /** Percentiles; absent where a server's own statistics have no distribution of times. */
    p50Micros: micros.optional(),
    p95Micros: micros.optional(),
    p99Micros: micros.optional(),
    minMicros: micros,
    maxMicros: micros,
    /** Of a server's sums between two readings: no call was below or above the former two, but none need have reached them. */
    extremesAreBounds: z.boolean().optional(),
    /** Standard deviation of all times, where a server keeps it instead of their distribution. */
    deviationMicros: micros.optional(),
    lockMicros: micros.optional(),
    rowsSent: amount.optional(),
    rowsExamined: amount.optional(),
    rowsAffected: amount.optional(),
    users: z.array(shapeShareSchema).readonly(),
    hosts: z.array(shapeShareSchema).readonly(),
    schemas: z.array(shapeShareSchema).readonly(),
    firstSeen: instant.optional(),
    lastSeen: instant.optional(),
    /** How long the earliest entry took. */
    firstMicros: micros.optional(),
    /** How many entries said so: `full_scan`, `tmp_table_on_disk` and the like. */
    flags: z.record(z.string(), count),
    /** Sums of the server's further counters, by its names. */
    counters: z.record(z.string(), amount).optional(),
    kinds: z.array(shapeKindSchema).readonly(),
    samples: z.array(shapeSampleSchema).readonly(),
    /** Some entries drawn without regard to their time; the median one is chosen from these. */
    drawn: z.array(drawnSampleSchema).readonly().optional(),
    plan: shapePlanSchema.optional(),
    /** Sketch of the times: bucket and count. Bucket -1 holds times below `zeroBelowMicros`. */
    buckets: z.array(z.tuple([z.int(), count])).readonly(),
    history: z.array(historyBucketSchema).readonly(),
  })
  .readonly()
export type DigestShape = z.infer<typeof digestShapeSchema>

/** `sargable digest`: what a log's time went into. */
export const digestDocumentSchema = documentSchema('digest', {
  sources: z.array(digestSourceSchema).readonly(),
  events: count,
  totalMicros: micros,
  from: instant.optional(),
  to: instant.optional(),
  /** The length of a bucket of `history`; grows with the time that the log spans. */
  bucketSeconds: z.int().positive(),
  /** Bucket i of a sketch holds times above gamma^(i-1) and up to gamma^i microseconds. */
  sketch: z.object({ gamma: z.number(), zeroBelowMicros: z.number() }).readonly(),
  /** Most time first. */
  shapes: z.array(digestShapeSchema).readonly(),
  /** How many shapes there are, when `--top` left some out. */
  shapesTotal: count.optional(),
})
export type DigestDocument = z.infer<typeof digestDocumentSchema>

const sideSchema = z.object({ count, totalMicros: micros, meanMicros: micros, share: z.number() }).readonly()

/** Something about a shape that is otherwise in the later digest, with both figures. */
export const whatChangedSchema = z
  .object({
    what: z.enum(['plan', 'calls', 'lock-wait', 'rows-examined', 'rows-sent', 'temp-on-disk', 'sorts', 'full-scan']),
    /** In words: `plan changed: items PRIMARY → col1`. */
    text: z.string(),
  })
  .readonly()
export type WhatChanged = z.infer<typeof whatChangedSchema>

/** One shape in two digests. */
export const shapeChangeSchema = z
  .object({
    digest: z.string(),
    fingerprint: z.string(),
    schema: z.string().optional(),
    /** Of the later digest, else of the earlier one. */
    kinds: z.array(shapeKindNameSchema).readonly(),
    a: sideSchema.optional(),
    b: sideSchema.optional(),
    /** Later mean time divided by the earlier one, with its 95 % interval. */
    ratio: z.number().optional(),
    low: z.number().optional(),
    high: z.number().optional(),
    /** Too few calls on a side for an interval. */
    tooFew: z.boolean().optional(),
    /** Of the later digest's whole time. */
    share: z.number(),
    /** The shape's later time less its earlier one. */
    totalChangeMicros: z.number(),
    /** Times as before, calls by a fifth more or fewer, and that is more than 1 % of the load. */
    callsOnly: z.boolean().optional(),
    changed: z.array(whatChangedSchema).readonly(),
    firstSeen: instant.optional(),
    lastSeen: instant.optional(),
  })
  .readonly()
export type ShapeChange = z.infer<typeof shapeChangeSchema>

/** A whole digest, as one side of a comparison. */
export const diffTotalsSchema = z
  .object({
    name: z.string(),
    totalMicros: micros,
    events: count,
    shapes: count,
    rowsExamined: amount.optional(),
    lockMicros: micros.optional(),
    from: instant.optional(),
    to: instant.optional(),
  })
  .readonly()
export type DiffTotals = z.infer<typeof diffTotalsSchema>

const changes = z.array(shapeChangeSchema).readonly()

/** `sargable digest diff`: what two digests differ in. */
export const digestDiffDocumentSchema = documentSchema('digestDiff', {
  appeared: changes,
  vanished: changes,
  worse: changes,
  better: changes,
  same: changes,
  totals: z.object({ a: diffTotalsSchema, b: diffTotalsSchema }).readonly(),
  /** One sentence and a second line. */
  verdict: z.object({ text: z.string(), more: z.string() }).readonly(),
})
export type DigestDiffDocument = z.infer<typeof digestDiffDocumentSchema>
