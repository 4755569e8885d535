import { z } from 'zod'

/** The contract's version; every document carries it. */
export const contractVersion = 1

/** Wraps the fields of a document with the two that every document has. */
export function documentSchema<Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) {
  return z.object({ sargable: z.literal(contractVersion), kind: z.literal(kind), ...shape }).readonly()
}
