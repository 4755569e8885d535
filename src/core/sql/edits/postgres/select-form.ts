import { quoteName } from '../../../dialects/postgres'
import type { SignificantTokens } from '../../significant-tokens'
import { TokenKind } from '../../tokens'
import { refuse } from '../editable'
import type { EditOutcome, PostgresEditContext, SqlEdit } from '../model'
import { editingPostgres } from './editable'
import type { WrittenTable } from './outline'

/** DML of PostgreSQL as the SELECT that finds its rows: their primary keys where the catalog knows them, else `t.*`. */
export function postgresSelectForm(sql: string, context: PostgresEditContext): EditOutcome {
  return editingPostgres(sql, context, ({ outline, code }) => {
    const form = outline.rows((table) => listOf(table, context))
    if (!form.found) throw refuse(form.reason, { span: outline.span })
    return { edits: form.edits, notes: [...form.notes, ...lostPlaceholders(code, form.edits)] }
  })
}

/** Placeholders that no text takes along; those behind keep their numbers. */
function lostPlaceholders(code: SignificantTokens, edits: readonly SqlEdit[]): string[] {
  let count = 0
  for (let at = 0; at < code.length; at++) {
    if (code.kind(at) !== TokenKind.placeholder) continue
    const start = code.start(at)
    const cut = edits.find(({ span }) => span.start <= start && start < span.end)
    if (cut !== undefined && !cut.text.includes(code.text(at))) count++
  }
  return count === 0 ? [] : [`${count} placeholders are left out; the others keep their numbers and names.`]
}

function listOf({ schema, name, reference }: WrittenTable, { catalog, schema: own }: PostgresEditContext): string {
  const wanted = schema ?? own
  const found = (catalog?.tables ?? []).filter(
    (table) => table.name === name && (wanted === undefined || table.schema === wanted || table.schema === ''),
  )
  const [table, second] = found
  const key = second === undefined ? (table?.primaryKey ?? []) : []
  return key.length === 0 ? `${reference}.*` : key.map((column) => `${reference}.${quoteName(column)}`).join(', ')
}
