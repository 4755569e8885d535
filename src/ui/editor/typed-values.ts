import type { PlaceholderField } from '../../core/sql/complete/placeholder-fields'
import type { PlaceholderValues } from '../../core/sql/edits/placeholder-values'
import type { TypedValue } from '../../core/sql/edits/typed-value'

/** What was typed for one placeholder. */
export interface Entry {
  readonly text: string
  readonly isNull: boolean
}
export type Entries = Readonly<Record<string, Entry>>

export type ReadEntry =
  | { readonly value: TypedValue }
  | { readonly error: string }
  /** Nothing was typed. */
  | undefined

/** The value that was typed for a field; text in quotes is not needed, `2024-01-31` is a date. */
export function readEntry(
  { kind, written }: Pick<PlaceholderField, 'kind' | 'written'>,
  entry: Entry | undefined,
): ReadEntry {
  if (entry?.isNull) return { value: { kind: 'null' } }
  const text = entry?.text ?? ''
  // An empty text is a value only where text is meant, and has to be said: NULL is nearer to nothing.
  if (text === '') return undefined
  switch (kind) {
    case 'number':
      return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text.trim())
        ? { value: { kind, value: text.trim() } }
        : { error: `${written} is compared with a number.` }
    case 'boolean':
      return /^(?:true|false|[01])$/i.test(text.trim())
        ? { value: { kind, value: /^(?:true|1)$/i.test(text.trim()) } }
        : { error: `${written} is true or false.` }
    case 'date':
    case 'time':
    case 'datetime':
      return { value: temporal(text.trim()) }
    case 'binary':
      return /^(?:[0-9a-f]{2})+$/i.test(text)
        ? { value: { kind, hex: text } }
        : { error: 'Bytes need two hexadecimal digits each.' }
    default:
      return { value: { kind: 'text', value: text } }
  }
}

/** What is no whole date or time goes as text: the server says what it makes of it. */
function temporal(text: string): TypedValue {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return { kind: 'date', value: text }
  if (/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?$/.test(text)) return { kind: 'datetime', value: text }
  if (/^-?\d{1,3}:\d{2}:\d{2}(?:\.\d{1,6})?$/.test(text)) return { kind: 'time', value: text }
  return { kind: 'text', value: text }
}

/** What goes with the request, and the fields that still want a value. */
export interface CollectedValues {
  readonly values: PlaceholderValues | undefined
  readonly missing: readonly PlaceholderField[]
}

/** Collects the values of a statement's placeholders. A variable of the session may stay what it is. */
export function collectValues(fields: readonly PlaceholderField[], entries: Entries): CollectedValues {
  const positional: TypedValue[] = []
  const named: Record<string, TypedValue> = {}
  const missing: PlaceholderField[] = []
  for (const field of fields) {
    const read = readEntry(field, entries[field.key])
    if (read !== undefined && 'value' in read) {
      if (field.positional) positional.push(read.value)
      else named[field.key] = read.value
    } else if (!field.written.startsWith('@') || read !== undefined) missing.push(field)
  }
  const none = positional.length === 0 && Object.keys(named).length === 0
  return { values: none ? undefined : { positional, named }, missing }
}
