import { z } from 'zod'

/** A value for a placeholder, as requests carry it. */
export const typedValueSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('null') }),
  z.object({ kind: z.literal('boolean'), value: z.boolean() }),
  z.object({ kind: z.literal('number'), value: z.union([z.number(), z.string()]) }),
  z.object({ kind: z.literal('text'), value: z.string() }),
  z.object({ kind: z.enum(['date', 'time', 'datetime']), value: z.string() }),
  z.object({ kind: z.literal('binary'), hex: z.string() }),
])

/** Values of `?` and `%s` in the order of the text, of `:name`, `$1` and `@p` by name (without the signs). */
export const placeholderValuesSchema = z.object({
  positional: z.array(typedValueSchema).optional(),
  named: z.record(z.string(), typedValueSchema).optional(),
})

/** A value that stood in the place of a placeholder when the statement was sent. */
export const usedValueSchema = z
  .object({
    /** As the statement has it: `?`, `:city`. */
    placeholder: z.string(),
    /** The literal that was sent. */
    literal: z.string(),
  })
  .readonly()
export type UsedValue = z.infer<typeof usedValueSchema>
