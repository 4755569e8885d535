import { z } from 'zod'
import { analysisSchema } from '../analysis/model'
import { verdictFactNameSchema } from '../analysis/verdict-model'
import { documentSchema } from '../document'

/** Servers that a sample can be opened on. `mysql` means Percona Server too; `postgres` and `pglite` share files. */
export const sampleServerSchema = z.enum(['mysql', 'mariadb', 'postgres', 'pglite'])
export type SampleServer = z.infer<typeof sampleServerSchema>

/** Something that must be seen when the sample is opened; `facts` are compared with the verdict's. */
export const sampleCheckSchema = z
  .object({
    text: z.string(),
    servers: z.array(sampleServerSchema).min(1).readonly(),
    facts: z.partialRecord(verdictFactNameSchema, z.number()).readonly().optional(),
    /** The verdict's sentence contains this. */
    says: z.string().optional(),
    /** An access of the plan has this access type, index and key length. */
    access: z
      .object({
        table: z.string(),
        accessType: z.string(),
        index: z.string().optional(),
        keyLengthBytes: z.int().optional(),
      })
      .readonly()
      .optional(),
  })
  .readonly()
export type SampleCheck = z.infer<typeof sampleCheckSchema>

/** `samples/<name>/sample.json`. Files are relative to the sample's folder. */
export const sampleFileSchema = z
  .object({
    title: z.string(),
    story: z.string(),
    /** Place on the first screen, from 1; the others are in the list only. */
    featured: z.int().positive().optional(),
    /** Statement that the sample opens with; a sample without `postgres` has no PostgreSQL twin. */
    open: z.object({ mysql: z.string().optional(), postgres: z.string().optional() }).readonly(),
    checks: z.array(sampleCheckSchema).readonly(),
  })
  .strict()
  .readonly()
export type SampleFile = z.infer<typeof sampleFileSchema>

/** A worked case, as the list shows it. */
export const sampleSummarySchema = z
  .object({
    name: z.string(),
    title: z.string(),
    story: z.string(),
    featured: z.boolean(),
    /** Servers it can be opened on, best first. */
    servers: z.array(sampleServerSchema).readonly(),
  })
  .readonly()
export type SampleSummary = z.infer<typeof sampleSummarySchema>

export const sampleListSchema = documentSchema('samples', { samples: z.array(sampleSummarySchema).readonly() })
export type SampleList = z.infer<typeof sampleListSchema>

export const sampleDocumentSchema = documentSchema('sample', {
  name: z.string(),
  /** Which server it ran on, in words: "MySQL 5.6.24 (sandbox)". */
  on: z.string(),
  story: z.string(),
  analysis: analysisSchema,
  checks: z.array(z.object({ text: z.string(), holds: z.boolean() }).readonly()).readonly(),
})
export type SampleDocument = z.infer<typeof sampleDocumentSchema>
