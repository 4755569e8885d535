import type { DraftBlock } from './draft'
import type { ScalarInput } from './input'
import type { Clause, ColumnFacts, ColumnReference, Constness, Operand } from './model'
import type { Names } from './names'
import { queryBlock } from './queries'
import { type AliasRule, reference, referenceOrAlias } from './references'
import type { Scope } from './scope'

/** What all readers share. */
export interface Context {
  readonly names: Names
  readonly blocks: DraftBlock[]
}

/** A value whose columns are resolved and whose subqueries are read. */
export interface Value {
  readonly input: ScalarInput
  readonly references: readonly ColumnReference[]
  readonly subqueries: readonly DraftBlock[]
  readonly items: readonly Value[]
}

/** Resolves everything in a value. Call it once for each: it notes what it finds in the block. */
export function readValue(
  context: Context,
  input: ScalarInput,
  clause: Clause,
  scope: Scope,
  rule: AliasRule = 'columns-only',
): Value {
  const { block } = scope
  block.aggregates ||= input.hasAggregate
  block.windows ||= input.hasWindow
  if (input.items !== undefined) {
    const items = input.items.map((item) => readValue(context, item, clause, scope, rule))
    const references = items.flatMap((item) => item.references)
    return { input, items, references, subqueries: items.flatMap((item) => item.subqueries) }
  }
  const references = input.columns.map((column) =>
    rule === 'columns-only'
      ? reference(column, clause, scope, context.names)
      : referenceOrAlias(column, clause, scope, context.names, rule),
  )
  const subqueries = input.subqueries.map((query) =>
    queryBlock(context, query, { role: 'subquery', holder: block, outer: { scope, clause }, ctes: scope.ctes }),
  )
  return { input, references, subqueries, items: [] }
}

/** One side of a condition, as it looks from the values on the other side. */
export function operandOf(value: Value, others: readonly Value[], block: DraftBlock): Operand {
  const { input, references, subqueries, items } = value
  return {
    span: input.span,
    // A name that turned out to be a row is no column.
    form: input.form === 'column' && references[0]?.resolution === 'row' ? 'expression' : input.form,
    constness: constnessOf(value, others, block),
    columns: references,
    items: items.map((item) => operandOf(item, others, block)),
    blocks: subqueries.map(({ number }) => number),
    functionName: input.functionName,
    castTo: input.castTo,
    ...factsOfValue(value),
  }
}

/** Type, charset and collation, as far as text and catalog tell. */
export function factsOfValue({ input, references, subqueries }: Value): ColumnFacts {
  const { type, charset, collation } = input
  const [column] = references
  const [subquery] = subqueries
  const [first, second] = subquery?.output ?? []
  let known: ColumnFacts | undefined
  if (input.form === 'column') known = column
  else if (input.form === 'subquery' && second === undefined) known = first
  // COLLATE changes nothing else about its column.
  else if (input.functionName === 'COLLATE' && references.length === 1) known = column
  return {
    type: type ?? known?.type,
    charset: charset ?? known?.charset,
    collation: collation ?? known?.collation,
    nullable: input.form === 'column' ? known?.nullable : undefined,
  }
}

function constnessOf(value: Value, others: readonly Value[], block: DraftBlock): Constness {
  const { input, references, subqueries } = value
  if (input.form === 'literal') return 'literal'
  if (input.form === 'parameter') return 'parameter'
  if (input.volatile || input.hasAggregate || input.hasWindow) return 'non-constant'
  if (subqueries.some((inner) => inner.correlatedTo.has(block))) return 'non-constant'
  if (references.some(isUnsettled)) return 'non-constant'
  const own = sourcesOf(references, block)
  if (own.size > 0) {
    const across = new Set(others.flatMap((other) => [...sourcesOf(other.references, block)]))
    return across.size > 0 && ![...own].some((source) => across.has(source)) ? 'other-table' : 'non-constant'
  }
  const namesOuter = references.length > 0 || subqueries.some((inner) => inner.correlatedTo.size > 0)
  return namesOuter ? 'outer-reference' : 'constant-expression'
}

function isUnsettled({ targets, resolution }: ColumnReference): boolean {
  return targets.length === 0 || resolution === 'unknown' || resolution === 'ambiguous'
}

/** The block's own sources that the columns are of. */
export function sourcesOf(references: readonly ColumnReference[], block: DraftBlock): Set<number> {
  const targets = references.flatMap((one) => (isUnsettled(one) ? [] : one.targets))
  return new Set(targets.filter((target) => target.block === block.number).map((target) => target.source))
}
