import type { Index, IndexPart, Table } from '../../catalog/model'
import type { IndexDesign } from './model'

/** What an index that there is not yet would be to those that are there. */
export function relationOf(designed: Index, { indexes }: Table): IndexDesign['relation'] {
  const extended = indexes.find((index) => isReplaced(index, designed))
  if (extended) return { kind: 'extends', index: extended }
  const columns = new Set(designed.parts.map(({ column }) => column))
  const reordered = indexes.find(
    ({ unique, parts, where, method }) =>
      !unique &&
      where === undefined &&
      (method ?? 'btree') === 'btree' &&
      parts.length > 1 &&
      parts.length <= designed.parts.length &&
      parts.every(({ column }) => column !== undefined && columns.has(column)),
  )
  return reordered ? { kind: 'reorders', index: reordered } : { kind: 'new' }
}

/** Nothing that the index serves is lost: it is a left part of the new one, and keeps no rule. */
export function isReplaced(index: Index, designed: Index): boolean {
  const held = new Set([...designed.parts.map(({ column }) => column), ...(designed.include ?? [])])
  return (
    !index.unique &&
    index.visible &&
    index.where === undefined &&
    designed.where === undefined &&
    (index.method ?? 'btree') === 'btree' &&
    (index.include ?? []).every((column) => held.has(column)) &&
    index.parts.length <= designed.parts.length &&
    index.parts.every((part, at) => serves(designed.parts[at], part))
  )
}

/** An index of the table does what the designed one would. */
export function isThere(designed: Index, { indexes }: Table): boolean {
  const { parts, include = [] } = designed
  return indexes.some((index) => {
    const held = new Set([...index.parts.map(({ column }) => column), ...(index.include ?? [])])
    return (
      index.visible &&
      (index.method ?? 'btree') === (designed.method ?? 'btree') &&
      index.where === designed.where &&
      index.parts.length >= parts.length &&
      parts.every((part, at) => isSame(index.parts[at], part)) &&
      include.every((column) => held.has(column))
    )
  })
}

/** `other` stands for `part` at the same place of an index. */
function serves(other: IndexPart | undefined, part: IndexPart): boolean {
  return (
    other !== undefined &&
    part.column === other.column &&
    part.expression === other.expression &&
    part.descending === other.descending &&
    part.opclass === other.opclass &&
    part.collation === other.collation &&
    // A longer prefix, or the whole column, serves what a shorter one does.
    (other.prefixChars ?? Number.POSITIVE_INFINITY) >= (part.prefixChars ?? Number.POSITIVE_INFINITY)
  )
}

function isSame(part: IndexPart | undefined, wanted: IndexPart): boolean {
  return part !== undefined && serves(part, wanted) && part.prefixChars === wanted.prefixChars
}
