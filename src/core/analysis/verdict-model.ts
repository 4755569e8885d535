import { z } from 'zod'

export const verdictFactNameSchema = z.enum([
  'usedKeyParts',
  'keyParts',
  'usedBytes',
  'indexBytes',
  'rowsExamined',
  'rowsReturned',
  'hottestShare',
  'rowsRatio',
  // Of experiments: one variant against the baseline.
  'ratio',
  'ratioLow',
  'ratioHigh',
  'pairs',
  'rowsExaminedBefore',
  'rowsReturnedBefore',
])

/** The sentence, and the numbers that prove it. */
export const verdictSchema = z
  .object({
    text: z.string(),
    facts: z
      .array(
        z
          .object({ name: verdictFactNameSchema, value: z.number(), unit: z.string(), nodeId: z.string().optional() })
          .readonly(),
      )
      .readonly(),
  })
  .readonly()
export type Verdict = z.infer<typeof verdictSchema>
