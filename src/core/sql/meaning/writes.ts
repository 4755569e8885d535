import { readConditions } from './conditions'
import { addSource, type DraftBlock, type DraftSource, needColumn } from './draft'
import type { WriteInput } from './input'
import { readOutput } from './output'
import { openBlock, type Place, queryBlock, readWith, sortColumn } from './queries'
import { reference } from './references'
import { called, type FromItem, itemOf, type Scope } from './scope'
import { readFrom } from './sources'
import { type Context, readValue } from './values'

/** Reads an INSERT, REPLACE, UPDATE or DELETE with everything inside it. */
export function writeBlock(context: Context, input: WriteInput, place: Place): DraftBlock {
  const block = openBlock(context, input.type, input.span, place)
  const given = { block, outer: place.outer, ctes: readWith(context, input.with, block, place) }
  const scope: Scope = { ...given, item: readFrom(context, input.from, given) }
  block.limit = input.limit
  if (input.type === 'insert' || input.type === 'replace') readInsert(context, input, scope)
  else readChanges(context, input, scope)
  readOutput(context, input.returning, scope)
  return block
}

function readChanges(context: Context, input: WriteInput, scope: Scope): void {
  const { block, item } = scope
  if (input.type === 'delete') {
    const named = input.targets.flatMap(({ schema, name }) =>
      called(item.sources, { schema, table: name }, context.names),
    )
    for (const source of input.targets.length === 0 ? item.sources : named) source.written = true
  }
  assign(context, input.assignments, scope, scope)
  if (input.where !== undefined) readConditions(context, input.where, 'where', scope)
  for (const one of input.orderBy) block.orderBy.push(sortColumn(context, one, 'order', scope, 'columns-only'))
}

/** Columns on the left are looked for in `targets`, what is assigned in `values`. */
function assign(context: Context, assignments: WriteInput['assignments'], targets: Scope, values: Scope): void {
  for (const { column, value } of assignments) {
    const found = reference(column, 'write', targets, context.names)
    for (const target of found.resolution === 'unknown' ? [] : found.targets) {
      const source = target.block === targets.block.number ? targets.block.sources[target.source] : undefined
      if (source !== undefined) source.written = true
    }
    readValue(context, value, 'select', values)
  }
}

function readInsert(context: Context, input: WriteInput, scope: Scope): void {
  const { block } = scope
  const [target] = block.sources
  if (target !== undefined) {
    target.written = true
    if (input.columns === undefined && input.assignments.length === 0) {
      for (const column of target.columns ?? []) needColumn(target, 'write', column.name)
    }
  }
  for (const column of input.columns ?? []) reference(column, 'write', scope, context.names)
  assign(context, input.assignments, scope, scope)
  for (const row of input.rows) readValue(context, row, 'select', scope)
  const query =
    input.query && queryBlock(context, input.query, { role: 'insert-source', holder: block, ctes: scope.ctes })
  if (input.onConflict.length === 0) return
  assign(context, input.onConflict, scope, { ...scope, item: conflictItem(input, scope.item, target, query) })
}

/** What ON DUPLICATE KEY UPDATE can name: the table, the new row, and the tables of the query behind INSERT. */
function conflictItem(
  { rowAlias, columns }: WriteInput,
  item: FromItem,
  target: DraftSource | undefined,
  query: DraftBlock | undefined,
): FromItem {
  let all = item
  const add = (source: DraftSource): void => {
    const { sources, visible } = itemOf(source)
    all = { sources: [...all.sources, ...sources], visible: [...all.visible, ...visible] }
  }
  if (rowAlias !== undefined && target !== undefined) {
    const { name, span } = rowAlias
    const named = rowAlias.columns ?? columns?.map((column) => column.name)
    const known = named?.map((column) => ({ name: column })) ?? target.columns
    add(addSource(target.block, { kind: 'row-alias', span, name, alias: name, columns: known }))
  }
  if (query?.kind === 'select') for (const source of query.sources) add(source)
  return all
}
