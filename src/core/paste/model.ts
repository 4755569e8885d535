import { z } from 'zod'
import { documentSchema } from '../document'
import { dialectSchema } from '../engine'
import { planFormatIdSchema } from '../plan/model'
import { textSpanSchema } from '../text-span'

/** What a pasted text is, in parts. */
export const pastePartSchema = z
  .object({
    kind: z.enum(['sql', 'slow-log-entry', 'slow-log', 'plan', 'trace', 'ddl', 'unknown']),
    dialect: dialectSchema.optional(),
    format: planFormatIdSchema.optional(),
    span: textSpanSchema,
    facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).readonly(),
  })
  .readonly()
export type PastePart = z.infer<typeof pastePartSchema>

export const pasteDocumentSchema = documentSchema('paste', { parts: z.array(pastePartSchema).readonly() })
export type PasteDocument = z.infer<typeof pasteDocumentSchema>
