import type { ColumnTarget, Meaning, QueryBlock, Source } from '../sql/meaning/model'

/** The source that a column is of. */
export function sourceOf(meaning: Meaning, { block, source }: ColumnTarget): Source | undefined {
  return meaning.blocks[block]?.sources[source]
}

/**
 * The column of the innermost query that a column of a derived table or CTE is nothing but, through queries that give
 * each row of their tables as it is: conditions on it may be moved there. Itself where there is none.
 */
export function innermost(meaning: Meaning, target: ColumnTarget): ColumnTarget {
  let found = target
  // A recursive CTE may name itself; blocks inside have higher numbers.
  for (;;) {
    const source = sourceOf(meaning, found)
    const inner = source?.from === undefined ? undefined : meaning.blocks[source.from]
    if (
      source === undefined ||
      inner === undefined ||
      inner.block <= found.block ||
      !passesRows(inner) ||
      !isReadOnce(meaning, inner)
    )
      return found
    const position = source.columns?.findIndex(({ name }) => name.toLowerCase() === found.column.toLowerCase()) ?? -1
    const column = position === -1 ? undefined : inner.output?.[position]?.column
    if (column === undefined || column.block !== inner.block) return found
    found = column
  }
}

/** Another use of the same CTE may ask for other rows. */
function isReadOnce({ blocks }: Meaning, { block }: QueryBlock): boolean {
  return blocks.flatMap(({ sources }) => sources.filter(({ from }) => from === block)).length === 1
}

function passesRows(block: QueryBlock): boolean {
  const changes = block.limit !== undefined || block.distinct || block.aggregates || block.windows
  return block.kind === 'select' && !changes && block.groupBy.length === 0
}
