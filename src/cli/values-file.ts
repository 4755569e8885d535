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
const valuesSchema = z.union([
  z.array(valueSchema).transform((positional) => ({ positional })),
  z.record(z.string(), valueSchema).transform((named) => ({ named })),
])
const namedSetSchema = z.strictObject({
  name: z.string().min(1).max(100).optional(),
  why: z.string().max(500).optional(),
  values: valuesSchema,
})
const setsSchema = z.union([
  z.strictObject({ sets: z.array(namedSetSchema).min(1) }).transform(({ sets }) => sets),
  z.array(namedSetSchema).min(1),
  // Objects that are no values themselves: `{"kind": "null"}` is one.
  z
    .array(valuesSchema)
    .min(1)
    .transform((all) => all.map((values) => ({ values }))),
])

type Values = z.output<typeof valuesSchema>
export type ValueSet = z.output<typeof namedSetSchema>

/**
 * Values for placeholders from a JSON file: a list for `?` and `%s`, an object for `:name` and `$1`.
 * @throws SargableError `bad-request` when it is neither
 */
export async function readValues(file: string): Promise<Values> {
  const value = await readJson(file)
  const checked = valuesSchema.safeParse(value)
  if (checked.success) return checked.data
  throw refused(file, checked.error)
}

/**
 * The same, or several sets: a list of lists, a list of objects, or `{"sets": [{"name": "rare", "values": …}]}`.
 * @throws SargableError `bad-request` when it is none of them
 */
export async function readValueSets(
  file: string,
): Promise<{ readonly one: Values } | { readonly sets: readonly ValueSet[] }> {
  const value = await readJson(file)
  const one = valuesSchema.safeParse(value)
  if (one.success) return { one: one.data }
  const sets = setsSchema.safeParse(value)
  if (sets.success) return { sets: sets.data }
  throw refused(file, sets.error)
}

async function readJson(file: string): Promise<unknown> {
  const text = await readText(file)
  try {
    return JSON.parse(text)
  } catch (thrown) {
    throw refused(file, thrown)
  }
}

function refused(file: string, thrown: unknown) {
  const why = thrown instanceof z.ZodError ? z.prettifyError(thrown) : String(thrown)
  return fault('bad-request', `${file} holds no values: ${why}`, {
    hint: 'Write a JSON list for ? and %s, or an object with the names of :name and $1; for several sets a list of those.',
  })
}
