import { z } from 'zod'
import { textSpanSchema } from '../text-span'

/** What an access did with one part of one index. A join reference is `equality` with a column in comparedWith. */
export const keyPartRoleSchema = z.enum([
  'equality',
  'in-list',
  'range', // these three narrow the seek
  'skipped', // skip scan steps over it
  'index-filter', // checked inside the index, does not narrow the seek
  'order',
  'cover', // only gives order / only gives the value
  'unused',
])
export type KeyPartRole = z.infer<typeof keyPartRoleSchema>

/** Why a key part counts for this many bytes of key_len: the UI shows it as a sum. */
export const keyLenBytesSchema = z
  .object({
    dataBytes: z.int().nonnegative(),
    nullFlagBytes: z.union([z.literal(0), z.literal(1)]),
    lengthPrefixBytes: z.union([z.literal(0), z.literal(2)]),
  })
  .readonly()
export type KeyLenBytes = z.infer<typeof keyLenBytesSchema>

/** Why a part does not narrow the read. Each code has a sentence in keyparts/reasons.ts. */
export const keyPartReasonCodeSchema = z.enum([
  'previous-part-is-range',
  'previous-part-not-used',
  'not-in-condition',
  'function-or-expression',
  'implicit-conversion',
  'collation',
  'leading-wildcard',
  'literal-shorter-than-prefix',
  'or-spans-parts',
  'negation',
  'row-constructor',
  'narrows-only-range-edges',
  'only-index-condition',
  'mixed-order',
  'order-breaks',
  'fewer-parts-chosen',
  'hint-forbids',
  'index-scan',
  'not-chosen',
  'other-table',
])
export type KeyPartReasonCode = z.infer<typeof keyPartReasonCodeSchema>

/** What a reason rests on. `span` is a place in the optimizer trace. */
export const reasonEvidenceSchema = z
  .object({
    from: z.enum(['statement', 'plan', 'catalog', 'trace', 'warning']),
    text: z.string(),
    span: textSpanSchema.optional(),
  })
  .readonly()
export type ReasonEvidence = z.infer<typeof reasonEvidenceSchema>

export const keyPartUseSchema = z
  .object({
    /** 1-based, as people say "the second key part". */
    position: z.int().positive(),
    column: z.string().optional(),
    /** The expression of a functional key part; then `column` is absent. */
    expression: z.string().optional(),
    /** Set when the index holds only a prefix: INDEX (title(20)). */
    prefixChars: z.int().positive().optional(),
    descending: z.boolean(),
    /** Added by the engine (InnoDB's primary key at the end of a secondary index). */
    appended: z.boolean(),
    /** PostgreSQL's INCLUDE: the index holds the value but cannot be searched by it. */
    included: z.boolean().optional(),
    role: keyPartRoleSchema,
    /** What the part is compared with: `const`, `> 1234`, `shop.o.customer_id`. */
    comparedWith: z.string().optional(),
    keyLenBytes: keyLenBytesSchema.optional(),
    /** `stated`: the server listed it. `decoded`: from key_len. `inferred`: by matching conditions to the index. */
    basis: z.enum(['stated', 'decoded', 'inferred']),
    /** `seek`: bounds the whole read. `edges`: only the first and last part of the range. `none`: does not bound it. */
    narrows: z.enum(['seek', 'edges', 'none']),
    reason: z
      .object({
        code: keyPartReasonCodeSchema,
        text: z.string(),
        sqlSpan: textSpanSchema.optional(),
        evidence: z.array(reasonEvidenceSchema).readonly().optional(),
      })
      .readonly()
      .optional(),
    /** The conditions of the statement that bound or check the part, where that is certain. */
    sqlSpans: z.array(textSpanSchema).readonly().optional(),
  })
  .readonly()
export type KeyPartUse = z.infer<typeof keyPartUseSchema>

/** One index of one accessed table, and how far the access gets in it. */
export const keyUseSchema = z
  .object({
    planIndex: z.int().nonnegative(),
    nodeId: z.string(),
    table: z.string(),
    index: z.string(),
    /** The server reads this index here; the others of the table stand beside it for comparison. */
    chosen: z.boolean(),
    /** As the server printed it. */
    keyLengthBytes: z.int().optional(),
    /** Sum over the parts that we think are used. */
    computedBytes: z.int().optional(),
    agrees: z.boolean().optional(),
    /** Set when the parts' bytes do not add up to key_len: nothing is guessed then. */
    unexplained: z.string().optional(),
    /** Other role lists that give the same key_len. */
    ambiguous: z.array(z.array(keyPartRoleSchema).readonly()).readonly().optional(),
    parts: z.array(keyPartUseSchema).readonly(),
  })
  .readonly()
export type KeyUse = z.infer<typeof keyUseSchema>
