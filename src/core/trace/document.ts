import type { z } from 'zod'
import { documentSchema } from '../document'
import { traceShape } from './model'

/** `sargable trace parse`. */
export const traceDocumentSchema = documentSchema('trace', traceShape)
export type TraceDocument = z.infer<typeof traceDocumentSchema>
