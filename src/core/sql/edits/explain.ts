import type { StatementNode } from '../syntax/statement-model'
import { type Editable, editing, insertion, type Plan, refuse } from './editable'
import { runsStatement, whyNotExplained } from './explain-forms'
import type { AnyEditContext, EditOutcome } from './model'
import { wrapAsPostgresExplain } from './postgres/explain'

/**
 * Puts `EXPLAIN …`, or another prefix of the form (`ANALYZE FORMAT=JSON`), before the statement; one that is there is
 * replaced. Inside SET STATEMENT … FOR it goes after FOR, where MariaDB takes it.
 */
export function wrapAsExplain(sql: string, context: AnyEditContext, form: string): EditOutcome {
  if (context.dialect === 'postgres') return wrapAsPostgresExplain(sql, context, form.trim())
  return editing(sql, context, (statement) => explainPlan(statement, form.trim()))
}

function explainPlan(statement: Editable, form: string): Plan {
  const reason = whyNotExplained(form, statement.context)
  if (reason !== undefined) throw refuse(reason)
  let outer: StatementNode = statement.tree.statement
  while (outer.type === 'set-statement') outer = outer.statement
  const inner = outer.type === 'explain' ? outer.statement : outer
  if (inner.type === 'other' || inner.type === 'opaque' || inner.type === 'explain' || inner.type === 'set-statement') {
    throw refuse('Servers explain SELECT, INSERT, REPLACE, UPDATE and DELETE only.', { span: inner.span })
  }
  const writes = inner.type === 'insert' || inner.type === 'update' || inner.type === 'delete'
  const notes =
    runsStatement(form) && writes && statement.context.dialect === 'mariadb'
      ? ['ANALYZE runs the statement, its changes too.']
      : []
  if (outer.type !== 'explain') return { edits: [insertion(outer.span.start, `${form} `)], notes }
  return { edits: [{ span: { start: outer.span.start, end: inner.span.start }, text: `${form} ` }], notes }
}
