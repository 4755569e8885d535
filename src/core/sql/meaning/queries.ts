import { readConditions } from './conditions'
import { type DraftBlock, newBlock } from './draft'
import type { QueryInput, SelectInput, SetOperationInput, SortInput, ValuesInput, WithInput } from './input'
import type { Clause, OutputColumn, QueryBlock, SourceColumn } from './model'
import { readOutput, setItems } from './output'
import { type AliasRule, itemCalled, needItem } from './references'
import { type CteScope, emptyItem, type OuterScope, type Scope } from './scope'
import { readFrom, renamed } from './sources'
import { type Context, readValue, type Value } from './values'
import { writeBlock } from './writes'

/** Where a query stands. */
export interface Place {
  readonly role: QueryBlock['role']
  readonly holder?: DraftBlock | undefined
  /** What its names may mean when nothing of its own is meant. */
  readonly outer?: OuterScope | undefined
  readonly ctes?: CteScope | undefined
}

/** Reads a query with everything inside it; gives its block, which stands in the list before all inside it. */
export function queryBlock(context: Context, input: QueryInput, place: Place): DraftBlock {
  const { core } = input
  const block = openBlock(context, core.type, input.span, place)
  const ctes = readWith(context, input.with, block, place)
  const scope = { block, outer: place.outer, ctes }
  block.limit = input.limit
  switch (core.type) {
    case 'select':
      readSelect(context, core, input.orderBy, scope)
      break
    case 'set-operation':
      readSetOperation(context, core, input.orderBy, { ...scope, item: emptyItem }, undefined)
      break
    case 'values':
      readValues(context, core, { ...scope, item: emptyItem })
  }
  return block
}

export function openBlock(
  context: Context,
  kind: QueryBlock['kind'],
  span: QueryInput['span'],
  place: Place,
): DraftBlock {
  const block = newBlock(context.blocks.length, kind, place.role, span, place.holder)
  context.blocks.push(block)
  return block
}

/** Reads the common table expressions before a block; they see each other in their order, RECURSIVE ones themselves. */
export function readWith(
  context: Context,
  input: WithInput | undefined,
  block: DraftBlock,
  { outer, ctes }: Pick<Place, 'outer' | 'ctes'>,
): CteScope | undefined {
  let known = ctes
  const scope: Scope = { block, item: emptyItem, outer }
  for (const { name, columns, addedColumns, query } of input?.ctes ?? []) {
    const place: Place = { role: 'cte', holder: block, outer: { scope, clause: 'join' }, ctes: known }
    const before = known
    const entry = (inner: DraftBlock, inside: boolean): CteScope => ({
      name,
      block: inner,
      columns: () => withAdded(renamed(inner.output, columns), addedColumns),
      recursive: { inside, found: false },
      before,
    })
    if (query.type !== 'query') {
      known = entry(writeBlock(context, query, place), false)
    } else if (input?.recursive === true && query.core.type === 'set-operation') {
      const inner = openBlock(context, 'set-operation', query.span, place)
      const own = entry(inner, true)
      const innerScope = {
        block: inner,
        item: emptyItem,
        outer: place.outer,
        ctes: readWith(context, query.with, inner, place),
      }
      inner.limit = query.limit
      readSetOperation(context, query.core, query.orderBy, innerScope, own)
      known = { ...own, recursive: { inside: false, found: own.recursive.found } }
    } else {
      known = entry(queryBlock(context, query, place), false)
    }
  }
  return known
}

function withAdded(
  columns: readonly SourceColumn[] | undefined,
  added: readonly string[] | undefined,
): readonly SourceColumn[] | undefined {
  return added === undefined ? columns : columns && [...columns, ...added.map((name) => ({ name }))]
}

/**
 * ORDER BY means an alias before a column, GROUP BY the column (MySQL manual, "SELECT Statement"). HAVING means the alias
 * unless the column is one of GROUP BY; the manual has it otherwise, but no version of MySQL or MariaDB does.
 * PostgreSQL has no aliases in HAVING, and elsewhere only where the name is the whole item (manual, "SELECT").
 */
function readSelect(
  context: Context,
  input: SelectInput,
  orderBy: readonly SortInput[],
  given: Omit<Scope, 'item'>,
): void {
  const { block } = given
  const scope: Scope = { ...given, item: readFrom(context, input.from, given) }
  block.distinct = input.distinct
  if (input.where !== undefined) readConditions(context, input.where, 'where', scope)
  readOutput(context, input.items, scope)
  for (const item of input.groupBy) block.groupBy.push(sortColumn(context, item, 'group', scope, 'columns-first'))
  const rule = context.names.isPostgres ? 'columns-only' : 'grouped-first'
  if (input.having !== undefined) readConditions(context, input.having, 'having', scope, { rule })
  if (input.qualify !== undefined) readConditions(context, input.qualify, 'qualify', scope, { rule: 'grouped-first' })
  for (const window of input.windows) readValue(context, window, 'select', scope)
  for (const item of orderBy) block.orderBy.push(sortColumn(context, item, 'order', scope, 'aliases-first'))
}

/** An item of ORDER BY or GROUP BY. Only a name that is the whole item may mean an alias before a column. */
export function sortColumn(
  context: Context,
  input: SortInput,
  clause: Clause,
  scope: Scope,
  rule: AliasRule,
): DraftBlock['orderBy'][number] {
  const { span, descending, position } = input
  const item = position === undefined ? undefined : position - 1
  if (item !== undefined) {
    const column = scope.block.output?.[item]?.column
    if (scope.block.output !== undefined) needItem(scope.block, item, clause)
    return { span, descending, item, column }
  }
  const isName = input.value.form === 'column'
  const later = context.names.isPostgres ? 'columns-only' : laterAliases(rule)
  const value = readValue(context, input.value, clause, scope, isName ? rule : later)
  return { span, descending, ...plainColumn(value) }
}

function laterAliases(rule: AliasRule): AliasRule {
  return rule === 'aliases-first' ? 'columns-first' : rule
}

function plainColumn({ input, references }: Value): Pick<DraftBlock['orderBy'][number], 'column' | 'item'> {
  const [reference] = references
  if (input.form !== 'column' || reference === undefined) return {}
  const isSure = ['column', 'merged', 'item'].includes(reference.resolution)
  return { item: reference.item, column: isSure ? reference.targets[0] : undefined }
}

/** Reads the members in order; a recursive common table expression has the columns of its first member in the others. */
function readSetOperation(
  context: Context,
  input: SetOperationInput,
  orderBy: readonly SortInput[],
  scope: Scope,
  recursive: CteScope | undefined,
): void {
  const { block } = scope
  input.members.forEach((member, index) => {
    const ctes = recursive === undefined ? scope.ctes : { ...recursive, before: scope.ctes }
    const place: Place = { role: 'member', holder: block, outer: { scope, clause: 'select' }, ctes }
    const read = queryBlock(context, member, place)
    block.members.push(read)
    if (index === 0) block.output = read.output?.map(withoutColumn)
    else block.output = block.output?.map((column, at) => combined(column, read.output?.[at]))
  })
  const items = (block.output ?? []).map((column) => ({ column, references: [] }))
  setItems(context, block, items, block.output !== undefined)
  for (const item of orderBy) block.orderBy.push(ofOutput(context, item, scope))
}

/** Of a set operation a column is none of one source. */
function withoutColumn({ name, span, type, charset, collation, nullable, origin }: OutputColumn): OutputColumn {
  return { name, span, type, charset, collation, nullable, origin }
}

function combined(column: OutputColumn, other: OutputColumn | undefined): OutputColumn {
  const same = <T>(one: T | undefined, two: T | undefined): T | undefined => (one === two ? one : undefined)
  return {
    name: column.name,
    span: column.span,
    type: same(column.type, other?.type),
    charset: same(column.charset, other?.charset),
    collation: same(column.collation, other?.collation),
    nullable: same(column.nullable, other?.nullable),
  }
}

/** ORDER BY of a set operation names what its first member gives. */
function ofOutput(context: Context, input: SortInput, scope: Scope): DraftBlock['orderBy'][number] {
  const { span, descending, position, value } = input
  if (position !== undefined) return { span, descending, item: position - 1 }
  const [column] = value.columns
  const { block } = scope
  const found =
    value.form === 'column' && column !== undefined ? itemCalled(column, 'order', block, context.names) : undefined
  if (found === undefined) readValue(context, value, 'order', scope)
  return { span, descending, item: found?.item }
}

/** `VALUES ROW(1, 2)`: MySQL calls the columns column_0, column_1, …; PostgreSQL column1, column2, …. */
function readValues(context: Context, input: ValuesInput, scope: Scope): void {
  for (const row of input.rows) for (const value of row) readValue(context, value, 'select', scope)
  const nameOf = (index: number): string => (context.names.isPostgres ? `column${index + 1}` : `column_${index}`)
  scope.block.output = input.rows[0]?.map(({ span, type }, index) => ({ name: nameOf(index), span, type }))
}
