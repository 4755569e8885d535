import { type DraftBlock, needColumn } from './draft'
import type { ColumnInput } from './input'
import type { Clause, ColumnReference, ColumnTarget } from './model'
import type { Names } from './names'
import { type Found, type Lookup, lookUp, type Scope } from './scope'

/**
 * Where select aliases may stand besides columns, and which is meant first; `grouped-first` is a column only when the
 * block is grouped by it.
 */
export type AliasRule = 'columns-only' | 'columns-first' | 'grouped-first' | 'aliases-first'

/** Finds what a column means, notes it in its block, and which clauses need it. */
export function reference(input: ColumnInput, clause: Clause, scope: Scope, names: Names): ColumnReference {
  return referenceTo(input, clause, scope, lookUp(scope, input, names))
}

/** Where aliases of the select list may be meant too. */
export function referenceOrAlias(
  input: ColumnInput,
  clause: Clause,
  scope: Scope,
  names: Names,
  rule: AliasRule,
): ColumnReference {
  const found = lookUp(scope, input, names)
  if (rule === 'columns-only' || input.table !== undefined || input.inAggregate) {
    return referenceTo(input, clause, scope, found)
  }
  if (isColumnFirst(found, scope.block, rule)) return referenceTo(input, clause, scope, found)
  return itemCalled(input, clause, scope.block, names) ?? referenceTo(input, clause, scope, found)
}

function isColumnFirst(lookup: Lookup, block: DraftBlock, rule: AliasRule): boolean {
  if (rule === 'aliases-first' || lookup.resolution === 'unknown' || lookup.depth > 0) return false
  if (rule === 'columns-first') return lookup.found.some(({ known }) => known !== undefined)
  const targets = lookup.found.map(targetOf)
  return block.groupBy.some(({ column }) => column !== undefined && targets.some((target) => isSame(target, column)))
}

function isSame(one: ColumnTarget, other: ColumnTarget): boolean {
  return one.block === other.block && one.source === other.source && one.column === other.column
}

/** A mention of the select item of that name; undefined when there is none. */
export function itemCalled(
  input: ColumnInput,
  clause: Clause,
  block: DraftBlock,
  names: Names,
): ColumnReference | undefined {
  const places = block.itemsByName.get(names.columnKey(input.name)) ?? []
  const [first, second] = places
  if (first === undefined) return undefined
  if (second === undefined) return itemReference(input, clause, block, first)
  const targets = places.flatMap((place) => block.items[place]?.column.column ?? [])
  const reference: ColumnReference = { ...written(input, clause), resolution: 'ambiguous', targets, outer: false }
  block.references.push(reference)
  return reference
}

/** A mention of what stands at a place of the block's select list: of the column that it is, where it is one. */
function itemReference(
  input: ColumnInput,
  clause: Clause,
  block: DraftBlock,
  place: number,
): ColumnReference | undefined {
  const item = block.items[place]
  if (item === undefined) return undefined
  const { type, charset, collation, nullable, origin, column } = item.column
  const targets = column === undefined ? [] : [column]
  const reference: ColumnReference = {
    ...written(input, clause),
    resolution: 'item',
    targets,
    // Behind a star whose columns are not known places are not known either.
    item: block.output === undefined ? undefined : place,
    outer: targets.some((target) => target.block !== block.number),
    type,
    charset,
    collation,
    nullable,
    origin,
  }
  block.references.push(reference)
  needItem(block, place, clause)
  return reference
}

/** Notes that a clause needs what a select item is made of. */
export function needItem(block: DraftBlock, place: number, clause: Clause): void {
  const item = block.items[place]
  const own = item?.column.column
  const targets = [...(own === undefined ? [] : [own]), ...(item?.references ?? []).flatMap((one) => one.targets)]
  for (const target of targets) {
    const source = target.block === block.number ? block.sources[target.source] : undefined
    if (source !== undefined) needColumn(source, clause, target.column)
  }
}

function referenceTo(input: ColumnInput, clause: Clause, scope: Scope, lookup: Lookup): ColumnReference {
  const { block } = scope
  const targets = lookup.found.map(targetOf)
  if (lookup.resolution === 'unknown') {
    const reference: ColumnReference = { ...written(input, clause), resolution: 'unknown', targets, outer: false }
    block.references.push(reference)
    return reference
  }
  const clauseThere = passOut(scope, lookup.depth, clause, lookup.found)
  if (lookup.resolution !== 'ambiguous') {
    for (const { source, name, known } of lookup.found) {
      if (lookup.resolution === 'row') source.selectsAll = true
      if (lookup.resolution !== 'row' || known !== undefined) needColumn(source, clauseThere, name)
    }
  }
  const [first] = lookup.found
  const reference: ColumnReference = {
    ...written(input, clause),
    resolution: lookup.resolution,
    targets,
    outer: lookup.depth > 0,
    ...(first !== undefined && (lookup.resolution === 'column' || lookup.resolution === 'merged')
      ? factsOf(first)
      : {}),
  }
  block.references.push(reference)
  return reference
}

/** Marks the blocks between a mention and its source as correlated; gives the clause of the source's block. */
function passOut(scope: Scope, depth: number, clause: Clause, found: readonly Found[]): Clause {
  const owner = found[0]?.source.block
  let at = scope
  let clauseThere = clause
  for (let step = 0; step < depth && at.outer !== undefined; step++) {
    if (owner !== undefined && at.block !== owner) at.block.correlatedTo.add(owner)
    clauseThere = at.outer.clause
    at = at.outer.scope
  }
  return clauseThere
}

export function targetOf({ source, name }: Found): ColumnTarget {
  return { block: source.block.number, source: source.number, column: name }
}

/** Type and the like of a found column, with the stored column that it is. */
export function factsOf({ source, name, known }: Found) {
  const { type, charset, collation } = known ?? {}
  const nullable = source.optional ? true : known?.nullable
  const isStored = source.kind === 'table' || source.kind === 'view'
  const stored =
    isStored && source.table !== undefined ? { schema: source.schema, table: source.table, column: name } : undefined
  const origin = known?.origin ?? stored
  return { type, charset, collation, nullable, origin }
}

function written({ schema, table, name, span }: ColumnInput, clause: Clause) {
  return { span, clause, schema, table, name }
}
