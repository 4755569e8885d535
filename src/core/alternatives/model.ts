import { z } from 'zod'
import { keyPartReasonCodeSchema } from '../keyparts/model'
import { planSchema } from '../plan/model'
import { textSpanSchema } from '../text-span'

/** What a planner without a trace can be asked: its choices taken away one at a time, and the plans that are left. */

/** Planner settings that may be changed for a question; nothing else is ever set. */
export const plannerSettingNameSchema = z.enum([
  'enable_seqscan',
  'enable_indexscan',
  'enable_indexonlyscan',
  'enable_bitmapscan',
  'enable_tidscan',
  'enable_nestloop',
  'enable_hashjoin',
  'enable_mergejoin',
  'enable_sort',
  'enable_incremental_sort',
  'enable_hashagg',
  'enable_material',
  'enable_memoize',
  'enable_gathermerge',
  'enable_parallel_append',
  'enable_parallel_hash',
  'enable_partition_pruning',
  'enable_presorted_aggregate',
  'enable_group_by_reordering',
  'enable_distinct_reordering',
  'enable_self_join_elimination',
  'max_parallel_workers_per_gather',
  'join_collapse_limit',
  'jit',
])
export type PlannerSettingName = z.infer<typeof plannerSettingNameSchema>

export const plannerSettingSchema = z
  .object({ name: plannerSettingNameSchema, value: z.string().regex(/^(?:on|off|\d{1,4})$/) })
  .readonly()
export type PlannerSetting = z.infer<typeof plannerSettingSchema>

export const storedNameSchema = z.object({ schema: z.string(), name: z.string() }).readonly()
export type StoredName = z.infer<typeof storedNameSchema>

/** One question: the statement is planned again with these things changed, and is not run. */
export const plannerQuestionSchema = z
  .object({
    /** `enable_hashjoin`, `only-index-scans`, `hide public.t_b`. */
    id: z.string(),
    /** What was taken away, as a noun: "hash joins", "index `t_b`". */
    taken: z.string(),
    /** The same as the beginning of a sentence: "Without hash joins". */
    phrase: z.string(),
    settings: z.array(plannerSettingSchema).readonly(),
    /** Indexes that the planner is not shown, by the extension hypopg. */
    hidden: z.array(storedNameSchema).readonly(),
    /** Hypothetical indexes that it is shown: CREATE INDEX text. */
    added: z.array(z.string()).readonly(),
  })
  .readonly()
export type PlannerQuestion = z.infer<typeof plannerQuestionSchema>

/** A plan that the planner makes when a choice is taken away. */
export const alternativeSchema = z
  .object({
    question: plannerQuestionSchema,
    /** Other questions that lead to the same plan, by what they take away. */
    also: z.array(z.string()).readonly(),
    /** Costs without the artificial penalty; the source text is the server's own, with it. */
    plan: planSchema,
    /** Fingerprint of the shape, as in the difference of plans. */
    shape: z.string(),
    /** How tables are read and joined, in one line. */
    words: z.string(),
    /** The planner's cost of the whole statement, without the penalty; absent where it cannot be taken out exactly. */
    cost: z.number().optional(),
    /** Cost ÷ that of the chosen plan. */
    ratio: z.number().optional(),
    /** What was taken off the printed cost: how often 10,000,000,000 was in it. 0 from PostgreSQL 18 on. */
    penalties: z.number(),
    /** Steps that use what was taken away all the same: nothing else was possible there. */
    forced: z.array(z.string()).readonly(),
    /** What differs first from the chosen plan. */
    difference: z.string(),
    /** Why this cost is to be read with care. */
    caution: z.string().optional(),
  })
  .readonly()
export type Alternative = z.infer<typeof alternativeSchema>

/** A question whose answer was the chosen plan itself. */
export const unchangedSchema = z
  .object({
    question: plannerQuestionSchema,
    /** `no-other-way`: the plan uses what was taken away, because nothing else is possible. `not-used`: it does not matter. */
    because: z.enum(['no-other-way', 'not-used']),
    text: z.string(),
  })
  .readonly()
export type Unchanged = z.infer<typeof unchangedSchema>

export const whyNotAnswerSchema = z.enum([
  'used',
  'considered',
  'dearer-than-asked',
  'unusable',
  'partial-condition',
  'invalid',
  'hypothetical',
  'partitioned',
  'no-such-index',
  'no-such-table',
])
export type WhyNotAnswer = z.infer<typeof whyNotAnswerSchema>

/** Why one index is not read: one answer from catalog, key parts and costs. */
export const whyNotSchema = z
  .object({
    table: z.string(),
    index: z.string(),
    answer: whyNotAnswerSchema,
    text: z.string(),
    /** Cost of the cheapest plan that reads the index; with `dearer-than-asked` it costs at least this. */
    cost: z.number().optional(),
    chosenCost: z.number().optional(),
    ratio: z.number().optional(),
    /** The question whose plan reads the index. */
    question: plannerQuestionSchema.optional(),
    plan: planSchema.optional(),
    /** A question of settings alone whose plan reads the index: that one can be run. */
    measurable: plannerQuestionSchema.optional(),
    reason: z
      .object({ code: keyPartReasonCodeSchema, text: z.string(), sqlSpan: textSpanSchema.optional() })
      .readonly()
      .optional(),
    /** By what the answer was found, in words: hypopg, planner settings, the catalog. */
    how: z.string(),
  })
  .readonly()
export type WhyNot = z.infer<typeof whyNotSchema>

export const choiceVerdictSchema = z.enum(['right', 'same', 'misestimate', 'cost-model'])
export type ChoiceVerdict = z.infer<typeof choiceVerdictSchema>

export const measuredSideSchema = z
  .object({
    /** Planner's cost, without the penalty. */
    cost: z.number().optional(),
    /** The fastest of the runs; absent when it was stopped at the time limit. */
    executionMs: z.number().optional(),
    /** Pages from the buffer cache and from outside of it, by the fastest run. */
    blocks: z.number().optional(),
    plan: planSchema.optional(),
  })
  .readonly()
export type MeasuredSide = z.infer<typeof measuredSideSchema>

/** The chosen plan and one that was forced, both run. */
export const measuredChoiceSchema = z
  .object({
    question: plannerQuestionSchema,
    verdict: choiceVerdictSchema,
    text: z.string(),
    chosen: measuredSideSchema,
    loser: measuredSideSchema,
    /** Loser ÷ chosen, as the planner believed and as it was. */
    expectedRatio: z.number().optional(),
    actualRatio: z.number().optional(),
    /** Runs of each that finished. */
    runs: z.number(),
    cautions: z.array(z.string()).readonly(),
  })
  .readonly()
export type MeasuredChoice = z.infer<typeof measuredChoiceSchema>

export const alternativesSchema = z
  .object({
    chosen: z.object({ cost: z.number().optional(), shape: z.string(), words: z.string() }).readonly(),
    /** The answer in one sentence. */
    text: z.string(),
    /** Distinct plans, cheapest first. */
    alternatives: z.array(alternativeSchema).readonly(),
    unchanged: z.array(unchangedSchema).readonly(),
    whyNot: whyNotSchema.optional(),
    measured: measuredChoiceSchema.optional(),
    /** How often the statement was planned. */
    asked: z.number(),
    /** How the numbers came about, and what could not be asked. */
    cautions: z.array(z.string()).readonly(),
  })
  .readonly()
export type Alternatives = z.infer<typeof alternativesSchema>
