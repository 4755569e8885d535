import type { Dialect } from '../../core/engine'
import type { LoggedParameter } from '../../core/paste/parameters'
import { neededTables } from '../../core/sql/complete/complete'
import { type PlaceholderField, placeholderFields } from '../../core/sql/complete/placeholder-fields'
import { fingerprint } from '../../core/sql/fingerprint'
import { splitStatements } from '../../core/sql/statements'
import { tokenize } from '../../core/sql/tokenizer'
import { likelyDialect } from '../state/actions/paste'
import { connectionAtom } from '../state/atoms'
import { store } from '../state/store'
import { valueEntriesAtom } from '../state/value-entries'
import { tablesOf } from './completion-source'
import { type CollectedValues, collectValues } from './typed-values'

/** The values that a statement asks for, and the shape under which they are remembered. */
export interface AskedValues {
  readonly fields: readonly PlaceholderField[]
  readonly fingerprint: string
}

/** The values that the statement around a place of a text asks for. */
export async function askedValues(text: string, offset: number): Promise<AskedValues> {
  const dialect = likelyDialect() ?? 'mysql'
  const ranges = splitStatements(tokenize(text, dialect))
  const range = ranges.find(({ span }) => offset <= span.end) ?? ranges[ranges.length - 1]
  if (range === undefined) return { fields: [], fingerprint: '' }
  const statement = text.slice(range.span.start, range.span.end)
  const connection = store.get(connectionAtom)
  const fields = placeholderFields(statement, dialect, { tables: [] })
  const shape = fingerprint(statement, dialect)
  if (fields.length === 0 || !connection) return { fields, fingerprint: shape }
  // The tables that are in sight at each placeholder.
  const needed = fields.flatMap(({ span }) => neededTables(statement, span.start, dialect))
  const unique = [...new Map(needed.map((table) => [`${table.schema ?? ''}.${table.name}`, table])).values()]
  const tables = await tablesOf(connection, unique)
  return { fields: placeholderFields(statement, dialect, { tables }, connection.database), fingerprint: shape }
}

/** Types values for the numbered placeholders of a statement, as a log gave them. */
export function rememberLogged(statement: string, parameters: readonly LoggedParameter[], dialect: Dialect): void {
  const shape = fingerprint(statement, dialect)
  const given = parameters.map(({ name, value }) => [name, { text: value ?? '', isNull: value === undefined }] as const)
  store.set(valueEntriesAtom, shape, { ...store.get(valueEntriesAtom)(shape), ...Object.fromEntries(given) })
}

/** What was typed for a statement's placeholders, ready to be sent. */
export async function valuesFor(statement: string): Promise<CollectedValues & { readonly fields: number }> {
  const { fields, fingerprint: shape } = await askedValues(statement, 0)
  return { ...collectValues(fields, store.get(valueEntriesAtom)(shape)), fields: fields.length }
}
