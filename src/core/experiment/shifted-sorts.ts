import type { ColumnReference, Meaning, QueryBlock, SortColumn } from '../sql/meaning/model'

/** A whole number that is added or taken away, after or before the column. */
const shiftAfter = /^\s*[+-]\s*\d{1,9}\s*\)?(?:\s+(?:ASC|DESC))?$/i
const shiftBefore = /^\(?\s*(?:\d{1,9}\s*[+-]\s*)?$/
const nothingAfter = /^\s*\)?(?:\s+(?:ASC|DESC))?$/i
const wholeNumber = /^(?:tiny|small|medium|big)?int|^(?:int|big|small)?serial/i

/**
 * The same meaning with `ORDER BY id + 0` read as an order by `id`: a whole number shifted by another one is as unique
 * as it was. People write it to keep an index from being read in order.
 * @param sql the text that the meaning was read from
 */
export function withShiftedSorts(meaning: Meaning, sql: string): Meaning {
  return {
    blocks: meaning.blocks.map((block) =>
      block.orderBy.every(({ column }) => column !== undefined)
        ? block
        : { ...block, orderBy: block.orderBy.map((sort) => shifted(sort, block, sql)) },
    ),
  }
}

function shifted(sort: SortColumn, block: QueryBlock, sql: string): SortColumn {
  if (sort.column || sort.item !== undefined) return sort
  const inside = block.references.filter(
    ({ span, clause }) => clause === 'order' && span.start >= sort.span.start && span.end <= sort.span.end,
  )
  const [only, second] = inside
  if (!only || second || !isWholeNumber(only, block)) return sort
  const before = sql.slice(sort.span.start, only.span.start)
  const after = sql.slice(only.span.end, sort.span.end)
  const isShift =
    (shiftBefore.test(before) && nothingAfter.test(after)) || (/^\(?\s*$/.test(before) && shiftAfter.test(after))
  const [column] = only.targets
  return isShift && column ? { ...sort, column } : sort
}

function isWholeNumber(reference: ColumnReference, block: QueryBlock): boolean {
  const [target, second] = reference.targets
  if (!target || second || reference.resolution !== 'column' || !wholeNumber.test(reference.type ?? '')) return false
  // MySQL takes a select item of that name first.
  return (block.output ?? []).every(
    ({ name, column }) =>
      name.toLowerCase() !== reference.name.toLowerCase() ||
      (column?.source === target.source && column.column.toLowerCase() === target.column.toLowerCase()),
  )
}
