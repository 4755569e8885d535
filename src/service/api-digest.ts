import { z } from 'zod'
import { type SourceOffer, serverSourceSchema } from '../core/digest/live/model'
import { type DigestDiffDocument, type DigestDocument, digestDiffDocumentSchema } from '../core/digest/model'
import {
  type DigestView,
  type HeldDigest,
  type HeldShape,
  type ShapeMark,
  shapeMarkSchema,
  viewOrderSchema,
} from '../core/digest/view/model'
import { connectionId, method, nothing, type Progress, pastedText } from './api-method'

const digestId = z.string().min(1).max(100)
/** What a server keeps of its statements. `seconds`: the difference of two readings so far apart. */
const serverSource = z.object({
  kind: z.literal('server'),
  connectionId,
  of: serverSourceSchema,
  seconds: z.number().min(0).max(86_400).optional(),
})
/** Where entries of a log come from. */
const logSourceSchema = z.discriminatedUnion('kind', [
  /** A file, a folder, or `-` for standard input. */
  z.object({ kind: z.literal('path'), path: z.string() }),
  /** A file that the page sends by itself, to `/upload/<id>`. */
  z.object({ kind: z.literal('upload'), id: z.string().regex(/^[\w-]{8,64}$/), name: z.string().max(1000) }),
  /** An excerpt that was pasted. */
  z.object({ kind: z.literal('text'), name: z.string().max(1000), text: pastedText }),
  serverSource,
])
export type LogSource = z.infer<typeof logSourceSchema>

/** How far reading is; `totalBytes` is unknown for what is piped in. */
export interface DigestProgress extends Progress {
  readonly readBytes?: number
  readonly totalBytes?: number
  readonly events?: number
  /** Since reading began. */
  readonly ms?: number
}

/** What following a log says on the way. */
export interface FollowProgress extends Progress {
  readonly document?: DigestDocument
}

/** The part of the table of procedures that is about slow logs and their shapes. */
export const digestApi = {
  /** What a connection's server keeps of its statements, and why some of it cannot be read. */
  'digest.offers': method<readonly SourceOffer[]>()(z.object({ connectionId })),
  /** Logs, and what servers keep, added up by shape. Paths are files, folders, or `-` for standard input. */
  'digest.run': method<DigestDocument, Progress>()(
    z.object({
      paths: z.array(z.string()).max(10_000),
      servers: z.array(serverSource).max(1000).optional(),
      /** ISO 8601; an entry at `to` itself is out. */
      from: z.string().optional(),
      to: z.string().optional(),
      /** `db:shop user:app host:web1 kind:sorts time>1s rows>1000 text:"from orders"` */
      filter: z.string().max(10_000).optional(),
      /** Only so many shapes, those with most time. */
      top: z.int().positive().optional(),
      /** PostgreSQL's log_line_prefix; inferred without. */
      prefix: z.string().max(1000).optional(),
      /** The connection of the server that wrote the log: its own log_line_prefix is asked for. */
      prefixFrom: connectionId.optional(),
      /** In which a syslog begins whose times have no year; without, the time of its file tells. */
      year: z.int().min(1970).max(9999).optional(),
      /** How many threads read a plain file; chosen by its size without. */
      threads: z.int().min(1).max(64).optional(),
      /** Only a range of one log, to be merged with its neighbours. */
      bytes: z.object({ startByte: z.int().nonnegative(), endByte: z.int().positive() }).optional(),
    }),
  ),
  /**
   * A plain log as it grows, over rotations. Each event with a document has the digest so far; stopping the call ends it, and
   * its reply is the digest of all that came.
   */
  'digest.follow': method<DigestDocument, FollowProgress>()(
    z.object({
      path: z.string(),
      everySeconds: z.number().positive().max(86_400),
      from: z.string().optional(),
      to: z.string().optional(),
      filter: z.string().max(10_000).optional(),
      top: z.int().positive().optional(),
      prefix: z.string().max(1000).optional(),
      prefixFrom: connectionId.optional(),
      year: z.int().min(1970).max(9999).optional(),
    }),
  ),
  /** The same, kept by the service for a screen that looks at it in pages; `digest.close` lets it go. */
  'digest.open': method<HeldDigest, DigestProgress>()(
    z.object({
      name: z.string().max(1000).optional(),
      sources: z.array(logSourceSchema).min(1).max(10_000),
      from: z.string().optional(),
      to: z.string().optional(),
      filter: z.string().max(10_000).optional(),
      prefix: z.string().max(1000).optional(),
      prefixFrom: connectionId.optional(),
    }),
  ),
  /** Its sources again, with a filter of entries: exact figures where the sums that are kept only give estimates. */
  'digest.again': method<HeldDigest, DigestProgress>()(
    z.object({
      digestId,
      from: z.string().optional(),
      to: z.string().optional(),
      filter: z.string().max(10_000).optional(),
    }),
  ),
  'digest.view': method<DigestView>()(z.object({ digestId, view: viewOrderSchema })),
  'digest.shape': method<HeldShape>()(z.object({ digestId, shape: z.string() })),
  'digest.compare': method<DigestDiffDocument>()(z.object({ a: digestId, b: digestId })),
  /** A comparison as a file: a page that opens offline, or Markdown. */
  'digest.report': method<{ text: string }>()(
    z.object({ document: digestDiffDocumentSchema, format: z.enum(['html', 'markdown']) }),
  ),
  /** The whole of it, to be saved. */
  'digest.document': method<DigestDocument>()(z.object({ digestId })),
  'digest.close': method<null>()(z.object({ digestId })),

  /** What was said of shapes: reviewed, muted, notes. */
  'marks.list': method<readonly ShapeMark[]>()(nothing),
  /** An open shape without a note has no mark. */
  'marks.set': method<null>()(z.object({ mark: shapeMarkSchema })),
} as const
