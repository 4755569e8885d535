import type { DeleteNode } from '../syntax/statement-model'
import type { TableFactorNode } from '../syntax/table-model'
import { type Editable, insertion, type Plan, refuse, textOf } from './editable'
import type { SqlEdit } from './model'

/** `DELETE FROM t …`, and not one of the forms that name their targets. */
export function isSingleDelete(node: DeleteNode): boolean {
  return node.form === 'single'
}

/**
 * `DELETE FROM t WHERE …` as `DELETE t FROM t FORCE INDEX (…) WHERE …`: the edits that add the target, put an alias
 * after PARTITION, and set `hints` in their place.
 */
export function severalTableForm(statement: Editable, node: DeleteNode, table: TableFactorNode, hints: string): Plan {
  const { code } = statement.tree
  const reason = 'A DELETE with index hints is one of several tables, which has no'
  if (node.orderBy !== undefined) throw refuse(`${reason} ORDER BY.`, { span: node.orderBy.span })
  if (node.limit !== undefined) throw refuse(`${reason} LIMIT.`, { span: node.limit.span })
  if (node.returning !== undefined) throw refuse(`${reason} RETURNING.`)
  if (node.history !== undefined || node.modifiers.includes('HISTORY')) throw refuse(`${reason} HISTORY.`)
  if (table.portion !== undefined) throw refuse(`${reason} FOR PORTION OF.`, { span: table.span })
  const target =
    table.alias === undefined
      ? statement.text.slice(table.nameSpan.start, table.nameSpan.end)
      : textOf(statement, table.alias)
  const from = code.start(table.from - 1)
  const edits: SqlEdit[] = [insertion(from, `${target} `), ...afterPartition(statement, table, hints)]
  return { edits, notes: ['The DELETE is written in the form for several tables.'] }
}

/**
 * What a single-table DELETE writes as `t AS a PARTITION (p)` as every other statement does: `t PARTITION (p) AS a`,
 * and then the hints.
 */
export function afterPartition(statement: Editable, table: TableFactorNode, hints: string): SqlEdit[] {
  const { code } = statement.tree
  const place = table.span.end
  const tail = hints === '' ? '' : ` ${hints}`
  const [partition] = table.partitions ?? []
  if (table.alias === undefined || partition === undefined || partition.from < table.alias.from) {
    return tail === '' ? [] : [insertion(place, tail)]
  }
  const start = code.end(code.word(table.alias.from - 1) === 'AS' ? table.alias.from - 2 : table.alias.from - 1)
  const alias = statement.text.slice(start, table.alias.span.end)
  return [{ span: { start, end: table.alias.span.end }, text: '' }, insertion(place, `${alias}${tail}`)]
}
