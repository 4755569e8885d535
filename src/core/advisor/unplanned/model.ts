import { z } from 'zod'
import { analysisSchema } from '../../analysis/model'
import { catalogSchema } from '../../catalog/model'
import { documentSchema } from '../../document'
import { dialectSchema } from '../../engine'
import { planSchema } from '../../plan/model'
import { parseNoteSchema } from '../../text-span'
import { findingSchema } from '../model'

/** What can be advised without a connection: from a statement, its tables' definitions, and a plan where one was pasted. */
export const adviceDocumentSchema = documentSchema('advice', {
  sql: z.string(),
  dialect: dialectSchema,
  findings: z.array(findingSchema).readonly(),
  /** What the definitions say; absent without any. */
  catalog: catalogSchema.optional(),
  /** The pasted plans; node ids of findings refer to the first. */
  plans: z.array(planSchema).readonly().optional(),
  /** What was not understood, and what was assumed. Spans are places in the text that was given, where there is one. */
  notes: z
    .array(
      z.object({ ...parseNoteSchema.unwrap().shape, span: parseNoteSchema.unwrap().shape.span.optional() }).readonly(),
    )
    .readonly(),
  /** Rules that could not be asked, and what they would need. */
  notChecked: analysisSchema.unwrap().shape.notChecked,
  nothingToAdvise: z.string().optional(),
})
export type AdviceDocument = z.infer<typeof adviceDocumentSchema>
