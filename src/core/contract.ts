import { z } from 'zod'
import { adviceDocumentSchema } from './advisor/unplanned/model'
import { analysisSchema } from './analysis/model'
import { digestDiffDocumentSchema, digestDocumentSchema } from './digest/model'
import { documentSchema } from './document'
import { faultSchema } from './errors'
import { experimentDocumentSchema } from './experiment/model'
import { pasteDocumentSchema } from './paste/model'
import { planDiffDocumentSchema } from './plan/diff/model'
import { planDocumentSchema } from './plan/document'
import { sampleDocumentSchema, sampleListSchema } from './samples/model'
import { sqlDocumentSchema } from './sql/model'
import { traceDocumentSchema } from './trace/document'

/** An error with `--json`. The consent card is for the app; the command line prints its text in the message. */
export const errorDocumentSchema = documentSchema('error', faultSchema.unwrap().shape)
export type ErrorDocument = z.infer<typeof errorDocumentSchema>

/** Every kind of document that `--json` prints, by its `kind`. `sargable schema KIND` prints these. */
export const documents = {
  advice: adviceDocumentSchema,
  analysis: analysisSchema,
  digest: digestDocumentSchema,
  digestDiff: digestDiffDocumentSchema,
  error: errorDocumentSchema,
  experiment: experimentDocumentSchema,
  paste: pasteDocumentSchema,
  plan: planDocumentSchema,
  planDiff: planDiffDocumentSchema,
  sample: sampleDocumentSchema,
  samples: sampleListSchema,
  sql: sqlDocumentSchema,
  trace: traceDocumentSchema,
} as const
export type DocumentKind = keyof typeof documents

/** The contract as JSON Schema (draft 2020-12) of one kind of document. */
export function jsonSchemaOf(kind: DocumentKind): unknown {
  return z.toJSONSchema(documents[kind], { io: 'input' })
}
