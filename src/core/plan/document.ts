import { z } from 'zod'
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
  verdict: verdictSchema,
})
export type PlanDocument = z.infer<typeof planDocumentSchema>
