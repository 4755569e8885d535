import type { Catalog } from '../../catalog/model'
import { fault, SargableError } from '../../errors'
import { openStatement } from '../../sql/edits/editable'
import { visibleName } from '../../sql/edits/find-table'
import { type IndexHint, type IndexHintChange, setIndexHints } from '../../sql/edits/index-hints'
import type { EditContext } from '../../sql/edits/model'
import type { TableFactorNode } from '../../sql/syntax/table-model'
import { walk } from '../../sql/syntax/walk'

/** An index that a statement shall do without. */
export interface AbsentIndex {
  readonly schema: string
  readonly table: string
  readonly name: string
}

/**
 * MySQL and MariaDB: the statement with IGNORE INDEX wherever it reads a table of these, beside the hints that it has.
 * @throws SargableError `unsupported` where a hint of the statement names such an index: without it, it would fail
 */
export function withoutIndexes(
  sql: string,
  context: EditContext & { readonly catalog: Catalog },
  absent: readonly AbsentIndex[],
): string {
  const changes: IndexHintChange[] = []
  walk(openStatement(sql, context).tree.statement, (node) => {
    if (node.type !== 'table') return undefined
    const names = absent.filter((index) => isOf(node, index, context)).map(({ name }) => name)
    if (names.length > 0) changes.push(changeOf(node, names))
    return undefined
  })
  if (changes.length === 0) return sql
  const edited = setIndexHints(sql, context, changes)
  if (!edited.done) throw new SargableError(edited.fault)
  return edited.sql
}

function isOf(node: TableFactorNode, { schema, table }: AbsentIndex, context: EditContext): boolean {
  // Targets of multi-table DELETE and INSERT take no hint.
  if (node.hintSpan === undefined || !same(node.name, table)) return false
  return same(node.schema ?? context.schema ?? schema, schema)
}

function changeOf(node: TableFactorNode, names: readonly string[]): IndexHintChange {
  const own = node.indexHints.map(
    ({ action, scope, indexes }): IndexHint => ({ action, scope, indexes: indexes.map(({ name }) => name) }),
  )
  const named = own
    .filter(({ action }) => action !== 'IGNORE')
    .flatMap(({ indexes }) => indexes)
    .find((index) => names.some((name) => same(name, index)))
  if (named !== undefined) {
    throw fault('unsupported', `The statement names \`${named}\` in an index hint: without that index it fails.`)
  }
  return { table: visibleName(node), at: node.span.start, hints: [...own, { action: 'IGNORE', indexes: names }] }
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
