import { type IndexHint, setIndexHints } from '../../sql/edits/index-hints'
import { editContext, type OnlyTable, type Rewritable, rewritableAgain } from './rewritable'

/** The statement with these hints, instead of those that it has, at its only table. MySQL and MariaDB. */
export function withHints(of: Rewritable, { source }: OnlyTable, hints: readonly IndexHint[]): string | undefined {
  const context = editContext(of)
  if (context === undefined || source.name === undefined) return undefined
  const outcome = setIndexHints(of.sql, context, [{ table: source.name, at: source.span.start, hints }])
  return outcome.done ? outcome.sql : undefined
}

/** The statement without index hints, to be rewritten further; as it is on PostgreSQL, which has none. */
export function unhinted(of: Rewritable, only: OnlyTable): Rewritable | undefined {
  if (of.dialect === 'postgres') return of
  const sql = withHints(of, only, [])
  return sql === undefined ? undefined : sql === of.sql ? of : rewritableAgain(sql, of)
}
