import type { SqlDocument } from '../../core/sql/model'
import { lineAndColumn } from '../../core/text-span'

/** Statements for a terminal: place, kind, tables, fingerprint. */
export function sqlText(document: SqlDocument, source: string): string {
  const statements = document.statements.map((statement) => {
    const { line, column } = lineAndColumn(source, statement.span.start)
    const tables = statement.tables.map((table) => (table.alias ? `${table.name} ${table.alias}` : table.name))
    return [
      `${line}:${column}  ${statement.kind}  reads only: ${statement.readOnly}${tables.length ? `  tables: ${tables.join(', ')}` : ''}`,
      `  ${statement.fingerprint}`,
    ].join('\n')
  })
  const notes = document.notes.map((note) => {
    const { line, column } = lineAndColumn(source, note.span.start)
    return `not understood: ${note.message} (line ${line}, column ${column})`
  })
  return `${[...statements, ...notes].join('\n')}\n`
}
