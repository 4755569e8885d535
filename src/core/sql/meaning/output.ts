import { type DraftBlock, type DraftItem, needColumn } from './draft'
import type { ItemInput } from './input'
import type { OutputColumn } from './model'
import { factsOf, targetOf } from './references'
import { called, itemOf, type Scope } from './scope'
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
    const known = block.itemsByName.get(key)
    if (known === undefined) block.itemsByName.set(key, [place])
    // One that is ambiguous already does not become more so.
    else if (known.length === 1 && !isSameColumn(items[known[0] ?? 0]?.column, column)) {
      block.itemsByName.set(key, [...known, place])
    }
  })
}

function isSameColumn(one: OutputColumn | undefined, other: OutputColumn): boolean {
  const [first, second] = [one?.column, other.column]
  if (first === undefined || second === undefined) return false
  return first.block === second.block && first.source === second.source && first.column === second.column
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
  for (const source of sources) {
    source.selectsAll = true
    for (const { name } of source.columns ?? []) needColumn(source, 'select', name)
  }
  if (sources.some(({ columns }) => columns === undefined)) return undefined
  // Merged columns stand in `*` once.
  const visible = star?.table === undefined ? item.visible : sources.flatMap((source) => itemOf(source).visible)
  return visible.flatMap(({ columns: [first] }) =>
    first === undefined ? [] : [{ name: first.name, span, ...factsOf(first), column: targetOf(first) }],
  )
}
