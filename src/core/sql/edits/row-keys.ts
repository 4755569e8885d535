import { quoteName } from '../../dialects/mysql-family'
import type { TableFactorNode } from '../syntax/table-model'
import { tableOf } from './catalog-lookup'
import type { EditContext } from './model'

/** The columns that name a row of a table, ready for a select list. */
export interface RowKey {
  readonly items: readonly string[]
  /** A column that is NULL only where an outer join found no row; undefined when none is known. */
  readonly neverNull?: string | undefined
}

/**
 * The primary key of a table by its catalog; all its columns when it has none, `t.*` when the catalog does not know it.
 * @param qualifier the table as columns name it, quoted as in the statement
 */
export function rowKeyOf(node: TableFactorNode, qualifier: string, context: EditContext): RowKey {
  const table = tableOf(context, node)
  const key = table?.primaryKey ?? []
  const columns = key.length > 0 ? key : (table?.columns ?? []).map(({ name }) => name)
  if (columns.length === 0) return { items: [`${qualifier}.*`] }
  const items = columns.map((name) => `${qualifier}.${quoteName(name)}`)
  return { items, ...(key.length > 0 && { neverNull: items[0] }) }
}
