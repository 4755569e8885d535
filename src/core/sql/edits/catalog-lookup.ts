import type { Table } from '../../catalog/model'
import type { TableFactorNode } from '../syntax/table-model'
import type { EditContext } from './model'
import { sameName } from './quote'

/** What the catalog knows about a table of the text; undefined when that is nothing, or not sure. */
export function tableOf(context: EditContext, node: Pick<TableFactorNode, 'schema' | 'name'>): Table | undefined {
  const schema = node.schema ?? context.schema
  const found = (context.catalog?.tables ?? []).filter(
    (table) => sameName(table.name, node.name) && (schema === undefined || sameName(table.schema, schema)),
  )
  // Names may differ by letter case alone on some servers: the exact one is meant then.
  const [exact] = found.filter((table) => table.name === node.name)
  return found.length > 1 ? (schema === undefined ? undefined : exact) : found[0]
}
