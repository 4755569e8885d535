import { z } from 'zod'
import { documentSchema } from '../../document'
import { engineSchema } from '../../engine'
import { experimentDocumentSchema } from '../../experiment/model'
import { keyUseSchema } from '../../keyparts/model'
import { planSchema } from '../../plan/model'
import { scratchReportSchema } from '../../scratch/model'
import { adviceSchema } from '../model'

/**
 * How advice is tried without being built on the real tables.
 *
 * - `hypothetical`: PostgreSQL's extension hypopg makes the index up (or hides it), for this session and EXPLAIN only.
 * - `copies`: really built, on copies of the tables in a schema of ours.
 * - `switched-off`: the statement keeps away from an existing index (IGNORE INDEX), as if it were dropped.
 * - `planned`: another text or other session settings; planned as they are, nothing is made.
 */
export const whatIfMethodSchema = z.enum(['hypothetical', 'copies', 'switched-off', 'planned'])
export type WhatIfMethod = z.infer<typeof whatIfMethodSchema>

/** A plan of the statement with what the server expects of it; nothing here was measured. */
export const triedPlanSchema = z
  .object({
    plan: planSchema,
    /** Of the plan's accesses, for the indexes of their tables. */
    keyUse: z.array(keyUseSchema).readonly(),
    /** Rows and index entries that all accesses read together, by the server's estimates. */
    rowsExamined: z.number().optional(),
    /** `corrected`: multiplied by how many rows of the original one of the copy stands for. */
    rowsFrom: z.enum(['estimated', 'corrected']),
    /** The server's cost of the whole statement. Never comparable with that of another server. */
    cost: z.number().optional(),
  })
  .readonly()
export type TriedPlan = z.infer<typeof triedPlanSchema>

/** What became of the index that is advised. */
export const advisedIndexUseSchema = z
  .object({
    table: z.string(),
    /** As the advice calls it, whatever it was called where it was tried. */
    index: z.string(),
    /** The server reads it. */
    used: z.boolean(),
    /** Parts that narrow what is read, as the advice writes them; empty when it is not used or gives only order. */
    usedParts: z.array(z.string()).readonly(),
    parts: z.int().nonnegative(),
    /** As the server printed it. */
    keyLengthBytes: z.int().optional(),
    covering: z.boolean().optional(),
    /** "The server uses 2 of the 2 key parts of `ix` (11 bytes)." */
    text: z.string(),
  })
  .readonly()
export type AdvisedIndexUse = z.infer<typeof advisedIndexUseSchema>

/**
 * `better`, `worse`: by rows examined, and by cost where those are alike. `same`: neither changes by a tenth.
 * `not-used`: the server does not choose the advised index. `unclear`: too little is known to compare.
 */
export const whatIfJudgementSchema = z.enum(['better', 'same', 'worse', 'not-used', 'unclear'])
export type WhatIfJudgement = z.infer<typeof whatIfJudgementSchema>

/** One piece of advice, tried without building it on the real tables. All figures are the server's estimates. */
export const whatIfSchema = z
  .object({
    method: whatIfMethodSchema,
    /** The method in words, for the card: "On copies of all rows, with the index really built." */
    how: z.string(),
    /**
     * The plan of the real tables as they are. With `copies` its rows and cost are those of the copies before the change,
     * where they are planned alike: both sides then rest on the same statistics.
     */
    before: triedPlanSchema,
    after: triedPlanSchema,
    /** Absent for advice that names no index. */
    index: advisedIndexUseSchema.optional(),
    judgement: whatIfJudgementSchema,
    /** The judgement's reasons as sentences, the weightiest first. */
    reasons: z.array(z.string()).min(1).readonly(),
    /** Copies that were made for it and are removed again. */
    scratch: scratchReportSchema.optional(),
    /** What makes the figures less certain, in words. */
    cautions: z.array(z.string()).readonly(),
  })
  .readonly()
export type WhatIf = z.infer<typeof whatIfSchema>

/** Advice with what trying it came to. */
export const triedAdviceSchema = z
  .object({
    /** As it was given; where it was tried, with `expected` of the method `what-if`. */
    advice: adviceSchema,
    whatIf: whatIfSchema.optional(),
    /** Without `whatIf`: why it could not be tried, in one sentence. */
    notTried: z.string().optional(),
  })
  .readonly()
export type TriedAdvice = z.infer<typeof triedAdviceSchema>

export const whatIfDocumentSchema = documentSchema('what-if', {
  engine: engineSchema,
  sql: z.string(),
  /** One for each piece of advice that was asked for, in that order. */
  results: z.array(triedAdviceSchema).readonly(),
  /** What would make trying better here: how to get hypopg, a right that is missing. */
  hints: z.array(z.string()).readonly(),
})
export type WhatIfDocument = z.infer<typeof whatIfDocumentSchema>

/**
 * What is measured for a proof.
 *
 * - `invisible-index`: MySQL 8 and later: really built on the real table, and seen by this session alone.
 * - `rolled-back`: PostgreSQL: really built inside a transaction that is rolled back.
 * - `copies`: on copies of the tables, where the real tables cannot be used so.
 * - `as-written`: another text or other session settings; nothing is built.
 */
export const proofMethodSchema = z.enum(['invisible-index', 'rolled-back', 'copies', 'as-written'])
export type ProofMethod = z.infer<typeof proofMethodSchema>

/** Advice that was built, measured and undone. */
export const proofDocumentSchema = documentSchema('proof', {
  engine: engineSchema,
  sql: z.string(),
  /** With `outcome` where it was decided, and with `expected` of the method `measured`. */
  advice: adviceSchema,
  method: proofMethodSchema,
  /** The method in words. */
  how: z.string(),
  /** `undecided`: the experiment ended before it could tell. */
  outcome: z.enum(['confirmed', 'refuted', 'undecided']),
  /** The outcome's reasons as sentences, the weightiest first: "Reads 24× fewer rows." */
  reasons: z.array(z.string()).min(1).readonly(),
  /** A refuted advice is withdrawn; this says so, in one sentence. */
  withdrawn: z.string().optional(),
  index: advisedIndexUseSchema.optional(),
  /** `A` is the statement as it is, `B` with the advice. */
  experiment: experimentDocumentSchema,
  /** What was made for it and is gone again, in words. */
  undone: z.array(z.string()).readonly(),
  /** What could not be removed, in words; empty when nothing is left. */
  left: z.array(z.string()).readonly(),
  cautions: z.array(z.string()).readonly(),
})
export type ProofDocument = z.infer<typeof proofDocumentSchema>
