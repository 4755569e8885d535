import type { Index, Table } from '../../catalog/model'

/** An index that another one makes superfluous. */
export interface Redundancy {
  readonly index: Index
  readonly by: Index
  /** The same parts, or a left part of it. */
  readonly kind: 'duplicate' | 'left-part'
}

/**
 * Indexes that could be dropped because another serves all that they serve. Unique ones keep a rule and stay, and so do
 * those that a foreign key of the table needs and no other index serves; of two alike the later in the list goes.
 */
export function redundantIndexes(table: Table): readonly Redundancy[] {
  const found: Redundancy[] = []
  const gone = new Set<Index>()
  // Those that only repeat what InnoDB keeps in every index go first: the shorter one is the same index.
  const order = [...table.indexes]
    .reverse()
    .sort((one, other) => Number(endsInKey(other, table)) - Number(endsInKey(one, table)))
  for (const index of order) {
    if (index.unique || index.name === 'PRIMARY' || !isPlain(index)) continue
    const same =
      endsInKey(index, table) &&
      table.indexes.find((other) => other !== index && !gone.has(other) && isShorterTwin(other, index, table))
    if (same) {
      gone.add(index)
      found.push({ index, by: same, kind: 'duplicate' })
      continue
    }
    const by = table.indexes.find(
      (other) => other !== index && !gone.has(other) && isPlain(other) && beginsWith(other, index),
    )
    if (!by) continue
    gone.add(index)
    found.push({ index, by, kind: by.parts.length === index.parts.length ? 'duplicate' : 'left-part' })
  }
  return found.reverse()
}

/** InnoDB: its last parts are the primary key, which stands at the end of every index anyway. */
function endsInKey({ parts, unique }: Index, { engine, primaryKey = [] }: Table): boolean {
  if (engine?.toLowerCase() !== 'innodb' || unique || parts.length <= primaryKey.length || primaryKey.length === 0)
    return false
  return primaryKey.every((column, at) => {
    const part = parts[parts.length - primaryKey.length + at]
    return part?.column === column && part.prefixChars === undefined && !part.descending
  })
}

function isShorterTwin(short: Index, long: Index, { primaryKey = [] }: Table): boolean {
  return isPlain(short) && short.parts.length === long.parts.length - primaryKey.length && beginsWith(long, short)
}

function isPlain({ method, where, visible }: Index): boolean {
  return visible && where === undefined && (method ?? 'btree') === 'btree'
}

/** Serves all that `narrow` serves: the same parts at its beginning, no shorter, in the same order of values. */
function beginsWith(wide: Index, narrow: Index): boolean {
  // INCLUDE columns are part of what an index covers.
  if ((narrow.include ?? []).some((column) => !(wide.include ?? []).includes(column))) return false
  return (
    narrow.parts.length <= wide.parts.length &&
    narrow.parts.every((part, at) => {
      const other = wide.parts[at]
      return (
        other !== undefined &&
        part.column === other.column &&
        part.expression === other.expression &&
        part.descending === other.descending &&
        part.opclass === other.opclass &&
        part.collation === other.collation &&
        (other.prefixChars ?? Number.POSITIVE_INFINITY) >= (part.prefixChars ?? Number.POSITIVE_INFINITY)
      )
    })
  )
}
