import { readConditions } from './conditions'
import { addSource, type DraftBlock, type DraftSource, needColumn } from './draft'
import type { MergeActionInput, WriteInput } from './input'
import { readOutput } from './output'
import { openBlock, type Place, queryBlock, readWith, sortColumn } from './queries'
import { reference } from './references'
import { called, type FromItem, itemOf, type Scope } from './scope'
import { readFrom } from './sources'
import { type Context, readValue } from './values'

/** Reads an INSERT, REPLACE, UPDATE, DELETE or MERGE with everything inside it. */
export function writeBlock(context: Context, input: WriteInput, place: Place): DraftBlock {
  const block = openBlock(context, input.type, input.span, place)
  const given = { block, outer: place.outer, ctes: readWith(context, input.with, block, place) }
  const scope: Scope = { ...given, item: readFrom(context, input.from, given) }
  block.limit = input.limit
  if (input.type === 'insert' || input.type === 'replace') readInsert(context, input, scope)
  else if (input.type === 'merge') readMerge(context, input, scope)
  else readChanges(context, input, scope)
  readOutput(context, input.returning, returningScope(context, input, scope))
  return block
}

/** What a write may assign to: all tables of MySQL's list, the first one of PostgreSQL's. */
function targetScope({ writesFirst }: WriteInput, scope: Scope): Scope {
  const [first] = scope.block.sources
  return writesFirst === true && first !== undefined ? { ...scope, item: itemOf(first) } : scope
}

function readChanges(context: Context, input: WriteInput, scope: Scope): void {
  const { block, item } = scope
  const targets = targetScope(input, scope)
  if (input.writesFirst === true) for (const source of targets.item.sources) source.written = true
  else if (input.type === 'delete') {
    const named = input.targets.flatMap(({ schema, name }) =>
      called(item.sources, { schema, table: name }, context.names),
    )
    for (const source of input.targets.length === 0 ? item.sources : named) source.written = true
  }
  assign(context, input.assignments, targets, scope)
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
  if (input.conflictKey !== undefined) {
    const { columns, values, where } = input.conflictKey
    for (const column of columns) reference(column, 'where', scope, context.names)
    for (const value of values) readValue(context, value, 'where', scope)
    if (where !== undefined) readConditions(context, where, 'conflict', scope)
  }
  if (input.onConflict.length === 0) return
  const values = { ...scope, item: conflictItem(input, scope.item, target, query) }
  assign(context, input.onConflict, scope, values)
  if (input.where !== undefined) readConditions(context, input.where, 'where', values)
}

/**
 * What ON DUPLICATE KEY UPDATE can name: the table, the new row, and the tables of the query behind INSERT. ON CONFLICT:
 * the table and the row that was not inserted, all of its columns.
 */
function conflictItem(
  { rowAlias, columns, writesFirst }: WriteInput,
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
    const named = rowAlias.columns ?? (writesFirst === true ? undefined : columns?.map((column) => column.name))
    const known = named?.map((column) => ({ name: column })) ?? target.columns
    add(addSource(target.block, { kind: 'row-alias', span, name, alias: name, columns: known }))
  }
  if (query?.kind === 'select' && writesFirst !== true) for (const source of query.sources) add(source)
  return all
}

/** The join of target and source is read with the FROM list; here come its WHEN clauses. */
function readMerge(context: Context, input: WriteInput, scope: Scope): void {
  const [target, ...others] = scope.block.sources
  if (target === undefined) return
  target.written = true
  const targets = { ...scope, item: itemOf(target) }
  const sources = { ...scope, item: without(scope.item, target, others) }
  for (const action of input.actions ?? [])
    readAction(context, action, { both: scope, target: targets, source: sources })
}

function readAction(
  context: Context,
  { sees, condition, columns, assignments, values }: MergeActionInput,
  scopes: Readonly<Record<MergeActionInput['sees'], Scope>>,
): void {
  const seen = scopes[sees]
  if (condition !== undefined) readConditions(context, condition, 'when', seen)
  for (const column of columns ?? []) reference(column, 'write', scopes.target, context.names)
  assign(context, assignments, scopes.target, seen)
  for (const value of values) readValue(context, value, 'select', seen)
}

function without(item: FromItem, target: DraftSource, others: readonly DraftSource[]): FromItem {
  const visible = item.visible.filter(({ columns }) => !columns.some(({ source }) => source === target))
  return { sources: others, visible }
}

/** RETURNING sees the tables, and where it names them the rows before and after the change. */
function returningScope(context: Context, input: WriteInput, scope: Scope): Scope {
  const { returningAliases, returning, span } = input
  const [target] = scope.block.sources
  if (returningAliases === undefined || target === undefined) return scope
  const mentioned = new Set(
    returning.flatMap(({ value, star }) => [star?.table, ...value.columns.map(({ table }) => table)]),
  )
  const rows = [returningAliases.old, returningAliases.new].filter(
    (name) => mentioned.has(name) && called(scope.item.sources, { table: name }, context.names).length === 0,
  )
  const added = rows.map((name) =>
    addSource(scope.block, { kind: 'row-alias', span, name, alias: name, columns: target.columns }),
  )
  return { ...scope, item: { sources: [...scope.item.sources, ...added], visible: scope.item.visible } }
}
