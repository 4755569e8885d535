import { quoteName } from '../../../dialects/postgres'
import { refuse } from '../editable'
import type { EditOutcome, PostgresEditContext } from '../model'
import { editingPostgres } from './editable'
import type { WrittenTable } from './outline'

/** DML of PostgreSQL as the SELECT that finds its rows: their primary keys where the catalog knows them, else `t.*`. */
export function postgresSelectForm(sql: string, context: PostgresEditContext): EditOutcome {
  return editingPostgres(sql, context, ({ outline }) => {
    const form = outline.rows((table) => listOf(table, context))
    if (!form.found) throw refuse(form.reason, { span: outline.span })
    return { edits: form.edits, notes: form.notes }
  })
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
