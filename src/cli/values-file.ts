import { z } from 'zod'
import { typedValueSchema } from '../core/analysis/values-model'
import { fault } from '../core/errors'
import { readText } from './input'

/** A plain JSON value is what it looks like; `{"kind": "date", "value": "2024-01-31"}` says more. */
const valueSchema = z.union([
  typedValueSchema,
  z.null().transform(() => ({ kind: 'null' as const })),
  z.boolean().transform((value) => ({ kind: 'boolean' as const, value })),
  z.number().transform((value) => ({ kind: 'number' as const, value })),
  z.string().transform((value) => ({ kind: 'text' as const, value })),
])
const fileSchema = z.union([
  z.array(valueSchema).transform((positional) => ({ positional })),
  z.record(z.string(), valueSchema).transform((named) => ({ named })),
])

/**
 * Values for placeholders from a JSON file: a list for `?` and `%s`, an object for `:name` and `$1`.
 * @throws SargableError `bad-request` when it is neither
 */
export async function readValues(file: string): Promise<z.output<typeof fileSchema>> {
  const text = await readText(file)
  try {
    return fileSchema.parse(JSON.parse(text))
  } catch (thrown) {
    const why = thrown instanceof z.ZodError ? z.prettifyError(thrown) : String(thrown)
    throw fault('bad-request', `${file} holds no values: ${why}`, {
      hint: 'Write a JSON list for ? and %s, or an object with the names of :name and $1.',
    })
  }
}
