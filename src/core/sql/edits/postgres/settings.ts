import { refuse } from '../editable'
import type { EditOutcome, PostgresEditContext } from '../model'
import type { SessionSetting } from '../session-settings'
import { editingPostgres } from './editable'
import { quotePostgresText } from './values'

/** Settings whose value is a list of names, each quoted by itself (manual, "SET"). */
const lists: ReadonlySet<string> = new Set([
  'search_path',
  'temp_tablespaces',
  'session_preload_libraries',
  'local_preload_libraries',
])

/** PostgreSQL has no settings inside of a statement: SET LOCAL statements beside it, for the same transaction. */
export function postgresSettings(
  sql: string,
  context: PostgresEditContext,
  settings: readonly SessionSetting[],
): EditOutcome {
  return editingPostgres(sql, context, () => ({
    edits: [],
    before: settings.map(({ name, value }) => `SET LOCAL ${settingName(name)} = ${settingValue(name, value)}`),
    notes: settings.length === 0 ? [] : ['SET LOCAL holds to the end of the transaction: run both in one.'],
  }))
}

function settingName(name: string): string {
  if (!/^[a-z_]\w*(\.[a-z_]\w*)?$/i.test(name)) throw refuse(`This is not the name of a setting: ${name}`)
  return name
}

function settingValue(name: string, value: string): string {
  if (/^-?\d+(\.\d+)?$/.test(value) || /^(on|off|true|false|default)$/i.test(value)) return value
  const values = lists.has(name.toLowerCase()) ? value.split(',').map((one) => one.trim()) : [value]
  return values.map((one) => quotePostgresText(one.replace(/^"(.*)"$/, '$1'))).join(', ')
}
