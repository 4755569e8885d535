import type { TextSpan } from '../../text-span'
import { andOf, clauseOf, comparison, readConditions } from './conditions'
import { addSource, type DraftBlock, type DraftSource, needColumn } from './draft'
import type { FromStep, ScalarInput, SourceInput } from './input'
import type { ClauseConditions, ColumnReference, ConditionNode, SourceColumn } from './model'
import { queryBlock } from './queries'
import { factsOf, targetOf } from './references'
import { type CteScope, emptyItem, type Found, type FromItem, inItem, itemOf, type Scope, type Visible } from './scope'
import { type Context, readValue, type Value } from './values'

/** More sources than any server joins (MySQL and MariaDB: 61) are left unread: names are looked for in all of them. */
const maxSteps = 250

type JoinStep = Extract<FromStep, { step: 'join' }>

/** Reads a FROM list into its block: the sources, the conditions of the joins, and what names mean behind it. */
export function readFrom(context: Context, steps: readonly FromStep[], scope: Omit<Scope, 'item'>): FromItem {
  const { block } = scope
  const items: FromItem[] = []
  for (const step of steps.slice(0, maxSteps)) {
    if (step.step === 'source') {
      // LATERAL and the functions of a FROM list see all that stands left of them.
      const seen = { ...scope, item: items.reduce(beside, emptyItem) }
      items.push(itemOf(readSource(context, step.source, seen)))
      continue
    }
    const right = items.pop() ?? emptyItem
    const left = items.pop() ?? emptyItem
    for (const source of optionalOf(step.kind, left, right)) source.optional = true
    const both = joined(context, step, left, right, block)
    const item = step.alias?.hides === false ? withUsingAlias(step, both, block) : both
    items.push(step.alias?.hides === true ? hiddenBy(step, item, block) : item)
    const join = step.kind === 'comma' ? undefined : step.kind
    if (step.on !== undefined) readConditions(context, step.on, 'on', { ...scope, item }, { join })
  }
  return items.reduce(beside, emptyItem)
}

function optionalOf(kind: JoinStep['kind'], left: FromItem, right: FromItem): readonly DraftSource[] {
  if (kind === 'left') return right.sources
  if (kind === 'right') return left.sources
  return kind === 'full' ? [...left.sources, ...right.sources] : []
}

function beside(left: FromItem, right: FromItem): FromItem {
  if (left.sources.length === 0) return right
  return { sources: [...left.sources, ...right.sources], visible: [...left.visible, ...right.visible] }
}

/** `(a JOIN b …) AS j`: one source with all columns, and no other name. */
function hiddenBy({ alias, span }: JoinStep, item: FromItem, block: DraftBlock): FromItem {
  const isKnown = item.sources.every(({ columns }) => columns !== undefined)
  const columns = item.visible.flatMap(({ columns: [first] }) => (first === undefined ? [] : [columnOfJoin(first)]))
  const named = isKnown ? renamed(columns, alias?.columns) : undefined
  const name = alias?.name
  return itemOf(addSource(block, { kind: 'derived', span, name, alias: name, columns: named }))
}

/** `USING (i) AS j`: `j.i` means the merged column, and no bare name means j's. */
function withUsingAlias({ alias, using, span }: JoinStep, item: FromItem, block: DraftBlock): FromItem {
  const merged = item.visible.slice(0, using.length)
  const columns = merged.flatMap(({ columns: [first] }) => (first === undefined ? [] : [columnOfJoin(first)]))
  const name = alias?.name
  const source = addSource(block, { kind: 'derived', span, name, alias: name, columns })
  return { sources: [...item.sources, source], visible: item.visible }
}

function columnOfJoin(found: Found): SourceColumn {
  return { name: found.name, ...factsOf(found) }
}

/** Both sides of a join together, with the columns that USING or NATURAL make one of. */
function joined(context: Context, step: JoinStep, left: FromItem, right: FromItem, block: DraftBlock): FromItem {
  const item = beside(left, right)
  // MySQL and MariaDB: the side whose rows are always there comes first in `*`; it gives the value everywhere.
  const isTurned = step.kind === 'right' && !context.names.isPostgres
  const [first, second] = isTurned ? [right, left] : [left, right]
  const names = step.natural ? sharedNames(context, left, right) : step.using.map(({ name }) => name)
  if (names.length === 0) return item
  const spans = new Map(step.using.map(({ name, span }) => [name, span]))
  const merged: Visible[] = []
  const comparisons: ConditionNode[] = []
  for (const name of names) {
    const span = spans.get(name) ?? step.span
    const ofLeft = theColumn(context, left, name, span, block)
    const ofRight = theColumn(context, right, name, span, block)
    if (ofLeft === undefined || ofRight === undefined) continue
    const [one, other] = step.kind === 'right' ? [ofRight, ofLeft] : [ofLeft, ofRight]
    merged.push({ name: one.name, columns: [...one.columns, ...other.columns] })
    comparisons.push(comparison(span, mention(ofLeft, span, block), mention(ofRight, span, block), block))
  }
  addComparisons(block, comparisons, step.kind === 'comma' ? undefined : step.kind)
  const isVisible = ({ name }: Visible): boolean => merged.some((one) => context.names.isColumn(one.name, name))
  // In the order of the first side (SQL standard; MySQL manual, "JOIN Clause").
  const places = new Map(first.visible.map(({ name }, place) => [context.names.columnKey(name), place]))
  const placeOf = ({ name }: Visible): number => places.get(context.names.columnKey(name)) ?? places.size
  // PostgreSQL has them in the order in which they are listed.
  if (!context.names.isPostgres) merged.sort((a, b) => placeOf(a) - placeOf(b))
  const rest = [...first.visible, ...second.visible].filter((one) => !isVisible(one))
  return { sources: item.sources, visible: [...merged, ...rest] }
}

/** The comparisons of one USING or NATURAL as a clause of the block. */
function addComparisons(
  block: DraftBlock,
  comparisons: readonly ConditionNode[],
  join: ClauseConditions['join'],
): void {
  const [first, second] = comparisons
  const last = comparisons[comparisons.length - 1]
  if (first === undefined || last === undefined) return
  const span = { start: first.span.start, end: last.span.end }
  const whole: ConditionNode = second === undefined ? first : andOf(span, comparisons)
  block.conditions.push(clauseOf('using', whole, join))
}

/**
 * The one column of that name on a side of a join; where columns are not known, the only source's. What has none or
 * several is noted as a mention that nobody, or more than one, answers.
 */
function theColumn(
  context: Context,
  item: FromItem,
  name: string,
  span: TextSpan,
  block: DraftBlock,
): Visible | undefined {
  const { sure, maybe } = inItem(item, { name }, context.names)
  const [first, second] = sure
  if (first !== undefined && second === undefined) return first
  const [only, another] = maybe
  if (first === undefined && only !== undefined && another === undefined) return { name, columns: [only] }
  const resolution = first === undefined ? 'unknown' : 'ambiguous'
  const targets = [...sure.flatMap(({ columns }) => columns), ...maybe].map(targetOf)
  block.references.push({ span, clause: 'join', name, resolution, targets, outer: false })
  return undefined
}

/** Names that both sides have, in the order of the left one. Unknown columns share none. */
function sharedNames(context: Context, left: FromItem, right: FromItem): string[] {
  const { names } = context
  const ofRight = new Set(right.visible.map(({ name }) => names.columnKey(name)))
  const found = new Map<string, string>()
  for (const { name } of left.visible) {
    const key = names.columnKey(name)
    if (ofRight.has(key) && !found.has(key)) found.set(key, name)
  }
  return [...found.values()]
}

/** A side of a comparison that USING stands for. */
function mention({ columns }: Visible, span: TextSpan, block: DraftBlock): Value {
  const [first] = columns
  for (const { source, name } of columns) needColumn(source, 'join', name)
  const references: ColumnReference[] = first === undefined ? [] : [usingReference(first, span)]
  block.references.push(...references)
  const input: ScalarInput = {
    span,
    form: 'column',
    columns: [],
    subqueries: [],
    hasAggregate: false,
    hasWindow: false,
    hasParameter: false,
    volatile: false,
  }
  return { input, references, subqueries: [], items: [] }
}

function usingReference(found: Found, span: TextSpan): ColumnReference {
  return {
    span,
    clause: 'join',
    name: found.name,
    resolution: 'column',
    targets: [targetOf(found)],
    outer: false,
    ...factsOf(found),
  }
}

function readSource(context: Context, input: SourceInput, scope: Scope): DraftSource {
  const { block } = scope
  const { kind, span, name, alias, lateral } = input
  if (input.query !== undefined) {
    // A derived table that is not LATERAL sees what its block is inside of, and nothing beside it.
    const outside: Scope = { ...scope, item: emptyItem }
    const seen = lateral ? scope : outside
    const place = { role: 'derived', holder: block, outer: { scope: seen, clause: 'join' }, ctes: scope.ctes } as const
    const from = queryBlock(context, input.query, place)
    const columns = renamed(
      from.output,
      input.columns?.map((column) => column.name),
    )
    return addSource(block, { kind: 'derived', span, name, alias, lateral, from, columns })
  }
  if (input.arguments !== undefined) readValue(context, input.arguments, 'join', scope)
  if (kind !== 'table' || input.table === undefined) {
    const columns = input.columns?.map((column) => ({ name: column.name, type: column.type }))
    return addSource(block, { kind: kind === 'table' ? 'unknown' : kind, span, name, alias, lateral, columns })
  }
  const cte = input.schema === undefined ? cteCalled(scope.ctes, input.table, context) : undefined
  if (cte !== undefined) {
    if (cte.recursive.inside) cte.recursive.found = true
    const recursive = cte.recursive.found
    const names = input.columns?.map((column) => column.name)
    const columns = names === undefined ? cte.columns() : renamed(cte.columns(), names)
    return addSource(block, { kind: 'cte', span, name, alias, recursive, from: cte.block, columns })
  }
  const table = storedTable(context, input.schema, input.table)
  const given = input.columns?.map((column) => column.name)
  const columns = given === undefined ? table.columns : withNames(table, given)
  return addSource(block, { ...table, span, name, alias, columns })
}

/** A table or view, by the catalog where it knows it. */
export function storedTable(context: Context, schema: string | undefined, table: string) {
  const known = context.names.table(schema, table)
  if (known === undefined) return { kind: 'table', schema, table, columns: undefined } as const
  const columns = known.columns.map(
    ({ name, type, charset, collation, nullable }): SourceColumn => ({ name, type, charset, collation, nullable }),
  )
  const kind = known.type?.toLowerCase().includes('view') === true ? 'view' : 'table'
  const knownSchema = known.schema === '' ? schema : known.schema
  return { kind, schema: knownSchema, table: known.name, columns } as const
}

function cteCalled(ctes: CteScope | undefined, name: string, context: Context): CteScope | undefined {
  for (let at = ctes; at !== undefined; at = at.before) {
    if (context.names.isColumn(at.name, name)) return at
  }
  return undefined
}

/** A stored table's columns under other names; those behind them keep theirs, and are not known without the catalog. */
function withNames(
  { schema, table, columns }: ReturnType<typeof storedTable>,
  names: readonly string[],
): readonly SourceColumn[] | undefined {
  return columns?.map((column, index) => ({
    ...column,
    name: names[index] ?? column.name,
    origin: { schema, table, column: column.name },
  }))
}

/** Columns under the names that the text gives them behind an alias. */
export function renamed(
  columns: readonly SourceColumn[] | undefined,
  names: readonly string[] | undefined,
): readonly SourceColumn[] | undefined {
  if (names === undefined) return columns?.map(sourceColumn)
  if (columns === undefined) return names.map((name) => ({ name }))
  return columns.map((column, index) => ({ ...sourceColumn(column), name: names[index] ?? column.name }))
}

function sourceColumn({ name, type, charset, collation, nullable, origin }: SourceColumn): SourceColumn {
  return { name, type, charset, collation, nullable, origin }
}
