import { z } from 'zod'
import { analysisSchema } from '../analysis/model'
import { documentSchema } from '../document'

/** A worked case, as the list shows it. */
export const sampleSummarySchema = z
  .object({
    name: z.string(),
    title: z.string(),
    story: z.string(),
    /** Servers it can be opened on, best first. */
    servers: z.array(z.enum(['mysql', 'mariadb', 'postgres', 'pglite'])).readonly(),
  })
  .readonly()
export type SampleSummary = z.infer<typeof sampleSummarySchema>

export const sampleListSchema = documentSchema('samples', { samples: z.array(sampleSummarySchema).readonly() })

export const sampleDocumentSchema = documentSchema('sample', {
  name: z.string(),
  /** Which server it ran on, in words: "MySQL 5.6.24 (sandbox)". */
  on: z.string(),
  story: z.string(),
  analysis: analysisSchema,
  checks: z.array(z.object({ text: z.string(), holds: z.boolean() }).readonly()).readonly(),
})
export type SampleDocument = z.infer<typeof sampleDocumentSchema>
