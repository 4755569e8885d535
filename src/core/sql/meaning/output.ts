import { type DraftBlock, type DraftItem, needColumn } from './draft'
import type { ItemInput } from './input'
import type { OutputColumn } from './model'
import { factsOf, targetOf } from './references'
import { called, type Found, type Scope } from './scope'
import { type Context, factsOfValue, readValue, type Value } from './values'

/** Reads a select list (or RETURNING) and sets what the block gives. */
export function readOutput(context: Context, inputs: readonly ItemInput[], scope: Scope): void {
  const items: DraftItem[] = []
  let isKnown = true
  for (const input of inputs) {
    if (input.star === undefined) {
      const value = readValue(context, input.value, 'select', scope)
      items.push({ column: outputColumn(input, value), references: value.references })
      continue
    }
    const expanded = readStar(context, input, scope)
    isKnown &&= expanded !== undefined
    for (const column of expanded ?? []) items.push({ column, references: [] })
  }
  setItems(context, scope.block, items, isKnown)
}

/** Sets the select list of a block; with `isKnown` it is all that the block gives. */
export function setItems(context: Context, block: DraftBlock, items: readonly DraftItem[], isKnown: boolean): void {
  block.items = items
  block.output = isKnown ? items.map(({ column }) => column) : undefined
  items.forEach(({ column }, place) => {
    const key = context.names.columnKey(column.name)
    if (!block.itemsByName.has(key)) block.itemsByName.set(key, place)
  })
}

function outputColumn({ name, span }: ItemInput, value: Value): OutputColumn {
  const { type, charset, collation, nullable } = factsOfValue(value)
  const [reference] = value.references
  const isColumn = value.input.form === 'column'
  const column = isColumn && reference?.resolution !== 'unknown' ? reference?.targets[0] : undefined
  return { name, span, type, charset, collation, nullable, column, origin: isColumn ? reference?.origin : undefined }
}

/** The columns that a star stands for; undefined when those of a source are not known. */
function readStar(context: Context, { span, star }: ItemInput, scope: Scope): OutputColumn[] | undefined {
  const { block, item } = scope
  const { names } = context
  const sources = called(item.sources, star ?? {}, names)
  block.stars.push({ span, sources: sources.map(({ number }) => number) })
  const found: Found[] = []
  // Merged columns come first, and once.
  const merged = star?.table === undefined ? item.merged : []
  for (const { columns } of merged) {
    const [first] = columns
    if (first !== undefined) found.push(first)
  }
  let isKnown = true
  for (const source of sources) {
    source.selectsAll = true
    isKnown &&= source.columns !== undefined
    for (const known of source.columns ?? []) {
      needColumn(source, 'select', known.name)
      const isMerged = merged.some(
        ({ name, columns }) => names.isColumn(name, known.name) && columns.some((one) => one.source === source),
      )
      if (!isMerged) found.push({ source, name: known.name, known })
    }
  }
  if (!isKnown) return undefined
  return found.map((one) => ({ name: one.name, span, ...factsOf(one), column: targetOf(one) }))
}
