import type { DeleteNode, UpdateNode } from '../syntax/statement-model'
import type { TableFactorNode } from '../syntax/table-model'
import { tableOf } from './catalog-lookup'
import { leavesOf, visibleName } from './find-table'
import type { EditContext } from './model'
import { sameName } from './quote'

export interface WrittenTables {
  /** In the order of the FROM list. */
  readonly tables: readonly TableFactorNode[]
  /** False when a column without a table may be of any: then `tables` are all that can be meant. */
  readonly certain: boolean
}

/** Which tables of an UPDATE or DELETE lose or change rows. */
export function writtenTables(node: UpdateNode | DeleteNode, context: EditContext): WrittenTables {
  const stored = leavesOf(node.tables).filter((leaf): leaf is TableFactorNode => leaf.type === 'table')
  const ctes = new Set((node.with?.ctes ?? []).map(({ name }) => name.name.toLowerCase()))
  const tables = stored.filter(({ schema, name }) => schema !== undefined || !ctes.has(name.toLowerCase()))
  return node.type === 'delete' ? ofDelete(node, tables) : ofUpdate(node, tables, context)
}

function ofDelete({ form, targets }: DeleteNode, tables: readonly TableFactorNode[]): WrittenTables {
  if (form === 'single') return { tables, certain: true }
  const found = targets.map((target) => {
    const visible = tables.filter((table) => isCalled(table, target.name, target.schema))
    // An alias hides the name, but the name alone is clear when one table has it.
    const named = tables.filter(({ name }) => sameName(name, target.name))
    return visible.length === 1 ? visible[0] : named.length === 1 ? named[0] : undefined
  })
  return { tables: tables.filter((table) => found.includes(table)), certain: !found.includes(undefined) }
}

function ofUpdate(
  { assignments }: UpdateNode,
  tables: readonly TableFactorNode[],
  context: EditContext,
): WrittenTables {
  if (tables.length === 1) return { tables, certain: true }
  const written = new Set<TableFactorNode>()
  let certain = true
  for (const { column } of assignments) {
    const owners = column.type === 'column' ? ownersOf(column, tables, context) : []
    if (owners.length !== 1) certain = false
    for (const owner of owners) written.add(owner)
  }
  return certain ? { tables: tables.filter((table) => written.has(table)), certain } : { tables, certain }
}

/** The tables that may have the column. */
function ownersOf(
  column: { readonly schema?: string | undefined; readonly table?: string | undefined; readonly name: string },
  tables: readonly TableFactorNode[],
  context: EditContext,
): readonly TableFactorNode[] {
  const { table, schema } = column
  if (table !== undefined) return tables.filter((node) => isCalled(node, table, schema))
  const known = tables.map((node) => tableOf(context, node))
  return tables.filter((_, index) => known[index]?.columns.some(({ name }) => sameName(name, column.name)) ?? true)
}

function isCalled(node: TableFactorNode, name: string, schema: string | undefined): boolean {
  if (!sameName(visibleName(node), name)) return false
  return schema === undefined || node.schema === undefined || sameName(node.schema, schema)
}
