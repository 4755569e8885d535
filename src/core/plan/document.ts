import { z } from 'zod'
import { findingSchema } from '../advisor/model'
import { verdictSchema } from '../analysis/verdict-model'
import { documentSchema } from '../document'
import { keyUseSchema } from '../keyparts/model'
import { parseNoteSchema } from '../text-span'
import { planMetricsSchema, planSchema } from './model'

/** `sargable plan parse`: a text may hold several plans. With `--schema`, key use is there. */
export const planDocumentSchema = documentSchema('plan', {
  plans: z.array(planSchema).readonly(),
  /** One map per plan, from node id. */
  metrics: z.array(planMetricsSchema).readonly(),
  keyUse: z.array(keyUseSchema).readonly().optional(),
  /** What was not understood in the text of `--schema`; spans are places in that text. */
  schemaNotes: z.array(parseNoteSchema).readonly().optional(),
  /** What the first plan itself shows; steps in which something was not understood are left out. */
  findings: z.array(findingSchema).readonly().optional(),
  verdict: verdictSchema,
})
export type PlanDocument = z.infer<typeof planDocumentSchema>
