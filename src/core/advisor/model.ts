import { z } from 'zod'
import { textSpanSchema } from '../text-span'

export const evidenceSchema = z
  .object({
    kind: z.enum(['node', 'key-part', 'sql', 'index', 'trace', 'timing', 'digest', 'counter', 'statistic']),
    text: z.string(),
    value: z.union([z.string(), z.number()]).optional(),
    unit: z.string().optional(),
    nodeId: z.string().optional(),
    span: textSpanSchema.optional(),
    sqlSpan: textSpanSchema.optional(),
  })
  .readonly()
export type Evidence = z.infer<typeof evidenceSchema>

/** A statement plus the world it runs in. */
export const variantSchema = z
  .object({
    sql: z.string(),
    session: z.array(z.object({ name: z.string(), value: z.string() }).readonly()).readonly(),
    ddl: z.array(z.object({ apply: z.string(), undo: z.string() }).readonly()).readonly(),
  })
  .readonly()
export type Variant = z.infer<typeof variantSchema>

/** Something to try. It is its own test: the lab runs `variant` against the original. */
export const adviceSchema = z
  .object({
    kind: z.enum([
      'add-index',
      'reorder-index',
      'extend-index',
      'shorten-prefix',
      'lengthen-prefix',
      'drop-index',
      'force-index',
      'hint',
      'rewrite',
      'change-switch',
      'change-setting',
      'refresh-statistics',
      'add-statistics',
      'change-schema',
      'investigate',
    ]),
    title: z.string(),
    variant: variantSchema,
    index: z
      .object({
        table: z.string(),
        name: z.string(),
        /** As DDL writes them without quotes: `msg_type(5)`, `created_at DESC`, `(lower(name))`, `name text_pattern_ops`. */
        parts: z.array(z.string()).readonly(),
        /** What is not a B-tree: `gin`, `brin`. */
        method: z.string().optional(),
        include: z.array(z.string()).readonly().optional(),
        where: z.string().optional(),
      })
      .readonly()
      .optional(),
    equivalence: z.enum(['identical', 'same-set', 'under-stated-facts', 'approximate', 'not-applicable']),
    preconditions: z
      .array(z.object({ text: z.string(), status: z.enum(['holds', 'fails', 'unknown']), how: z.string() }).readonly())
      .readonly(),
    tradeOffs: z.array(z.string()).min(1).readonly(),
    notWhen: z.array(z.string()).min(1).readonly(),
    expected: z
      .object({
        rowsBefore: z.number().optional(),
        rowsAfter: z.number().optional(),
        costBefore: z.number().optional(),
        costAfter: z.number().optional(),
        method: z.enum(['what-if', 'statistics', 'structural', 'measured']),
      })
      .readonly()
      .optional(),
    outcome: z
      .object({ result: z.enum(['confirmed', 'refuted']), experiment: z.string() })
      .readonly()
      .optional(),
  })
  .readonly()
export type Advice = z.infer<typeof adviceSchema>

/** Something true about this plan, with what proves it. */
export const findingSchema = z
  .object({
    rule: z.string(),
    severity: z.enum(['problem', 'warning', 'hint']),
    title: z.string(),
    explanation: z.string(),
    nodes: z.array(z.string()).readonly(),
    evidence: z.array(evidenceSchema).min(1).readonly(),
    confidence: z.enum(['proven', 'measured', 'estimated', 'structural']),
    /** Upper bound of what fixing it can save; absent when unknown, 0 when computed and negligible. */
    savableFraction: z.number().optional(),
    /** Planned with several sets of values: names of those for which it holds; absent when it holds for all. */
    onlyFor: z.array(z.string()).readonly().optional(),
    advice: z.array(adviceSchema).readonly(),
  })
  .readonly()
export type Finding = z.infer<typeof findingSchema>
