import type { TextSpan } from '../../text-span'
import { clauseOf, comparison, readConditions } from './conditions'
import { addSource, type DraftBlock, type DraftSource, needColumn } from './draft'
import type { FromStep, ScalarInput, SourceInput } from './input'
import type { ColumnReference, ConditionNode, SourceColumn } from './model'
import { queryBlock } from './queries'
import { factsOf, targetOf } from './references'
import { type CteScope, emptyItem, type Found, type FromItem, inItem, type Merged, type Scope } from './scope'
import { type Context, readValue, type Value } from './values'

/** More sources than any server joins (MySQL and MariaDB: 61) are left unread: names are looked for in all of them. */
const maxSteps = 1000

type JoinStep = Extract<FromStep, { step: 'join' }>

/** Reads a FROM list into its block: the sources, the conditions of the joins, and what names mean behind it. */
export function readFrom(context: Context, steps: readonly FromStep[], scope: Omit<Scope, 'item'>): FromItem {
  const { block } = scope
  const items: FromItem[] = []
  for (const step of steps.slice(0, maxSteps)) {
    if (step.step === 'source') {
      // LATERAL and the functions of a FROM list see all that stands left of them.
      const seen = { ...scope, item: items.reduce(beside, emptyItem) }
      items.push({ sources: [readSource(context, step.source, seen)], merged: [] })
      continue
    }
    const right = items.pop() ?? emptyItem
    const left = items.pop() ?? emptyItem
    for (const source of optionalOf(step.kind, left, right)) source.optional = true
    const item = joined(context, step, left, right, block)
    items.push(item)
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
  return { sources: [...left.sources, ...right.sources], merged: [...left.merged, ...right.merged] }
}

/** Both sides of a join together, with the columns that USING or NATURAL make one of. */
function joined(context: Context, step: JoinStep, left: FromItem, right: FromItem, block: DraftBlock): FromItem {
  const item = beside(left, right)
  const shared = step.natural
    ? sharedNames(context, left, right).map((name) => ({ name, span: step.span }))
    : step.using
  if (shared.length === 0) return item
  const merged: Merged[] = []
  const comparisons: ConditionNode[] = []
  for (const { name, span } of shared) {
    const ofLeft = theColumn(context, left, name)
    const ofRight = theColumn(context, right, name)
    if (ofLeft === undefined || ofRight === undefined) continue
    // The value of the side whose rows are always there.
    const columns =
      step.kind === 'right' ? [...ofRight.columns, ...ofLeft.columns] : [...ofLeft.columns, ...ofRight.columns]
    merged.push({ name, columns })
    comparisons.push(comparison(span, mention(ofLeft, span, block), mention(ofRight, span, block), block))
  }
  const [first, second] = comparisons
  if (first !== undefined) {
    const span = { start: first.span.start, end: comparisons[comparisons.length - 1]?.span.end ?? first.span.end }
    const whole: ConditionNode =
      second === undefined ? first : { type: 'and', span, parts: comparisons, negated: false, columns: [] }
    block.conditions.push(clauseOf('using', whole, step.kind === 'comma' ? undefined : step.kind))
  }
  const isMerged = (one: Merged): boolean => merged.some(({ name }) => context.names.isColumn(name, one.name))
  return { sources: item.sources, merged: [...item.merged.filter((one) => !isMerged(one)), ...merged] }
}

/** The one column of that name on a side of a join; where columns are not known, the only source's. */
function theColumn(context: Context, item: FromItem, name: string): Merged | undefined {
  const { sure, maybe } = inItem(item, { name }, context.names)
  const [first, second] = sure
  if (first !== undefined) return second === undefined ? first : undefined
  const [only, another] = maybe
  return only !== undefined && another === undefined ? { name, columns: [only] } : undefined
}

/** Names that both sides have, in the order of the left one. Unknown columns share none. */
function sharedNames(context: Context, left: FromItem, right: FromItem): string[] {
  const names = left.sources.flatMap((source) => (source.columns ?? []).map((column) => column.name))
  const found = new Map<string, string>()
  for (const name of names) {
    if (theColumn(context, left, name) === undefined) continue
    if (inItem(right, { name }, context.names).sure.length === 1) found.set(context.names.columnKey(name), name)
  }
  return [...found.values()]
}

/** A side of a comparison that USING stands for. */
function mention({ columns }: Merged, span: TextSpan, block: DraftBlock): Value {
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
    const given = { kind: 'cte', span, name, alias, recursive, from: cte.block, columns: cte.columns() } as const
    return addSource(block, given)
  }
  return addSource(block, { ...storedTable(context, input.schema, input.table), span, name, alias })
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
