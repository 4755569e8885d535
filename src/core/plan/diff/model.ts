import { z } from 'zod'
import { documentSchema } from '../../document'
import { planFormatIdSchema } from '../model'

/** The difference of two plans: which nodes do the same work, what changed at each, what only one plan has. */

/**
 * What kind of thing changed: how a table's rows are reached, how tables are joined, in which order, by which other
 * means (sort, aggregate, subquery, parallel), what the optimizer believed, what was really done, what went to disk.
 */
export const changeKindSchema = z.enum(['ACCESS', 'JOIN', 'ORDER', 'STRATEGY', 'ESTIMATE', 'WORK', 'SPILL'])
export type ChangeKind = z.infer<typeof changeKindSchema>
export const changeKinds: readonly ChangeKind[] = changeKindSchema.options

/** Names of compared fields; numbers have their unit in the name. */
export const changeFieldSchema = z.enum([
  'table',
  'method',
  'index',
  'usedKeyParts',
  'keyLengthBytes',
  'rowidFilter',
  'covering',
  'direction',
  'multiRangeRead',
  'indexCondition',
  'partitions',
  'algorithm',
  'joinType',
  'tableOrder',
  'operator',
  'relation',
  'parallel',
  'dependent',
  'sortMethod',
  'rowsPerLoop',
  'rowsExaminedPerLoop',
  'subtreeCost',
  'totalRows',
  'rowsExamined',
  'loops',
  'sharedBlocks',
  'tempBlocks',
  'sortSpace',
  'batches',
])
export type ChangeField = z.infer<typeof changeFieldSchema>

export const changeValueSchema = z.union([z.string(), z.number(), z.boolean()])
export type ChangeValue = z.infer<typeof changeValueSchema>

/** One field of one matched pair. An absent side means that there is none: a full scan has no index. */
export const planChangeSchema = z
  .object({
    field: changeFieldSchema,
    before: changeValueSchema.optional(),
    after: changeValueSchema.optional(),
    change: changeKindSchema,
  })
  .readonly()
export type PlanChange = z.infer<typeof planChangeSchema>

/** Two nodes that do the same work, by their ids in plan A and plan B. */
export const planMatchSchema = z
  .object({ a: z.string(), b: z.string(), changes: z.array(planChangeSchema).readonly() })
  .readonly()
export type PlanMatch = z.infer<typeof planMatchSchema>

export const planDiffFactSchema = z
  .object({
    name: z.enum(['rowsExamined', 'rowsReturned', 'totalCost']),
    a: z.number(),
    b: z.number(),
    /** `rows`, `estimated rows` or `cost`. */
    unit: z.string(),
  })
  .readonly()
export type PlanDiffFact = z.infer<typeof planDiffFactSchema>

export const planDiffSchema = z
  .object({
    /** In the order of plan A. Every node stands in exactly one of `matches`, `onlyA` and `onlyB`. */
    matches: z.array(planMatchSchema).readonly(),
    onlyA: z.array(z.string()).readonly(),
    onlyB: z.array(z.string()).readonly(),
    /** Those of `onlyA` that the format of B never prints, so that their absence says nothing; likewise for B. */
    unprintedA: z.array(z.string()).readonly(),
    unprintedB: z.array(z.string()).readonly(),
    /** The fingerprints are equal. */
    sameShape: z.boolean(),
    /** Fingerprint of the plan's shape, 16 hex digits; what is in it is told in shape.ts. */
    shapeA: z.string(),
    shapeB: z.string(),
    formatA: planFormatIdSchema,
    formatB: planFormatIdSchema,
    /** The difference in words, and the numbers that prove it. */
    verdict: z.object({ text: z.string(), facts: z.array(planDiffFactSchema).readonly() }).readonly(),
  })
  .readonly()
export type PlanDiff = z.infer<typeof planDiffSchema>

/** `sargable plan diff A B`. */
export const planDiffDocumentSchema = documentSchema('planDiff', planDiffSchema.unwrap().shape)
export type PlanDiffDocument = z.infer<typeof planDiffDocumentSchema>
