import { z } from 'zod'
import type { DigestShape, DigestSource, LogFlavor, ShapeKindName } from '../model'

/** What the rows of a digest can be ranked by. */
export const shapeOrderSchema = z.enum([
  'total',
  'calls',
  'mean',
  'p50',
  'p95',
  'max',
  'rows-examined',
  'rows-per-sent',
  'lock',
  'first-seen',
  'fingerprint',
])
export type ShapeOrder = z.infer<typeof shapeOrderSchema>

/** What of a digest is looked at: words as in `parseFilter`, a time (`from` is in, `to` is out; ISO 8601), an order. */
export const viewOrderSchema = z
  .object({
    filter: z.string().max(10_000).optional(),
    from: z.string().optional(),
    to: z.string().optional(),
    order: shapeOrderSchema.optional(),
    /** The least first. */
    ascending: z.boolean().optional(),
    /** The first row wanted, from 0, and how many. */
    offset: z.int().nonnegative().optional(),
    limit: z.int().min(0).max(1000).optional(),
  })
  .readonly()
export type ViewOrder = z.infer<typeof viewOrderSchema>

/** What a person said of a shape. */
export const shapeMarkSchema = z
  .object({
    digest: z.string().min(1).max(64),
    state: z.enum(['open', 'reviewed', 'muted']),
    note: z.string().max(10_000),
    /** ISO 8601, UTC. */
    at: z.string(),
  })
  .readonly()
export type ShapeMark = z.infer<typeof shapeMarkSchema>

/** One shape as the table shows it; all figures are of what the view looks at. */
export interface ShapeRow {
  readonly digest: string
  /** Its place by total time in the whole digest, from 1. */
  readonly rank: number
  readonly fingerprint: string
  readonly schema?: string
  readonly kinds: readonly ShapeKindName[]
  readonly count: number
  readonly totalMicros: number
  /** Of the view's whole time. */
  readonly share: number
  readonly meanMicros: number
  /** Absent where the source does not tell: servers' own statistics often have no distribution. */
  readonly p50Micros?: number
  readonly p95Micros?: number
  readonly maxMicros: number
  readonly rowsExamined?: number
  readonly rowsSent?: number
  /** Rows examined for each row sent or changed. */
  readonly rowsPerSent?: number
  readonly lockMicros?: number
  /** Of the shape's time. */
  readonly lockShare?: number
  /** Microseconds per bucket of the whole timeline, joined into at most 48. */
  readonly spark: readonly number[]
  readonly firstSeen?: string
  readonly lastSeen?: string
  /** The log had a plan of it. */
  readonly hasPlan?: boolean
}

/** Time of calls over the time of the log. Index 0 is the bucket that begins at `from`. */
export interface Timeline {
  /** ISO 8601; absent where the log has no times. */
  readonly from?: string
  readonly bucketSeconds: number
  /** Of the whole digest. */
  readonly allMicros: readonly number[]
  /** Of what the filter leaves, without regard to the window. */
  readonly micros: readonly number[]
  readonly lockMicros?: readonly number[]
  readonly counts: readonly number[]
}

/** A page of a digest, ranked and with shares of what is looked at. */
export interface DigestView {
  readonly digestId: string
  /** Shapes that are looked at, and all that there are. */
  readonly shapes: number
  readonly shapesTotal: number
  readonly events: number
  readonly totalMicros: number
  readonly lockMicros?: number
  readonly from?: string
  readonly to?: string
  readonly timeline: Timeline
  readonly rows: readonly ShapeRow[]
  /** How few shapes take four fifths of the time, and how much they take. */
  readonly few: { readonly shapes: number; readonly share: number }
  /**
   * The sums kept per shape cannot answer every question exactly: a window or a user says nothing of percentiles, two of
   * them together nothing of counts. `figures` are estimates then, and reading the log again answers exactly.
   */
  readonly estimated?: {
    readonly figures: readonly ('counts' | 'percentiles' | 'rows' | 'locks')[]
    readonly because: string
  }
  /** One sentence and a second line: what to see here. */
  readonly verdict: { readonly text: string; readonly more: string }
}

/** A digest that the service keeps, for screens that look at it in pages. */
export interface HeldDigest {
  readonly digestId: string
  readonly name: string
  readonly sources: readonly DigestSource[]
  readonly flavors: readonly LogFlavor[]
  readonly events: number
  readonly totalMicros: number
  readonly from?: string
  readonly to?: string
  readonly shapes: number
  /** Bytes on disk, and how long reading them took. */
  readonly readBytes: number
  readonly readMs: number
  /** Databases, users and hosts by time, for choosing; at most 200 each. */
  readonly schemas: readonly string[]
  readonly users: readonly string[]
  readonly hosts: readonly string[]
  /** Its sources can be read again, for exact figures of a filter. */
  readonly canReadAgain: boolean
}

/** A shape of a digest that the service keeps, with what its page needs of the digest. */
export interface HeldShape extends DigestShape {
  /** By total time, from 1, of `shapesTotal`. */
  readonly rank: number
  readonly shapesTotal: number
  readonly digestName: string
  readonly bucketSeconds: number
  /** The digest's span. */
  readonly digestFrom?: string
  readonly digestTo?: string
}
